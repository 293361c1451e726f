//! Whether a pet on disk is still the one that was read.

use std::fs::File;
use std::time::SystemTime;

/// Differs from an earlier one when the pet's files may have changed since: their length, their time (as finely as
/// the file system keeps it), or which files they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    pub(super) manifest: FileStamp,
    pub(super) sheet: FileStamp,
}

/// The same for one file; of a file that could not be opened there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct FileStamp(Option<(u64, Option<SystemTime>, u64)>);

impl FileStamp {
    /// Of an open file: what is read from it is what the stamp stands for, whatever happens to its name.
    pub(super) fn of(file: &File) -> Self {
        Self(file.metadata().ok().map(|metadata| {
            #[cfg(unix)]
            let number = std::os::unix::fs::MetadataExt::ino(&metadata);
            #[cfg(not(unix))]
            let number = 0;
            (metadata.len(), metadata.modified().ok(), number)
        }))
    }
}
