//! `pet.json`: what a package says about itself.

mod dialect;
mod json;

pub(crate) use dialect::{Dialect, FrameSize, MAX_DIALECT_FRAMES};
pub(crate) use json::{LFS_POINTER, lfs_finding};

use crate::{Finding, PetId};
use serde_json::{Map, Value};

/// The manifest's file name in every package.
pub const MANIFEST_NAME: &str = "pet.json";
/// Most bytes of a manifest; the protocol's own bound.
pub const MAX_MANIFEST_BYTES: u64 = 128 * 1024;
/// Most characters of a display name, counted as JavaScript counts them (UTF-16 units), like all lengths here.
const MAX_DISPLAY_NAME: usize = 120;
/// The same for a pet of the Codex folder.
const MAX_CODEX_DISPLAY_NAME: usize = 80;
/// Most characters of a description.
const MAX_DESCRIPTION: usize = 500;
/// Longest file name of the file systems in use.
const MAX_FILE_NAME_BYTES: usize = 255;

/// Which layout the sheet follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpriteVersion {
    /// 8 columns, 9 rows.
    V1,
    /// 8 columns, 11 rows: also looks around.
    V2,
}

impl SpriteVersion {
    /// The number in the manifest: 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }

    /// Rows of the sheet.
    #[must_use]
    pub const fn rows(self) -> u32 {
        match self {
            Self::V1 => 9,
            Self::V2 => 11,
        }
    }
}

/// A manifest that keeps every rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// The pet's id; of a package never the built-in one.
    pub id: PetId,
    /// The name that people see, 1 to 120 characters, without control characters.
    pub display_name: String,
    /// A sentence or two, 1 to 500 characters, without control characters.
    pub description: String,
    /// The sheet's file name in the package's folder.
    pub sheet_name: String,
    /// The sheet's layout, as far as the manifest says it: version 1 if it says nothing.
    pub sprite_version: SpriteVersion,
    /// The frames and animations of Codex' terminal, which the strict rules do not look at.
    pub(crate) dialect: Option<Dialect>,
    /// The whole document, with the fields that we do not know, in their order.
    pub document: Map<String, Value>,
}

impl Manifest {
    /// Reads the manifest of a package by the strict rules.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn parse(bytes: &[u8]) -> Result<Self, Finding> {
        let manifest = Self::of(json::object(bytes)?, sheet_name)?;
        manifest.refuse_reserved_id()?;
        Ok(manifest)
    }

    /// The same by the tolerant rules; what they let pass is noted. `only_sheet` finds the name of the sheet where
    /// the manifest does not say it.
    pub(crate) fn parse_tolerantly(
        bytes: &[u8],
        only_sheet: impl FnOnce() -> Result<String, Finding>,
        notes: &mut Vec<Finding>,
    ) -> Result<Self, Finding> {
        let named_or_only = |document: &Map<String, Value>| {
            if document.contains_key("spritesheetPath") {
                return sheet_name(document);
            }
            let name = only_sheet()?;
            notes.push(Finding::new(
                "sheet-path-missing",
                "pet.json has no \"spritesheetPath\"; the only picture beside it counts as the sheet.",
                format!(
                    "Add \"spritesheetPath\": \"{}\" to pet.json.",
                    name.replace(char::is_control, "\u{fffd}")
                ),
            ));
            Ok(name)
        };
        let mut manifest = Self::of(json::object(bytes)?, named_or_only)?;
        manifest.refuse_reserved_id()?;
        manifest.dialect = Dialect::read(&manifest.document, notes)?;
        Ok(manifest)
    }

    /// The manifest of the built-in pet, whose id no package may carry.
    pub(crate) fn parse_built_in(bytes: &[u8]) -> Result<Self, Finding> {
        Self::of(json::object(bytes)?, sheet_name)
    }

    fn of(
        document: Map<String, Value>,
        sheet_name: impl FnOnce(&Map<String, Value>) -> Result<String, Finding>,
    ) -> Result<Self, Finding> {
        let manifest = Self {
            id: id(&document)?,
            display_name: text(&document, &DISPLAY_NAME)?,
            description: text(&document, &DESCRIPTION)?,
            sheet_name: sheet_name(&document)?,
            sprite_version: sprite_version(&document)?,
            dialect: None,
            document,
        };
        for key in ["category", "subcategory", "sourceUrl", "xHandle"] {
            if manifest.document.get(key).is_some_and(|value| !value.is_string()) {
                return Err(Finding::new(
                    "optional-field-type",
                    format!("\"{key}\" in pet.json is not a text."),
                    "Put it in quotes or leave it out.",
                ));
            }
        }
        Ok(manifest)
    }

    fn refuse_reserved_id(&self) -> Result<(), Finding> {
        if !self.id.is_builtin() {
            return Ok(());
        }
        Err(Finding::new(
            "id-reserved",
            "\"id\" in pet.json is \"builtin\", which is the name of the built-in pet.",
            "Rename the pet, and its folder alike.",
        ))
    }

    /// One of the optional texts of a manifest: `category`, `subcategory`, `sourceUrl`, `xHandle`.
    #[must_use]
    pub fn optional(&self, key: &str) -> Option<&str> {
        self.document.get(key).and_then(Value::as_str)
    }

    /// The shorter bound on names in the Codex folder.
    pub(crate) fn check_codex_name(&self) -> Result<(), Finding> {
        check_length(&self.display_name, &DISPLAY_NAME, MAX_CODEX_DISPLAY_NAME)
    }
}

/// A required text and the rules about it.
struct Field {
    key: &'static str,
    max: usize,
    missing: &'static str,
    wrong_type: &'static str,
    length: &'static str,
}

const DISPLAY_NAME: Field = Field {
    key: "displayName",
    max: MAX_DISPLAY_NAME,
    missing: "display-name-missing",
    wrong_type: "display-name-type",
    length: "display-name-length",
};

const DESCRIPTION: Field = Field {
    key: "description",
    max: MAX_DESCRIPTION,
    missing: "description-missing",
    wrong_type: "description-type",
    length: "description-length",
};

/// A required field as it stands.
fn required<'a>(
    document: &'a Map<String, Value>,
    key: &str,
    missing: &'static str,
    wrong_type: &'static str,
) -> Result<&'a str, Finding> {
    match document.get(key) {
        None => Err(Finding::new(
            missing,
            format!("pet.json has no \"{key}\"."),
            format!("Add \"{key}\" to pet.json."),
        )),
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(Finding::new(
            wrong_type,
            format!("\"{key}\" in pet.json is not a text."),
            format!("Put the value of \"{key}\" in quotes."),
        )),
    }
}

fn text(document: &Map<String, Value>, field: &Field) -> Result<String, Finding> {
    let text = required(document, field.key, field.missing, field.wrong_type)?.trim();
    check_length(text, field, field.max)?;
    // Names and descriptions go into menus and terminals, where a control character would do harm.
    Ok(text.replace(char::is_control, " "))
}

fn check_length(text: &str, field: &Field, max: usize) -> Result<(), Finding> {
    let length = text.encode_utf16().count();
    if (1..=max).contains(&length) {
        return Ok(());
    }
    Err(Finding::new(
        field.length,
        format!("\"{}\" in pet.json has {length} characters instead of 1 to {max}.", field.key),
        if length == 0 { "Write something there." } else { "Shorten it." },
    ))
}

fn id(document: &Map<String, Value>) -> Result<PetId, Finding> {
    let text = required(document, "id", "id-missing", "id-type")?;
    PetId::try_from(text).map_err(|invalid| {
        Finding::new(
            "id-form",
            format!("\"id\" in pet.json is not a pet id: {invalid}."),
            "Rename the pet, and its folder alike, for example in lower case.",
        )
    })
}

fn sheet_name(document: &Map<String, Value>) -> Result<String, Finding> {
    let name = required(document, "spritesheetPath", "sheet-path-missing", "sheet-path-type")?;
    if !is_plain_file_name(name) {
        return Err(Finding::new(
            "sheet-path-form",
            "\"spritesheetPath\" in pet.json is not a plain file name.",
            "Put the sheet beside pet.json and write only its name, for example \"spritesheet.webp\".",
        ));
    }
    Ok(name.to_owned())
}

/// The name of a file beside the manifest on every system: a pet that is installed here may be copied elsewhere.
fn is_plain_file_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    // Devices on Windows, whatever comes behind the dot.
    let device = match stem.as_bytes() {
        b"con" | b"prn" | b"aux" | b"nul" => true,
        [port @ .., b'1'..=b'9'] => matches!(port, b"com" | b"lpt"),
        _ => false,
    };
    !name.is_empty()
        && name.len() <= MAX_FILE_NAME_BYTES
        // A colon names a drive or a stream there.
        && !name.contains(['/', '\\', ':', '<', '>', '"', '|', '?', '*'])
        && !name.contains(char::is_control)
        // "." and ".." too.
        && !name.ends_with(['.', ' '])
        && !device
}

fn sprite_version(document: &Map<String, Value>) -> Result<SpriteVersion, Finding> {
    match document.get("spriteVersionNumber") {
        None => Ok(SpriteVersion::V1),
        Some(Value::Number(number)) if number.as_f64() == Some(1.0) => Ok(SpriteVersion::V1),
        Some(Value::Number(number)) if number.as_f64() == Some(2.0) => Ok(SpriteVersion::V2),
        Some(_) => Err(Finding::new(
            "sprite-version",
            "\"spriteVersionNumber\" in pet.json is neither 1 nor 2.",
            "Write 1 for a sheet of 9 rows or 2 for one of 11 rows, without quotes.",
        )),
    }
}

#[cfg(test)]
mod tests;
