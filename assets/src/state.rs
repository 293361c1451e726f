//! The state file `openpets-state.json`, shared with OpenPets: a person can switch between the two and lose
//! nothing. Fields that we do not know stay as they are.

mod activity;
mod file;
#[cfg(feature = "install")]
mod installed;
mod places;
mod preferences;
mod replace;

pub use file::{Recovery, Replacement, StateError, StateFile};
#[cfg(feature = "install")]
pub(crate) use installed::{CatalogSource, InstalledRecord};
#[cfg(feature = "install")]
pub(crate) use replace::{Turn, make_folder};

use serde_json::{Map, Value, json};

/// The version of the document that we write and understand.
const VERSION: u64 = 1;

/// What the state file says. Every getter falls back to the default where a field is missing or of another type.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    document: Map<String, Value>,
}

impl Default for State {
    fn default() -> Self {
        let document = json!({ "version": VERSION, "preferences": {}, "pets": { "installed": [] } });
        match document {
            Value::Object(document) => Self { document },
            _ => Self { document: Map::new() },
        }
    }
}

impl State {
    /// Reads a document. Nothing where it is not JSON or not an object.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok().map(|document| Self { document })
    }

    /// The document as it will be written.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // A map of JSON values has no way to fail.
        let mut bytes = serde_json::to_vec_pretty(&self.document).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The whole document, with the fields that we do not know.
    #[must_use]
    pub fn document(&self) -> &Map<String, Value> {
        &self.document
    }

    /// The document's version, when it is a later one than ours.
    fn later_version(&self) -> Option<u64> {
        self.document.get("version").and_then(Value::as_u64).filter(|version| *version > VERSION)
    }

    fn section(&self, name: &str) -> Option<&Map<String, Value>> {
        self.document.get(name)?.as_object()
    }

    /// A section to write to. One of another type is beyond use and replaced.
    fn section_mut(&mut self, name: &str) -> &mut Map<String, Value> {
        object_in(&mut self.document, name)
    }
}

/// The object in that field, made if need be.
fn object_in<'a>(map: &'a mut Map<String, Value>, name: &str) -> &'a mut Map<String, Value> {
    let value = map.entry(name).or_insert_with(|| Value::Object(Map::new()));
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    match value {
        Value::Object(object) => object,
        _ => unreachable!("made an object above"),
    }
}

#[cfg(test)]
mod tests;
