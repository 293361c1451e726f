//! `openpets quit`: returns when the app has ended, so that it can be started again at once.

use super::control;
use crate::args::Quit;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::{BadResponse, ClientError, Command};
use serde_json::json;
use std::time::Duration;

/// Ending takes the app well below a second; a hung one is the person's to end.
const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn run(args: &Quit, output: &mut Output) -> Result<Exit, CommandError> {
    let client = control()?;
    match client.send(&Command::Quit) {
        Ok(_) => {}
        // It may be gone before the answer was on its way.
        Err(ClientError::Broken(_) | ClientError::BadResponse(BadResponse::Nothing)) => {}
        Err(error) => return Err(error.into()),
    }
    if !client.wait_until_gone(LIMIT) {
        return Err(CommandError::StillRunning(client.discovery().pid));
    }
    if args.json {
        output.json(&json!({"ok": true}));
    } else {
        output.line("OpenPets has quit.");
    }
    Ok(Exit::Done)
}
