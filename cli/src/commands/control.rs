//! `openpets pause`, `resume`, `hide`, `show` and `reset`: what a person does with pets as a whole.

use super::{answer, control};
use crate::args::Control;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::Command;
use openpets_ipc::reply::DoneResult;

/// Sends the command; `done` tells people what has happened.
pub(super) fn run(
    command: &Command,
    done: &str,
    args: &Control,
    output: &mut Output,
) -> Result<Exit, CommandError> {
    let sent = control()?.send(command)?;
    if let Some(DoneResult { .. }) = answer(&sent, args.json, output)? {
        output.line(done);
    }
    Ok(Exit::Done)
}
