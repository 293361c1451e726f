//! `openpets react` and `openpets say`.

use crate::arguments::Target;
use crate::exit::Failed;
use crate::output;
use openpets_ipc::reply::{HiddenReason, ShownResult};
use openpets_ipc::{Answer, Client, Command, Reaction, SpeechText};

pub(crate) fn react(reaction: Reaction, target: Target) -> Result<(), Failed> {
    let answer = Client::discover()?.send(&Command::React { reaction, lease: target.lease })?;
    tell(&answer, target.json)
}

pub(crate) fn say(message: &str, reaction: Option<Reaction>, target: Target) -> Result<(), Failed> {
    let message = SpeechText::parse(message).map_err(Failed::because)?;
    let answer = Client::discover()?.send(&Command::Say { message, reaction, lease: target.lease })?;
    tell(&answer, target.json)
}

/// Nothing to say is the good case; what cannot be seen is worth a line.
pub(crate) fn tell(answer: &Answer, json: bool) -> Result<(), Failed> {
    if json {
        return output::json(answer.json());
    }
    let result: ShownResult = answer.read()?;
    match result.reason {
        _ if result.shown => Ok(()),
        Some(reason) => output::line(format!("Accepted, but not shown: {}.", explain(reason))),
        None => output::line("Accepted, but not shown."),
    }
}

const fn explain(reason: HiddenReason) -> &'static str {
    match reason {
        HiddenReason::Paused => "all pets are paused",
        HiddenReason::Hidden => "the pet is hidden",
        HiddenReason::BubblesDisabled => "speech bubbles are turned off",
        HiddenReason::Away => "the pet visits another machine",
        HiddenReason::NoDisplay => "the app runs without a display",
    }
}
