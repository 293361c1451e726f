//! Follows the library on disk: pets that are drawn, copied, installed or removed while the app runs.
//!
//! A change is looked at once it has come to rest, so that nobody sees half of it. A pet that could be shown and
//! cannot be shown any more keeps its place a little longer: most often somebody is just saving it.

mod folders;

use crate::{Library, LibraryDirs};
use folders::Folders;
use std::io;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

/// Without changes for this long, what is on disk counts as whole.
const SETTLED: Duration = Duration::from_millis(200);
/// A folder that never comes to rest is looked at this often all the same.
const LONGEST_UNREST: Duration = Duration::from_secs(5);
/// A pet that is lost has to stay lost for this long before it counts.
const GRACE: Duration = Duration::from_millis(1000);
/// Where the system does not tell of changes, they are looked for this often.
const POLL: Duration = Duration::from_secs(2);

/// Watches the folders of `dirs` on a thread of its own, for as long as the process lives or until `deliver` says
/// that nobody listens any more. `known` is the library as it was scanned last; `deliver` gets each later one that
/// differs from the one before.
///
/// # Errors
/// When there is no thread to be had.
pub fn watch_library(
    dirs: LibraryDirs,
    known: Library,
    deliver: impl Fn(Library) -> bool + Send + 'static,
) -> io::Result<()> {
    watch(dirs, known, GRACE, deliver)
}

fn watch(
    dirs: LibraryDirs,
    known: Library,
    grace: Duration,
    deliver: impl Fn(Library) -> bool + Send + 'static,
) -> io::Result<()> {
    let work = move || {
        let (sender, changes) = sync_channel(1);
        let mut watch = Watch { folders: Folders::new(sender), dirs, known, lost_since: None, grace };
        // The first look finds what changed since the scan.
        while watch.look(&deliver) {
            watch.wait(&changes);
        }
    };
    std::thread::Builder::new().name("library".to_owned()).spawn(work).map(drop)
}

struct Watch {
    folders: Folders,
    dirs: LibraryDirs,
    known: Library,
    /// Since when pets have been lost, if there are any.
    lost_since: Option<Instant>,
    /// How long they have to stay lost.
    grace: Duration,
}

impl Watch {
    /// Scans, and delivers what is new. False when nobody listens any more.
    fn look(&mut self, deliver: &impl Fn(Library) -> bool) -> bool {
        let mut library = Library::scan(&self.dirs);
        // Folders that are new are watched from now on; what was written into them before has to be looked at again.
        while self.folders.follow(&self.dirs, &library) {
            library = Library::scan(&self.dirs);
        }
        let lost = library.lost_since(&self.known);
        if lost.is_empty() {
            self.lost_since = None;
        } else if self.lost_since.get_or_insert_with(Instant::now).elapsed() < self.grace {
            library.hold(&lost, &self.known);
        } else {
            self.lost_since = None;
        }
        if library == self.known {
            return true;
        }
        self.known = library.clone();
        deliver(library)
    }

    /// Waits until it is time to look again.
    fn wait(&mut self, changes: &Receiver<()>) {
        let poll = self.folders.is_blind().then_some(POLL);
        let grace =
            self.lost_since.map(|since| (since + self.grace).saturating_duration_since(Instant::now()));
        let limit = [poll, grace].into_iter().flatten().min();
        // The folders hold a sender, so there is an end to waiting only by a change or the limit.
        if changes.recv_timeout(limit.unwrap_or(Duration::MAX)).is_err() {
            return;
        }
        let unrest = Instant::now();
        while unrest.elapsed() < LONGEST_UNREST {
            if changes.recv_timeout(SETTLED).is_err() {
                // A pet that is lost has to stay so for a whole quiet period of grace.
                self.lost_since = self.lost_since.map(|_| Instant::now());
                return;
            }
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
