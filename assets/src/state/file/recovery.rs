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
    /// Writes `damaged`, what the state file holds, to a file of its own and only then puts the backup or the defaults
    /// in its place: killed in between, the next start finds the damaged file again and nothing is lost.
    pub(super) fn recover(&self, damaged: &[u8]) -> Result<(State, Recovery), StateError> {
        let aside = self.name_for_damaged();
        self.replace(&aside, damaged)?;
        let (state, bytes, from_backup) = match self.read(BACKUP_NAME) {
            Ok(Found::State(state, bytes)) => (state, bytes, true),
            _ => {
                let state = State::default();
                let bytes = state.to_bytes();
                (state, bytes, false)
            }
        };
        self.replace(&self.name, &bytes)?;
        Ok((state, Recovery { set_aside: self.path(&aside), from_backup }))
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
