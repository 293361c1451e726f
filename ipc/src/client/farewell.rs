//! Waiting until the app has really ended, so that a script may start it again at once.

use super::Client;
use crate::discovery::Discovery;
use std::time::{Duration, Instant};

/// How often to look. Ending takes the app some tens of milliseconds.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// How long a process may outlive its discovery file before the process with that id is taken for another one
/// (an id used again, or the app in another container).
const GRACE: Duration = Duration::from_secs(1);

impl Client {
    /// Waits until the app that this client knows has ended: its discovery file is gone or another's, and so is
    /// its process. False when it still runs after `limit`.
    #[must_use]
    pub fn wait_until_gone(&self, limit: Duration) -> bool {
        let start = Instant::now();
        let mut unannounced_since = None;
        loop {
            let gone = if self.is_announced() {
                // A crash leaves the file behind.
                !self.is_process_alive() && self.hello().is_err_and(|error| error.is_not_running())
            } else {
                let since = *unannounced_since.get_or_insert_with(Instant::now);
                !self.is_process_alive() || since.elapsed() >= GRACE
            };
            if gone {
                return true;
            }
            if start.elapsed() >= limit {
                return false;
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }

    fn is_announced(&self) -> bool {
        Discovery::read(&self.path)
            .is_ok_and(|now| now.pid == self.discovery.pid && now.token == self.discovery.token)
    }

    #[cfg(unix)]
    fn is_process_alive(&self) -> bool {
        use rustix::process::{Pid, test_kill_process};
        let pid = i32::try_from(self.discovery.pid).ok().and_then(Pid::from_raw);
        // Not being allowed to signal it means that it is there.
        pid.is_some_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
    }

    /// Windows tells only with calls that this crate does without; there the files decide.
    #[cfg(not(unix))]
    fn is_process_alive(&self) -> bool {
        false
    }
}
