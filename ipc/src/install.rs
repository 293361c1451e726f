//! The parameters of `pets.install` and `pets.install-local`.

use crate::ids::{InstallKey, RequestedPetId};
use crate::reply::{Code, Failure};
use std::path::{Path, PathBuf};

/// The longest path of a package, in bytes.
pub const MAX_PACKAGE_PATH_BYTES: usize = 2048;

/// A wish for a pet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallPet {
    /// Where it comes from.
    pub from: InstallFrom,
    /// Under which the client asks how far it is, and calls it off; an addition of ours.
    pub key: Option<InstallKey>,
}

/// Where a pet comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstallFrom {
    /// The catalog has a pet of this name.
    Catalog(RequestedPetId),
    /// A package on this machine, by its absolute path. Whether it exists has not been looked at.
    Local {
        /// Where it is.
        path: PathBuf,
        /// What it is.
        kind: PackageKind,
    },
}

/// What a local package is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageKind {
    /// A ZIP archive.
    Zip,
    /// A folder.
    Folder,
}

impl PackageKind {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Folder => "folder",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Zip, Self::Folder].into_iter().find(|kind| kind.name() == name)
    }
}

/// A rule that a local package's parameters break. Never repeats the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PackageRule {
    /// Relative, or not a path at all.
    #[error("path must be absolute")]
    Relative,
    /// Longer than any real one.
    #[error("path must not be longer than {MAX_PACKAGE_PATH_BYTES} bytes")]
    TooLong,
    /// Line breaks and the like.
    #[error("path must not contain control characters")]
    Control,
    /// Neither of the two.
    #[error("kind must be zip or folder")]
    Kind,
}

impl From<PackageRule> for Failure {
    fn from(rule: PackageRule) -> Self {
        Self::new(Code::InvalidParams, rule.to_string())
    }
}

impl InstallFrom {
    /// A package on this machine.
    ///
    /// # Errors
    /// The rule that the path breaks.
    pub fn local(path: &str, kind: PackageKind) -> Result<Self, PackageRule> {
        if path.len() > MAX_PACKAGE_PATH_BYTES {
            return Err(PackageRule::TooLong);
        }
        if path.chars().any(char::is_control) {
            return Err(PackageRule::Control);
        }
        if !Path::new(path).is_absolute() {
            return Err(PackageRule::Relative);
        }
        Ok(Self::Local { path: path.into(), kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn paths_are_checked() {
        let check = |path: &str| InstallFrom::local(path, PackageKind::Zip).map(drop);
        assert_eq!(check("/tmp/cat.zip"), Ok(()));
        assert_eq!(check(&format!("/{}", "x".repeat(2047))), Ok(()));
        assert_eq!(check(&format!("/{}", "x".repeat(2048))), Err(PackageRule::TooLong));
        assert_eq!(check("cat.zip"), Err(PackageRule::Relative));
        assert_eq!(check(""), Err(PackageRule::Relative));
        assert_eq!(check("/tmp/a\nb"), Err(PackageRule::Control));
        assert_eq!(check("/tmp/a\0b"), Err(PackageRule::Control));
    }

    #[test]
    fn kinds_have_names() {
        assert_eq!(PackageKind::from_name("folder"), Some(PackageKind::Folder));
        assert_eq!(PackageKind::from_name(PackageKind::Zip.name()), Some(PackageKind::Zip));
        assert_eq!(PackageKind::from_name("tar"), None);
    }
}
