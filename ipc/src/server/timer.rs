//! Bounded waits with one timer for each connection, set anew for each step.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// What `work` gives, or nothing if it takes longer than `limit`.
pub(super) async fn before<T>(
    mut timer: Pin<&mut Sleep>,
    limit: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    timer.as_mut().reset(Instant::now() + limit);
    tokio::select! {
        biased;
        done = work => Some(done),
        () = timer => None,
    }
}
