//! A package in a folder: only what belongs to the pet is copied, whatever else lies there.

use super::InstallError;
use super::archive::PREVIEW_NAME;
use super::progress::Observer;
use super::stage::Stage;
use crate::files::{Folder, OpenError};
use crate::manifest::{MANIFEST_NAME, Manifest};
use crate::sheet::MAX_SHEET_BYTES;
use crate::{PetPackage, Rules};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Bytes at a time.
const CHUNK: usize = 64 * 1024;

/// A folder whose manifest keeps the tolerant rules. The folder's own name does not matter.
pub(super) struct Source {
    folder: Folder,
    pub(super) manifest: Manifest,
}

impl Source {
    /// Opens the folder and reads its manifest. A path that leads through links is followed, as the person wrote it.
    pub(super) fn open(path: &Path) -> Result<Self, InstallError> {
        let real = path.canonicalize().map_err(InstallError::io("open the folder", path))?;
        let folder = Folder::open(&real).map_err(InstallError::io("open the folder", path))?;
        let manifest = PetPackage::read(&real, Rules::Tolerant)?.manifest;
        Ok(Self { folder, manifest })
    }

    /// Copies the pet's files.
    pub(super) fn copy(&self, stage: &Stage, observer: &dyn Observer) -> Result<(), InstallError> {
        self.copy_file(MANIFEST_NAME, stage, observer)?;
        self.copy_file(&self.manifest.sheet_name, stage, observer)?;
        if self.manifest.sheet_name != PREVIEW_NAME {
            match self.copy_file(PREVIEW_NAME, stage, observer) {
                // A picture for galleries: a pet does without.
                Err(InstallError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
                copied => copied?,
            }
        }
        Ok(())
    }

    fn copy_file(&self, name: &str, stage: &Stage, observer: &dyn Observer) -> Result<(), InstallError> {
        let mut source = self.folder.open_file(name).map_err(|error| InstallError::Io {
            action: "open",
            path: name.into(),
            error: match error {
                OpenError::Missing => io::ErrorKind::NotFound.into(),
                OpenError::Io(error) => error,
                other => io::Error::other(other.to_string()),
            },
        })?;
        let mut target = stage.create(name)?;
        copy_bounded(&mut source, &mut target, name, observer)?;
        stage.finish(name, target)
    }
}

fn copy_bounded(
    source: &mut File,
    target: &mut File,
    name: &str,
    observer: &dyn Observer,
) -> Result<(), InstallError> {
    let mut chunk = vec![0; CHUNK];
    let mut copied: u64 = 0;
    loop {
        if observer.is_cancelled() {
            return Err(InstallError::Cancelled);
        }
        let count = source.read(&mut chunk).map_err(InstallError::io("read", name))?;
        if count == 0 {
            return Ok(());
        }
        copied += count as u64;
        if copied > MAX_SHEET_BYTES {
            return Err(InstallError::Cancelled);
        }
        target.write_all(&chunk[..count]).map_err(InstallError::io("write", name))?;
    }
}
