//! How strictly packages are read.

use crate::Finding;

/// Which packages are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// What OpenPets' own installer accepts, and nothing else: for packages that are to be installed or published.
    Strict,
    /// Whatever can be shown, for folders that people and other programs fill: also PNG, small sheets, a sheet that
    /// the manifest does not name, and the frames and animations of Codex' terminal. What the strict rules would
    /// refuse, or what looks like a mistake, is noted.
    Tolerant,
}

impl Rules {
    /// Deals with a broken rule that the tolerant level lets pass.
    ///
    /// # Errors
    /// The finding itself at the strict level.
    pub(crate) fn tolerate(self, finding: Finding, notes: &mut Vec<Finding>) -> Result<(), Finding> {
        match self {
            Self::Strict => Err(finding),
            Self::Tolerant => {
                notes.push(finding);
                Ok(())
            }
        }
    }
}
