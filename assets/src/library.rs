//! Every pet there is: built in, installed, and of Codex, each with its health. A package that cannot be shown is
//! listed as broken with the reason; it never just fails to appear.

use crate::dirs::LibraryDirs;
use crate::manifest::SpriteVersion;
use crate::package::{PetPackage, PetSource};
use crate::sheet::{self, Sheet};
use crate::{Finding, PetId};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs;
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
#[derive(Debug, Clone, PartialEq)]
pub struct PetEntry {
    /// The name of its folder, which for a sound package is its id.
    pub id: String,
    /// The name for people; the id where the manifest cannot be read.
    pub display_name: String,
    /// What its author says about it; empty where the manifest cannot be read.
    pub description: String,
    /// Where it comes from.
    pub source: PetSource,
    /// Its folder; the built-in pet has none.
    pub dir: Option<PathBuf>,
    /// Which atlas it has.
    pub sprite_version: SpriteVersion,
    /// Why it cannot be shown, as far as the manifest and the sheet's header tell.
    pub health: Result<(), Finding>,
}

/// The pets of one user.
#[derive(Debug, Clone)]
pub struct Library {
    entries: Vec<PetEntry>,
    by_id: HashMap<String, usize>,
    findings: Vec<Finding>,
}

impl Library {
    /// Looks at every folder. Reads manifests and headers only, so that a hundred pets take milliseconds.
    ///
    /// The built-in pet comes first, then installed pets, then those of Codex, each by id. Of two pets with one id
    /// the installed one counts; the one of Codex is a finding of the library.
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
        let (names, left_out) = pet_folders(folder, limit);
        if left_out > 0 {
            self.findings.push(Finding::new(
                "too-many-pets",
                format!("{left_out} pets of {} are left out: at most {limit} are read.", folder.display()),
                "Remove pets that you do not use.",
            ));
        }
        for name in names {
            if self.by_id.contains_key(&name) {
                self.findings.push(Finding::new(
                    "shadowed-pet",
                    format!("The {source} pet \"{name}\" is hidden by another one of the same id."),
                    "Rename or remove one of the two.",
                ));
                continue;
            }
            self.add(read_entry(&folder.join(&name), name, source));
        }
    }
}

/// The names of the folders in a folder, sorted, and how many more there are. A missing folder has none.
fn pet_folders(folder: &Path, limit: usize) -> (Vec<String>, usize) {
    let Ok(entries) = fs::read_dir(folder) else { return (Vec::new(), 0) };
    let mut names: Vec<String> = entries
        .take(MAX_FOLDER_ENTRIES)
        .filter_map(Result::ok)
        // A link to a folder is listed too: opening it says why it is refused.
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir() || kind.is_symlink()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort_unstable();
    let left_out = names.len().saturating_sub(limit);
    names.truncate(limit);
    (names, left_out)
}

fn read_entry(dir: &Path, name: String, source: PetSource) -> PetEntry {
    let broken = |finding| PetEntry {
        id: name.clone(),
        display_name: name.clone(),
        description: String::new(),
        source,
        dir: Some(dir.to_owned()),
        sprite_version: SpriteVersion::V1,
        health: Err(finding),
    };
    match PetPackage::open(dir, source) {
        Err(finding) => broken(finding),
        Ok(package) => {
            let health = package.probe_sheet().map(|_| ());
            PetEntry {
                id: name,
                display_name: package.manifest.display_name,
                description: package.manifest.description,
                source,
                dir: Some(package.dir),
                sprite_version: package.manifest.sprite_version,
                health,
            }
        }
    }
}

/// What the built-in manifest tells. Its id is one that other packages must not have, so the strict rules for
/// packages do not apply to it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BuiltInManifest {
    display_name: String,
    description: String,
}

fn built_in_entry() -> PetEntry {
    #[expect(clippy::expect_used, reason = "part of the program; a test reads it")]
    let manifest: BuiltInManifest =
        serde_json::from_slice(BUILT_IN_MANIFEST).expect("the built-in manifest is sound");
    PetEntry {
        id: PetId::BUILTIN.to_owned(),
        display_name: manifest.display_name,
        description: manifest.description,
        source: PetSource::BuiltIn,
        dir: None,
        sprite_version: SpriteVersion::V2,
        health: Ok(()),
    }
}

/// Decodes a pet's sheet.
///
/// # Errors
/// The first rule that the package breaks now, whatever it was like when the library was scanned.
pub fn load_sheet(entry: &PetEntry) -> Result<Sheet, Finding> {
    match &entry.dir {
        Some(dir) => PetPackage::open(dir, entry.source)?.decode_sheet(),
        None => sheet::decode(BUILT_IN_SHEET, entry.sprite_version),
    }
}

#[cfg(test)]
mod tests;
