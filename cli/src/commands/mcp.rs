//! `openpets mcp`: what an agent starts for itself.

use crate::args::Mcp;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::complain;
use std::io::{IsTerminal, stdin};

const TO_A_PERSON: &str =
    "this is for agents, which speak MCP here; Ctrl-C ends it, and `openpets mcp --help` tells more";

pub(super) fn run(args: Mcp) -> Result<Exit, CommandError> {
    if stdin().is_terminal() {
        complain(TO_A_PERSON);
    }
    openpets_mcp::serve(args.pet)?;
    Ok(Exit::Done)
}
