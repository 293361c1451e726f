//! Our plugin for OpenCode, as `openpets configure` writes it, under Node.js with the events of both versions of OpenCode,
//! against the real app.

use anyhow::{Context, Result, ensure};
use openpets_ipc::Client;
use openpets_ipc::reply::{SessionAct, SessionSummary};
use openpets_tests::{App, AppOptions, Folders, Running, install_twin, wait_until};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

/// OpenCode, as the plugin sees it.
struct OpenCode {
    node: Running,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    errors: ChildStderr,
}

/// Has `openpets configure` write the plugin into a project, and returns it under a name that Node.js takes for a module.
fn plugin(folders: &Folders, pet: Option<&str>) -> Result<PathBuf> {
    let project = folders.user_data().join(format!("project-{}", pet.unwrap_or("none")));
    fs::create_dir_all(&project)?;
    let mut configure = folders.openpets()?;
    configure.args(["configure", "--agent", "opencode", "--yes", "--cwd"]).arg(&project);
    if let Some(pet) = pet {
        configure.args(["--pet", pet]);
    }
    let outcome = configure.output()?;
    ensure!(outcome.status.success(), "{}", String::from_utf8_lossy(&outcome.stderr));
    let module = project.join("plugin.mjs");
    fs::copy(project.join(".opencode/plugins/openpets.js"), &module)?;
    Ok(module)
}

impl OpenCode {
    fn start(folders: &Folders, version: &str, plugin: &Path) -> Result<Self> {
        let mut command = Command::new("node");
        folders.apply(&mut command);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("npm/opencode-plugin.mjs");
        command.arg(script).arg(version).arg(plugin).arg("/home/someone/site");
        let mut node =
            Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        let to = node.0.stdin.take();
        let from = BufReader::new(node.0.stdout.take().context("stdout")?);
        let errors = node.0.stderr.take().context("stderr")?;
        let mut opencode = Self { node, to, from, errors };
        opencode.answered()?;
        Ok(opencode)
    }

    fn answered(&mut self) -> Result<()> {
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        ensure!(line == "null\n", "the plugin broke: {line}");
        Ok(())
    }

    fn happens(&mut self, what: &Value) -> Result<()> {
        writeln!(self.to.as_mut().context("stdin")?, "{what}")?;
        self.answered()
    }

    /// An event of version 1.
    fn event(&mut self, kind: &str, properties: &Value) -> Result<()> {
        self.happens(&json!(["event", {"type": kind, "properties": properties}]))
    }

    /// An event of version 2.
    fn event_2(&mut self, kind: &str, data: &Value) -> Result<()> {
        self.happens(&json!(["event", {"id": "evt_1", "type": kind, "data": data, "location": {"directory": "/x/site"}}]))
    }

    fn tool(&mut self, session: &str, tool: &str, args: &Value) -> Result<()> {
        self.happens(&json!(["tool", {"sessionID": session, "tool": tool, "callID": "c"}, args]))
    }

    /// Ends by itself, without a word.
    fn end(mut self) -> Result<()> {
        self.to.take();
        let status = wait_until("OpenCode has ended", || self.node.0.try_wait().ok().flatten())?;
        let mut errors = String::new();
        self.errors.read_to_string(&mut errors)?;
        ensure!(status.success() && errors.is_empty(), "{status}: {errors}");
        Ok(())
    }
}

fn control(app: &App) -> Result<Client> {
    Ok(Client::with_discovery(app.folders().discovery().with_file_name("control.json"))?)
}

fn session(control: &Client) -> Result<SessionSummary> {
    let sessions = control.list_sessions()?.sessions;
    sessions.into_iter().next().context("a session")
}

/// Waits until the last thing shown is this: reaction, event, tool.
fn shows(control: &Client, expected: (&str, &str, Option<&str>)) -> Result<SessionSummary> {
    let is_it = |act: &SessionAct| {
        (act.reaction.name(), act.event.as_deref(), act.tool.as_deref())
            == (expected.0, Some(expected.1), expected.2)
    };
    wait_until(&format!("{expected:?} is shown"), || {
        session(control).ok().filter(|session| session.last.as_ref().is_some_and(is_it))
    })
}

#[test]
fn version_1_step_by_step() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let plugin = plugin(app.folders(), None)?;
    let control = control(&app)?;
    let mut opencode = OpenCode::start(app.folders(), "1", &plugin)?;
    let tool = "tool.execute.before";
    opencode.happens(&json!(["message", {"sessionID": "ses_1"}]))?;
    let session = shows(&control, ("thinking", "chat.message", None))?;
    assert_eq!((session.agent.as_deref(), session.pid), (Some("opencode"), Some(opencode.node.pid())));
    assert_eq!((session.folder, session.using_default_pet), (None, true));
    for (name, args, reaction) in [
        ("read", json!({"filePath": "a"}), "working"),
        ("edit", json!({"filePath": "a"}), "editing"),
        ("bash", json!({"command": "ls"}), "running"),
        ("bash", json!({"command": "cd x && cargo test -p y"}), "testing"),
        ("write", Value::Null, "editing"),
        ("some_mcp_tool", json!([]), "working"),
    ] {
        opencode.tool("ses_1", name, &args)?;
        shows(&control, (reaction, tool, Some(name)))?;
    }
    // Ours would only be echoed.
    opencode.tool("ses_1", "openpets_openpets_say", &json!({"message": "hi"}))?;
    opencode
        .event("permission.asked", &json!({"id": "per_1", "sessionID": "ses_1", "permission": "bash"}))?;
    shows(&control, ("waiting", "permission.asked", None))?;
    opencode
        .event("permission.replied", &json!({"sessionID": "ses_1", "requestID": "per_1", "reply": "once"}))?;
    shows(&control, ("working", "permission.replied", None))?;
    opencode.event("question.asked", &json!({"id": "que_1", "sessionID": "ses_1"}))?;
    shows(&control, ("waiting", "question.asked", None))?;
    // A subagent is done, the agent is not.
    opencode.event("session.created", &json!({"info": {"id": "ses_2", "parentID": "ses_1"}}))?;
    opencode.event("session.status", &json!({"sessionID": "ses_2", "status": {"type": "idle"}}))?;
    opencode.event("session.status", &json!({"sessionID": "ses_1", "status": {"type": "busy"}}))?;
    opencode.event("session.status", &json!({"sessionID": "ses_1", "status": {"type": "idle"}}))?;
    shows(&control, ("success", "session.status", None))?;
    // What comes after an error is no success, and what the user stopped is no error.
    opencode.happens(&json!(["message", {"sessionID": "ses_1"}]))?;
    shows(&control, ("thinking", "chat.message", None))?;
    opencode.event(
        "session.error",
        &json!({"sessionID": "ses_1", "error": {"name": "UnknownError", "data": {}}}),
    )?;
    opencode.event("session.idle", &json!({"sessionID": "ses_1"}))?;
    shows(&control, ("error", "session.error", None))?;
    opencode.happens(&json!(["message", {"sessionID": "ses_1"}]))?;
    opencode
        .event("session.error", &json!({"sessionID": "ses_1", "error": {"name": "MessageAbortedError"}}))?;
    opencode.event("session.idle", &json!({"sessionID": "ses_1"}))?;
    shows(&control, ("idle", "session.error", None))?;
    opencode.event("session.deleted", &json!({"info": {"id": "ses_1"}}))?;
    wait_until("the session is over", || {
        control.list_sessions().ok().filter(|list| list.sessions.is_empty())
    })?;
    opencode.end()
}

#[test]
fn version_2_step_by_step() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let plugin = plugin(app.folders(), None)?;
    let control = control(&app)?;
    let mut opencode = OpenCode::start(app.folders(), "2", &plugin)?;
    let of = json!({"sessionID": "ses_1"});
    opencode.event_2("session.input.admitted", &of)?;
    shows(&control, ("thinking", "session.input.admitted", None))?;
    opencode.tool("ses_1", "shell", &json!({"command": "npm test"}))?;
    shows(&control, ("testing", "tool.execute.before", Some("shell")))?;
    opencode
        .event_2("permission.v2.asked", &json!({"id": "per_1", "sessionID": "ses_1", "action": "edit"}))?;
    shows(&control, ("waiting", "permission.v2.asked", None))?;
    opencode.event_2("session.execution.succeeded", &of)?;
    shows(&control, ("success", "session.execution.succeeded", None))?;
    opencode.event_2("session.input.admitted", &of)?;
    opencode.event_2("session.execution.failed", &json!({"sessionID": "ses_1", "error": {"type": "x"}}))?;
    shows(&control, ("error", "session.execution.failed", None))?;
    opencode.end()
}

#[test]
fn a_pet_of_its_own_and_two_copies_of_the_plugin() -> Result<()> {
    let folders = Folders::new()?;
    install_twin(&folders.user_data().join("pets"), "twin")?;
    let app = App::start_in(folders, &AppOptions::default())?;
    let (user, project) = (plugin(app.folders(), None)?, plugin(app.folders(), Some("twin"))?);
    let control = control(&app)?;
    let mut opencode = OpenCode::start(app.folders(), "1", &user)?;
    opencode.happens(&json!(["again", project]))?;
    opencode.tool("ses_1", "edit", &json!({}))?;
    let session = shows(&control, ("editing", "tool.execute.before", Some("edit")))?;
    assert_eq!((&*session.actual_target_pet_id, session.lease_active), ("twin", true));
    let leases = control.list_leases()?.leases;
    assert_eq!(leases.len(), 1, "{leases:?}");
    opencode.end()
}

#[test]
fn whatever_is_wrong_opencode_goes_on() -> Result<()> {
    // No app, and an app that hangs.
    let folders = Folders::new()?;
    let module = plugin(&folders, None)?;
    for hung in [false, true] {
        let app = hung.then(|| App::start(&AppOptions::default())).transpose()?;
        let folders = app.as_ref().map_or(&folders, App::folders);
        if let Some(app) = &app {
            ensure!(Command::new("kill").args(["-STOP", &app.pid().to_string()]).status()?.success());
        }
        let mut opencode = OpenCode::start(folders, "1", &module)?;
        for number in 0..100 {
            opencode.tool(&format!("ses_{number}"), "edit", &json!({}))?;
        }
        opencode.end()?;
    }
    // A discovery file that others can write, and some that make no sense.
    let token = "x".repeat(43);
    let valid = json!({
        "protocol": "openpets-ipc", "protocolVersion": 1, "endpoint": "tcp://8.8.8.8:80", "token": token,
    });
    for (text, mode) in [
        (valid.to_string(), 0o600),
        (valid.to_string(), 0o644),
        ("{".to_owned(), 0o600),
        ("x".repeat(20_000), 0o600),
        (json!({"protocol": "openpets-ipc", "protocolVersion": 1, "endpoint": "/etc/passwd", "token": token}).to_string(), 0o600),
    ] {
        let path = folders.discovery();
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        let mut opencode = OpenCode::start(&folders, "1", &module)?;
        opencode.tool("ses_1", "edit", &json!({}))?;
        opencode.end()?;
    }
    // Events of another version of OpenCode, or of nobody.
    let mut opencode = OpenCode::start(&folders, "1", &module)?;
    for event in [
        json!(null),
        json!({}),
        json!({"type": 7}),
        json!({"type": "session.error"}),
        json!({"type": "session.error", "properties": {"sessionID": {}}}),
    ] {
        opencode.happens(&json!(["event", event]))?;
    }
    opencode.tool("ses_1", "bash", &json!({"command": ["not", "text"]}))?;
    opencode.happens(&json!(["tool", {}, null]))?;
    opencode.happens(&json!(["message", {}]))?;
    opencode.end()
}
