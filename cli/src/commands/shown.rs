//! What `react`, `say` and `media` print: the app has accepted something, and may or may not show it.

use super::answer;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::reply::{HiddenReason, ShownResult};
use openpets_ipc::{Client, Command};

/// Sends the command with the agents' token and prints the outcome.
pub(super) fn send(command: &Command, json: bool, output: &mut Output) -> Result<Exit, CommandError> {
    let sent = Client::discover()?.send(command)?;
    if let Some(result) = answer(&sent, json, output)? {
        output.line(sentence(&result));
    }
    Ok(Exit::Done)
}

const fn sentence(result: &ShownResult) -> &'static str {
    match result {
        ShownResult { shown: true, .. } => "shown",
        ShownResult { reason: Some(HiddenReason::Paused), .. } => {
            "accepted, but not shown: the pets are paused"
        }
        ShownResult { reason: Some(HiddenReason::Hidden), .. } => {
            "accepted, but not shown: the pet is hidden"
        }
        ShownResult { reason: Some(HiddenReason::BubblesDisabled), .. } => {
            "accepted, but not shown: speech bubbles are turned off"
        }
        ShownResult { reason: Some(HiddenReason::Away), .. } => {
            "accepted, but not shown: the pet visits another computer"
        }
        ShownResult { reason: Some(HiddenReason::NoDisplay), .. } => {
            "accepted, but not shown: the app runs without a display"
        }
        ShownResult { reason: Some(HiddenReason::Other) | None, .. } => {
            "accepted, but not shown: the app gives a reason that this version does not know; see --json"
        }
    }
}
