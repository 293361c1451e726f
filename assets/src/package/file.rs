//! The rules about the files of a package before their contents matter.

use super::stamp::FileStamp;
use crate::Finding;
use crate::files::{Folder, OpenError, read_bounded};
use crate::manifest::MAX_MANIFEST_BYTES;
use crate::sheet::MAX_SHEET_BYTES;
use std::fs::File;
use std::io;
use std::path::Path;

/// What can be wrong with one file of a package.
pub(super) struct FileRules {
    what: &'static str,
    limit: u64,
    pub(super) missing: &'static str,
    symlink: &'static str,
    not_regular: &'static str,
    unreadable: &'static str,
    too_large: &'static str,
}

pub(super) const MANIFEST: FileRules = FileRules {
    what: "pet.json",
    limit: MAX_MANIFEST_BYTES,
    missing: "manifest-missing",
    symlink: "manifest-symlink",
    not_regular: "manifest-not-regular",
    unreadable: "manifest-unreadable",
    too_large: "manifest-too-large",
};

pub(super) const SHEET: FileRules = FileRules {
    what: "The sheet that pet.json names",
    limit: MAX_SHEET_BYTES,
    missing: "sheet-missing",
    symlink: "sheet-symlink",
    not_regular: "sheet-not-regular",
    unreadable: "sheet-unreadable",
    too_large: "sheet-too-large",
};

#[cfg(feature = "install")]
pub(super) const PREVIEW: FileRules = FileRules {
    what: "preview.webp",
    limit: MAX_SHEET_BYTES,
    missing: "preview-missing",
    symlink: "preview-symlink",
    not_regular: "preview-not-regular",
    unreadable: "preview-unreadable",
    too_large: "preview-too-large",
};

impl FileRules {
    /// Opens the file, and notes in `stamp` which one it was.
    pub(super) fn open(&self, dir: &Path, name: &str, stamp: &mut FileStamp) -> Result<File, Finding> {
        let folder = Folder::open(dir).map_err(|error| folder_finding(dir, &error))?;
        let what = self.what;
        let file = folder.open_file(name).map_err(|error| match error {
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
        })?;
        *stamp = FileStamp::of(&file);
        Ok(file)
    }

    pub(super) fn read(&self, file: &mut File) -> Result<Vec<u8>, Finding> {
        match read_bounded(file, self.limit) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(self.too_large()),
            Err(error) => Err(self.unreadable(&error)),
        }
    }

    /// The file, if it is not too large.
    #[cfg(feature = "install")]
    pub(super) fn check_length(&self, file: File) -> Result<File, Finding> {
        let length = file.metadata().map_err(|error| self.unreadable(&error))?.len();
        if length > self.limit { Err(self.too_large()) } else { Ok(file) }
    }

    fn too_large(&self) -> Finding {
        Finding::new(
            self.too_large,
            format!("{} has more than {} KiB.", self.what, self.limit / 1024),
            "Make it smaller.",
        )
    }

    pub(super) fn unreadable(&self, error: &io::Error) -> Finding {
        Finding::new(
            self.unreadable,
            format!("{} cannot be read: {error}.", self.what),
            "Check the file's permissions and the disk.",
        )
    }
}

pub(super) fn folder_finding(dir: &Path, error: &io::Error) -> Finding {
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
