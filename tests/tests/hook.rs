//! `openpets hook` as Claude Code calls it, with the running app.

use anyhow::{Context, Result, ensure};
use openpets_ipc::Client;
use openpets_ipc::reply::SessionSummary;
use openpets_tests::{App, AppOptions, Folders};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a hook as an agent does; it must be silent and end well.
fn hook(folders: &Folders, payload: &Value) -> Result<()> {
    let mut command = folders.openpets()?;
    command.args(["hook", "--openpets-managed"]);
    silent(&run(command, payload.to_string().as_bytes())?)
}

fn run(mut command: Command, payload: &[u8]) -> Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // A hook that has seen enough reads no further.
    let _ = child.stdin.take().context("stdin")?.write_all(payload);
    Ok(child.wait_with_output()?)
}

fn silent(output: &Output) -> Result<()> {
    ensure!(output.status.code() == Some(0), "ended with {}", output.status);
    ensure!(output.stdout.is_empty() && output.stderr.is_empty(), "spoke: {output:?}");
    Ok(())
}

fn recorded(name: &str) -> Result<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/claude-hooks").join(name);
    Ok(serde_json::from_slice(&std::fs::read(path.with_extension("json")).with_context(|| name.to_owned())?)?)
}

fn sessions(app: &App) -> Result<Vec<SessionSummary>> {
    let output = app.openpets(&["sessions", "--json"])?;
    let answer: Value = serde_json::from_slice(&output.stdout)?;
    Ok(serde_json::from_value(answer["sessions"].clone())?)
}

/// What the pet shows because of the session that was active last.
fn newest(app: &App) -> Result<String> {
    let sessions = sessions(app)?;
    let act = sessions.first().and_then(|session| session.last.as_ref()).context("no session has acted")?;
    let event = act.event.as_deref().unwrap_or("?");
    Ok(format!("{} {event} {}", act.reaction, act.tool.as_deref().unwrap_or("-")))
}

#[test]
fn every_event_of_claude_code() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let shown = [
        ("user-prompt-submit", "thinking UserPromptSubmit -"),
        ("pre-tool-use-edit", "editing PreToolUse Edit"),
        ("pre-tool-use-write", "editing PreToolUse Write"),
        ("pre-tool-use-multi-edit", "editing PreToolUse MultiEdit"),
        ("pre-tool-use-notebook-edit", "editing PreToolUse NotebookEdit"),
        ("pre-tool-use-bash-test", "testing PreToolUse Bash"),
        ("pre-tool-use-bash", "running PreToolUse Bash"),
        ("pre-tool-use-read", "working PreToolUse Read"),
        ("pre-tool-use-mcp", "working PreToolUse mcp__github__search_issues"),
        ("permission-request", "waiting PermissionRequest Bash"),
        ("permission-request-question", "waiting PermissionRequest AskUserQuestion"),
        ("notification-idle", "waving Notification -"),
        ("stop", "success Stop -"),
        ("stop-failure", "error StopFailure -"),
        ("pre-compact", "thinking PreCompact -"),
        ("session-start", "waving SessionStart -"),
    ];
    let nothing = [
        "pre-tool-use-openpets",
        "post-tool-use",
        "notification-permission",
        "subagent-stop",
        "session-start-compact",
        "session-end",
    ];
    for (name, expected) in shown {
        hook(app.folders(), &recorded(name)?)?;
        assert_eq!(newest(&app)?, expected, "{name}");
    }
    let before = sessions(&app)?;
    for name in nothing {
        hook(app.folders(), &recorded(name)?)?;
        assert_eq!(sessions(&app)?.len(), before.len(), "{name}");
        assert_eq!(newest(&app)?, "waving SessionStart -", "{name}");
    }
    let files =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/claude-hooks"))?.count();
    assert_eq!(files, shown.len() + nothing.len(), "every recorded event is tried");
    Ok(())
}

#[test]
fn the_end_of_a_session_ends_what_it_showed() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let mut payload = recorded("pre-tool-use-read")?;
    hook(app.folders(), &payload)?;
    assert_eq!(sessions(&app)?.len(), 1);
    payload["hook_event_name"] = "SessionEnd".into();
    hook(app.folders(), &payload)?;
    assert!(sessions(&app)?.is_empty());
    Ok(())
}

#[test]
fn ten_agents_at_once() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    std::thread::scope(|scope| -> Result<()> {
        let agents = (0..10).map(|agent| {
            let folders = app.folders();
            scope.spawn(move || -> Result<()> {
                for step in 0..20 {
                    let (tool, command) = if step % 2 == 0 { ("Edit", "") } else { ("Bash", "ls") };
                    let payload = json!({
                        "session_id": format!("agent-{agent}"), "hook_event_name": "PreToolUse",
                        "tool_name": tool, "tool_input": {"command": command}, "cwd": "/",
                    });
                    hook(folders, &payload)?;
                }
                Ok(())
            })
        });
        agents.collect::<Vec<_>>().into_iter().try_for_each(|agent| agent.join().expect("no panic"))
    })?;
    let sessions = sessions(&app)?;
    assert_eq!(sessions.len(), 10);
    for session in sessions {
        assert_eq!(session.last.context("an act")?.reaction, openpets_ipc::Reaction::Running);
    }
    Ok(())
}

#[test]
fn a_hung_app_holds_no_agent_up() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let pid = rustix::process::Pid::from_raw(i32::try_from(app.pid())?).context("pid")?;
    rustix::process::kill_process(pid, rustix::process::Signal::STOP)?;
    let stopped = hook(app.folders(), &recorded("stop")?);
    rustix::process::kill_process(pid, rustix::process::Signal::CONT)?;
    stopped?;
    // And an agent that never ends its payload.
    let mut command = app.folders().openpets()?;
    command.args(["hook", "--openpets-managed"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let kept_open = child.stdin.take();
    assert!(child.wait()?.success());
    drop(kept_open);
    Ok(())
}

#[test]
fn a_hook_of_the_person_stands_down_where_the_project_has_one() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let project = tempfile::tempdir()?;
    std::fs::create_dir_all(project.path().join(".claude"))?;
    std::fs::create_dir_all(project.path().join("src"))?;
    std::fs::write(
        project.path().join(".claude/settings.local.json"),
        json!({"hooks": {"Stop": [{"hooks": [
            {"type": "command", "command": "/bin/openpets hook --openpets-managed --project-local"},
        ]}]}})
        .to_string(),
    )?;
    let mut payload = recorded("pre-tool-use-read")?;
    payload["cwd"] = project.path().join("src").to_str().into();
    hook(app.folders(), &payload)?;
    assert!(sessions(&app)?.is_empty());
    let mut local = app.folders().openpets()?;
    local.args(["hook", "--openpets-managed", "--project-local"]);
    silent(&run(local, payload.to_string().as_bytes())?)?;
    assert_eq!(sessions(&app)?.len(), 1);
    Ok(())
}

#[test]
fn a_hook_with_a_pet_of_its_own() -> Result<()> {
    let folders = Folders::new()?;
    openpets_tests::install_twin(&folders.user_data().join("pets"), "twin")?;
    let app = App::start_in(folders, &AppOptions::default())?;
    for name in ["pre-tool-use-read", "pre-tool-use-edit"] {
        let mut command = app.folders().openpets()?;
        command.args(["hook", "--openpets-managed", "--pet", "twin"]);
        let mut payload = recorded(name)?;
        payload["session_id"] = "one".into();
        silent(&run(command, payload.to_string().as_bytes())?)?;
    }
    let sessions = sessions(&app)?;
    assert_eq!(sessions.len(), 1);
    assert_eq!(sessions[0].actual_target_pet_id, "twin");
    assert!(sessions[0].lease_active);
    let control = Client::with_discovery(app.folders().runtime().join("openpets/control.json"))?;
    assert_eq!(control.list_leases()?.leases.len(), 1, "the next hook finds the lease of the first");
    Ok(())
}
