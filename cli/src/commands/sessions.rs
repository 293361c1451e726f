//! `openpets sessions`: which agent drives which pet, and why the pet does what it does.

use super::{answer, control};
use crate::args::Sessions;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::Command;
use openpets_ipc::reply::{SessionAct, SessionListResult, SessionSummary};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) fn run(args: &Sessions, output: &mut Output) -> Result<Exit, CommandError> {
    let sent = control()?.send(&Command::ListSessions)?;
    if let Some(result) = answer(&sent, args.json, output)? {
        list(&result, now(), output);
    }
    Ok(Exit::Done)
}

/// Milliseconds since the epoch. The app's clock is this machine's.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn list(result: &SessionListResult, now: u64, output: &mut Output) {
    if result.sessions.is_empty() {
        output.line("no sessions: no agent has been heard of");
    }
    for session in &result.sessions {
        output.line(&who(session));
        output.line(&format!("  {}", what(session, now)));
    }
    if let Some(omitted) = result.omitted {
        output.line(&format!("… and {omitted} more"));
    }
}

/// "Claude Code, process 4242 in kitty, in the folder site, drives Nibble (nibble)"
fn who(session: &SessionSummary) -> String {
    let mut line = session.agent.as_deref().map_or("A client that does not tell its name", name).to_owned();
    if let Some(pid) = session.pid {
        line += &format!(", process {pid}");
    }
    if let Some(terminal) = &session.terminal_app_name {
        line += &format!(" in {terminal}");
    }
    if let Some(folder) = &session.folder {
        line += &format!(", in the folder {folder}");
    }
    let default = if session.using_default_pet { ", the default pet" } else { "" };
    let (name, id) = (&session.actual_target_pet_name, &session.actual_target_pet_id);
    line + &format!(", drives {name} ({id}){default}")
}

/// "working because of PreToolUse Edit, 8 s ago, ends in 112 s"
fn what(session: &SessionSummary, now: u64) -> String {
    let Some(act) = &session.last else {
        return format!("has shown nothing yet; connected {}", ago(session.started_at, now));
    };
    let reason = reason(act).map(|reason| format!(" because of {reason}")).unwrap_or_default();
    let when = ago(act.at, now);
    if !act.showing {
        return format!("was {}{reason}, {when}; over", act.reaction);
    }
    let end = act.ends_at.map_or("lasts as long as its session".to_owned(), |end| {
        format!("ends in {}", span(end.saturating_sub(now)))
    });
    format!("{}{reason}, {when}, {end}", act.reaction)
}

fn reason(act: &SessionAct) -> Option<String> {
    let words: Vec<&str> = [&act.event, &act.tool].into_iter().flatten().map(String::as_str).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// What people call an agent; others by their own word.
fn name(kind: &str) -> &str {
    match kind {
        "claude-code" => "Claude Code",
        "codex" | "codex-mcp-client" => "Codex",
        "cursor" | "cursor-vscode" => "Cursor",
        "gemini-cli" | "gemini-cli-mcp-client" => "Gemini CLI",
        "opencode" => "OpenCode",
        "mcp" => "An MCP client",
        other => other,
    }
}

fn ago(at: u64, now: u64) -> String {
    format!("{} ago", span(now.saturating_sub(at)))
}

/// Two minutes of seconds, then minutes, then hours.
fn span(milliseconds: u64) -> String {
    match milliseconds / 1000 {
        seconds @ 0..=120 => format!("{seconds} s"),
        seconds @ 121..=7199 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use openpets_ipc::Reaction;

    #[test]
    fn every_span_has_a_readable_unit() {
        let told = [0, 999, 120_999, 121_000, 7_199_000, 7_200_000, 90_000_000].map(span);
        assert_eq!(told, ["0 s", "0 s", "120 s", "2 min", "119 min", "2 h", "25 h"]);
    }

    #[test]
    fn a_clock_that_was_set_back_is_no_reason_to_panic() {
        let act = SessionAct {
            reaction: Reaction::Working,
            event: None,
            tool: None,
            at: 5_000,
            showing: true,
            ends_at: Some(1_000),
        };
        let session = SessionSummary {
            agent: None,
            pid: None,
            terminal_owner_pid: None,
            terminal_app_name: None,
            folder: None,
            actual_target_pet_id: "cat".into(),
            actual_target_pet_name: "Cat".into(),
            using_default_pet: false,
            lease_active: false,
            started_at: 0,
            last_active_at: 0,
            last: Some(act),
        };
        assert_eq!(what(&session, 2_000), "working, 0 s ago, ends in 0 s");
    }
}
