//! Files of other people: read within bounds, and changed in one step or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The largest configuration that is worked with.
pub(super) const MAX_BYTES: u64 = 1024 * 1024;

/// Claude Code keeps histories in the file that has the person's servers; it is only read.
pub(super) const MAX_STATE_BYTES: u64 = 16 * 1024 * 1024;

/// Why a file was left alone. Names the file, the rule, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It or a folder above it leads elsewhere.
    #[error(
        "{0} is a symbolic link, and what lies behind it is not ours to change; make the entry by hand, \
         see `openpets configure --agent generic`"
    )]
    Link(PathBuf),
    /// A folder, a device.
    #[error("{0} is not a regular file; move it away")]
    NotAFile(PathBuf),
    /// Not a folder.
    #[error("{0} is not a folder; move it away")]
    NotAFolder(PathBuf),
    /// Over the bound.
    #[error("{0} is larger than {1} MiB, which no configuration should be; make the entry by hand")]
    TooLarge(PathBuf, u64),
    /// Not UTF-8.
    #[error("{0} is not UTF-8 text; convert it")]
    NotText(PathBuf),
    /// Somebody does not want it to be changed.
    #[error(
        "{0} is read-only; make it writable, or make the entry by hand, see `openpets configure --agent generic`"
    )]
    ReadOnly(PathBuf),
    /// Somebody else wrote it meanwhile.
    #[error("{0} was changed while it was worked on; nothing was written to it, try again")]
    Changed(PathBuf),
    /// The system says no.
    #[error("cannot {what} {path}: {source}")]
    System {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn failed(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    let path = path.to_owned();
    move |source| FileError::System { what, path, source }
}

/// Where the copy of a file is kept that we have changed.
pub(super) fn backup_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".openpets-backup");
    path.with_file_name(name)
}

/// Refuses symbolic links from below `anchor` down to `path`. What is not there is no link.
fn check_links(anchor: &Path, path: &Path) -> Result<(), FileError> {
    let below = path.strip_prefix(anchor).unwrap_or(path);
    let mut at = anchor.to_owned();
    let parts: Vec<_> = below.components().collect();
    for (index, part) in parts.iter().enumerate() {
        at.push(part);
        let metadata = match at.symlink_metadata() {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed("look at", &at)(error)),
        };
        let is_last = index + 1 == parts.len();
        if metadata.is_symlink() {
            return Err(FileError::Link(at));
        }
        if is_last && !metadata.is_file() {
            return Err(FileError::NotAFile(at));
        }
        if !is_last && !metadata.is_dir() {
            return Err(FileError::NotAFolder(at));
        }
    }
    Ok(())
}

/// The text of a file. Nothing if it is not there.
pub(super) fn read(anchor: &Path, path: &Path, max_bytes: u64) -> Result<Option<String>, FileError> {
    check_links(anchor, path)?;
    open_and_read(path, max_bytes, false)
}

/// The same wherever links lead: to look does no harm.
pub(super) fn read_through_links(path: &Path, max_bytes: u64) -> Result<Option<String>, FileError> {
    open_and_read(path, max_bytes, true)
}

fn open_and_read(path: &Path, max_bytes: u64, follow: bool) -> Result<Option<String>, FileError> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        // Between the look and the opening it may have become something else.
        let links = if follow { OFlags::empty() } else { OFlags::NOFOLLOW };
        options.custom_flags((links | OFlags::NONBLOCK).bits().cast_signed());
    }
    #[cfg(not(unix))]
    let _ = follow;
    let file = match options.open(path) {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(failed("read", path)(error)),
    };
    if !file.metadata().map_err(failed("read", path))?.is_file() {
        return Err(FileError::NotAFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    file.take(max_bytes + 1).read_to_end(&mut bytes).map_err(failed("read", path))?;
    if bytes.len() as u64 > max_bytes {
        return Err(FileError::TooLarge(path.to_owned(), max_bytes / 1024 / 1024));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| FileError::NotText(path.to_owned()))
}

/// Puts `after` in the place of `before`, in one step. Folders are made where they are missing. A file that is not to be
/// any more goes, and with it the folders that it leaves empty.
pub(super) fn replace(
    anchor: &Path,
    path: &Path,
    before: Option<&str>,
    after: Option<&str>,
) -> Result<(), FileError> {
    let unchanged = || match read(anchor, path, MAX_BYTES)? {
        now if now.as_deref() == before => Ok(()),
        _ => Err(FileError::Changed(path.to_owned())),
    };
    // Taking its place needs no right to write to it, but is meant to.
    if before.is_some() && path.metadata().is_ok_and(|metadata| metadata.permissions().readonly()) {
        return Err(FileError::ReadOnly(path.to_owned()));
    }
    let Some(after) = after else {
        unchanged()?;
        if before.is_some() {
            fs::remove_file(path).map_err(failed("remove", path))?;
            remove_empty_folders(anchor, path);
        }
        return Ok(());
    };
    let folder = path.parent().unwrap_or(anchor);
    check_links(anchor, path)?;
    fs::create_dir_all(folder).map_err(failed("make the folder", folder))?;
    let temporary = Temporary::write(path, after)?;
    unchanged()?;
    temporary.move_to(path)
}

/// Keeps a copy beside the file, with the same permissions.
pub(super) fn back_up(anchor: &Path, path: &Path, text: &str) -> Result<(), FileError> {
    let backup = backup_of(path);
    check_links(anchor, &backup)?;
    Temporary::write_like(path, &backup, text)?.move_to(&backup)
}

/// Removes the copy.
pub(super) fn forget_backup(path: &Path) {
    // It is of no more use; that it stays does no harm.
    let _ = fs::remove_file(backup_of(path));
}

fn remove_empty_folders(anchor: &Path, path: &Path) {
    for folder in
        path.ancestors().skip(1).take_while(|folder| *folder != anchor && folder.starts_with(anchor))
    {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

/// A file that goes again unless it is moved into its place.
struct Temporary(Option<PathBuf>);

impl Temporary {
    fn write(path: &Path, text: &str) -> Result<Self, FileError> {
        Self::write_like(path, path, text)
    }

    /// Beside `target`, with the permissions of `model` if that is there.
    fn write_like(model: &Path, target: &Path, text: &str) -> Result<Self, FileError> {
        let mut name = std::ffi::OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.openpets-tmp", std::process::id()));
        let path = target.with_file_name(name);
        let write = || -> io::Result<()> {
            // Left behind by a process of the same number that was killed.
            if path.symlink_metadata().is_ok() {
                fs::remove_file(&path)?;
            }
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            let permissions = fs::metadata(model).map(|metadata| metadata.permissions()).ok();
            #[cfg(unix)]
            if permissions.is_some() {
                use std::os::unix::fs::OpenOptionsExt;
                // Nobody else may read it before it has the permissions of the one that it replaces.
                options.mode(0o600);
            }
            let mut file = options.open(&path)?;
            file.write_all(text.as_bytes())?;
            if let Some(permissions) = permissions {
                file.set_permissions(permissions)?;
            }
            file.sync_all()
        };
        let temporary = Self(Some(path.clone()));
        write().map_err(failed("write", target))?;
        Ok(temporary)
    }

    fn move_to(mut self, target: &Path) -> Result<(), FileError> {
        let Some(path) = self.0.take() else { return Ok(()) };
        if let Err(error) = fs::rename(&path, target) {
            self.0 = Some(path);
            return Err(failed("replace", target)(error));
        }
        // The new name has to outlive a power cut as the text does. Not every file system can tell.
        if let Some(folder) = target.parent() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}
