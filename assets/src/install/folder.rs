//! A package in a folder: only what belongs to the pet is copied, whatever else lies there.

use super::InstallError;
use super::archive::PREVIEW_NAME;
use super::progress::Observer;
use super::stage::Stage;
use crate::manifest::MANIFEST_NAME;
use crate::package::PetPackage;
use crate::sheet::MAX_SHEET_BYTES;
use crate::{Finding, Rules};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// Bytes at a time.
const CHUNK: usize = 64 * 1024;

/// A folder whose manifest keeps the tolerant rules. The folder's own name does not matter.
pub(super) struct Source(pub(super) PetPackage);

impl Source {
    /// Opens the folder and looks at what it holds. A path that leads through links is followed, as the person wrote
    /// it.
    pub(super) fn open(path: &Path) -> Result<Self, InstallError> {
        let real = path.canonicalize().map_err(InstallError::io("open the folder", path))?;
        let package = PetPackage::read(&real, Rules::Tolerant)?;
        package.probe_sheet()?;
        Ok(Self(package))
    }

    /// Copies the pet's files into the stage, where what was really copied has to be checked.
    pub(super) fn copy(&self, stage: &Stage, observer: &dyn Observer) -> Result<(), InstallError> {
        let copy = |name: &str, file: File| copy_file(file, name, stage, observer);
        copy(MANIFEST_NAME, self.0.open_manifest()?)?;
        copy(&self.0.manifest.sheet_name, self.0.open_sheet()?)?;
        match self.0.open_preview(PREVIEW_NAME)? {
            Some(preview) if self.0.manifest.sheet_name != PREVIEW_NAME => copy(PREVIEW_NAME, preview),
            _ => Ok(()),
        }
    }
}

fn copy_file(
    mut source: File,
    name: &str,
    stage: &Stage,
    observer: &dyn Observer,
) -> Result<(), InstallError> {
    let mut target = stage.create(name)?;
    let mut chunk = vec![0; CHUNK];
    let mut copied: u64 = 0;
    loop {
        if observer.is_cancelled() {
            return Err(InstallError::Cancelled);
        }
        let count = source.read(&mut chunk).map_err(InstallError::io("read", name))?;
        if count == 0 {
            return stage.finish(name, target);
        }
        copied += count as u64;
        if copied > MAX_SHEET_BYTES {
            return Err(too_large().into());
        }
        target.write_all(&chunk[..count]).map_err(InstallError::io("write", name))?;
    }
}

fn too_large() -> Finding {
    Finding::new(
        "package-file-too-large",
        format!("A file of the package has more than {} MiB.", MAX_SHEET_BYTES / 1024 / 1024),
        "Make the sheet smaller.",
    )
}
