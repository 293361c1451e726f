//! The person chooses the default pet.

use super::PetLibrary;
use crate::commands::{CommandCompleted, CommandReceived};
use crate::settings::{Preferences, SaveDefaultPet};
use bevy_ecs::prelude::*;
use openpets_assets::PetId;
use openpets_ipc::reply::DefaultPetResult;
use openpets_ipc::{Code, Command, Failure, Reply};

pub(super) fn apply_choice(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut save: MessageWriter<SaveDefaultPet>,
    library: Res<PetLibrary>,
    mut preferences: ResMut<Preferences>,
) {
    for message in received.read() {
        let Command::SetDefaultPet { pet } = &message.command else { continue };
        let outcome = choose(pet.as_str(), &library).map(|id| {
            if preferences.0.default_pet_id() != id.as_str() {
                preferences.0.set_default_pet_id(&id);
                save.write(SaveDefaultPet(id));
            }
            let default_pet = library.default_summary(&preferences);
            Reply::DefaultPet(DefaultPetResult { ok: true, default_pet })
        });
        completed.write(CommandCompleted { request: message.request, outcome });
    }
}

/// A pet that cannot be shown cannot be chosen: another one would stand in for it at once.
fn choose(id: &str, library: &PetLibrary) -> Result<PetId, Failure> {
    let refused = |reason: String| Failure::new(Code::InvalidParams, reason);
    let (Ok(pet), Some(entry)) = (PetId::try_from(id), library.library().get(id)) else {
        return Err(refused("there is no pet of this id; see `openpets pets`".to_owned()));
    };
    match library.finding(entry) {
        None => Ok(pet),
        Some(finding) => Err(refused(format!("the pet is broken: {finding}"))),
    }
}
