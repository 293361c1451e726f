//! Replacing a file in one step, and letting only one of our programs do it at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How the names of unfinished files begin and end.
const TEMP_PREFIX: &str = ".openpets-state.";
const TEMP_SUFFIX: &str = ".tmp";
/// Names looked at when cleaning up: the folder holds a handful.
const MAX_CLEANED: usize = 1_000;
/// Longer than any of our programs needs to write a few kilobytes, shorter than anyone wants to wait.
const PATIENCE: Duration = Duration::from_secs(2);
/// Between two looks at a lock that another program holds.
const INTERVAL: Duration = Duration::from_millis(5);

/// Puts `bytes` in the place of the file `name`: whoever reads sees the old contents or the new, also after a power
/// cut. Only the owner may read the new file.
pub(super) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let temporary = folder.join(format!("{TEMP_PREFIX}{}-{number}{TEMP_SUFFIX}", std::process::id()));
    let result = write(&temporary, bytes).and_then(|()| fs::rename(&temporary, folder.join(name)));
    if result.is_err() {
        // The failure is reported; that its remains could not be removed would only distract from it.
        let _ = fs::remove_file(&temporary);
        return result;
    }
    // The new name is safe once the folder is. Not every file system can do that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A killed process with our id may have left the name behind.
    let _ = fs::remove_file(path);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes the folder and those above it, for the owner alone.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The right to change the state file among our own programs, until dropped. OpenPets takes no part in it; against
/// its writes only replacing in one step helps.
pub(crate) struct Turn {
    /// The folder, locked; nothing where folders cannot be locked, and then everyone has the turn.
    locked: Option<File>,
}

impl Turn {
    /// Waits for the turn. `None` when another program keeps it for too long.
    pub(crate) fn wait(folder: &Path) -> Option<Self> {
        let Ok(file) = File::open(folder) else { return Some(Self { locked: None }) };
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Some(Self { locked: Some(file) }),
                Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => return None,
                Err(TryLockError::WouldBlock) => sleep(INTERVAL),
                Err(TryLockError::Error(_)) => return Some(Self { locked: None }),
            }
        }
    }

    /// Whether nobody else has it: not so where folders cannot be locked.
    #[cfg(feature = "install")]
    pub(crate) fn is_exclusive(&self) -> bool {
        self.locked.is_some()
    }

    /// Removes what killed programs left unfinished. With the lock held, nobody else's is unfinished.
    pub(crate) fn clean_up(&self, folder: &Path) {
        if self.locked.is_none() {
            return;
        }
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.take(MAX_CLEANED).flatten() {
            let name = entry.file_name();
            let name = name.as_encoded_bytes();
            if name.starts_with(TEMP_PREFIX.as_bytes()) && name.ends_with(TEMP_SUFFIX.as_bytes()) {
                // If it cannot be removed now, then perhaps next time.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
