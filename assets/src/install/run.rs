//! Installing and removing, from the wish to the pet in its place.

use super::InstallError;
use super::archive::Package;
use super::folder::Source;
use super::lock::Lock;
use super::place::put_in_place;
use super::preview::check_preview;
use super::progress::{Observer, Progress};
use super::recover::clean_up;
use super::stage::{REMOVE_PREFIX, Stage, sync_folder};
use crate::catalog::{Catalog, CatalogPet};
use crate::files::{OpenError, open_regular};
use crate::library::check_visible;
use crate::package::PetPackage;
use crate::state::{CatalogSource, InstalledRecord, StateFile};
use crate::{Finding, LibraryDirs, PetId, Rules};
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;

/// Notes that are told: no real pet has as many, and they have to fit into one answer.
const MAX_NOTES: usize = 20;

/// Which pet is wanted.
#[derive(Debug, Clone, Copy)]
pub enum Wish<'a> {
    /// One of the catalog.
    Catalog(&'a PetId),
    /// One in a ZIP file.
    Zip(&'a Path),
    /// One in a folder.
    Folder(&'a Path),
}

/// A pet that was installed.
#[derive(Debug, Clone, PartialEq)]
pub struct Installed {
    /// Its id.
    pub id: PetId,
    /// Its name for people.
    pub display_name: String,
    /// It took the place of another version of itself.
    pub replaced: bool,
    /// What OpenPets would refuse in it, while we can show it all the same.
    pub notes: Vec<Finding>,
}

/// Installs a pet. `command` tells other programs who holds the lock.
///
/// # Errors
/// See [`InstallError`]. Nothing has changed then.
pub fn install(
    dirs: &LibraryDirs,
    wish: &Wish,
    command: &str,
    observer: &dyn Observer,
) -> Result<Installed, InstallError> {
    let _lock = Lock::take(&dirs.user_data, command)?;
    let (state, _) = StateFile::open_sound(&dirs.user_data)?;
    // What cannot be cleaned up is in nobody's way; the next start tells about it.
    let _ = clean_up(dirs, &state);
    let installer = Installer { dirs, state, observer };
    match wish {
        Wish::Catalog(id) => installer.install_of_catalog(id),
        Wish::Zip(path) => installer.install_archive(open_archive(path)?),
        Wish::Folder(path) => installer.install_folder(path),
    }
}

struct Installer<'a> {
    dirs: &'a LibraryDirs,
    state: StateFile,
    observer: &'a dyn Observer,
}

impl Installer<'_> {
    fn install_of_catalog(&self, id: &PetId) -> Result<Installed, InstallError> {
        if id.is_builtin() {
            return Err(InstallError::BuiltIn);
        }
        let catalog = Catalog::from_env()?;
        let pet = catalog.find(id, self.observer)?;
        let stage = Stage::new(&self.dirs.installed_pets(), id)?;
        let mut file = stage.download()?;
        catalog.download(&pet, &mut file, self.observer)?;
        self.step(Progress::Checking)?;
        let package = Package::open(file, self.observer)?;
        if package.manifest.id != *id {
            return Err(other_id().into());
        }
        self.unpack(package, &stage, Some(&pet))
    }

    fn install_archive(&self, file: impl Read + Seek) -> Result<Installed, InstallError> {
        self.step(Progress::Checking)?;
        let package = Package::open(file, self.observer)?;
        let stage = Stage::new(&self.dirs.installed_pets(), &package.manifest.id)?;
        self.unpack(package, &stage, None)
    }

    fn install_folder(&self, path: &Path) -> Result<Installed, InstallError> {
        self.step(Progress::Checking)?;
        let source = Source::open(path)?;
        let stage = Stage::new(&self.dirs.installed_pets(), &source.0.manifest.id)?;
        source.copy(&stage, self.observer)?;
        self.finish(&stage, &source.0.manifest.id, Rules::Tolerant, None)
    }

    fn unpack<R: Read + Seek>(
        &self,
        package: Package<R>,
        stage: &Stage,
        pet: Option<&CatalogPet>,
    ) -> Result<Installed, InstallError> {
        let id = package.manifest.id.clone();
        package.unpack(self.observer, |name| stage.create(name), |name, file| stage.finish(name, file))?;
        let source = pet.map(|pet| CatalogSource {
            catalog_version: pet.catalog_version,
            zip: pet.zip.clone(),
            preview: pet.preview.clone(),
        });
        self.finish(stage, &id, Rules::Strict, source)
    }

    /// Reads the prepared pet as the app will read it, to its last pixel, and puts it in place.
    fn finish(
        &self,
        stage: &Stage,
        id: &PetId,
        rules: Rules,
        source: Option<CatalogSource>,
    ) -> Result<Installed, InstallError> {
        let package = PetPackage::read(stage.pet(), rules)?;
        let manifest = &package.manifest;
        if manifest.id != *id {
            return Err(changed_meanwhile().into());
        }
        check_preview(stage.pet())?;
        let sheet = package.decode_sheet()?;
        check_visible(&sheet)?;
        self.step(Progress::Placing)?;
        let record = InstalledRecord {
            id: manifest.id.clone(),
            display_name: manifest.display_name.clone(),
            description: manifest.description.clone(),
            source,
        };
        let replaced = put_in_place(stage, &self.dirs.installed_pets(), &self.state, record)?;
        Ok(Installed {
            id: manifest.id.clone(),
            display_name: manifest.display_name.clone(),
            replaced,
            notes: sheet.notes.into_iter().take(MAX_NOTES).collect(),
        })
    }

    fn step(&self, progress: Progress) -> Result<(), InstallError> {
        if self.observer.is_cancelled() {
            return Err(InstallError::Cancelled);
        }
        self.observer.progress(progress);
        Ok(())
    }
}

fn changed_meanwhile() -> Finding {
    Finding::new(
        "package-changed",
        "The package was changed while it was being installed.",
        "Try again when it is at rest.",
    )
}

/// Opens the archive that a person chose, through links too.
fn open_archive(path: &Path) -> Result<File, InstallError> {
    match open_regular(path) {
        Ok(file) => Ok(file),
        Err(OpenError::NotRegular) => Err(Finding::new(
            "zip-not-regular",
            "What should be the archive is a folder, a device, a pipe or a socket.",
            "Choose the pet's ZIP file; a folder can be installed as it is.",
        )
        .into()),
        Err(OpenError::Io(error)) => Err(InstallError::io("open", path)(error)),
        Err(other) => Err(InstallError::io("open", path)(io::Error::other(other.to_string()))),
    }
}

fn other_id() -> Finding {
    Finding::new(
        "id-not-expected",
        "The package is another pet than the catalog says.",
        "Tell the gallery; nothing was installed.",
    )
}

/// Removes an installed pet, with everything that the settings say of it.
///
/// # Errors
/// When there is no such pet, or it is not OpenPets' to remove, or the disk says no. Nothing has changed then.
pub fn uninstall(dirs: &LibraryDirs, id: &PetId, command: &str) -> Result<(), InstallError> {
    if id.is_builtin() {
        return Err(InstallError::BuiltIn);
    }
    let _lock = Lock::take(&dirs.user_data, command)?;
    let (state, before) = StateFile::open_sound(&dirs.user_data)?;
    let _ = clean_up(dirs, &state);
    let pets = dirs.installed_pets();
    let folder = pets.join(id.as_str());
    if fs::symlink_metadata(&folder).is_err() {
        // OpenPets lists what is recorded; a record without a folder is a pet that somebody deleted by hand.
        if before.installed_pets().any(|known| known == id.as_str()) {
            state.update(|state| state.forget_pet(id))?;
            return Ok(());
        }
        let of_codex = dirs.codex_pets.as_ref().is_some_and(|codex| codex.join(id.as_str()).exists());
        return Err(if of_codex { InstallError::OfCodex } else { InstallError::NotInstalled });
    }
    let trash = pets.join(format!("{REMOVE_PREFIX}{id}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&trash);
    fs::rename(&folder, &trash).map_err(InstallError::io("remove", &folder))?;
    sync_folder(&pets);
    if let Err(error) = state.update(|state| state.forget_pet(id)) {
        // Failing that too, the next start finishes the removal.
        fs::rename(&trash, &folder).map_err(InstallError::io("put back", &folder))?;
        return Err(error.into());
    }
    // What cannot be removed now is removed by the next start.
    let _ = fs::remove_dir_all(&trash);
    Ok(())
}
