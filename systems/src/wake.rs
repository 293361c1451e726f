//! When the loop has to run next. Every feature says so in each update; the loop sleeps until the earliest.

use bevy_app::{App, First};
use bevy_ecs::prelude::*;
use openpets_ipc::Wake;
use std::time::Duration;

/// The earliest moment (time since start, see `Time<Real>`) at which something has to happen by itself.
#[derive(Resource, Debug, Default)]
pub struct NextWake(Option<Duration>);

impl NextWake {
    /// Asks for an update at `deadline` at the latest.
    pub fn at(&mut self, deadline: Duration) {
        self.0 = Some(self.0.map_or(deadline, |earliest| earliest.min(deadline)));
    }

    /// The earliest deadline; none means: sleep until something comes in.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.0
    }
}

/// Wakes the loop from another thread.
#[derive(Resource, Clone)]
pub struct WakeHandle(pub Wake);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<NextWake>().add_systems(First, forget_deadlines);
}

fn forget_deadlines(mut next: ResMut<NextWake>) {
    next.0 = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_deadline_counts() {
        let mut next = NextWake::default();
        assert_eq!(next.deadline(), None);
        next.at(Duration::from_secs(3));
        next.at(Duration::from_secs(2));
        next.at(Duration::from_secs(5));
        assert_eq!(next.deadline(), Some(Duration::from_secs(2)));
    }
}
