//! The state file on disk: replaced in one step, with the last good one kept beside it. A damaged file is set
//! aside and said, never silently replaced.
//!
//! A state file that is a symbolic link is followed once, when it is opened, and then read and replaced where it
//! leads, so that it can be kept with other settings; what lies there must be a regular file.

mod recovery;

pub use recovery::{Recovery, Replacement};

use super::State;
use super::replace::{Turn, make_folder, replace};
use crate::files::{Folder, OpenError, read_bounded};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const NAME: &str = "openpets-state.json";
/// The last good one, as it was before the last change.
const BACKUP_NAME: &str = "openpets-state.json.bak";

/// Far more than any real file; a bound on what a damaged one may cost.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The file of one user.
#[derive(Debug, Clone)]
pub struct StateFile {
    folder: PathBuf,
    name: String,
}

/// Why the state could not be read or written. Nothing was lost.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// Reading or writing failed.
    #[error("cannot {action} {}: {error}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        #[source]
        error: io::Error,
    },
    /// It is a folder, a pipe or a device.
    #[error("{} is not a regular file; move it away", path.display())]
    NotRegular {
        /// The file.
        path: PathBuf,
    },
    /// Over the bound, or would be after a change.
    #[error("{} is larger than 4 MiB, which no state is; move it away", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// Written by a later program.
    #[error(
        "{} is of version {version}, and this OpenPets knows only version 1; update it, or move the file away",
        path.display()
    )]
    LaterVersion {
        /// The file.
        path: PathBuf,
        /// The version that it says.
        version: u64,
    },
    /// Became damaged while the app ran, or is needed where nobody could be told that it was set aside.
    #[error("{} is damaged; it was left alone and nothing was saved. Restart OpenPets to recover it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Another program of ours is changing it, and does not come to an end.
    #[error("another OpenPets program keeps {} busy; nothing was saved", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

/// What was found.
enum Found {
    Missing,
    Damaged(Vec<u8>),
    State(State, Vec<u8>),
}

impl StateFile {
    /// Opens the state of a user. A missing file is an empty state, and none is made; a damaged one is set aside.
    ///
    /// # Errors
    /// When the file cannot be read or set aside, is too large, or comes from a later program. The same for its backup
    /// when that is needed.
    pub fn open(user_data: &Path) -> Result<(Self, State, Option<Recovery>), StateError> {
        let (file, _turn, found) = Self::look(user_data)?;
        match found {
            Found::State(state, _) => Ok((file, state, None)),
            Found::Missing => Ok((file, State::default(), None)),
            Found::Damaged(bytes) => {
                let (state, recovery) = file.recover(&bytes)?;
                Ok((file, state, Some(recovery)))
            }
        }
    }

    /// Opens the state of a user for a program that has nobody to tell what became of a damaged one.
    ///
    /// # Errors
    /// As [`StateFile::open`], and where the file is damaged: it is left alone.
    #[cfg(feature = "install")]
    pub(crate) fn open_sound(user_data: &Path) -> Result<(Self, State), StateError> {
        let (file, _turn, found) = Self::look(user_data)?;
        match found {
            Found::State(state, _) => Ok((file, state)),
            Found::Missing => Ok((file, State::default())),
            Found::Damaged(_) => Err(StateError::Damaged { path: file.path(&file.name) }),
        }
    }

    fn look(user_data: &Path) -> Result<(Self, Turn, Found), StateError> {
        let file = Self::locate(user_data);
        let turn = file.turn()?;
        turn.clean_up(&file.folder);
        let found = file.read(&file.name)?;
        Ok((file, turn, found))
    }

    /// Looks at the state without changing anything on disk. A damaged file counts as an empty one.
    ///
    /// # Errors
    /// When the file cannot be read, is too large, or comes from a later program.
    pub fn peek(user_data: &Path) -> Result<State, StateError> {
        let file = Self::locate(user_data);
        Ok(match file.read(&file.name)? {
            Found::State(state, _) => state,
            Found::Missing | Found::Damaged(_) => State::default(),
        })
    }

    /// Changes the state on disk: reads it again, since another program may have changed it meanwhile, keeps that
    /// file as the backup, and replaces it in one step. Where nothing changes, nothing is written.
    ///
    /// # Errors
    /// When it cannot be read or written; the file is then as it was.
    pub fn update(&self, change: impl FnOnce(&mut State)) -> Result<State, StateError> {
        make_folder(&self.folder).map_err(|error| self.io("make the folder of", NAME, error))?;
        let _turn = self.turn()?;
        let (mut state, before) = match self.read(&self.name)? {
            Found::Missing => (State::default(), None),
            Found::State(state, bytes) => (state, Some(bytes)),
            Found::Damaged(_) => return Err(StateError::Damaged { path: self.path(&self.name) }),
        };
        let unchanged = state.to_bytes();
        change(&mut state);
        let after = state.to_bytes();
        if before.is_some() && after == unchanged {
            return Ok(state);
        }
        if after.len() as u64 > MAX_BYTES {
            return Err(StateError::TooLarge { path: self.path(&self.name) });
        }
        if let Some(before) = before {
            self.replace(BACKUP_NAME, &before)?;
        }
        self.replace(&self.name, &after)?;
        Ok(state)
    }

    /// Where the file is, behind links. A file that does not exist yet is where its name says.
    fn locate(user_data: &Path) -> Self {
        let here = || Self { folder: user_data.to_owned(), name: NAME.to_owned() };
        let Ok(real) = fs::canonicalize(user_data.join(NAME)) else { return here() };
        match (real.parent(), real.file_name().and_then(OsStr::to_str)) {
            (Some(folder), Some(name)) => Self { folder: folder.to_owned(), name: name.to_owned() },
            _ => here(),
        }
    }

    fn turn(&self) -> Result<Turn, StateError> {
        Turn::wait(&self.folder).ok_or_else(|| StateError::Busy { path: self.path(&self.name) })
    }

    fn read(&self, name: &str) -> Result<Found, StateError> {
        let failed = |error| self.io("read", name, error);
        // The folder may be behind links, the file in it not: `locate` has followed those.
        let folder = match fs::canonicalize(&self.folder).and_then(|real| Folder::open(&real)) {
            Ok(folder) => folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Missing),
            Err(error) => return Err(failed(error)),
        };
        let mut file = match folder.open_file(name) {
            Ok(file) => file,
            // A link that leads nowhere: the first save puts a file in its place.
            Err(OpenError::Missing | OpenError::Symlink) => return Ok(Found::Missing),
            Err(OpenError::NotRegular) => return Err(StateError::NotRegular { path: self.path(name) }),
            Err(OpenError::Io(error)) => return Err(failed(error)),
        };
        let Some(bytes) = read_bounded(&mut file, MAX_BYTES).map_err(failed)? else {
            return Err(StateError::TooLarge { path: self.path(name) });
        };
        match State::parse(&bytes) {
            None => Ok(Found::Damaged(bytes)),
            Some(state) => match state.later_version() {
                None => Ok(Found::State(state, bytes)),
                Some(version) => Err(StateError::LaterVersion { path: self.path(name), version }),
            },
        }
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StateError> {
        replace(&self.folder, name, bytes).map_err(|error| self.io("write", name, error))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn io(&self, action: &'static str, name: &str, error: io::Error) -> StateError {
        StateError::Io { action, path: self.path(name), error }
    }
}

#[cfg(test)]
mod tests;
