//! Pets break, come back, are installed and removed while agents hold leases.

use super::apply::{replace_lease, resolve};
use super::components::Lease;
use super::index::LeaseIndex;
use super::model::{Fallback, Health, Shelf, Target};
use crate::pets::PetLibrary;
use crate::settings::Preferences;
use bevy_ecs::prelude::*;

/// Leases on a pet that cannot be shown follow the default pet from now on. Leases that did not get what they asked for
/// because it was missing or broken get it when it is there. Their clients keep them all the same.
pub(super) fn follow_health(world: &mut World) {
    let mut entities: Vec<Entity> = world.resource::<LeaseIndex>().entities().collect();
    entities.sort_unstable();
    for entity in entities {
        let Some(lease) = world.get::<Lease>(entity).cloned() else { continue };
        let moved = match &lease.target {
            Target::Explicit(pet) => leave_broken_pet(world, pet, &lease),
            Target::Default => try_again(world, &lease),
        };
        if let Some(moved) = moved {
            replace_lease(world, entity, moved);
        }
    }
}

fn leave_broken_pet(world: &World, pet: &str, lease: &Lease) -> Option<Lease> {
    let shelf = world.resource::<PetLibrary>().shelf(world.resource::<Preferences>());
    let fallback = match shelf.health(pet) {
        Health::Healthy => return None,
        Health::Broken => Fallback::PetBroken,
        Health::Missing => Fallback::PetNotInstalled,
    };
    Some(Lease { target: Target::Default, pool_pet: None, fallback: Some(fallback), ..lease.clone() })
}

fn try_again(world: &World, lease: &Lease) -> Option<Lease> {
    let waits = matches!(
        lease.fallback,
        Some(Fallback::PetBroken | Fallback::PetNotInstalled | Fallback::DefaultBrokenFallbackBuiltin)
    );
    if !waits {
        return None;
    }
    let found = resolve(world, lease.requested.as_ref().map(|pet| pet.as_str()));
    let changed = found.target != lease.target || found.fallback != lease.fallback;
    changed.then(|| Lease {
        target: found.target,
        pool_pet: found.pool_pet,
        fallback: found.fallback,
        ..lease.clone()
    })
}
