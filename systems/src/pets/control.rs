//! What the person does with pets as a whole: freeze, hide, show, and put them back.

use super::{OnScreen, Paused, Pet, Role};
use crate::commands::{CommandCompleted, CommandReceived};
use crate::motion::{Placed, PlacesForgotten};
use crate::settings::Preferences;
use bevy_ecs::prelude::*;
use openpets_ipc::reply::DoneResult;
use openpets_ipc::{Command, Reply};

pub(super) fn apply_control(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut forgotten: MessageWriter<PlacesForgotten>,
    mut commands: Commands,
    mut paused: ResMut<Paused>,
    mut preferences: ResMut<Preferences>,
    pets: Query<(Entity, &Role), With<Pet>>,
) {
    for message in received.read() {
        let default_pet = pets.iter().find(|(_, role)| **role == Role::Default).map(|(pet, _)| pet);
        match message.command {
            Command::Pause { paused: wanted } => {
                paused.set_if_neq(Paused(wanted));
            }
            Command::Show => {
                if let Some(pet) = default_pet {
                    commands.entity(pet).insert(OnScreen);
                }
            }
            Command::Hide => {
                if let Some(pet) = default_pet {
                    commands.entity(pet).remove::<OnScreen>();
                }
            }
            Command::ResetPlaces => {
                preferences.bypass_change_detection().0.forget_positions();
                forgotten.write(PlacesForgotten);
                pets.iter().for_each(|(pet, _)| {
                    commands.entity(pet).remove::<Placed>();
                });
            }
            _ => continue,
        }
        let outcome = Ok(Reply::Done(DoneResult { ok: true }));
        completed.write(CommandCompleted { request: message.request, outcome });
    }
}
