//! `openpets default`: which pet is the default one, and another one from now on. Through the running app, or in the
//! settings when none runs.

use super::control;
use crate::args::DefaultPet;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_assets::{Library, LibraryDirs, PetEntry, PetId, StateFile};
use openpets_ipc::reply::{DefaultPetResult, PetSummary, StatusResult};
use openpets_ipc::{Client, Command, RequestedPetId};
use serde_json::{Value, json};

pub(super) fn run(args: DefaultPet, output: &mut Output) -> Result<Exit, CommandError> {
    let (pet, result) = match args.pet {
        Some(wanted) => choose(wanted)?,
        None => current()?,
    };
    if args.json {
        output.json(&result);
    } else {
        output.line(&format!("The default pet is {} ({}).", pet.display_name, pet.id));
    }
    Ok(Exit::Done)
}

fn choose(wanted: RequestedPetId) -> Result<(PetSummary, Value), CommandError> {
    match control().and_then(|client| Ok(client.send(&Command::SetDefaultPet { pet: wanted.clone() })?)) {
        Ok(answer) => Ok((answer.read::<DefaultPetResult>()?.default_pet, answer.json().clone())),
        Err(error) if error.exit() == Exit::NotRunning => {
            let id = PetId::try_from(wanted.as_str())?;
            let dirs = LibraryDirs::from_env()?;
            let library = Library::scan(&dirs);
            let entry = library.get(id.as_str()).ok_or(CommandError::NoSuchPet)?;
            if let Err(finding) = &entry.health {
                return Err(CommandError::BrokenPet(finding.clone()));
            }
            let (file, ..) = StateFile::open(&dirs.user_data)?;
            file.update(|state| state.set_default_pet_id(&id))?;
            Ok(described(entry))
        }
        Err(error) => Err(error),
    }
}

fn current() -> Result<(PetSummary, Value), CommandError> {
    match Client::discover().and_then(|client| client.send(&Command::Status { lease: None })) {
        Ok(answer) => {
            let pet = answer.read::<StatusResult>()?.default_pet;
            Ok((pet.clone(), json!({"ok": true, "defaultPet": pet})))
        }
        Err(error) if error.is_not_running() => {
            let dirs = LibraryDirs::from_env()?;
            let library = Library::scan(&dirs);
            let state = StateFile::peek(&dirs.user_data)?;
            let preferred = library.get(state.default_pet_id()).filter(|entry| entry.health.is_ok());
            Ok(described(preferred.unwrap_or_else(|| library.built_in())))
        }
        Err(error) => Err(error.into()),
    }
}

/// What the app would say of it.
fn described(entry: &PetEntry) -> (PetSummary, Value) {
    let pet = PetSummary {
        id: entry.id.clone(),
        display_name: entry.display_name.clone(),
        built_in: entry.id == PetId::BUILTIN,
        broken: false,
        broken_reason: None,
    };
    (pet.clone(), json!({"ok": true, "defaultPet": pet}))
}
