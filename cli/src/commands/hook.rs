//! `openpets hook`: what an agent calls at every step.

use crate::args;
use crate::exit::Exit;
use crate::output::Output;
use openpets_agents::hook::{Hook, Places, explain, read_payload, run as run_hook};
use serde_json::json;
use std::io::{IsTerminal, stdin};

const NO_EVENT: &str = "\
Nothing to explain: there is no event. Name one, such as
  openpets hook --dry-run --event PreToolUse --tool Edit
or write one to standard input:
  echo '{\"hook_event_name\": \"Stop\"}' | openpets hook --dry-run
";

/// Never fails: an agent may take another exit code for a decision of ours.
pub(super) fn run(args: &args::Hook, output: &mut Output) -> Exit {
    let places = Places::from_env();
    let hook = Hook { agent: args.agent.clone(), project_local: args.project_local, pet: args.pet.clone() };
    if !args.dry_run {
        run_hook(&hook, &places);
        return Exit::Done;
    }
    let explanation = match payload(args) {
        Some(payload) => explain(&payload, &hook, &places),
        None => NO_EVENT.to_owned(),
    };
    for line in explanation.lines() {
        output.line(line);
    }
    Exit::Done
}

/// The event that the arguments name, or the one on standard input.
fn payload(args: &args::Hook) -> Option<Vec<u8>> {
    if let Some(event) = &args.event {
        let cwd = std::env::current_dir().ok();
        let payload = json!({
            "hook_event_name": event, "tool_name": args.tool, "tool_input": {"command": args.command},
            "cwd": cwd.as_ref().and_then(|path| path.to_str()),
        });
        return Some(payload.to_string().into_bytes());
    }
    if stdin().is_terminal() {
        return None;
    }
    // What cannot be read is as good as nothing, and explained as such.
    Some(read_payload(stdin()).unwrap_or_default())
}
