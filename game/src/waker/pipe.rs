//! By a pipe that the loop polls together with its window system.

use anyhow::{Context, Result};
use openpets_ipc::Wake;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::pipe::pipe;
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
        let (receiver, sender) = pipe().context("no pipe to wake the main loop")?;
        // Not every system makes pipes with their flags.
        for end in [&receiver, &sender] {
            fcntl_setfd(end, FdFlags::CLOEXEC).context("no pipe to wake the main loop")?;
            let flags = fcntl_getfl(end).context("no pipe to wake the main loop")?;
            fcntl_setfl(end, flags | OFlags::NONBLOCK).context("no pipe to wake the main loop")?;
        }
        Ok(Self { receiver, sender: Arc::new(sender) })
    }

    /// The call that wakes the loop. It never waits: a full pipe wakes as well as a fuller one.
    pub(crate) fn handle(&self) -> Wake {
        let sender = Arc::clone(&self.sender);
        Arc::new(move || {
            let _ = rustix::io::write(&*sender, &[0]);
        })
    }

    /// Sleeps until somebody wakes us, or the time is up.
    pub(crate) fn wait(&self, timeout: Option<Duration>) {
        self.wait_on(None, timeout);
    }

    /// Sleeps until somebody wakes us, `other` is readable, or the time is up.
    #[cfg(target_os = "linux")]
    pub(crate) fn wait_also_for(&self, other: BorrowedFd, timeout: Option<Duration>) -> Woken {
        self.wait_on(Some(other), timeout)
    }

    fn wait_on(&self, other: Option<BorrowedFd>, timeout: Option<Duration>) -> Woken {
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
