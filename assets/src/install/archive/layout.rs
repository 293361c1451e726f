//! Which files an archive holds: those of one pet, and nothing else.

use super::directory::Directory;
use super::entry::Method;
use super::name::{Named, parse};
use super::{PACK_AGAIN, PREVIEW_NAME, finding};
use crate::Finding;
use crate::manifest::MANIFEST_NAME;
use std::collections::HashSet;

/// Characters of a stranger's file name that are told.
const MAX_SHOWN: usize = 60;

/// A file of the package.
#[derive(Debug, Clone)]
pub(super) struct FileEntry {
    /// Its plain name.
    pub(super) leaf: String,
    /// Where its contents begin, and how many bytes they have in the archive.
    pub(super) contents: u64,
    pub(super) packed: u64,
    pub(super) method: Method,
    /// Their bytes and their checksum when unpacked, as the directory says.
    pub(super) size: u64,
    pub(super) crc: u32,
}

/// The files of an archive.
#[derive(Debug)]
pub(super) struct Layout {
    files: Vec<FileEntry>,
}

impl Layout {
    /// Sorts the entries out.
    ///
    /// # Errors
    /// The first rule that a name breaks, or that they break together.
    pub(super) fn of(directory: &Directory) -> Result<Self, Finding> {
        let mut files = Vec::new();
        let mut top = None;
        let (mut names, mut folded) = (HashSet::new(), HashSet::new());
        for (entry, contents) in directory.entries.iter().zip(&directory.contents) {
            let named = parse(&entry.name)?;
            let (folder, leaf) = match named {
                Named::Folder(folder) => (Some(folder), None),
                Named::File { folder, leaf } => (folder, Some(leaf)),
            };
            if *top.get_or_insert(folder) != folder {
                return Err(finding(
                    "zip-layout",
                    "The archive's files are neither all at the top nor all in one folder.",
                    "Pack only the pet's folder, without files that a system adds, such as __MACOSX.",
                ));
            }
            if !names.insert((folder, leaf)) {
                return Err(finding(
                    "zip-duplicate-name",
                    "The archive holds two files of one name.",
                    PACK_AGAIN,
                ));
            }
            // On some systems these would be one file.
            if !folded.insert((folder.map(fold), leaf.map(fold))) {
                return Err(finding(
                    "zip-case-collision",
                    "Two names in the archive differ only in capitals.",
                    "Rename or remove one of the two files.",
                ));
            }
            match leaf {
                Some(leaf) => files.push(FileEntry {
                    leaf: leaf.to_owned(),
                    contents: *contents,
                    packed: entry.packed,
                    method: entry.method,
                    size: entry.size,
                    crc: entry.crc,
                }),
                None if entry.size > 0 => {
                    return Err(super::damaged("a folder has contents"));
                }
                None => {}
            }
        }
        Ok(Self { files })
    }

    /// The manifest.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn manifest(&self) -> Result<FileEntry, Finding> {
        self.files.iter().find(|file| file.leaf == MANIFEST_NAME).cloned().ok_or_else(|| {
            finding(
                "zip-manifest-missing",
                "The archive holds no pet.json.",
                "Pack a pet's folder, with all its files.",
            )
        })
    }

    /// Checks that beside the manifest there is the sheet, perhaps a preview, and nothing else.
    ///
    /// # Errors
    /// The rule that is broken.
    pub(super) fn check_files(&self, sheet: &str) -> Result<(), Finding> {
        if let Some(other) =
            self.files.iter().find(|file| ![MANIFEST_NAME, sheet, PREVIEW_NAME].contains(&&*file.leaf))
        {
            return Err(Finding::new(
                "zip-unexpected-file",
                format!("The archive holds \"{}\", which belongs to no pet.", shown(&other.leaf)),
                "Pack only pet.json, the sheet that it names, and preview.webp if there is one.",
            ));
        }
        if !self.files.iter().any(|file| file.leaf == sheet) {
            return Err(Finding::new(
                "zip-sheet-missing",
                format!("The archive does not hold \"{}\", the sheet that pet.json names.", shown(sheet)),
                "Pack the sheet too.",
            ));
        }
        Ok(())
    }

    /// Everything but the manifest.
    pub(super) fn other_files(&self) -> Vec<FileEntry> {
        self.files.iter().filter(|file| file.leaf != MANIFEST_NAME).cloned().collect()
    }
}

/// A name as it is told, without control characters by now: its beginning, as the rest may be long.
fn shown(name: &str) -> String {
    let rest = name.chars().nth(MAX_SHOWN).map(|_| "…");
    name.chars().take(MAX_SHOWN).chain(rest.into_iter().flat_map(str::chars)).collect()
}

/// A name without the difference between capitals and small letters. By way of the capitals, since some letters, such
/// as the two small sigmas, have only those in common.
fn fold(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}
