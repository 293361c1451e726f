//! Why a pet package is refused, in words for the person who made or installed it.

use std::fmt;

/// One broken rule. A refused package is listed with this, in the command line and in the Control Center; it never
/// just fails to appear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's stable name, in kebab case, for scripts and tests.
    pub rule: &'static str,
    /// What is wrong, as a whole sentence.
    pub sentence: String,
    /// What to do about it, as a whole sentence.
    pub fix: String,
}

impl Finding {
    pub(crate) fn new(rule: &'static str, sentence: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { rule, sentence: sentence.into(), fix: fix.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.sentence, self.fix, self.rule)
    }
}

impl std::error::Error for Finding {}
