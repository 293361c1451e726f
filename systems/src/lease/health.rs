//! A pet that agents hold turns out to be broken.

use super::apply::replace_lease;
use super::components::Lease;
use super::index::LeaseIndex;
use super::model::{Fallback, Health, Shelf, Target};
use crate::pets::PetLibrary;
use crate::settings::Preferences;
use bevy_ecs::prelude::*;

/// Leases on a pet that cannot be shown follow the default pet from now on; their clients keep them.
pub(super) fn leave_broken_pets(world: &mut World) {
    let entities: Vec<Entity> = world.resource::<LeaseIndex>().entities().collect();
    for entity in entities {
        let Some(lease) = world.get::<Lease>(entity) else { continue };
        let Target::Explicit(pet) = &lease.target else { continue };
        let shelf = world.resource::<PetLibrary>().shelf(world.resource::<Preferences>());
        let fallback = match shelf.health(pet) {
            Health::Healthy => continue,
            Health::Broken => Fallback::PetBroken,
            Health::Missing => Fallback::PetNotInstalled,
        };
        let moved =
            Lease { target: Target::Default, pool_pet: None, fallback: Some(fallback), ..lease.clone() };
        replace_lease(world, entity, moved);
    }
}
