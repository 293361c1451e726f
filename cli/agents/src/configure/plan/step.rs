//! The steps of a plan, and how they are shown.

use crate::configure::claude::Call;
use similar::TextDiff;
use std::path::{Path, PathBuf};

/// One thing to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A file is made, changed or removed.
    File(FileStep),
    /// Claude Code is asked.
    Claude(ClaudeStep),
}

/// A file that is made, changed or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStep {
    pub(super) what: &'static str,
    pub(super) anchor: PathBuf,
    pub(super) path: PathBuf,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) backup: Backup,
}

/// Claude Code is asked to change its servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaudeStep {
    pub(super) calls: Vec<Undoable>,
}

/// A call, and the one that makes it as before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Undoable {
    pub(super) call: Call,
    pub(super) undo: Call,
}

/// What becomes of the copy beside the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Backup {
    /// The one that is there, or none, is right.
    Keep,
    /// The file is about to get something of ours.
    Make,
    /// Nothing of ours is left.
    Forget,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// It is made.
    Create,
    /// It is changed.
    Change,
    /// It is removed.
    Remove,
}

impl Action {
    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Change => "change",
            Self::Remove => "remove",
        }
    }
}

impl FileStep {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What of ours it is about.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        self.what
    }

    /// What happens to it.
    #[must_use]
    pub const fn action(&self) -> Action {
        match (&self.before, &self.after) {
            (None, _) => Action::Create,
            (_, None) => Action::Remove,
            _ => Action::Change,
        }
    }

    /// Every line that changes, as `diff -u` shows it.
    #[must_use]
    pub fn diff(&self) -> String {
        let name = |text: &Option<String>| match text {
            Some(_) => self.path.display().to_string(),
            None => "/dev/null".to_owned(),
        };
        let (before, after) = (self.before.as_deref().unwrap_or(""), self.after.as_deref().unwrap_or(""));
        TextDiff::from_lines(before, after)
            .unified_diff()
            .context_radius(3)
            .header(&name(&self.before), &name(&self.after))
            .to_string()
    }
}

impl ClaudeStep {
    /// The commands, as a person would type them.
    pub fn commands(&self) -> impl Iterator<Item = String> {
        self.calls.iter().map(|done| done.call.shown())
    }

    /// The words of the commands.
    pub fn words(&self) -> impl Iterator<Item = Vec<String>> {
        self.calls.iter().map(|done| done.call.words())
    }
}
