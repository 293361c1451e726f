//! A damaged state file: kept under another name, and replaced by the last good one.

use super::{BACKUP_NAME, Found, State, StateError, StateFile};
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

/// Damaged files that are kept; the next one replaces the oldest. More would only fill the disk of someone whose disk
/// is failing.
const MAX_DAMAGED: u32 = 5;

/// What was done about a damaged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovery {
    /// Where the damaged file is now.
    pub set_aside: PathBuf,
    /// What took its place.
    pub replacement: Replacement,
}

/// What took the place of a damaged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replacement {
    /// The last good file.
    Backup,
    /// The defaults: there was no backup.
    Defaults,
    /// The defaults: the backup was damaged too, and is kept here.
    DefaultsForDamagedBackup(PathBuf),
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The settings file was damaged and is kept as {}; ", self.set_aside.display())?;
        match &self.replacement {
            Replacement::Backup => f.write_str("the last good one was restored. Nothing else needs to be done."),
            Replacement::Defaults => f.write_str(
                "there was no earlier one, so every setting is at its default. Nothing else needs to be done.",
            ),
            Replacement::DefaultsForDamagedBackup(kept) => write!(
                f,
                "the one before it was damaged too and is kept as {}, so every setting is at its default.",
                kept.display()
            ),
        }
    }
}

impl StateFile {
    /// Writes `damaged`, what the state file holds, to a file of its own and only then puts the backup or the defaults
    /// in its place: killed in between, the next start finds the damaged file again and nothing is lost.
    ///
    /// A backup that cannot be read may be a good one, which the next save would replace: then nothing is done at all.
    pub(super) fn recover(&self, damaged: &[u8]) -> Result<(State, Recovery), StateError> {
        let backup = self.read(BACKUP_NAME)?;
        let set_aside = self.set_aside(damaged)?;
        let (state, bytes, replacement) = match backup {
            Found::State(state, bytes) => (state, bytes, Replacement::Backup),
            Found::Missing => with_defaults(Replacement::Defaults),
            Found::Damaged(bytes) => {
                with_defaults(Replacement::DefaultsForDamagedBackup(self.set_aside(&bytes)?))
            }
        };
        self.replace(&self.name, &bytes)?;
        Ok((state, Recovery { set_aside, replacement }))
    }

    /// Keeps the contents of a damaged file, and tells where.
    fn set_aside(&self, damaged: &[u8]) -> Result<PathBuf, StateError> {
        let name = self.name_for_damaged();
        self.replace(&name, damaged)?;
        Ok(self.path(&name))
    }

    /// The first free name, else the one whose file is the oldest.
    fn name_for_damaged(&self) -> String {
        let name = |number| format!("openpets-state.damaged-{number}.json");
        // `None`, of a file that does not exist, sorts before every time; among equals the first is taken.
        let age = |number: &u32| {
            let metadata = fs::symlink_metadata(self.path(&name(*number))).ok()?;
            Some(metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH))
        };
        name((1..=MAX_DAMAGED).min_by_key(age).unwrap_or(MAX_DAMAGED))
    }
}

fn with_defaults(replacement: Replacement) -> (State, Vec<u8>, Replacement) {
    let state = State::default();
    let bytes = state.to_bytes();
    (state, bytes, replacement)
}
