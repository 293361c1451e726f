//! The loop of an app without a screen, and of one that has lost it.

use crate::waker::Waker;
use bevy_app::{App, AppExit};
use bevy_time::{Real, Time};
use openpets_systems::wake::NextWake;
use std::time::Duration;

/// Runs the app until it ends. Nothing is drawn; commands are answered.
pub(crate) fn run(app: &mut App, waker: &Waker) -> AppExit {
    loop {
        app.update();
        if let Some(exit) = app.should_exit() {
            return exit;
        }
        waker.wait(until_next_wake(app));
    }
}

/// How long the loop may sleep; `None` is: until something comes in.
pub(crate) fn until_next_wake(app: &App) -> Option<Duration> {
    let time = app.world().resource::<Time<Real>>();
    let deadline = app.world().resource::<NextWake>().deadline()?;
    // The update itself took time since `elapsed` was taken.
    let now = time.last_update().map_or(time.elapsed(), |at| time.elapsed() + at.elapsed());
    Some(deadline.saturating_sub(now))
}
