//! The discovery file and the control file of a running app: written whole or not at all, and removed at the
//! end, but only if they still tell about this app.

use super::error::StartError;
use crate::discovery::Discovery;
use crate::places::{CONTROL_NAME, Places, control_file_beside};
use crate::private_dir::{UnsafeDir, ensure_private_dir, ensure_unshared_dir};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes the folder of a discovery file where it is missing, and checks that it protects the tokens in it.
///
/// Ours must be private: a real folder, this user's, mode 0700. One that the person named with
/// `OPENPETS_DISCOVERY_FILE` may be readable by others, whom the files keep out by their own mode, but writable
/// only by its owner.
///
/// # Errors
/// When it cannot be made or others have rights there that would endanger the tokens.
pub fn prepare_discovery_dir(discovery: &Path) -> Result<(), UnsafeDir> {
    let dir = match discovery.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        // A bare file name lies in the working directory.
        _ => Path::new("."),
    };
    if Places::from_env().discovery_override.as_deref() == Some(discovery) {
        ensure_unshared_dir(dir)
    } else {
        ensure_private_dir(dir)
    }
}

/// The two files of this run. Dropping it removes them.
#[derive(Debug)]
pub(super) struct Announcement {
    files: Vec<(PathBuf, Discovery)>,
}

impl Announcement {
    /// Writes both files: the control file first, so that whoever finds the app finds both.
    pub(super) fn publish(path: &Path, agent: Discovery, control_token: &str) -> Result<Self, StartError> {
        let control_path = control_file_beside(path);
        if path.file_name().is_none_or(|name| name == CONTROL_NAME) {
            return Err(StartError::DiscoveryPath(path.to_owned()));
        }
        let control = Discovery { token: control_token.to_owned(), ..agent.clone() };
        let mut announcement = Self { files: Vec::with_capacity(2) };
        for (path, content) in [(control_path, control), (path.to_owned(), agent)] {
            write(&path, &content).map_err(|source| StartError::Announce { path: path.clone(), source })?;
            announcement.files.push((path, content));
        }
        Ok(announcement)
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // The discovery file first: without it nobody looks for the other.
        for (path, ours) in self.files.iter().rev() {
            let found = Discovery::read(path);
            let still_ours = found.is_ok_and(|found| {
                found.pid == ours.pid && found.token == ours.token && found.endpoint == ours.endpoint
            });
            if still_ours && let Err(error) = std::fs::remove_file(path) {
                tracing::warn!(%error, path = %path.display(), "a discovery file is left behind");
            }
        }
    }
}

/// Replaces the file at once: a reader sees the old one or the new one, never a part.
fn write(path: &Path, content: &Discovery) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    // One that a crashed process with the same id left.
    let _ = std::fs::remove_file(&temporary);
    let mut bytes = serde_json::to_vec(content)?;
    bytes.push(b'\n');
    let written = create_private(&temporary)
        .and_then(|mut file| file.write_all(&bytes))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// A new file that only its owner can read, from its first moment.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
