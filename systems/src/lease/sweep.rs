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

/// Leases looked at in one update. Each costs a look at the process table; more would hold up frames and answers.
const LEASES_PER_UPDATE: usize = 64;

/// When to sweep again, and what of this sweep is left. Follows real time: virtual time stands still while the app
/// sleeps.
#[derive(Resource, Debug, Default)]
pub(super) struct NextSweep {
    due: Option<Duration>,
    left: Vec<Entity>,
}

pub(super) fn sweep_is_due(next: Res<NextSweep>, time: Res<Time<Real>>) -> bool {
    !next.left.is_empty() || next.due.is_some_and(|due| due <= time.elapsed())
}

/// An exclusive system: removing a lease changes its entity and the index in one step.
pub(super) fn sweep_dead_leases(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed();
    if world.resource::<NextSweep>().left.is_empty() {
        let left = world.resource::<LeaseIndex>().entities().collect();
        *world.resource_mut::<NextSweep>() = NextSweep { due: None, left };
    }
    let mut next = world.resource_mut::<NextSweep>();
    let rest = next.left.len().saturating_sub(LEASES_PER_UPDATE);
    let part = next.left.split_off(rest);
    for entity in part {
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
        *next_sweep = NextSweep::default();
    } else if next_sweep.left.is_empty() {
        next.at(*next_sweep.due.get_or_insert(time.elapsed() + SWEEP_PERIOD));
    } else {
        next.at(time.elapsed());
    }
}
