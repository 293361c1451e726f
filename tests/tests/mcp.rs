//! `openpets mcp`, driven by the official client for Node.js against the real app.

use anyhow::{Context, Result};
use openpets_ipc::Client;
use openpets_tests::{
    App, AppOptions, Folders, Rgb, Running, XServer, install_twin, node_client, wait_until,
};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

/// An agent: the official client with a server of ours.
struct Agent {
    _node: Running,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// What the server told about itself, and its process.
    about: Value,
}

impl Agent {
    fn start(folders: &Folders, arguments: &[&str]) -> Result<Self> {
        let folder = node_client()?;
        let mut command = Command::new("node");
        folders.apply(&mut command);
        let server = folders.openpets()?;
        command.arg(folder.join("mcp-client.mjs")).arg(server.get_program()).arg("mcp").args(arguments);
        let mut node = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let to = node.0.stdin.take().context("stdin")?;
        let from = BufReader::new(node.0.stdout.take().context("stdout")?);
        let mut agent = Self { _node: node, to, from, about: Value::Null };
        agent.about = agent.read()?;
        Ok(agent)
    }

    fn read(&mut self) -> Result<Value> {
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        serde_json::from_str(&line).context("the client has ended")
    }

    fn ask(&mut self, request: &Value) -> Result<Value> {
        writeln!(self.to, "{request}")?;
        self.read()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value> {
        self.ask(&json!(["call", tool, arguments]))
    }

    fn status(&mut self) -> Result<Value> {
        Ok(self.call("openpets_status", &json!({}))?["structuredContent"].clone())
    }

    /// The process of the server.
    fn server(&self) -> Result<u64> {
        self.about["pid"].as_u64().context("a process")
    }
}

fn control(folders: &Folders) -> Result<Client> {
    Ok(Client::with_discovery(folders.discovery().with_file_name("control.json"))?)
}

fn is_running(pid: u64) -> bool {
    Path::new("/proc").join(pid.to_string()).exists()
}

#[test]
fn the_official_client_lists_calls_and_is_told_the_rules() -> Result<()> {
    let server = XServer::start(Rgb(40, 90, 160))?;
    let folders = Folders::new()?;
    install_twin(&folders.user_data().join("pets"), "twin")?;
    let app = App::start_in(folders, &AppOptions { display: Some(&server), ..AppOptions::default() })?;
    let mut agent = Agent::start(app.folders(), &["--pet", "twin"])?;
    assert_eq!(agent.about["server"]["name"], "openpets");
    assert!(agent.about["instructions"].as_str().is_some_and(|text| text.contains("openpets_react")));

    let tools = agent.ask(&json!(["listTools"]))?;
    let names: Vec<&str> =
        tools.as_array().context("tools")?.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["openpets_status", "openpets_react", "openpets_say"]);
    assert_eq!(tools[0]["annotations"]["readOnlyHint"], true);

    let status = agent.status()?;
    assert_eq!(
        status,
        json!({
            "ok": true, "appRunning": true, "configuredPetId": "twin", "actualTargetPetId": "twin",
            "actualTargetPetName": "Twin", "usingDefaultPet": false, "routingImplemented": true,
        })
    );
    let shown = agent.call("openpets_react", &json!({"reaction": "editing"}))?;
    assert_eq!(shown["structuredContent"], json!({"ok": true, "shown": true, "reaction": "editing"}));
    let said = agent.call("openpets_say", &json!({"message": "Nearly done", "reaction": "working"}))?;
    assert_eq!(said["structuredContent"]["shown"], true, "{said}");

    for (tool, arguments, rule) in [
        ("openpets_react", json!({"reaction": "dancing"}), "one of idle"),
        ("openpets_react", json!({}), "one of idle"),
        ("openpets_say", json!({"message": "see https://x.example"}), "web addresses"),
        ("openpets_say", json!({"message": "x".repeat(141)}), "1 to 140"),
        ("openpets_say", json!({"message": "Hi", "leaseId": "another"}), "takes message"),
        ("openpets_status", json!({"verbose": true}), "no arguments"),
    ] {
        let refused = agent.call(tool, &arguments)?;
        let text = refused["content"][0]["text"].as_str().context("a reason")?;
        assert!(refused["isError"] == true && text.contains(rule), "{refused}");
    }
    assert_eq!(agent.call("openpets_dance", &json!({}))?["code"], -32602);

    // The person sees who drives the pet, and why.
    let sessions = control(app.folders())?.list_sessions()?.sessions;
    assert_eq!(sessions.len(), 1, "{sessions:?}");
    let session = &sessions[0];
    assert_eq!((session.agent.as_deref(), &*session.actual_target_pet_id), (Some("test-agent"), "twin"));
    assert!(session.lease_active);
    let last = session.last.as_ref().context("an act")?;
    assert_eq!((last.event.as_deref(), last.tool.as_deref()), (Some("MCP"), Some("openpets_say")));

    // Nothing is left when the agent goes.
    let pid = agent.ask(&json!(["close"]))?.as_u64().context("a process")?;
    assert!(!is_running(pid));
    assert_eq!(control(app.folders())?.list_leases()?.leases, []);
    Ok(())
}

#[test]
fn the_app_may_start_later_and_again() -> Result<()> {
    let folders = Folders::new()?;
    let mut agent = Agent::start(&folders, &[])?;
    let status = agent.status()?;
    assert_eq!((&status["ok"], &status["appRunning"]), (&json!(false), &json!(false)));
    let refused = agent.call("openpets_react", &json!({"reaction": "working"}))?;
    assert_eq!(refused["isError"], true);
    // An agent passes on what it reads.
    let home = folders.runtime();
    for text in [status.to_string(), refused.to_string()] {
        assert!(!text.contains(&*home.to_string_lossy()) && !text.contains(".sock"), "{text}");
    }

    let app = App::start_in(folders, &AppOptions::default())?;
    assert_eq!(agent.status()?["actualTargetPetId"], "builtin");
    let app = App::start_in(app.kill()?, &AppOptions::default())?;
    let shown = agent.call("openpets_react", &json!({"reaction": "working"}))?;
    assert_eq!(shown["structuredContent"]["ok"], true, "{shown}");
    assert_eq!(control(app.folders())?.list_leases()?.leases.len(), 1);

    // Without being asked, the lease is kept for longer than one lives, and had again from the next app.
    let app = App::start_in(app.terminate()?, &AppOptions::default())?;
    let again = control(app.folders())?;
    wait_until("there is a lease again", || again.list_leases().ok().filter(|list| list.leases.len() == 1))?;
    Ok(())
}

#[test]
fn over_tcp_no_process_is_told() -> Result<()> {
    let tcp = ("OPENPETS_IPC_BIND", "tcp://127.0.0.1:0".to_owned());
    let app = App::start(&AppOptions { variables: vec![tcp], ..AppOptions::default() })?;
    let mut agent = Agent::start(app.folders(), &[])?;
    assert_eq!(agent.status()?["ok"], true);
    agent.call("openpets_react", &json!({"reaction": "testing"}))?;
    let leases = control(app.folders())?.list_leases()?.leases;
    assert_eq!(leases.iter().map(|lease| lease.client_pid).collect::<Vec<_>>(), [None]);
    let sessions = control(app.folders())?.list_sessions()?.sessions;
    assert!(
        sessions
            .iter()
            .any(|session| session.agent.as_deref() == Some("test-agent") && session.pid.is_none()),
        "{sessions:?}"
    );
    agent.ask(&json!(["close"]))?;
    assert_eq!(control(app.folders())?.list_leases()?.leases, []);
    Ok(())
}

#[test]
fn a_signal_gives_the_lease_back() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    for signal in ["-TERM", "-INT"] {
        let mut agent = Agent::start(app.folders(), &[])?;
        assert_eq!(agent.status()?["ok"], true);
        let pid = agent.server()?;
        anyhow::ensure!(Command::new("kill").args([signal, &pid.to_string()]).status()?.success());
        wait_until("the server has ended", || {
            // Node collects it.
            (!is_running(pid)).then_some(())
        })?;
        assert_eq!(control(app.folders())?.list_leases()?.leases, [], "{signal}");
    }
    Ok(())
}

/// A hook of an agent and its MCP server are one session, on one pet.
#[test]
fn hook_and_server_of_one_agent_are_one_session() -> Result<()> {
    let folders = Folders::new()?;
    install_twin(&folders.user_data().join("pets"), "twin")?;
    let app = App::start_in(folders, &AppOptions::default())?;
    // This test is the agent. Shells between an agent and what it starts are looked through.
    let openpets = app.folders().openpets()?.get_program().to_owned();
    let mut shell = Command::new("sh");
    app.folders().apply(&mut shell);
    let script = r#"
        mkfifo "$HOME/server"
        "$0" mcp --pet twin <"$HOME/server" &
        exec 3>"$HOME/server"
        while read -r event; do printf '%s' "$event" | "$0" hook --openpets-managed; done
    "#;
    let mut shell = Running::start(shell.arg("-c").arg(script).arg(openpets).stdin(Stdio::piped()))?;
    let mut steps = shell.0.stdin.take().context("stdin")?;
    let control = control(app.folders())?;
    wait_until("the server has its lease", || {
        control.list_leases().ok().filter(|list| list.leases.len() == 1)
    })?;
    let event = json!({
        "hook_event_name": "PreToolUse", "session_id": "one", "tool_name": "Edit", "cwd": "/home/someone/site",
    });
    writeln!(steps, "{event}")?;
    let session = wait_until("the hook is seen", || {
        let sessions = control.list_sessions().ok()?.sessions;
        let [session] = &sessions[..] else { return None };
        session.last.is_some().then(|| session.clone())
    })?;
    assert_eq!(session.agent.as_deref(), Some("claude-code"));
    assert_eq!(session.pid, Some(std::process::id()));
    assert_eq!((&*session.actual_target_pet_id, session.lease_active), ("twin", true));
    assert_eq!(session.folder, None);
    let last = session.last.context("an act")?;
    assert_eq!((last.event.as_deref(), last.tool.as_deref()), (Some("PreToolUse"), Some("Edit")));
    assert!(last.showing && last.ends_at.is_some(), "{last:?}");
    let told = String::from_utf8(app.openpets(&["sessions"])?.stdout)?;
    assert!(told.contains("PreToolUse Edit") && told.contains("Twin"), "{told}");
    Ok(())
}
