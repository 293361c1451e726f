//! Where a pet is prepared: a folder of its own beside the pets, on the same file system, so that moving it into place
//! is one step. Nobody takes it for a pet, since its name begins with a dot.

use super::InstallError;
use crate::PetId;
use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

/// How the names of staging folders begin; those of OpenPets' installers too.
pub(super) const PREFIX: &str = ".install-";
/// The same for pets that are being removed.
pub(super) const REMOVE_PREFIX: &str = ".remove-";
/// The package while it is fetched.
const DOWNLOAD_NAME: &str = "package.zip";

/// A staging folder; removed when dropped. Made and used with the lock held.
#[derive(Debug)]
pub(super) struct Stage {
    folder: PathBuf,
    /// The pet's own folder in it, named as its id, as every pet's folder must be.
    pet: PathBuf,
    /// The folder of pets, if it was made for this one.
    made: Option<PathBuf>,
    kept: Cell<bool>,
}

impl Stage {
    /// Makes the folder below `pets`, and `pets` if need be.
    pub(super) fn new(pets: &Path, id: &PetId) -> Result<Self, InstallError> {
        let made = (!pets.exists()).then(|| pets.to_owned());
        crate::state::make_folder(pets).map_err(InstallError::io("make the folder", pets))?;
        let folder = pets.join(format!("{PREFIX}{id}-{}", std::process::id()));
        // With the lock held, what is there is left over from a process before us.
        let _ = fs::remove_dir_all(&folder);
        let stage = Self { pet: folder.join(id.as_str()), folder, made, kept: Cell::new(false) };
        for made in [&stage.folder, &stage.pet] {
            crate::state::make_folder(made).map_err(InstallError::io("make the folder", made))?;
        }
        Ok(stage)
    }

    /// The staging folder itself.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Leaves the folder to the next start: it holds what must not be lost.
    pub(super) fn keep(&self) {
        self.kept.set(true);
    }

    /// The pet in it.
    pub(super) fn pet(&self) -> &Path {
        &self.pet
    }

    /// Makes a new file of the pet; only its owner may read it, like everything below the user data folder.
    pub(super) fn create(&self, name: &str) -> Result<File, InstallError> {
        create_private(&self.pet.join(name))
    }

    /// Sees to it that a file outlives a power cut.
    pub(super) fn finish(&self, name: &str, file: File) -> Result<(), InstallError> {
        file.sync_all().map_err(InstallError::io("write", self.pet.join(name)))
    }

    /// A file to fetch a package into.
    pub(super) fn download(&self) -> Result<File, InstallError> {
        create_private(&self.folder.join(DOWNLOAD_NAME))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if self.kept.get() {
            return;
        }
        // What cannot be removed now is removed by the next start.
        let _ = fs::remove_dir_all(&self.folder);
        if let Some(made) = &self.made {
            // It stays where a pet was put into it: only an empty folder can be removed like this.
            let _ = fs::remove_dir(made);
        }
    }
}

pub(super) fn create_private(path: &Path) -> Result<File, InstallError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(InstallError::io("make the file", path))
}

/// Sees to it that what happened to the names in a folder outlives a power cut. Not every file system can do that.
pub(super) fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
