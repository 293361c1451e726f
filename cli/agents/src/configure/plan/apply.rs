//! Doing what was planned. When a step fails, those before it are undone.

use super::step::{Backup, Undoable};
use super::{ClaudeStep, ConfigureError, FileStep, Plan, Step};
use crate::configure::claude;
use crate::configure::file::{back_up, backup_of, forget_backup, replace};
use crate::configure::roots::Roots;
use std::path::PathBuf;

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
#[error("{cause}{}", .left_behind.as_ref().map(|what| format!(". And {what}")).unwrap_or_default())]
pub struct ApplyError {
    /// What failed.
    #[source]
    pub cause: Box<ConfigureError>,
    /// What could not be undone.
    pub left_behind: Option<String>,
}

impl Plan {
    /// Does it all, or nothing.
    ///
    /// # Errors
    /// When a step fails. Those before it have been undone then, or the error says what is left.
    pub fn apply(&self, roots: &Roots) -> Result<(), ApplyError> {
        let failed = |cause, left_behind| ApplyError { cause: Box::new(cause), left_behind };
        if self.steps.iter().any(|step| matches!(step, Step::Claude(_))) {
            claude::check(roots).map_err(|error| failed(error.into(), None))?;
        }
        for (done, step) in self.steps.iter().enumerate() {
            if let Err((cause, left)) = step.apply(roots) {
                let before: Vec<String> =
                    self.steps[..done].iter().rev().filter_map(|step| step.undo(roots)).collect();
                return Err(failed(cause, left.or(before.into_iter().next())));
            }
        }
        for step in &self.steps {
            if let Step::File(FileStep { path, backup: Backup::Forget, .. }) = step {
                forget_backup(path);
            }
        }
        Ok(())
    }

    /// Where the files are kept as they were.
    #[must_use]
    pub fn backups(&self) -> Vec<PathBuf> {
        let files = self.steps.iter().filter_map(|step| match step {
            Step::File(FileStep { path, backup: Backup::Make, .. }) => Some(backup_of(path)),
            _ => None,
        });
        files.collect()
    }
}

impl Step {
    /// Why not, and what of this very step is left.
    fn apply(&self, roots: &Roots) -> Result<(), (ConfigureError, Option<String>)> {
        match self {
            Self::File(step) => step.apply().map_err(|error| (error, None)),
            Self::Claude(step) => step.apply(roots),
        }
    }

    /// What is left if that fails.
    fn undo(&self, roots: &Roots) -> Option<String> {
        match self {
            Self::File(step) => step.undo(),
            Self::Claude(step) => step.undo(roots),
        }
    }
}

impl FileStep {
    fn apply(&self) -> Result<(), ConfigureError> {
        if let (Backup::Make, Some(before)) = (self.backup, &self.before) {
            back_up(&self.anchor, &self.path, before)?;
        }
        let outcome = replace(&self.anchor, &self.path, self.before.as_deref(), self.after.as_deref());
        if outcome.is_err() && self.backup == Backup::Make {
            forget_backup(&self.path);
        }
        Ok(outcome?)
    }

    fn undo(&self) -> Option<String> {
        let outcome = replace(&self.anchor, &self.path, self.after.as_deref(), self.before.as_deref());
        if outcome.is_ok() && self.backup == Backup::Make {
            forget_backup(&self.path);
        }
        outcome.err().map(|error| format!("{} could not be made as before: {error}", self.path.display()))
    }
}

impl ClaudeStep {
    fn apply(&self, roots: &Roots) -> Result<(), (ConfigureError, Option<String>)> {
        for (done, call) in self.calls.iter().enumerate() {
            if let Err(error) = call.call.run(roots) {
                return Err((error.into(), undo(&self.calls[..done], roots)));
            }
        }
        Ok(())
    }

    fn undo(&self, roots: &Roots) -> Option<String> {
        undo(&self.calls, roots)
    }
}

/// Undoes calls, the last first. What is left if that fails.
fn undo(calls: &[Undoable], roots: &Roots) -> Option<String> {
    let failed = calls.iter().rev().find_map(|done| done.undo.run(roots).err());
    failed.map(|error| format!("Claude Code's entry could not be made as before: {error}"))
}
