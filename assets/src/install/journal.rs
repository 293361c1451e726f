//! What an installer writes down before it puts a pet into place, so that whoever cleans up after it knows how far
//! it came.

use super::InstallError;
use super::stage::{create_private, sync_folder};
use crate::files::{Folder, read_bounded};
use crate::state::InstalledRecord;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// The journal's name in the staging folder.
const NAME: &str = "record.json";
/// Where the old pet waits while the new one takes its place, where the two cannot trade places in one step.
pub(super) const OLD_NAME: &str = "old";
/// Far more than any record has.
const MAX_BYTES: u64 = 64 * 1024;

/// An installation that is about to be finished.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Journal {
    /// What the state file is going to say.
    pub(super) record: InstalledRecord,
    /// Tells the new pet's folder from every other, whatever its name is; nothing where the system has no such number.
    folder: Option<u64>,
}

impl Journal {
    /// Writes the journal of a pet that lies ready in `pet`.
    pub(super) fn write(stage: &Path, pet: &Path, record: InstalledRecord) -> Result<Self, InstallError> {
        let journal = Self { record, folder: folder_number(pet) };
        let path = stage.join(NAME);
        let mut file = create_private(&path)?;
        // Texts and numbers: it has no way to fail.
        let text = serde_json::to_vec(&journal).unwrap_or_default();
        file.write_all(&text).and_then(|()| file.sync_all()).map_err(InstallError::io("write", path))?;
        sync_folder(stage);
        Ok(journal)
    }

    /// The journal in a staging folder, if its installer came so far.
    pub(super) fn read(stage: &Path) -> Option<Self> {
        let mut file = Folder::open(stage).ok()?.open_file(NAME).ok()?;
        serde_json::from_slice(&read_bounded(&mut file, MAX_BYTES).ok()??).ok()
    }

    /// Whether the new pet has taken its place.
    pub(super) fn is_in_place(&self, stage: &Path, pets: &Path) -> bool {
        let id = self.record.id.as_str();
        match self.folder {
            Some(number) => folder_number(&pets.join(id)) == Some(number),
            None => !stage.join(id).exists() && pets.join(id).exists(),
        }
    }
}

#[cfg(unix)]
fn folder_number(folder: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    std::fs::symlink_metadata(folder).ok().map(|found| found.ino())
}

#[cfg(not(unix))]
fn folder_number(_: &Path) -> Option<u64> {
    None
}
