//! Looking at the files of pictures, away from the connections: a file system that hangs must hold up nobody else,
//! nor the end of the app. So this takes a thread of its own, which nobody waits for longer than for an answer.

use crate::media::MediaRequest;
use crate::reply::{Code, Failure};
use std::sync::Arc;
use tokio::sync::{Semaphore, oneshot};

/// Files looked at at a time. Looking takes microseconds; only file systems that hang ever need more than one.
const MAX_LOOKS: usize = 4;

/// The places for looking.
pub(super) struct Pictures(Arc<Semaphore>);

impl Default for Pictures {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_LOOKS)))
    }
}

impl Pictures {
    /// Whether the file of a request is one that may be shown. Takes as long as the file system.
    pub(super) async fn check(&self, media: &MediaRequest) -> Result<(), Failure> {
        let broken =
            || Failure::new(Code::InternalError, "the file cannot be looked at now; try again in a moment");
        // Never closed.
        let place = Arc::clone(&self.0).acquire_owned().await.map_err(|_| broken())?;
        let (tell, told) = oneshot::channel();
        let media = media.clone();
        let look = move || {
            // The client may be gone.
            let _ = tell.send(media.check_file());
            drop(place);
        };
        std::thread::Builder::new().name("picture".to_owned()).spawn(look).map_err(|_| broken())?;
        Ok(told.await.map_err(|_| broken())??)
    }
}
