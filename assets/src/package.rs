//! A pet's folder: its manifest and its sheet, opened with care, because others filled it.

mod file;
mod sheet_name;
mod stamp;

pub use stamp::Stamp;

use crate::manifest::{MANIFEST_NAME, Manifest};
use crate::sheet::{self, Layout, Sheet};
use crate::{Finding, PetId, Rules};
#[cfg(feature = "install")]
use file::PREVIEW;
use file::{MANIFEST, SHEET};
use stamp::FileStamp;
use std::fmt;
#[cfg(feature = "install")]
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
    /// What it was read by.
    pub rules: Rules,
    /// What is odd about the manifest, but does no harm.
    pub notes: Vec<Finding>,
}

impl PetPackage {
    /// Reads the manifest in a pet's folder, whatever the folder's name is.
    ///
    /// # Errors
    /// The first rule that the folder or its manifest breaks.
    pub fn read(dir: &Path, rules: Rules) -> Result<Self, Finding> {
        Self::read_stamped(dir, rules, &mut Stamp::default())
    }

    fn read_stamped(dir: &Path, rules: Rules, stamp: &mut Stamp) -> Result<Self, Finding> {
        let mut file = MANIFEST.open(dir, MANIFEST_NAME, &mut stamp.manifest)?;
        let bytes = MANIFEST.read(&mut file)?;
        let mut notes = Vec::new();
        let manifest = match rules {
            Rules::Strict => Manifest::parse(&bytes)?,
            Rules::Tolerant => {
                Manifest::parse_tolerantly(&bytes, || sheet_name::only_sheet(dir), &mut notes)?
            }
        };
        let sheet_path = dir.join(&manifest.sheet_name);
        Ok(Self { manifest, dir: dir.to_owned(), sheet_path, rules, notes })
    }

    /// Checks what matters only in the library: the folder must be named as the pet's id, and Codex has a shorter
    /// bound on names.
    ///
    /// # Errors
    /// The first of these rules that it breaks.
    pub fn check_place(&self, source: PetSource) -> Result<(), Finding> {
        if source == PetSource::Codex {
            self.manifest.check_codex_name()?;
        }
        if self.dir.file_name() != Some(self.manifest.id.as_str().as_ref()) {
            return Err(not_named_as(&self.manifest.id));
        }
        Ok(())
    }

    /// Opens the manifest's file for reading.
    #[cfg(feature = "install")]
    pub(crate) fn open_manifest(&self) -> Result<File, Finding> {
        MANIFEST.open(&self.dir, MANIFEST_NAME, &mut FileStamp::default())
    }

    /// Opens the sheet's file for reading.
    #[cfg(feature = "install")]
    pub(crate) fn open_sheet(&self) -> Result<File, Finding> {
        SHEET.open(&self.dir, &self.manifest.sheet_name, &mut FileStamp::default())
    }

    /// Opens the picture for galleries, if there is one.
    #[cfg(feature = "install")]
    pub(crate) fn open_preview(&self, name: &str) -> Result<Option<File>, Finding> {
        match PREVIEW.open(&self.dir, name, &mut FileStamp::default()) {
            Err(finding) if finding.rule == PREVIEW.missing => Ok(None),
            opened => opened.and_then(|file| PREVIEW.check_length(file)).map(Some),
        }
    }

    /// Checks the sheet's header, without decoding any pixel.
    ///
    /// # Errors
    /// The first rule that the sheet's file or its header breaks.
    pub fn probe_sheet(&self) -> Result<Layout, Finding> {
        self.probe_stamped(&mut Stamp::default())
    }

    fn probe_stamped(&self, stamp: &mut Stamp) -> Result<Layout, Finding> {
        let mut file = SHEET.open(&self.dir, &self.manifest.sheet_name, &mut stamp.sheet)?;
        sheet::probe(&mut file, &self.manifest, self.rules)
    }

    /// Decodes the sheet.
    ///
    /// # Errors
    /// The first rule that the sheet's file, its header or its pixels break.
    pub fn decode_sheet(&self) -> Result<Sheet, Finding> {
        let mut file = SHEET.open(&self.dir, &self.manifest.sheet_name, &mut FileStamp::default())?;
        // The header first: a sheet that it refuses is never read into memory.
        sheet::probe(&mut file, &self.manifest, self.rules)?;
        io::Seek::rewind(&mut file).map_err(|error| SHEET.unreadable(&error))?;
        let mut sheet = sheet::decode(&SHEET.read(&mut file)?, &self.manifest, self.rules)?;
        sheet.notes.splice(0..0, self.notes.iter().cloned());
        Ok(sheet)
    }
}

/// A folder of the library.
pub(crate) struct Visit {
    pub(crate) package: PetPackage,
    /// What the sheet's header says, or why it cannot be shown.
    pub(crate) layout: Result<Layout, Finding>,
}

impl Visit {
    /// Reads a folder of the library, tolerantly. `stamp` becomes that of its files, as far as they could be opened.
    ///
    /// Pets in the library's own folder were mostly installed by the strict rules, which do not look at everything
    /// that the tolerant ones do, and what OpenPets shows must not be refused. So the strict rules are asked too
    /// where the tolerant ones refuse an installed pet.
    pub(crate) fn new(dir: &Path, source: PetSource, stamp: &mut Stamp) -> Result<Self, Finding> {
        let visit = Self::by(dir, source, Rules::Tolerant, stamp);
        let refusal = match &visit {
            Ok(Self { layout: Ok(_), .. }) => return visit,
            Ok(Self { layout: Err(finding), .. }) | Err(finding) => finding.clone(),
        };
        if source == PetSource::Installed
            && let Ok(mut strict) = Self::by(dir, source, Rules::Strict, stamp)
            && strict.layout.is_ok()
        {
            strict.package.notes.push(refusal);
            return Ok(strict);
        }
        visit
    }

    fn by(dir: &Path, source: PetSource, rules: Rules, stamp: &mut Stamp) -> Result<Self, Finding> {
        let package = PetPackage::read_stamped(dir, rules, stamp)?;
        package.check_place(source)?;
        let layout = package.probe_stamped(stamp);
        Ok(Self { package, layout })
    }
}

fn not_named_as(id: &PetId) -> Finding {
    Finding::new(
        "id-not-folder",
        format!("The folder is not named \"{id}\", which is the pet's id."),
        "Rename the folder, or change \"id\" in pet.json.",
    )
}
