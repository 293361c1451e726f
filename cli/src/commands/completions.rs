//! `openpets completions`: from the same definition that parses the arguments.

use crate::args::{Args, Completions};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use clap::CommandFactory;

pub(super) fn run(args: &Completions, output: &mut Output) -> Result<Exit, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "openpets", &mut script);
    output.block(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}
