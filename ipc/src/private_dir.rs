//! Folders that only their owner can enter. They protect the socket and the tokens, so a folder that already
//! exists with other rights is refused, not repaired: somebody else may have planted it.

use std::io;
use std::path::{Path, PathBuf};

/// A folder that cannot be trusted with tokens or sockets.
#[derive(Debug, thiserror::Error)]
pub enum UnsafeDir {
    /// A file or a symbolic link stands there.
    #[error("{0} is not a real folder (a symbolic link is refused too); remove it and start again")]
    NotAFolder(PathBuf),
    /// Somebody else could replace what is in it.
    #[error("{0} belongs to another user; remove it or choose another place")]
    Owner(PathBuf),
    /// Others may enter.
    #[error("{path} has mode {mode:03o}, but must be 700; run chmod 700 on it if it is yours")]
    Mode {
        /// The folder.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// Others may change what is in it.
    #[error("{0} can be written by others; choose a folder that is yours alone")]
    WritableByOthers(PathBuf),
    /// It cannot be made or looked at.
    #[error("cannot use the folder {path}: {source}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Makes the folder with mode 0700 where it is missing, and checks that it is real, ours and 0700.
///
/// # Errors
/// When it cannot be made, or exists with another type, owner or mode.
pub fn ensure_private_dir(path: &Path) -> Result<(), UnsafeDir> {
    create(path)?;
    check(path, |mode| mode == 0o700, |path, mode| UnsafeDir::Mode { path, mode })
}

/// For a folder that the person named: made with mode 0700 where it is missing; else it may be readable by
/// others, whom the files in it keep out by their own mode, but only its owner may write into it.
///
/// # Errors
/// When it cannot be made, is no real folder, is not ours, or others may write into it.
pub fn ensure_unshared_dir(path: &Path) -> Result<(), UnsafeDir> {
    create(path)?;
    check(path, |mode| mode & 0o022 == 0, |path, _| UnsafeDir::WritableByOthers(path))
}

/// Whether this is a real folder, ours, with mode exactly 0700.
pub(crate) fn is_private_dir(path: &Path) -> bool {
    check(path, |mode| mode == 0o700, |path, mode| UnsafeDir::Mode { path, mode }).is_ok()
}

fn create(path: &Path) -> Result<(), UnsafeDir> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        Ok(()) => Ok(()),
        // What stands in its place is looked at next.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(source) => Err(UnsafeDir::Io { path: path.to_owned(), source }),
    }
}

#[cfg(unix)]
fn check(
    path: &Path,
    allowed: impl Fn(u32) -> bool,
    refusal: impl Fn(PathBuf, u32) -> UnsafeDir,
) -> Result<(), UnsafeDir> {
    use std::os::unix::fs::MetadataExt;
    let found = path.symlink_metadata().map_err(|source| UnsafeDir::Io { path: path.to_owned(), source })?;
    if !found.is_dir() {
        return Err(UnsafeDir::NotAFolder(path.to_owned()));
    }
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Err(UnsafeDir::Owner(path.to_owned()));
    }
    let mode = found.mode() & 0o777;
    if allowed(mode) { Ok(()) } else { Err(refusal(path.to_owned(), mode)) }
}

/// Windows has no such bits: the user's own application data folder is private by its access list.
#[cfg(not(unix))]
fn check(
    path: &Path,
    _allowed: impl Fn(u32) -> bool,
    _refusal: impl Fn(PathBuf, u32) -> UnsafeDir,
) -> Result<(), UnsafeDir> {
    let found = path.symlink_metadata().map_err(|source| UnsafeDir::Io { path: path.to_owned(), source })?;
    if found.is_dir() { Ok(()) } else { Err(UnsafeDir::NotAFolder(path.to_owned())) }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn made_private() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/b");
        ensure_private_dir(&path).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        ensure_private_dir(&path).unwrap();
    }

    #[test]
    fn refuses_other_modes() {
        let place = tempfile::tempdir().unwrap();
        for mode in [0o755, 0o770, 0o701] {
            set_mode(place.path(), mode);
            let error = ensure_private_dir(place.path()).unwrap_err();
            assert!(matches!(error, UnsafeDir::Mode { mode: found, .. } if found == mode), "{error}");
        }
        set_mode(place.path(), 0o755);
        ensure_unshared_dir(place.path()).unwrap();
        set_mode(place.path(), 0o775);
        assert!(matches!(ensure_unshared_dir(place.path()), Err(UnsafeDir::WritableByOthers(_))));
    }

    #[test]
    fn refuses_links_and_files() {
        let place = tempfile::tempdir().unwrap();
        let real = place.path().join("real");
        ensure_private_dir(&real).unwrap();
        let link = place.path().join("link");
        symlink(&real, &link).unwrap();
        assert!(matches!(ensure_private_dir(&link), Err(UnsafeDir::NotAFolder(_))));
        let file = place.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(ensure_private_dir(&file).is_err());
    }
}
