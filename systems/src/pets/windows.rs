//! Which pets are in the world.

use super::{Display, OnScreen, Pet, PetLibrary, Role};
use crate::lease::LeaseIndex;
use crate::settings::Preferences;
use bevy_ecs::prelude::*;

pub(super) fn spawn_default_pet(
    mut commands: Commands,
    library: Res<PetLibrary>,
    preferences: Res<Preferences>,
    display: Res<Display>,
) {
    let id = library.effective_default(&preferences).id.clone();
    let mut pet = commands.spawn((Pet { id }, Role::Default));
    if display.available && preferences.0.open_default_pet_on_launch() {
        pet.insert(OnScreen);
    }
}

/// The default pet becomes another one when the preference changes or its package breaks.
pub(super) fn follow_default(
    library: Res<PetLibrary>,
    preferences: Res<Preferences>,
    mut pets: Query<(&mut Pet, &Role)>,
) {
    if !library.is_changed() && !preferences.is_changed() {
        return;
    }
    let default = &library.effective_default(&preferences).id;
    for (mut pet, role) in &mut pets {
        if *role == Role::Default && pet.id != *default {
            pet.id.clone_from(default);
        }
    }
}

/// The first explicit lease on a pet opens its window; the end of the last one closes it.
pub(super) fn open_and_close_agent_pets(
    mut commands: Commands,
    leases: Res<LeaseIndex>,
    display: Res<Display>,
    pets: Query<(Entity, &Pet, &Role)>,
) {
    if !leases.is_changed() {
        return;
    }
    for (entity, pet, role) in &pets {
        if *role == Role::Agent && !leases.holds(&pet.id) {
            commands.entity(entity).despawn();
        }
    }
    for id in leases.held_pets() {
        if pets.iter().any(|(_, pet, role)| *role == Role::Agent && pet.id == *id) {
            continue;
        }
        let mut pet = commands.spawn((Pet { id: id.to_owned() }, Role::Agent));
        if display.available {
            pet.insert(OnScreen);
        }
    }
}
