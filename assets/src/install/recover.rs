//! Cleaning up after installers that did not come to an end: the pet is the old one or the new one, and the state file
//! says the same.

use super::InstallError;
use super::journal::{Journal, OLD_NAME};
use super::lock::Lock;
use super::stage::{PREFIX, REMOVE_PREFIX, sync_folder};
use crate::state::StateFile;
use crate::{LibraryDirs, PetId};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Entries of the pets' folder that are looked at.
const MAX_ENTRIES: usize = 10_000;

/// Cleans up what installers left behind that were killed, ours and OpenPets'. To be called at start. Tells how many
/// there were; none while another program is installing, whose work is in progress.
///
/// # Errors
/// When the disk or the state file says no. What could not be cleaned up is harmless, and tried again next time.
pub fn recover(dirs: &LibraryDirs) -> Result<usize, InstallError> {
    let pets = dirs.installed_pets();
    // Most often there is nothing to do, and nobody has to be kept from installing for that.
    if left_over(&pets)?.is_empty() && !Lock::is_there(&dirs.user_data) {
        return Ok(0);
    }
    let _lock = match Lock::take(&dirs.user_data, "openpets recovery") {
        Err(InstallError::Busy { .. }) => return Ok(0),
        lock => lock?,
    };
    let (state, _) = StateFile::open_sound(&dirs.user_data)?;
    clean_up(dirs, &state)
}

/// The same with the lock held. What cannot be cleaned up keeps nothing else from being; the first failure is told.
pub(super) fn clean_up(dirs: &LibraryDirs, state: &StateFile) -> Result<usize, InstallError> {
    let pets = dirs.installed_pets();
    let stages = left_over(&pets)?;
    if stages.is_empty() {
        return Ok(0);
    }
    let results: Vec<_> = stages.iter().map(|stage| finish(stage, &pets, state)).collect();
    sync_folder(&pets);
    results.into_iter().collect::<Result<Vec<()>, _>>()?;
    Ok(stages.len())
}

fn finish(stage: &Path, pets: &Path, state: &StateFile) -> Result<(), InstallError> {
    if is_removal(stage) {
        finish_removal(stage, pets, state)?;
    } else {
        finish_installation(stage, pets, state)?;
    }
    // An installer's would be a folder, but a file or a link of that name is in the way as well.
    let is_folder = fs::symlink_metadata(stage).is_ok_and(|found| found.is_dir());
    let removed = if is_folder { fs::remove_dir_all(stage) } else { fs::remove_file(stage) };
    removed.map_err(InstallError::io("remove", stage))
}

fn left_over(pets: &Path) -> Result<Vec<PathBuf>, InstallError> {
    let entries = match fs::read_dir(pets) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(InstallError::io("look into the folder", pets)(error)),
    };
    let paths = entries.take(MAX_ENTRIES).flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| name(path).starts_with(PREFIX) || is_removal(path)).collect())
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn is_removal(path: &Path) -> bool {
    name(path).starts_with(REMOVE_PREFIX)
}

/// Without a journal nothing had been changed yet.
fn finish_installation(stage: &Path, pets: &Path, state: &StateFile) -> Result<(), InstallError> {
    let Some(journal) = Journal::read(stage) else { return Ok(()) };
    let old = stage.join(OLD_NAME);
    let target = pets.join(journal.record.id.as_str());
    if journal.is_in_place(stage, pets) {
        state.update(|state| state.record_installed(&journal.record))?;
    } else if fs::symlink_metadata(&target).is_err() && fs::symlink_metadata(&old).is_ok() {
        fs::rename(&old, &target).map_err(InstallError::io("restore the folder", target))?;
    }
    Ok(())
}

/// The name tells which pet it was: `.remove-<id>-<process>`.
fn finish_removal(trash: &Path, pets: &Path, state: &StateFile) -> Result<(), InstallError> {
    let id = name(trash).strip_prefix(REMOVE_PREFIX).and_then(|rest| rest.rsplit_once('-'));
    let Some(id) = id.and_then(|(id, _)| PetId::try_from(id).ok()) else { return Ok(()) };
    // Installed again since, by a program that did not clean up.
    if fs::symlink_metadata(pets.join(id.as_str())).is_err() {
        state.update(|state| state.forget_pet(&id))?;
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
