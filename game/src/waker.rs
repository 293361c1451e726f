//! Wakes the main loop from other threads, by a pipe that the loop polls together with its window system.

use anyhow::{Context, Result};
use openpets_ipc::Wake;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use std::sync::Arc;
use std::time::Duration;

/// The end of the pipe that the loop waits on.
pub(crate) struct Waker {
    receiver: OwnedFd,
    sender: Arc<OwnedFd>,
}

/// Why the loop goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Woken {
    /// Another thread asked for it, or the time was up.
    ByUs,
    /// The other descriptor has something to read, or was closed.
    ByOther,
}

impl Waker {
    pub(crate) fn new() -> Result<Self> {
        let (receiver, sender) =
            pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).context("no pipe to wake the main loop")?;
        Ok(Self { receiver, sender: Arc::new(sender) })
    }

    /// The call that wakes the loop. It never waits: a full pipe wakes as well as a fuller one.
    pub(crate) fn handle(&self) -> Wake {
        let sender = Arc::clone(&self.sender);
        Arc::new(move || {
            let _ = rustix::io::write(&*sender, &[0]);
        })
    }

    /// Sleeps until somebody wakes us, `other` is readable, or the time is up.
    pub(crate) fn wait(&self, other: Option<BorrowedFd>, timeout: Option<Duration>) -> Woken {
        let timeout = timeout.map(|timeout| Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        });
        let ours = PollFd::from_borrowed_fd(self.receiver.as_fd(), PollFlags::IN);
        let mut fds = vec![ours];
        fds.extend(other.map(|other| PollFd::from_borrowed_fd(other, PollFlags::IN)));
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => {
                // Cannot happen with descriptors we own; a loop that spins would be worse than one that lags.
                tracing::error!(%error, "waiting for events failed");
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        if fds[0].revents().contains(PollFlags::IN) {
            self.drain();
        }
        match fds.get(1) {
            Some(other) if !other.revents().is_empty() => Woken::ByOther,
            _ => Woken::ByUs,
        }
    }

    fn drain(&self) {
        let mut bytes = [0_u8; 256];
        // One read takes what a burst has left; a rest wakes the loop again, which does no harm.
        let _ = rustix::io::read(&self.receiver, &mut bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_wake_from_another_thread_ends_the_wait() {
        let waker = Waker::new().unwrap();
        let wake = waker.handle();
        std::thread::spawn(move || wake());
        // Without the wake this would wait until the test run is killed.
        assert_eq!(waker.wait(None, None), Woken::ByUs);
    }

    #[test]
    fn wakes_before_the_wait_are_not_lost_and_are_taken_together() {
        let waker = Waker::new().unwrap();
        (0..100).for_each(|_| (waker.handle())());
        assert_eq!(waker.wait(None, None), Woken::ByUs);
        let start = Instant::now();
        waker.wait(None, Some(Duration::from_millis(20)));
        assert!(start.elapsed() >= Duration::from_millis(20));
    }
}
