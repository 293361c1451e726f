//! Identifiers that travel on the wire, valid by construction.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A rule that an identifier breaks. Never repeats the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what} {rule}")]
pub struct InvalidId {
    /// Which parameter.
    pub what: &'static str,
    /// Which rule.
    pub rule: &'static str,
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}

text_id! {
    /// A lease: 1 to 120 characters without NUL, CR or LF.
    LeaseId
}

text_id! {
    /// A pet that a client asks for: trimmed, 1 to 128 bytes, no control characters, no `/` or `\`. Whether it
    /// is a well-formed pet id and whether such a pet exists is decided later, and never an error.
    RequestedPetId
}

text_id! {
    /// Minted once per client process, so that a reused process id is not mistaken for the same session: 1 to
    /// 128 characters without control characters.
    SessionNonce
}

text_id! {
    /// Names one installation, so that its client can ask how far it is and call it off: 1 to 128 characters
    /// without control characters, chosen by the client.
    InstallKey
}

impl TryFrom<String> for LeaseId {
    type Error = InvalidId;

    fn try_from(text: String) -> Result<Self, InvalidId> {
        let invalid = |rule| Err(InvalidId { what: "leaseId", rule });
        if text.is_empty() || text.encode_utf16().count() > 120 {
            return invalid("must have 1 to 120 characters");
        }
        if text.contains(['\0', '\r', '\n']) {
            return invalid("must not contain NUL or line breaks");
        }
        Ok(Self(text))
    }
}

impl TryFrom<String> for RequestedPetId {
    type Error = InvalidId;

    fn try_from(text: String) -> Result<Self, InvalidId> {
        let invalid = |rule| Err(InvalidId { what: "requestedPetId", rule });
        let text = text.trim();
        if text.is_empty() || text.len() > 128 {
            return invalid("must have 1 to 128 bytes");
        }
        if text.chars().any(|c| c.is_control() || c == '/' || c == '\\') {
            return invalid("must not contain control characters or slashes");
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for SessionNonce {
    type Error = InvalidId;

    fn try_from(text: String) -> Result<Self, InvalidId> {
        check_printable(&text, "sessionNonce")?;
        Ok(Self(text))
    }
}

impl TryFrom<String> for InstallKey {
    type Error = InvalidId;

    fn try_from(text: String) -> Result<Self, InvalidId> {
        check_printable(&text, "installKey")?;
        Ok(Self(text))
    }
}

/// 1 to 128 characters without control characters.
fn check_printable(text: &str, what: &'static str) -> Result<(), InvalidId> {
    let invalid = |rule| Err(InvalidId { what, rule });
    if text.is_empty() || text.encode_utf16().count() > 128 {
        return invalid("must have 1 to 128 characters");
    }
    if text.chars().any(char::is_control) {
        return invalid("must not contain control characters");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        assert!(LeaseId::try_from("x".repeat(120)).is_ok());
        assert!(LeaseId::try_from("x".repeat(121)).is_err());
        assert!(LeaseId::try_from("a\nb".to_owned()).is_err());
        assert_eq!(RequestedPetId::try_from("  cat ".to_owned()).unwrap().as_str(), "cat");
        assert!(RequestedPetId::try_from("   ".to_owned()).is_err());
        assert!(RequestedPetId::try_from("a/b".to_owned()).is_err());
        assert!(SessionNonce::try_from("n\u{7}".to_owned()).is_err());
        assert!(InstallKey::try_from("k".repeat(128)).is_ok());
        assert!(InstallKey::try_from(String::new()).is_err());
    }
}
