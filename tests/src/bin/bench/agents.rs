//! What agents start: `openpets hook` at every step and `openpets mcp` once, against the same things in Node.

use crate::cost::{megabytes, pss};
use crate::figures::{Report, Times, ms};
use anyhow::{Context, Result, ensure};
use openpets_tests::{App, AppOptions, Folders, Running, XServer, node_client};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: u32 = 30;

/// What a hook in Node would be: the event from stdin, the reaction through the npm client.
const NODE_HOOK: &str = r#"
import { createOpenPetsClient } from "@open-pets/client";
let text = "";
for await (const chunk of process.stdin) text += chunk;
const event = JSON.parse(text);
const editing = ["Edit", "Write", "MultiEdit", "NotebookEdit"].includes(event.tool_name);
await createOpenPetsClient().react(editing ? "editing" : "working").catch(() => {});
"#;

pub(crate) fn measure(server: &XServer, report: &mut Report) -> Result<()> {
    let npm = node_client()?;
    let app = App::start(&AppOptions { display: Some(server), ..AppOptions::default() })?;
    hooks(&app, &npm, report)?;
    servers(&app, &npm, report)
}

fn hooks(app: &App, npm: &Path, report: &mut Report) -> Result<()> {
    let mut node = Command::new("node");
    node.args(["--input-type=module", "-e", NODE_HOOK]).current_dir(npm);
    app.folders().apply(&mut node);
    let mut ours = app.folders().openpets()?;
    ours.args(["hook", "--openpets-managed"]);
    // In turn, so that a change of the machine's speed hits both. Each in a session of its own, which has no cool-down.
    let (mut our_times, mut node_times) = (Vec::new(), Vec::new());
    for number in 0..=RUNS {
        let (us, them) = (hook(&mut ours, number)?, hook(&mut node, number)?);
        if number > 0 {
            our_times.push(us);
            node_times.push(them);
        }
    }
    let (us, them) = (Times::of(our_times).median(), Times::of(node_times).median());
    report.row(
        "`openpets hook`, PreToolUse, app running, whole process, median",
        ms(us),
        format!(
            "the npm client in Node: {}, {:.0} times as long",
            ms(them),
            them.as_secs_f64() / us.as_secs_f64()
        ),
        "5 ms, at least 15 times faster",
    );

    let alone = Folders::new()?;
    let mut silent = alone.openpets()?;
    silent.args(["hook", "--openpets-managed"]);
    let times = (0..RUNS).map(|number| hook(&mut silent, number)).collect::<Result<_>>()?;
    report.row("the same, app not running, median", ms(Times::of(times).median()), String::new(), "3 ms");

    let signal = |signal: &str| Command::new("kill").args([signal, &app.pid().to_string()]).status();
    ensure!(signal("-STOP")?.success());
    let times: Result<Vec<Duration>> = (100..105).map(|number| hook(&mut ours, number)).collect();
    ensure!(signal("-CONT")?.success());
    report.row(
        "the same, app hung, longest of 5",
        ms(Times::of(times?).percentile(100.0)),
        String::new(),
        "500 ms",
    );
    Ok(())
}

/// The time of one hook, as its agent sees it.
fn hook(command: &mut Command, session: u32) -> Result<Duration> {
    let payload = serde_json::json!({
        "session_id": format!("0b8cd6a1-8a39-4a1c-8e60-{session:012}"),
        "transcript_path": "/home/someone/.claude/projects/site/0b8cd6a1.jsonl",
        "cwd": "/home/someone/site",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Edit",
        "tool_input": {"file_path": "/home/someone/site/index.html", "old_string": "a", "new_string": "b"},
    });
    let start = Instant::now();
    let mut child =
        Running::start(command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()))?;
    let mut stdin = child.0.stdin.take().context("stdin")?;
    stdin.write_all(payload.to_string().as_bytes())?;
    drop(stdin);
    let status = child.0.wait()?;
    let time = start.elapsed();
    ensure!(status.success(), "a hook ended with {status}");
    Ok(time)
}

fn servers(app: &App, npm: &Path, report: &mut Report) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(npm.join("minimal-mcp-server.mjs"));
    app.folders().apply(&mut node);
    let mut ours = app.folders().openpets()?;
    ours.arg("mcp");
    let (mut our_times, mut node_times, mut our_memory, mut node_memory) = (vec![], vec![], 0, 0);
    for number in 0..=RUNS {
        let (us, them) = (server(&mut ours)?, server(&mut node)?);
        if number > 0 {
            our_times.push(us.0);
            node_times.push(them.0);
        }
        (our_memory, node_memory) = (our_memory.max(us.1), node_memory.max(them.1));
    }
    let (us, them) = (Times::of(our_times).median(), Times::of(node_times).median());
    report.row(
        "`openpets mcp`, from start to the answer of initialize, median",
        ms(us),
        format!(
            "a minimal server of the official SDK in Node: {}, {:.0} times as long",
            ms(them),
            them.as_secs_f64() / us.as_secs_f64()
        ),
        "15 ms",
    );
    report.row(
        "`openpets mcp`: memory (PSS) with its lease, largest",
        megabytes(our_memory),
        format!("the same: {}", megabytes(node_memory)),
        "10 MB",
    );
    Ok(())
}

/// The time until a server has answered `initialize`, and its memory when it has come to rest.
fn server(command: &mut Command) -> Result<(Duration, u64)> {
    let hello = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"},
    }});
    let start = Instant::now();
    let mut child =
        Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()))?;
    let mut stdin = child.0.stdin.take().context("stdin")?;
    writeln!(stdin, "{hello}")?;
    let mut answer = String::new();
    BufReader::new(child.0.stdout.take().context("stdout")?).read_line(&mut answer)?;
    let time = start.elapsed();
    ensure!(answer.contains("serverInfo"), "no answer to initialize");
    std::thread::sleep(Duration::from_millis(50));
    let memory = pss(child.pid())?;
    drop(stdin);
    child.0.wait()?;
    Ok((time, memory))
}
