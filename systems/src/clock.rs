//! Moments of our monotonic clock, told to others.

use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time since the start of the app.
pub(crate) fn now(world: &World) -> Duration {
    world.resource::<Time<Real>>().elapsed()
}

/// A moment, past or to come, as milliseconds since the epoch by today's wall clock.
pub(crate) fn epoch_ms(world: &World, at: Duration) -> u64 {
    let now = now(world);
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let moment = (wall + at.saturating_sub(now)).saturating_sub(now.saturating_sub(at));
    u64::try_from(moment.as_millis()).unwrap_or(u64::MAX)
}
