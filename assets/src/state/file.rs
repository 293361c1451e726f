//! The state file on disk: replaced in one step, with the last good one kept beside it. A damaged file is set
//! aside and said, never silently replaced.

use super::State;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const NAME: &str = "openpets-state.json";

/// Far more than any real file; a bound on what a damaged one may cost.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// Damaged files that are kept. The next one replaces the last of them.
const MAX_DAMAGED: u32 = 5;

/// The file of one user.
#[derive(Debug, Clone)]
pub struct StateFile {
    path: PathBuf,
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
    /// Over the bound.
    #[error("{} is larger than 4 MiB, which no state is; move it away", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// Became damaged while the app ran.
    #[error("{} is damaged; it was left alone and nothing was saved. Restart OpenPets to recover it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
}

/// What was done about a damaged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovery {
    /// Where the damaged file is now.
    pub set_aside: PathBuf,
    /// The last good file took its place; else everything is at its default.
    pub from_backup: bool,
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instead = if self.from_backup {
            "the last good one was restored"
        } else {
            "there was no earlier one, so every setting is at its default"
        };
        write!(
            f,
            "The settings file was damaged and is kept as {}; {instead}. Nothing else needs to be done.",
            self.set_aside.display()
        )
    }
}

impl StateFile {
    /// Opens the state of a user. A missing file is an empty state; a damaged one is set aside.
    ///
    /// A state file that is a symbolic link is read and replaced where it leads, so that it can be kept with
    /// other settings.
    ///
    /// # Errors
    /// When the file cannot be read, is too large, or cannot be set aside.
    pub fn open(user_data: &Path) -> Result<(Self, State, Option<Recovery>), StateError> {
        let named = user_data.join(NAME);
        let path = fs::canonicalize(&named).unwrap_or(named);
        let file = Self { path };
        match file.read()? {
            Found::State(state) => Ok((file, state, None)),
            Found::Missing => Ok((file, State::default(), None)),
            Found::Damaged => {
                let (state, recovery) = file.recover()?;
                Ok((file, state, Some(recovery)))
            }
        }
    }

    /// Looks at the state without changing anything on disk. A damaged file counts as an empty one.
    ///
    /// # Errors
    /// When the file cannot be read or is too large.
    pub fn peek(user_data: &Path) -> Result<State, StateError> {
        let file = Self { path: user_data.join(NAME) };
        Ok(match file.read()? {
            Found::State(state) => state,
            Found::Missing | Found::Damaged => State::default(),
        })
    }

    /// Changes the state on disk: reads it again, since another program may have changed it meanwhile, and
    /// replaces it in one step.
    ///
    /// # Errors
    /// When it cannot be read or written; the file is then as it was.
    pub fn update(&self, change: impl FnOnce(&mut State)) -> Result<State, StateError> {
        let (mut state, before) = match self.read_bytes()? {
            None => (State::default(), None),
            Some(bytes) => match State::parse(&bytes) {
                Some(state) => (state, Some(bytes)),
                None => return Err(StateError::Damaged { path: self.path.clone() }),
            },
        };
        change(&mut state);
        if let Some(before) = before {
            self.replace(&self.backup(), &before)?;
        }
        self.replace(&self.path, &state.to_bytes())?;
        Ok(state)
    }

    fn backup(&self) -> PathBuf {
        self.path.with_extension("json.bak")
    }

    fn read(&self) -> Result<Found, StateError> {
        Ok(match self.read_bytes()? {
            None => Found::Missing,
            Some(bytes) => State::parse(&bytes).map_or(Found::Damaged, Found::State),
        })
    }

    fn read_bytes(&self) -> Result<Option<Vec<u8>>, StateError> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.io("read", error)),
        };
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| self.io("read", error))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(StateError::TooLarge { path: self.path.clone() });
        }
        Ok(Some(bytes))
    }

    fn recover(&self) -> Result<(State, Recovery), StateError> {
        let set_aside = self.place_for_damaged();
        fs::rename(&self.path, &set_aside).map_err(|error| self.io("set aside", error))?;
        let backup = fs::read(self.backup()).ok().filter(|bytes| bytes.len() as u64 <= MAX_BYTES);
        let good = backup.and_then(|bytes| Some((State::parse(&bytes)?, bytes)));
        let Some((state, bytes)) = good else {
            return Ok((State::default(), Recovery { set_aside, from_backup: false }));
        };
        self.replace(&self.path, &bytes)?;
        Ok((state, Recovery { set_aside, from_backup: true }))
    }

    fn place_for_damaged(&self) -> PathBuf {
        let place = |number| self.path.with_file_name(format!("openpets-state.damaged-{number}.json"));
        (1..MAX_DAMAGED).map(place).find(|path| !path.exists()).unwrap_or_else(|| place(MAX_DAMAGED))
    }

    /// Writes a file in one step: whoever reads sees the old one or the new one, also after a power cut.
    fn replace(&self, path: &Path, bytes: &[u8]) -> Result<(), StateError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| self.io("make the folder of", error))?;
        // One writer a process, so its id makes the name its own; a crash leaves at most one per process id.
        let temporary = path.with_extension(format!("tmp-{}", std::process::id()));
        let write = || {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(&temporary)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&temporary, path)?;
            // The new name is safe once the folder is. Not every file system can do that.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
            Ok(())
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&temporary);
            self.io("write", error)
        })
    }

    fn io(&self, action: &'static str, error: io::Error) -> StateError {
        StateError::Io { action, path: self.path.clone(), error }
    }
}

/// What was found.
enum Found {
    Missing,
    Damaged,
    State(State),
}
