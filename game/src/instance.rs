//! One app for each user: the first one holds a lock, every later one wakes the first and ends.

use anyhow::{Context, Result};
use openpets_ipc::{Client, ClientError, Discovery, StatusAnswer, control_file_beside};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Held as long as this app is the one.
pub(crate) struct Instance {
    _lock: File,
}

/// Whether this app may run.
pub(crate) enum Claim {
    /// Nobody else runs.
    Ours(Instance),
    /// Another app runs.
    Taken,
}

/// Claims to be the one app that the discovery file at `discovery` stands for.
///
/// The lock is released by the system when the process ends, however it ends. An OpenPets of another make has no
/// lock, but answers.
///
/// # Errors
/// When the lock file cannot be made.
pub(crate) fn claim(discovery: &Path) -> Result<Claim> {
    let path = lock_path(discovery);
    let lock = open_lock(&path).with_context(|| format!("cannot use the lock file {}", path.display()))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(Claim::Taken),
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("cannot lock {}", path.display()));
        }
    }
    let answers = Discovery::read(discovery).is_ok()
        && Client::with_discovery(discovery).is_ok_and(|c| c.hello().is_ok());
    Ok(if answers { Claim::Taken } else { Claim::Ours(Instance { _lock: lock }) })
}

/// Brings the pet of the running app forward, and tells whether there is anything to see. An app of another make
/// has no such method, which is fine.
///
/// # Errors
/// When the running app does not answer.
pub(crate) fn wake_running(discovery: &Path) -> Result<bool, ClientError> {
    match Client::with_discovery(control_file_beside(discovery)).and_then(|client| client.show()) {
        Ok(_) | Err(ClientError::Refused(_)) => {}
        Err(error) if error.is_not_running() => {}
        Err(error) => return Err(error),
    }
    match Client::with_discovery(discovery)?.status(None)? {
        StatusAnswer::App(status) => Ok(status.default_pet_visible),
        StatusAnswer::Lease(_) | StatusAnswer::Stale(_) => Ok(false),
    }
}

fn lock_path(discovery: &Path) -> PathBuf {
    discovery.with_extension("lock")
}

/// Opens the lock file, and nothing else that may lie there under its name.
fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        // A pipe without a reader would keep us waiting.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file; remove it"));
    }
    Ok(file)
}
