//! The Unix socket: a file in a private folder, named after the process.

use super::error::StartError;
use crate::endpoint::{socket_name, socket_pid};
use crate::private_dir::ensure_private_dir;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType};
use rustix::process::{Pid, test_kill_process};
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tokio::net::UnixListener;

/// Files looked at when left-over sockets are removed: crashes leave one each, so this is far more than ever
/// accumulate, and bounds the start.
const MAX_SCANNED: usize = 1000;

/// A listening socket. Dropping it removes its file.
#[derive(Debug)]
pub(super) struct Socket {
    pub(super) listener: UnixListener,
    path: PathBuf,
}

impl Socket {
    /// Listens in `dir`, which is made private where it is missing, and removes what crashed apps left there.
    pub(super) fn bind(dir: &Path) -> Result<Self, StartError> {
        ensure_private_dir(dir)?;
        remove_stale(dir);
        let path = dir.join(socket_name(std::process::id()));
        let failed = |source| StartError::Listen { place: path.display().to_string(), source };
        let listener = UnixListener::bind(&path).map_err(failed)?;
        let socket = Self { listener, path: path.clone() };
        // Until here the folder alone has kept others out.
        std::fs::set_permissions(&path, Permissions::from_mode(0o600)).map_err(failed)?;
        Ok(socket)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::warn!(%error, path = %self.path.display(), "a socket is left behind");
        }
    }
}

/// A socket that cannot be removed matters only if it has our name, and then binding says so.
fn remove_stale(dir: &Path) {
    let Ok(entries) = dir.read_dir() else { return };
    for entry in entries.take(MAX_SCANNED).flatten() {
        let pid = entry.file_name().to_str().and_then(socket_pid);
        if pid.is_some_and(is_ours_or_dead) && refuses(&entry.path()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A socket with our own id is one that an earlier process of that id left: ours is not bound yet.
fn is_ours_or_dead(pid: u32) -> bool {
    let dead = || {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
        pid.is_none_or(|pid| test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
    };
    pid == std::process::id() || dead()
}

/// Nobody listens there. Process ids alone do not tell: an app in a container may share the folder, but not the
/// ids.
fn refuses(path: &Path) -> bool {
    let connect = || -> io::Result<()> {
        let socket = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
        // A listener with a full queue must not hold up the start.
        rustix::io::ioctl_fionbio(&socket, true)?;
        rustix::net::connect(&socket, &SocketAddrUnix::new(path)?)?;
        Ok(())
    };
    connect().is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}
