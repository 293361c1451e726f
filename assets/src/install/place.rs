//! The one step in which a prepared pet becomes the installed one.

use super::InstallError;
use super::journal::{Journal, OLD_NAME};
use super::stage::{Stage, sync_folder};
use crate::state::{InstalledRecord, StateFile};
use std::fs;
use std::io;
use std::path::Path;

/// Puts the pet of a stage in its place and records it. True if it took the place of another one.
///
/// # Errors
/// When the disk or the state file says no; everything is then as it was.
pub(super) fn put_in_place(
    stage: &Stage,
    pets: &Path,
    state: &StateFile,
    record: InstalledRecord,
) -> Result<bool, InstallError> {
    let target = pets.join(record.id.as_str());
    sync_folder(stage.pet());
    let journal = Journal::write(stage.folder(), stage.pet(), record)?;
    let swap = Swap { stage, new: stage.pet(), target: &target, old: &stage.folder().join(OLD_NAME) };
    let done = swap.carry_out().map_err(InstallError::io("replace the folder", &target))?;
    sync_folder(pets);
    if let Err(error) = state.update(|state| state.record_installed(&journal.record)) {
        // A pet that OpenPets would not list is not installed.
        if swap.undo(done).is_err() {
            // The old pet may be in the stage; the next start finishes what is in the journal.
            stage.keep();
        }
        sync_folder(pets);
        return Err(error.into());
    }
    Ok(done != Done::Moved)
}

/// What was done to bring a pet into place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    /// There was none before.
    Moved,
    /// The two traded places.
    Exchanged,
    /// The old one was moved aside first.
    MovedAside,
}

struct Swap<'a> {
    stage: &'a Stage,
    new: &'a Path,
    target: &'a Path,
    old: &'a Path,
}

impl Swap<'_> {
    fn carry_out(&self) -> io::Result<Done> {
        // What is there may be a link, or no folder at all: it makes way as it is.
        if fs::symlink_metadata(self.target).is_err() {
            return fs::rename(self.new, self.target).map(|()| Done::Moved);
        }
        match exchange(self.new, self.target) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            exchanged => return exchanged.map(|()| Done::Exchanged),
        }
        fs::rename(self.target, self.old)?;
        match fs::rename(self.new, self.target) {
            Ok(()) => Ok(Done::MovedAside),
            Err(error) => {
                if fs::rename(self.old, self.target).is_err() {
                    // The next start puts it back.
                    self.stage.keep();
                }
                Err(error)
            }
        }
    }

    fn undo(&self, done: Done) -> io::Result<()> {
        match done {
            Done::Moved => fs::rename(self.target, self.new),
            Done::Exchanged => exchange(self.new, self.target),
            Done::MovedAside => {
                fs::rename(self.target, self.new)?;
                fs::rename(self.old, self.target)
            }
        }
    }
}

/// Lets two names trade places: at no moment is there none.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        // What file systems and kernels say that cannot do it.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Err(io::ErrorKind::Unsupported.into()),
        exchanged => Ok(exchanged?),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
