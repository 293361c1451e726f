//! By a channel with room for one wake, where the loop waits for nothing else.

use anyhow::Result;
use crossbeam_channel::{Receiver, Sender, bounded};
use openpets_ipc::Wake;
use std::sync::Arc;
use std::time::Duration;

pub(crate) struct Waker {
    receiver: Receiver<()>,
    sender: Sender<()>,
}

impl Waker {
    pub(crate) fn new() -> Result<Self> {
        let (sender, receiver) = bounded(1);
        Ok(Self { receiver, sender })
    }

    /// The call that wakes the loop. It never waits: a full channel wakes as well.
    pub(crate) fn handle(&self) -> Wake {
        let sender = self.sender.clone();
        Arc::new(move || {
            let _ = sender.try_send(());
        })
    }

    /// Sleeps until somebody wakes us, or the time is up.
    pub(crate) fn wait(&self, timeout: Option<Duration>) {
        // The sender lives as long as we do, so an error is the end of the time.
        let _ = match timeout {
            Some(timeout) => self.receiver.recv_timeout(timeout).ok(),
            None => self.receiver.recv().ok(),
        };
    }
}
