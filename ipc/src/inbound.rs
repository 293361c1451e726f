//! The way from the sockets into the world: a bounded queue of commands, each with the way back for its answer.

use crate::command::{Command, Origin};
use crate::reply::{Failure, Reply};
use std::sync::Arc;
use tokio::sync::oneshot;

/// What a command is answered with.
pub type Outcome = Result<Reply, Failure>;

/// One command on its way into the world.
#[derive(Debug)]
pub struct Inbound {
    /// What is asked.
    pub command: Command,
    /// By whom.
    pub origin: Origin,
    /// Where the answer goes. Dropped unanswered, the client gets `internal_error`.
    pub reply: oneshot::Sender<Outcome>,
}

/// Wakes the loop that drains the queue. Injected, so that this crate knows neither winit nor Bevy.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Commands that may wait for the next update. At 50 clients with one request each this is twenty-fold head
/// room; past it a request is answered `busy` instead of being held.
pub const INBOX_CAPACITY: usize = 1024;

/// The receiving end, for the world.
pub type Inbox = crossbeam_channel::Receiver<Inbound>;

/// The sending end, for connections.
#[derive(Clone)]
pub struct InboxSender {
    sender: crossbeam_channel::Sender<Inbound>,
    wake: Wake,
}

/// A bounded queue and the call that wakes its reader.
#[must_use]
pub fn inbox(wake: Wake) -> (InboxSender, Inbox) {
    let (sender, receiver) = crossbeam_channel::bounded(INBOX_CAPACITY);
    (InboxSender { sender, wake }, receiver)
}

/// The queue is full, or nobody reads it any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Try again in a moment.
    #[error("too many requests wait already; try again in a moment")]
    Full,
    /// The app is on its way out.
    #[error("the app is shutting down")]
    Closed,
}

impl InboxSender {
    /// Queues a command and wakes the reader. Never waits.
    ///
    /// # Errors
    /// When the queue is full or closed; the command is dropped and its reply with it.
    pub fn try_send(&self, inbound: Inbound) -> Result<(), Refused> {
        match self.sender.try_send(inbound) {
            Ok(()) => {
                (self.wake)();
                Ok(())
            }
            Err(crossbeam_channel::TrySendError::Full(_)) => Err(Refused::Full),
            Err(crossbeam_channel::TrySendError::Disconnected(_)) => Err(Refused::Closed),
        }
    }
}
