//! What a pet may be made to say.

use std::fmt;

/// A line that passed the message rules of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpeechText(String);

impl SpeechText {
    /// The line, trimmed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SpeechText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
