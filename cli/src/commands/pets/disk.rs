//! The pets that the app would find if it started now.

use super::{Row, filtered, print};
use crate::args::Pets;
use crate::error::CommandError;
use crate::output::{Output, complain};
use openpets_assets::{Library, LibraryDirs, PetEntry, PetId, PetSource, StateFile};
use serde_json::{Value, json};

pub(super) fn list(args: &Pets, output: &mut Output) -> Result<(), CommandError> {
    let dirs = LibraryDirs::from_env()?;
    let library = Library::scan(&dirs);
    let state = StateFile::peek(&dirs.user_data)?;
    let preferred = library.get(state.default_pet_id()).filter(|entry| entry.health.is_ok());
    let default = preferred.map_or(PetId::BUILTIN, |entry| &entry.id);
    if args.json {
        output.json(&filtered(document(&library, default), args.broken));
        return Ok(());
    }
    complain("OpenPets is not running; these pets are on disk");
    let wanted = library.iter().filter(|entry| entry.health.is_err() || !args.broken);
    print(wanted.map(|entry| row(entry, default)), args, output);
    for finding in library.findings() {
        complain(&finding.to_string());
    }
    Ok(())
}

fn row(entry: &PetEntry, default: &str) -> Row {
    Row {
        id: entry.id.clone(),
        name: entry.display_name.clone(),
        is_default: entry.id == default,
        source: Some(match entry.source {
            PetSource::BuiltIn => "built in",
            PetSource::Installed => "installed",
            PetSource::Codex => "of Codex",
        }),
        broken: entry.health.as_ref().err().map(ToString::to_string),
    }
}

/// What the app answers to `pets.list`, marked as not coming from it, and with what only the disk tells.
fn document(library: &Library, default: &str) -> Value {
    let pet = |entry: &PetEntry| {
        let mut pet = json!({
            "id": entry.id,
            "displayName": entry.display_name,
            "builtIn": entry.source == PetSource::BuiltIn,
            "broken": entry.health.is_err(),
            "source": entry.source.name(),
        });
        if let Err(finding) = &entry.health {
            pet["brokenReason"] = finding.to_string().into();
            pet["brokenRule"] = finding.rule.into();
        }
        pet
    };
    let mut document = json!({
        "ok": true,
        "appRunning": false,
        "pets": library.iter().map(pet).collect::<Vec<_>>(),
        "defaultPetId": default,
    });
    if !library.findings().is_empty() {
        document["findings"] = library.findings().iter().map(ToString::to_string).collect();
    }
    document
}
