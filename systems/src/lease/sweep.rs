//! The timed sweep: leases that expired and leases whose process has gone.

use super::apply::remove_lease;
use super::components::Lease;
use super::index::LeaseIndex;
use super::model::SWEEP_PERIOD;
use super::process::Processes;
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use std::time::Duration;

/// When to sweep again. Follows real time: virtual time stands still while the app sleeps.
#[derive(Resource, Debug, Default)]
pub(super) struct NextSweep(Option<Duration>);

pub(super) fn sweep_is_due(next: Res<NextSweep>, time: Res<Time<Real>>) -> bool {
    next.0.is_some_and(|due| due <= time.elapsed())
}

/// An exclusive system: removing a lease changes its entity and the index in one step.
pub(super) fn sweep_dead_leases(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed();
    world.resource_mut::<NextSweep>().0 = None;
    let entities: Vec<Entity> = world.resource::<LeaseIndex>().entities().collect();
    for entity in entities {
        let Some(lease) = world.get::<Lease>(entity) else { continue };
        let processes = world.resource::<Processes>();
        let client_gone = lease.client.is_some_and(|client| !processes.is_alive(client));
        let owner_gone = lease.owner.as_ref().is_some_and(|owner| !processes.is_alive(owner.process));
        if lease.expires <= now || client_gone || owner_gone {
            remove_lease(world, entity);
        }
    }
}

/// Sweeps only while there are leases.
pub(super) fn wake_for_sweep(
    index: Res<LeaseIndex>,
    time: Res<Time<Real>>,
    mut next_sweep: ResMut<NextSweep>,
    mut next: ResMut<NextWake>,
) {
    if index.is_empty() {
        next_sweep.0 = None;
        return;
    }
    let due = *next_sweep.0.get_or_insert(time.elapsed() + SWEEP_PERIOD);
    next.at(due);
}
