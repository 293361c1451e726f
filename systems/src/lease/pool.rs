//! The pool is turned off and on while sessions live.

use super::apply::{remove_lease, retarget_from_pool};
use super::components::Lease;
use super::index::LeaseIndex;
use super::model::Target;
use crate::settings::Preferences;
use bevy_ecs::prelude::*;

/// Off: pool leases end, and their clients acquire afresh. On: sessions that follow the default pet, and did not
/// ask for one, get a pet of the pool.
pub(super) fn apply_pool_setting(world: &mut World, mut was_enabled: Local<Option<bool>>) {
    let enabled = world.resource::<Preferences>().0.pet_pool_enabled();
    let before = was_enabled.replace(enabled);
    if before.is_none() || before == Some(enabled) {
        return;
    }
    let mut entities: Vec<Entity> = world.resource::<LeaseIndex>().entities().collect();
    entities.sort_unstable();
    for entity in entities {
        let Some(lease) = world.get::<Lease>(entity) else { continue };
        if enabled && lease.requested.is_none() && lease.target == Target::Default {
            retarget_from_pool(world, entity);
        } else if !enabled && lease.pool_pet.is_some() {
            remove_lease(world, entity);
        }
    }
}
