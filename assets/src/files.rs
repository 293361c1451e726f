//! Opening files of folders that others fill: regular files only, inside the folder, never through a symbolic
//! link, never more bytes than asked for.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Why a file of a folder was not opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// No such file.
    #[error("it does not exist")]
    Missing,
    /// A symbolic link, wherever it leads.
    #[error("it is a symbolic link")]
    Symlink,
    /// A folder, a device, a pipe or a socket.
    #[error("it is not a regular file")]
    NotRegular,
    /// Anything else, for example a missing permission.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A folder held open, so that what is looked up in it stays in it even if its path is renamed meanwhile.
#[cfg(unix)]
pub(crate) struct Folder(rustix::fd::OwnedFd);

/// The folder's path: this platform has no look-up relative to an open folder.
#[cfg(not(unix))]
pub(crate) struct Folder(std::path::PathBuf);

#[cfg(unix)]
impl Folder {
    /// Opens the folder; the last part of the path must not be a symbolic link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        use rustix::fs::{Mode, OFlags};
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Self(rustix::fs::open(path, flags, Mode::empty())?))
    }

    /// Opens a regular file of the folder for reading. `name` is a plain file name.
    pub(crate) fn open_file(&self, name: &str) -> Result<File, OpenError> {
        use rustix::fs::{Mode, OFlags};
        use rustix::io::Errno;
        // NONBLOCK: opening a pipe without a writer would otherwise wait for one.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(&self.0, name, flags, Mode::empty()) {
            Ok(fd) => File::from(fd),
            Err(Errno::NOENT) => return Err(OpenError::Missing),
            Err(Errno::LOOP) => return Err(OpenError::Symlink),
            // What opening a socket or a device without a driver says.
            Err(Errno::NXIO | Errno::NODEV) => return Err(OpenError::NotRegular),
            Err(error) => return Err(OpenError::Io(error.into())),
        };
        if file.metadata()?.is_file() { Ok(file) } else { Err(OpenError::NotRegular) }
    }
}

#[cfg(not(unix))]
impl Folder {
    /// Remembers the folder; the last part of the path must not be a symbolic link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if std::fs::symlink_metadata(path)?.is_dir() {
            Ok(Self(path.to_owned()))
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Opens a regular file of the folder for reading. `name` is a plain file name.
    pub(crate) fn open_file(&self, name: &str) -> Result<File, OpenError> {
        let path = self.0.join(name);
        let kind = match std::fs::symlink_metadata(&path) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(OpenError::Missing),
            Err(error) => return Err(error.into()),
        };
        if kind.is_symlink() {
            return Err(OpenError::Symlink);
        }
        if !kind.is_file() {
            return Err(OpenError::NotRegular);
        }
        Ok(File::open(path)?)
    }
}

/// Opens a regular file that a person named, wherever its path leads.
#[cfg(feature = "install")]
pub(crate) fn open_regular(path: &Path) -> Result<File, OpenError> {
    let mut options = File::options();
    options.read(true);
    // Opening a pipe without a writer would otherwise wait for one.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    // Some systems do not even open a folder.
    if path.is_dir() {
        return Err(OpenError::NotRegular);
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(OpenError::NotRegular) }
}

/// Reads all of a file, or `None` when it has more than `limit` bytes (also when it grows while it is read).
pub(crate) fn read_bounded(file: &mut File, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let length = file.metadata()?.len();
    if length > limit {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_regular_files_of_the_folder_open() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("file"), "12345").unwrap();
        fs::create_dir(dir.path().join("folder")).unwrap();
        symlink("file", dir.path().join("link")).unwrap();
        symlink("nowhere", dir.path().join("dangling")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket")).unwrap();

        let folder = Folder::open(dir.path()).unwrap();
        assert!(folder.open_file("file").is_ok());
        assert!(matches!(folder.open_file("none"), Err(OpenError::Missing)));
        assert!(matches!(folder.open_file("link"), Err(OpenError::Symlink)));
        assert!(matches!(folder.open_file("dangling"), Err(OpenError::Symlink)));
        assert!(matches!(folder.open_file("folder"), Err(OpenError::NotRegular)));
        assert!(matches!(folder.open_file("socket"), Err(OpenError::NotRegular)));
    }

    #[test]
    fn a_pipe_is_refused_without_waiting_for_a_writer() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let dir = tempfile::tempdir().unwrap();
        mknodat(CWD, dir.path().join("pipe"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        let folder = Folder::open(dir.path()).unwrap();
        assert!(matches!(folder.open_file("pipe"), Err(OpenError::NotRegular)));
    }

    #[test]
    fn a_linked_folder_does_not_open() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("real")).unwrap();
        symlink("real", dir.path().join("link")).unwrap();
        assert!(Folder::open(&dir.path().join("real")).is_ok());
        assert!(Folder::open(&dir.path().join("link")).is_err());
    }

    #[test]
    fn reading_stops_at_the_limit() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_bounded(&mut File::open(&path).unwrap(), 5).unwrap().unwrap(), b"12345");
        assert_eq!(read_bounded(&mut File::open(&path).unwrap(), 4).unwrap(), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_has_more_than_it_claims_is_cut_off() {
        // Like a growing file, this one says that it is empty.
        assert_eq!(read_bounded(&mut File::open("/proc/self/status").unwrap(), 10).unwrap(), None);
    }
}
