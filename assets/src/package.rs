//! A pet's folder: its manifest and its sheet, opened with care, because others filled it.

use crate::files::{Folder, OpenError, read_bounded};
use crate::manifest::{MANIFEST_NAME, MAX_MANIFEST_BYTES, Manifest};
use crate::sheet::{self, MAX_SHEET_BYTES, Sheet, SheetHeader};
use crate::{Finding, PetId};
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Where a pet comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PetSource {
    /// Part of the program.
    BuiltIn,
    /// A folder in `<userData>/pets`.
    Installed,
    /// A folder in `~/.codex/pets`: read live, never written.
    Codex,
}

impl PetSource {
    /// The name, as the command line prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "builtin",
            Self::Installed => "installed",
            Self::Codex => "codex",
        }
    }
}

impl fmt::Display for PetSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A folder whose manifest keeps every rule. Its sheet has not been looked at yet.
#[derive(Debug, Clone, PartialEq)]
pub struct PetPackage {
    /// What the pet says about itself.
    pub manifest: Manifest,
    /// The pet's folder.
    pub dir: PathBuf,
    /// The sheet's path in the folder; it may not exist.
    pub sheet_path: PathBuf,
    /// Where the folder is.
    pub source: PetSource,
}

impl PetPackage {
    /// Opens a pet's folder, which must be named as the pet's id.
    ///
    /// # Errors
    /// The first rule that the folder or its manifest breaks.
    pub fn open(dir: &Path, source: PetSource) -> Result<Self, Finding> {
        let mut file = MANIFEST.open(dir, MANIFEST_NAME)?;
        let bytes = MANIFEST.read(&mut file)?;
        let manifest = Manifest::parse(&bytes)?;
        if source == PetSource::Codex {
            manifest.check_codex_name()?;
        }
        if dir.file_name() != Some(manifest.id.as_str().as_ref()) {
            return Err(not_named_as(&manifest.id));
        }
        let sheet_path = dir.join(&manifest.sheet_name);
        Ok(Self { manifest, dir: dir.to_owned(), sheet_path, source })
    }

    /// Checks the sheet's header, without decoding any pixel.
    ///
    /// # Errors
    /// The first rule that the sheet's file or its header breaks.
    pub fn probe_sheet(&self) -> Result<SheetHeader, Finding> {
        let mut file = self.open_sheet()?;
        sheet::probe(&mut file, self.manifest.sprite_version)
    }

    /// Decodes the sheet.
    ///
    /// # Errors
    /// The first rule that the sheet's file, its header or its pixels break.
    pub fn decode_sheet(&self) -> Result<Sheet, Finding> {
        let mut file = self.open_sheet()?;
        // The header first: a sheet that it refuses is never read into memory.
        sheet::probe(&mut file, self.manifest.sprite_version)?;
        io::Seek::rewind(&mut file).map_err(|error| SHEET.unreadable(&error))?;
        sheet::decode(&SHEET.read(&mut file)?, self.manifest.sprite_version)
    }

    fn open_sheet(&self) -> Result<File, Finding> {
        SHEET.open(&self.dir, &self.manifest.sheet_name)
    }
}

fn not_named_as(id: &PetId) -> Finding {
    Finding::new(
        "id-not-folder",
        format!("The folder is not named \"{id}\", which is the pet's id."),
        "Rename the folder, or change \"id\" in pet.json.",
    )
}

fn folder_finding(dir: &Path, error: &io::Error) -> Finding {
    if std::fs::symlink_metadata(dir).is_ok_and(|metadata| metadata.is_symlink()) {
        return Finding::new(
            "folder-symlink",
            "The folder is a symbolic link, which OpenPets does not follow.",
            "Copy the folder itself to this place.",
        );
    }
    Finding::new(
        "folder-unreadable",
        format!("The folder cannot be opened: {error}."),
        "Check its permissions and the disk.",
    )
}

/// What can be wrong with one file of a package before its contents matter.
struct FileRules {
    what: &'static str,
    limit: u64,
    missing: &'static str,
    symlink: &'static str,
    not_regular: &'static str,
    unreadable: &'static str,
    too_large: &'static str,
}

const MANIFEST: FileRules = FileRules {
    what: "pet.json",
    limit: MAX_MANIFEST_BYTES,
    missing: "manifest-missing",
    symlink: "manifest-symlink",
    not_regular: "manifest-not-regular",
    unreadable: "manifest-unreadable",
    too_large: "manifest-too-large",
};

const SHEET: FileRules = FileRules {
    what: "The sheet that pet.json names",
    limit: MAX_SHEET_BYTES,
    missing: "sheet-missing",
    symlink: "sheet-symlink",
    not_regular: "sheet-not-regular",
    unreadable: "sheet-unreadable",
    too_large: "sheet-too-large",
};

impl FileRules {
    fn open(&self, dir: &Path, name: &str) -> Result<File, Finding> {
        let folder = Folder::open(dir).map_err(|error| folder_finding(dir, &error))?;
        let what = self.what;
        folder.open_file(name).map_err(|error| match error {
            OpenError::Missing => {
                Finding::new(self.missing, format!("{what} does not exist."), "Add the file to the folder.")
            }
            OpenError::Symlink => Finding::new(
                self.symlink,
                format!("{what} is a symbolic link, which could lead out of the folder."),
                "Copy the file itself into the folder.",
            ),
            OpenError::NotRegular => Finding::new(
                self.not_regular,
                format!("{what} is not a regular file."),
                "Put the file itself into the folder.",
            ),
            OpenError::Io(error) => self.unreadable(&error),
        })
    }

    fn read(&self, file: &mut File) -> Result<Vec<u8>, Finding> {
        match read_bounded(file, self.limit) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(Finding::new(
                self.too_large,
                format!("{} has more than {} KiB.", self.what, self.limit / 1024),
                "Make it smaller.",
            )),
            Err(error) => Err(self.unreadable(&error)),
        }
    }

    fn unreadable(&self, error: &io::Error) -> Finding {
        Finding::new(
            self.unreadable,
            format!("{} cannot be read: {error}.", self.what),
            "Check the file's permissions and the disk.",
        )
    }
}
