//! `openpets say`: the message rules are checked here already, so that a refusal needs no running app.

use super::shown;
use crate::args::Say;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::{Command, SpeechText};

pub(super) fn run(args: Say, output: &mut Output) -> Result<Exit, CommandError> {
    let Say { message, reaction, lease, json } = args;
    let message = SpeechText::parse(&message)?;
    shown::send(&Command::Say { message, reaction, lease, source: None }, json, output)
}
