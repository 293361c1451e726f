//! `openpets pets`: asks the app or, when it does not run, looks at the disk.

use crate::exit::Failed;
use crate::output;
use openpets_assets::{Library, LibraryDirs, PetId, StateFile};
use openpets_ipc::reply::{PetListResult, PetSummary};
use openpets_ipc::{Client, Command};

pub(crate) fn pets(json: bool) -> Result<(), Failed> {
    match Client::discover().and_then(|client| client.send(&Command::ListPets)) {
        Ok(answer) if json => output::json(answer.json()),
        Ok(answer) => list(&answer.read()?),
        Err(error) if error.is_not_running() => {
            let found = from_disk()?;
            if json { output::json(&found) } else { list(&found) }
        }
        Err(error) => Err(error.into()),
    }
}

fn list(pets: &PetListResult) -> Result<(), Failed> {
    for pet in &pets.pets {
        let mark = if pet.id == pets.default_pet_id { "*" } else { " " };
        output::line(format!("{mark} {:<24} {}", pet.id, pet.display_name))?;
        if pet.broken {
            let reason = pet.broken_reason.as_deref().unwrap_or("the app does not say why");
            output::line(format!("    broken: {reason}"))?;
        }
    }
    pets.omitted.map_or(Ok(()), |more| output::line(format!("… and {more} more")))
}

fn from_disk() -> Result<PetListResult, Failed> {
    let dirs = LibraryDirs::from_env().map_err(Failed::because)?;
    let library = Library::scan(&dirs);
    let preferred = StateFile::peek(&dirs.user_data).map_err(Failed::because)?.default_pet_id().to_owned();
    let default = library.get(&preferred).filter(|entry| entry.health.is_ok()).unwrap_or_else(|| library.built_in());
    let summary = |entry: &openpets_assets::PetEntry| PetSummary {
        id: entry.id.clone(),
        display_name: entry.display_name.clone(),
        built_in: entry.id == PetId::BUILTIN,
        broken: entry.health.is_err(),
        broken_reason: entry.health.as_ref().err().map(ToString::to_string),
    };
    Ok(PetListResult {
        ok: true,
        pets: library.iter().map(summary).collect(),
        default_pet_id: default.id.clone(),
        omitted: None,
    })
}
