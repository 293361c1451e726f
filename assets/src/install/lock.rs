//! One installer at a time, over all programs: a folder that whoever installs makes and removes. OpenPets and its npm
//! package `install-pet` keep to it too.

use super::InstallError;
use crate::state::Turn;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The folder's name in the user data folder.
const NAME: &str = ".install-pet.lock";
/// Says in the folder whose it is.
const OWNER: &str = "owner.json";
/// A lock as old as this was left behind: no installation takes so long.
const STALE: Duration = Duration::from_secs(10 * 60);
/// Most bytes of an owner that are looked at.
const MAX_OWNER_BYTES: u64 = 4096;
/// Characters of its command that are told.
const MAX_COMMAND: usize = 60;
/// Entries of the user data folder that are looked at; it holds a handful.
const MAX_ENTRIES: usize = 1_000;
/// How often a stale lock is cleared away before giving up.
const ATTEMPTS: usize = 3;

/// Locks that this process holds. Another one with our process id is left over from a process before us.
static OURS: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// The right to change the pets on disk, until dropped.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    owner: Owner,
}

/// Who holds a lock. Each field is judged by itself, as `install-pet` does it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Owner {
    #[serde(default)]
    pid: Option<f64>,
    /// Milliseconds since 1970.
    #[serde(default)]
    created_at: Option<f64>,
    /// For people alone: a lock without it is held all the same.
    #[serde(default)]
    command: String,
}

impl Owner {
    /// Its process, if it names one.
    fn process(&self) -> Option<f64> {
        self.pid.filter(|pid| *pid > 0.0)
    }
}

impl Lock {
    /// Takes the lock of this user. `command` tells others who we are.
    ///
    /// # Errors
    /// [`InstallError::Busy`] while a living program holds it.
    pub(super) fn take(user_data: &Path, command: &str) -> Result<Self, InstallError> {
        crate::state::make_folder(user_data).map_err(InstallError::io("make the folder", user_data))?;
        // The lock is known by its path, and a folder may have several: what is behind links has one.
        let path = fs::canonicalize(user_data)
            .map_err(InstallError::io("look into the folder", user_data))?
            .join(NAME);
        for _ in 0..ATTEMPTS {
            // Among our own programs, judging and clearing a lock is one step.
            let turn = Turn::wait(user_data)
                .ok_or_else(|| InstallError::Busy { holder: "it is just starting".into() })?;
            if turn.is_exclusive() {
                remove_remains(user_data);
            }
            match Self::make(&path, command) {
                Ok(lock) => return Ok(lock),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(InstallError::io("make the lock", path)(error)),
            }
            let owner = read_owner(&path);
            if !is_stale(&path, owner.as_ref()) {
                return Err(InstallError::Busy { holder: describe(owner.as_ref()) });
            }
            clear_away(&path, owner.as_ref())
                .map_err(InstallError::io("clear away the stale lock", &path))?;
        }
        Err(InstallError::Busy { holder: "others are faster".into() })
    }

    /// Whether there is a lock, held or left behind.
    pub(super) fn is_there(user_data: &Path) -> bool {
        !lock_folders(user_data).is_empty()
    }

    /// Makes the lock with its owner in it: killed at any moment, we leave none of which nobody knows whose it is.
    fn make(path: &Path, command: &str) -> io::Result<Self> {
        let (pid, created_at) = (std::process::id(), now_ms());
        let owner =
            Owner { pid: Some(f64::from(pid)), created_at: Some(created_at), command: command.to_owned() };
        let text = json!({"pid": pid, "createdAt": created_at as u64, "command": command}).to_string();
        let prepared = beside(path, "new");
        let _ = fs::remove_dir_all(&prepared);
        make_private(&prepared)?;
        let made = fs::write(prepared.join(OWNER), text + "\n").and_then(|()| rename_to_new(&prepared, path));
        if let Err(error) = made {
            let _ = fs::remove_dir_all(&prepared);
            return Err(error);
        }
        ours(|locks| locks.insert(path.to_owned()));
        Ok(Self { path: path.to_owned(), owner })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _turn = self.path.parent().map(Turn::wait);
        // Nobody takes it for a stale one of ours, and puts theirs in its place, while it is going.
        ours(|locks| {
            // Held for too long, it may be somebody else's by now, who may not have signed it yet. What cannot be
            // removed becomes stale.
            let owner = read_owner(&self.path);
            if owner.as_ref() == Some(&self.owner) {
                let _ = clear_away(&self.path, owner.as_ref());
            }
            locks.remove(&self.path);
        });
    }
}

/// A name for a lock that is coming or going.
fn beside(lock: &Path, what: &str) -> PathBuf {
    lock.with_file_name(format!("{NAME}.{what}-{}", std::process::id()))
}

/// The lock, and what is coming or going beside it.
fn lock_folders(user_data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(user_data).into_iter().flatten().take(MAX_ENTRIES).flatten();
    let named = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(NAME.as_bytes());
    entries.filter(named).map(|entry| entry.path()).collect()
}

/// Removes what killed programs of ours left beside the lock. With the turn held, none of it is in use.
fn remove_remains(user_data: &Path) {
    for remains in lock_folders(user_data) {
        if remains.file_name().is_some_and(|name| name != NAME) {
            let _ = fs::remove_dir_all(remains);
        }
    }
}

/// Moves the prepared lock to where the lock belongs, in one step if the file system can do that.
fn rename_to_new(prepared: &Path, path: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, prepared, CWD, path, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
    }
    // A plain rename would replace an empty lock: the one of an OpenPets that is just taking it.
    make_private(path)?;
    fs::rename(prepared.join(OWNER), path.join(OWNER))?;
    fs::remove_dir(prepared)
}

fn ours<T>(with: impl FnOnce(&mut HashSet<PathBuf>) -> T) -> T {
    // A set of paths is whole after every step.
    let mut locks = OURS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    with(locks.get_or_insert_default())
}

fn make_private(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only unix has modes"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn read_owner(lock: &Path) -> Option<Owner> {
    let folder = crate::files::Folder::open(lock).ok()?;
    let mut file = folder.open_file(OWNER).ok()?;
    let bytes = crate::files::read_bounded(&mut file, MAX_OWNER_BYTES).ok()??;
    serde_json::from_slice(&bytes).ok()
}

fn is_stale(lock: &Path, owner: Option<&Owner>) -> bool {
    let created_at = owner.and_then(|owner| owner.created_at);
    if created_at.is_some_and(|created_at| now_ms() - created_at > STALE.as_millis() as f64) {
        return true;
    }
    let Some(process) = owner.and_then(Owner::process) else {
        // Just being made, or damaged.
        let age = fs::symlink_metadata(lock).and_then(|found| found.modified()).map(|made| made.elapsed());
        return match age {
            Ok(age) => age.is_ok_and(|age| age > STALE),
            // Gone meanwhile.
            Err(_) => true,
        };
    };
    if process == f64::from(std::process::id()) {
        return !ours(|locks| locks.contains(lock));
    }
    !is_alive(process)
}

#[cfg(unix)]
fn is_alive(pid: f64) -> bool {
    use rustix::process::{Pid, test_kill_process};
    if pid.fract() != 0.0 || pid > f64::from(i32::MAX) {
        // No process has such a number.
        return false;
    }
    // No permission to signal it means that it lives.
    Pid::from_raw(pid as i32).is_some_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// There a lock is stale by its age alone.
#[cfg(not(unix))]
fn is_alive(_: f64) -> bool {
    true
}

/// Removes a lock of this owner, and no other: it is moved aside first, and looked at again there. A program of
/// OpenPets that takes the lock just then could only be kept from it by keeping to a protocol that it does not know.
fn clear_away(lock: &Path, judged: Option<&Owner>) -> io::Result<()> {
    let aside = beside(lock, "old");
    let _ = fs::remove_dir_all(&aside);
    match fs::rename(lock, &aside) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    if read_owner(&aside).as_ref() == judged {
        fs::remove_dir_all(&aside)
    } else {
        // Somebody else cleared it away and took the lock between our two looks.
        fs::rename(&aside, lock)
    }
}

fn describe(owner: Option<&Owner>) -> String {
    owner.map_or_else(
        || "it is just starting".to_owned(),
        |owner| {
            let Owner { command, .. } = owner;
            let command: String = command.chars().filter(|c| !c.is_control()).take(MAX_COMMAND).collect();
            let command = if command.is_empty() { "a program that does not say its name" } else { &command };
            match owner.process() {
                Some(pid) => format!("{command}, process {pid}"),
                None => command.to_owned(),
            }
        },
    )
}

fn now_ms() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as f64
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
