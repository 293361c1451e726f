//! Every pet there is: built in, installed, and of Codex, each with its health. A package that cannot be shown is
//! listed as broken with the reason; it never just fails to appear.

#[cfg(feature = "watch")]
mod hold;

use crate::dirs::LibraryDirs;
use crate::manifest::{Manifest, SpriteVersion};
use crate::package::{PetSource, Stamp, Visit};
use crate::sheet::{self, Sheet};
use crate::{Finding, PetId, PetState, Rules};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// Codex pets are read live from a folder that others fill; more than this are not looked at (the limit of
/// OpenPets).
pub const MAX_CODEX_PETS: usize = 100;

/// Installed pets that are looked at. Far more than anybody has; a bound for a folder gone wrong.
pub const MAX_INSTALLED_PETS: usize = 1_000;

/// Entries of a folder that are looked at to find pets among them.
const MAX_FOLDER_ENTRIES: usize = 10_000;

const BUILT_IN_MANIFEST: &[u8] = include_bytes!("../builtin/pet.json");
const BUILT_IN_SHEET: &[u8] = include_bytes!("../builtin/spritesheet.webp");

/// One pet of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PetEntry {
    /// The name of its folder, which for a sound package is its id. Unique in the library.
    pub id: String,
    /// The name for people; the id where the manifest cannot be read.
    pub display_name: String,
    /// What its author says about it; empty where the manifest cannot be read.
    pub description: String,
    /// Where it comes from.
    pub source: PetSource,
    /// Its folder; the built-in pet has none.
    pub dir: Option<PathBuf>,
    /// Which layout its sheet follows; what the manifest says where the sheet cannot be read.
    pub sprite_version: SpriteVersion,
    /// Why it cannot be shown, as far as the manifest and the sheet's header tell.
    pub health: Result<(), Finding>,
    /// What is odd about a pet that can be shown all the same, as far as the manifest and the sheet's header tell.
    /// [`Sheet::notes`] has these and those about the pixels.
    pub notes: Vec<Finding>,
    /// Differs when the pet's files have changed, see [`Stamp`].
    pub stamp: Stamp,
}

/// The pets of one user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library {
    entries: Vec<PetEntry>,
    by_id: HashMap<String, usize>,
    findings: Vec<Finding>,
}

impl Library {
    /// Looks at every folder, tolerantly. Reads manifests and headers only, so that a hundred pets take milliseconds.
    ///
    /// The built-in pet comes first, then installed pets, then those of Codex, each by id. Of two pets with one id
    /// the installed one counts, even where it is broken; the one of Codex is no entry but a finding of the library.
    #[must_use]
    pub fn scan(dirs: &LibraryDirs) -> Self {
        let mut library = Self { entries: Vec::new(), by_id: HashMap::new(), findings: Vec::new() };
        library.add(built_in_entry());
        library.scan_folder(&dirs.installed_pets(), PetSource::Installed, MAX_INSTALLED_PETS);
        if let Some(codex) = &dirs.codex_pets {
            library.scan_folder(codex, PetSource::Codex, MAX_CODEX_PETS);
        }
        library
    }

    /// The pet with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&PetEntry> {
        self.by_id.get(id).map(|index| &self.entries[*index])
    }

    /// Every pet, in order.
    pub fn iter(&self) -> impl Iterator<Item = &PetEntry> {
        self.entries.iter()
    }

    /// The pet that is always there.
    #[must_use]
    pub fn built_in(&self) -> &PetEntry {
        // Added first by `scan`, the only constructor.
        &self.entries[0]
    }

    /// What is wrong with the folders themselves.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn add(&mut self, entry: PetEntry) {
        self.by_id.insert(entry.id.clone(), self.entries.len());
        self.entries.push(entry);
    }

    fn scan_folder(&mut self, folder: &Path, source: PetSource, limit: usize) {
        let mut names = match pet_folders(folder, MAX_FOLDER_ENTRIES) {
            Ok((names, Looked::AtAll)) => names,
            Ok((names, Looked::AtSome)) => {
                self.findings.push(Finding::new(
                    "too-many-entries",
                    format!(
                        "Only the first {MAX_FOLDER_ENTRIES} entries of the folder of {source} pets are looked at."
                    ),
                    "Remove from it what is no pet.",
                ));
                names
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => {
                self.findings.push(Finding::new(
                    "pets-folder-unreadable",
                    format!("The folder of {source} pets cannot be read: {error}."),
                    "Check its permissions and the disk.",
                ));
                return;
            }
        };
        // A folder gives its names in no order that means anything; people expect pets to stay where they were.
        names.sort_unstable();
        let left_out = names.len().saturating_sub(limit);
        names.truncate(limit);
        if left_out > 0 {
            self.findings.push(Finding::new(
                "too-many-pets",
                format!("{left_out} {source} pets are left out: at most {limit} are read."),
                "Remove pets that you do not use.",
            ));
        }
        for name in names {
            // Names are printed to terminals, where a control character would do harm.
            let id = name.to_string_lossy().replace(char::is_control, "\u{fffd}");
            if self.by_id.contains_key(&id) {
                self.findings.push(Finding::new(
                    "shadowed-pet",
                    format!("The {source} pet \"{id}\" is hidden by another one of the same id."),
                    "Rename or remove one of the two.",
                ));
                continue;
            }
            self.add(read_entry(&folder.join(name), id, source));
        }
    }
}

/// How much of a folder was looked at.
#[derive(Debug, PartialEq, Eq)]
enum Looked {
    AtAll,
    AtSome,
}

/// The names of what could be pets: folders, but no hidden ones, in which installers prepare things. Looks at `limit`
/// entries at most.
fn pet_folders(folder: &Path, limit: usize) -> io::Result<(Vec<OsString>, Looked)> {
    let mut names = Vec::new();
    let mut entries = fs::read_dir(folder)?;
    for entry in entries.by_ref().take(limit) {
        let entry = entry?;
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(b".") && is_folder(&entry) {
            names.push(name);
        }
    }
    let looked = if entries.next().is_some() { Looked::AtSome } else { Looked::AtAll };
    Ok((names, looked))
}

/// A link to a folder counts too: it is listed, and opening it says why it is refused.
fn is_folder(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
        Ok(kind) => kind.is_dir(),
        Err(_) => false,
    }
}

fn read_entry(dir: &Path, id: String, source: PetSource) -> PetEntry {
    let mut stamp = Stamp::default();
    let visit = Visit::new(dir, source, &mut stamp);
    let entry = match visit {
        Err(finding) => unreadable(id, source, finding),
        Ok(Visit { package, layout: Err(finding) }) => {
            PetEntry { health: Err(finding), ..entry(package.manifest, source) }
        }
        Ok(Visit { package, layout: Ok(layout) }) => PetEntry {
            sprite_version: layout.version,
            notes: package.notes.into_iter().chain(layout.notes).collect(),
            ..entry(package.manifest, source)
        },
    };
    PetEntry { dir: Some(dir.to_owned()), stamp, ..entry }
}

fn built_in_entry() -> PetEntry {
    match Manifest::parse_built_in(BUILT_IN_MANIFEST) {
        Ok(manifest) => entry(manifest, PetSource::BuiltIn),
        // Not with the file that is part of the program, which a test reads.
        Err(finding) => unreadable(PetId::BUILTIN.to_owned(), PetSource::BuiltIn, finding),
    }
}

/// A pet that is healthy as far as its manifest tells.
fn entry(manifest: Manifest, source: PetSource) -> PetEntry {
    PetEntry {
        id: manifest.id.into(),
        display_name: manifest.display_name,
        description: manifest.description,
        source,
        dir: None,
        sprite_version: manifest.sprite_version,
        health: Ok(()),
        notes: Vec::new(),
        stamp: Stamp::default(),
    }
}

/// A pet of which only the name of its folder is known.
fn unreadable(id: String, source: PetSource, finding: Finding) -> PetEntry {
    PetEntry {
        display_name: id.clone(),
        id,
        description: String::new(),
        source,
        dir: None,
        sprite_version: SpriteVersion::V1,
        health: Err(finding),
        notes: Vec::new(),
        stamp: Stamp::default(),
    }
}

impl PetEntry {
    /// Whether the pet's files are still those that were scanned.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let Some(dir) = &self.dir else { return true };
        let mut stamp = Stamp::default();
        // Broken or not is not the question here.
        let _ = Visit::new(dir, self.source, &mut stamp);
        stamp == self.stamp
    }
}

/// Decodes a pet's sheet.
///
/// # Errors
/// The first rule that the package breaks now, whatever it was like when the library was scanned.
pub fn load_sheet(entry: &PetEntry) -> Result<Sheet, Finding> {
    let sheet = match &entry.dir {
        Some(dir) => {
            let visit = Visit::new(dir, entry.source, &mut Stamp::default())?;
            visit.layout?;
            visit.package.decode_sheet()?
        }
        None => sheet::decode(BUILT_IN_SHEET, &Manifest::parse_built_in(BUILT_IN_MANIFEST)?, Rules::Strict)?,
    };
    check_visible(&sheet)?;
    Ok(sheet)
}

/// A sheet must have something to show.
pub(crate) fn check_visible(sheet: &Sheet) -> Result<(), Finding> {
    if sheet.clips.get(PetState::Idle).is_none() {
        return Err(Finding::new(
            "idle-empty",
            "The sheet's first row, idle, is empty: there would be nothing to see.",
            "Draw at least one idle frame.",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
