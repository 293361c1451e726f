//! The text of a manifest as one JSON object, with a named rule for every way in which it is not.

use crate::Finding;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::fmt;

/// How deep a manifest may nest: manifests seen in the wild nest 4 deep, and a reader that recurses must stop.
const MAX_DEPTH: usize = 32;

/// How a Git LFS pointer begins, the small text that stands in for a file that was not downloaded.
pub(crate) const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1";

/// The finding for a Git LFS pointer in place of the file `name`.
pub(crate) fn lfs_finding(name: &str) -> Finding {
    Finding::new(
        "git-lfs-pointer",
        format!("{name} is a Git LFS pointer, not the file itself."),
        "Run \"git lfs pull\" where the pet comes from and copy it again.",
    )
}

pub(super) fn object(bytes: &[u8]) -> Result<Map<String, Value>, Finding> {
    if bytes.starts_with(LFS_POINTER) {
        return Err(lfs_finding("pet.json"));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(Finding::new(
            "manifest-bom",
            "pet.json begins with a byte order mark, which JSON does not allow.",
            "Save it as UTF-8 without a byte order mark.",
        ));
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Finding::new("manifest-not-utf8", "pet.json is not UTF-8 text.", "Save it as UTF-8."));
    };
    if depth(text) > MAX_DEPTH {
        return Err(Finding::new(
            "manifest-too-deep",
            format!("pet.json nests more than {MAX_DEPTH} levels deep."),
            "Flatten it.",
        ));
    }
    let document: Document = serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data => Finding::new(
            "manifest-not-object",
            "pet.json is not a JSON object.",
            "It must begin with { and end with }.",
        ),
        _ => Finding::new(
            "manifest-not-json",
            format!("pet.json is not JSON: see line {}, column {}.", error.line(), error.column()),
            "Correct it there; a missing or surplus comma or quote is the usual reason.",
        ),
    })?;
    if document.repeats {
        return Err(Finding::new(
            "manifest-duplicate-field",
            "pet.json has the same field twice, and readers differ in which one they take.",
            "Leave one of them out.",
        ));
    }
    Ok(document.fields)
}

/// The deepest nesting of brackets outside of strings. Does not judge whether the text is JSON.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// An object that remembers whether a field of it came twice.
struct Document {
    fields: Map<String, Value>,
    repeats: bool,
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Document;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Document, A::Error> {
                let mut document = Document { fields: Map::new(), repeats: false };
                while let Some((key, value)) = access.next_entry::<String, Value>()? {
                    document.repeats |= document.fields.insert(key, value).is_some();
                }
                Ok(document)
            }
        }

        deserializer.deserialize_map(Fields)
    }
}
