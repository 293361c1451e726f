//! `openpets uninstall`: through the running app, or on disk when none runs.

use super::control;
use crate::args::OnePet;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_assets::{LibraryDirs, PetId};
use openpets_ipc::Command;
use openpets_ipc::reply::UninstalledResult;
use serde_json::json;

/// What other programs find in the lock.
const COMMAND: &str = "openpets uninstall";

pub(super) fn run(args: OnePet, output: &mut Output) -> Result<Exit, CommandError> {
    let id = PetId::try_from(args.pet.as_str())?;
    match control().and_then(|client| Ok(client.send(&Command::UninstallPet { pet: args.pet })?)) {
        Ok(answer) => {
            if super::answer::<UninstalledResult>(&answer, args.json, output)?.is_some() {
                output.line(&format!("Removed {id}."));
            }
        }
        Err(error) if error.exit() == Exit::NotRunning => {
            openpets_assets::install::uninstall(&LibraryDirs::from_env()?, &id, COMMAND)?;
            if args.json {
                output.json(&json!({"ok": true, "petId": id}));
            } else {
                output.line(&format!("Removed {id}."));
            }
        }
        Err(error) => return Err(error),
    }
    Ok(Exit::Done)
}
