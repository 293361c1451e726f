//! The name of a pet: of its folder, in its manifest, in leases, preferences and commands.

use serde::{Deserialize, Serialize};
use std::fmt;

/// More characters than any real pet has; the protocol's own bound.
const MAX_LENGTH: usize = 64;

/// A well-formed pet id: 1 to 64 characters `a-z 0-9 _ -`, beginning with a letter or a digit.
///
/// Such an id is a safe file name on every platform. Whether a pet of that name exists is another question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PetId(String);

/// A text that is not a pet id. Never repeats the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a pet id has 1 to 64 characters a-z, 0-9, _ and -, and begins with a letter or a digit")]
pub struct InvalidPetId;

impl PetId {
    /// The id of the pet that is part of the program. No package may carry it.
    pub const BUILTIN: &'static str = "builtin";

    /// The built-in pet.
    #[must_use]
    pub fn builtin() -> Self {
        Self(Self::BUILTIN.to_owned())
    }

    /// Whether this is the built-in pet.
    #[must_use]
    pub fn is_builtin(&self) -> bool {
        self.0 == Self::BUILTIN
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_well_formed(text: &str) -> bool {
    let letter_or_digit = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.len() <= MAX_LENGTH
        && text.bytes().next().is_some_and(letter_or_digit)
        && text.bytes().all(|byte| letter_or_digit(byte) || byte == b'_' || byte == b'-')
}

impl TryFrom<String> for PetId {
    type Error = InvalidPetId;

    fn try_from(text: String) -> Result<Self, InvalidPetId> {
        if is_well_formed(&text) { Ok(Self(text)) } else { Err(InvalidPetId) }
    }
}

impl TryFrom<&str> for PetId {
    type Error = InvalidPetId;

    fn try_from(text: &str) -> Result<Self, InvalidPetId> {
        Self::try_from(text.to_owned())
    }
}

impl From<PetId> for String {
    fn from(id: PetId) -> Self {
        id.0
    }
}

impl AsRef<str> for PetId {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_checked() {
        for good in ["a", "0", "cat", "carrot--half", "mi-fen", "a_b", "builtin", &"x".repeat(64)] {
            assert_eq!(PetId::try_from(good).map(String::from), Ok(good.to_owned()));
        }
        for bad in ["", "-cat", "_cat", "Cat", "a b", "a/b", "..", "a.b", "ä", "cat\n", &"x".repeat(65)] {
            assert_eq!(PetId::try_from(bad), Err(InvalidPetId), "{bad:?}");
        }
    }

    #[test]
    fn only_one_id_is_built_in() {
        assert!(PetId::builtin().is_builtin());
        assert!(!PetId::try_from("builtin2").unwrap().is_builtin());
    }

    #[test]
    fn serde_checks_too() {
        assert_eq!(serde_json::from_str::<PetId>("\"cat\"").unwrap().as_str(), "cat");
        assert!(serde_json::from_str::<PetId>("\"Cat\"").is_err());
        assert_eq!(serde_json::to_string(&PetId::builtin()).unwrap(), "\"builtin\"");
    }
}
