//! `openpets react`

use super::shown;
use crate::args::React;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::Command;

pub(super) fn run(args: React, output: &mut Output) -> Result<Exit, CommandError> {
    let React { reaction, lease, json } = args;
    shown::send(&Command::React { reaction, lease, source: None }, json, output)
}
