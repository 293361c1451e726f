//! Why a pet was not installed or removed. Nothing has changed then.

use crate::catalog::CatalogError;
use crate::{Finding, StateError};
use std::io;
use std::path::PathBuf;

/// Why a pet was not installed or removed. What was there before is still there.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// The package breaks a rule.
    #[error("{0}")]
    Refused(#[from] Finding),
    /// The catalog has no such pet, or cannot be reached.
    #[error(transparent)]
    Catalog(CatalogError),
    /// One pet at a time, also over several programs.
    #[error("another program is installing a pet ({holder}); try again when it has finished")]
    Busy {
        /// Who holds the lock, as far as it says.
        holder: String,
    },
    /// It was called off.
    #[error("called off; nothing was installed")]
    Cancelled,
    /// The state file cannot be read or written.
    #[error(transparent)]
    State(#[from] StateError),
    /// The disk says no.
    #[error("cannot {action} {}: {error}; nothing was changed", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        error: io::Error,
    },
    /// Nothing to remove.
    #[error("no pet of this id is installed; see `openpets pets`")]
    NotInstalled,
    /// Nibble stays.
    #[error("the built-in pet is part of the program and cannot be removed")]
    BuiltIn,
    /// Not ours to remove.
    #[error(
        "this pet belongs to Codex, whose folder OpenPets never writes to; delete its folder in ~/.codex/pets"
    )]
    OfCodex,
}

impl From<CatalogError> for InstallError {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Cancelled => Self::Cancelled,
            other => Self::Catalog(other),
        }
    }
}

impl InstallError {
    pub(super) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { action, path, error }
    }
}
