//! What each event means when no rule of the person's says otherwise.

use super::lines::Pool;
use super::payload::Event;
use super::response::Response;
use super::shell::runs_tests;
use openpets_ipc::Reaction;

/// The tools that change files.
const EDITORS: [&str; 6] = ["Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch", "write_file"];

/// The tools that run commands.
const SHELLS: [&str; 4] = ["Bash", "shell", "local_shell", "exec_command"];

/// Agents call a tool of an MCP server `mcp__<server>__<tool>`; our own would only be echoed.
const OUR_TOOLS: &str = "mcp__openpets__";

/// The response to an event; nothing where the pet goes on as it is.
pub(super) fn built_in(event: &Event) -> Option<Response> {
    if is_ours(event) {
        return None;
    }
    let tool = event.tool.as_deref().unwrap_or_default();
    match event.name.as_str() {
        "UserPromptSubmit" => Some(Response::react(Reaction::Thinking)),
        "PreToolUse" => Some(Response::react(of_tool(event, tool))),
        // The agent chooses among answers, and the person is asked for one.
        "PermissionRequest" if tool == "AskUserQuestion" => {
            Some(Response::say(Reaction::Waiting, Pool::Question))
        }
        "PermissionRequest" => Some(Response::say(Reaction::Waiting, Pool::Permission)),
        // Permissions have their own event.
        "Notification" if event.kind.as_deref() == Some("idle_prompt") => {
            Some(Response::react(Reaction::Waving))
        }
        "Stop" => Some(Response::say(Reaction::Success, Pool::Success)),
        "StopFailure" => Some(Response::say(Reaction::Error, Pool::Error)),
        // After compacting, the session goes on with what it was at.
        "SessionStart" if event.kind.as_deref() != Some("compact") => Some(Response::react(Reaction::Waving)),
        "SessionEnd" => Some(Response { ends_session: true, ..Response::default() }),
        "PreCompact" => Some(Response::react(Reaction::Thinking)),
        // PostToolUse: the next step tells more. SubagentStop: the session itself goes on.
        _ => None,
    }
}

/// The event is about one of our own tools.
pub(super) fn is_ours(event: &Event) -> bool {
    event.tool.as_deref().is_some_and(|tool| tool.starts_with(OUR_TOOLS))
}

/// A command line that runs tests.
pub(super) fn is_test(event: &Event) -> bool {
    let is_shell = event.tool.as_deref().is_some_and(|tool| SHELLS.contains(&tool));
    is_shell && event.command.as_deref().is_some_and(runs_tests)
}

fn of_tool(event: &Event, tool: &str) -> Reaction {
    if EDITORS.contains(&tool) {
        Reaction::Editing
    } else if is_test(event) {
        Reaction::Testing
    } else if SHELLS.contains(&tool) {
        Reaction::Running
    } else {
        Reaction::Working
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, tool: &str, command: &str, kind: &str) -> Event {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Event {
            name: name.into(),
            tool: text(tool),
            command: text(command),
            kind: text(kind),
            ..Event::default()
        }
    }

    #[test]
    fn every_event_of_the_specification() {
        use Reaction as R;
        for (name, tool, command, kind, expected) in [
            ("UserPromptSubmit", "", "", "", Some(Response::react(R::Thinking))),
            ("PreToolUse", "Edit", "", "", Some(Response::react(R::Editing))),
            ("PreToolUse", "Write", "", "", Some(Response::react(R::Editing))),
            ("PreToolUse", "MultiEdit", "", "", Some(Response::react(R::Editing))),
            ("PreToolUse", "NotebookEdit", "", "", Some(Response::react(R::Editing))),
            ("PreToolUse", "Bash", "cargo test -p x", "", Some(Response::react(R::Testing))),
            ("PreToolUse", "Bash", "cargo build", "", Some(Response::react(R::Running))),
            ("PreToolUse", "Read", "cargo test", "", Some(Response::react(R::Working))),
            ("PreToolUse", "mcp__github__search", "", "", Some(Response::react(R::Working))),
            ("PreToolUse", "mcp__openpets__openpets_say", "", "", None),
            ("PreToolUse", "", "", "", Some(Response::react(R::Working))),
            ("PostToolUse", "Edit", "", "", None),
            ("PermissionRequest", "Bash", "ls", "", Some(Response::say(R::Waiting, Pool::Permission))),
            ("PermissionRequest", "AskUserQuestion", "", "", Some(Response::say(R::Waiting, Pool::Question))),
            ("PermissionRequest", "mcp__openpets__openpets_say", "", "", None),
            ("Notification", "", "", "permission_prompt", None),
            ("Notification", "", "", "idle_prompt", Some(Response::react(R::Waving))),
            ("Stop", "", "", "", Some(Response::say(R::Success, Pool::Success))),
            ("StopFailure", "", "", "", Some(Response::say(R::Error, Pool::Error))),
            ("SubagentStop", "", "", "", None),
            ("PreCompact", "", "", "auto", Some(Response::react(R::Thinking))),
            ("SessionStart", "", "", "startup", Some(Response::react(R::Waving))),
            ("SessionStart", "", "", "compact", None),
            ("SessionEnd", "", "", "", Some(Response { ends_session: true, ..Response::default() })),
            ("SomethingNew", "", "", "", None),
        ] {
            assert_eq!(built_in(&event(name, tool, command, kind)), expected, "{name} {tool} {kind}");
        }
    }
}
