//! What we put into files of agents. Each kind can look for itself in a file, put itself in and take itself out; none
//! touches a disk.

mod block;
mod hooks;
mod json;
mod opencode;
mod own;
mod toml;

pub(super) use block::Block;
pub(super) use hooks::{Hooks, command as hooks_command};
pub(super) use json::{JsonServer, Shape};
pub(super) use opencode::OpenCodeConfig;
pub(super) use own::OwnFile;
pub(super) use toml::TomlServer;

use super::server::Owner;
use std::path::PathBuf;

/// Something of ours in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// An MCP server in a JSON file, comments allowed.
    Json(JsonServer),
    /// OpenCode's configuration.
    OpenCode(OpenCodeConfig),
    /// An MCP server in a TOML file.
    Toml(TomlServer),
    /// Hooks in a JSON file.
    Hooks(Hooks),
    /// A marked block in a text file.
    Block(Block),
    /// A file of our own.
    Own(OwnFile),
}

/// What of it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// Ours.
    Ours {
        /// The program that it starts, if it starts one of ours.
        program: Option<PathBuf>,
        /// Nothing would change if it were put in again.
        current: bool,
    },
    /// Something else, where ours would be.
    Other,
}

/// Why a file cannot be worked with; the rule that it breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// Not in its format.
    #[error("it is not valid: {0}")]
    Syntax(String),
    /// Something has another type than agents expect.
    #[error("`{0}` must be {1}")]
    Type(String, &'static str),
    /// The agent takes one of them, and we cannot tell which.
    #[error("it has `{0}` twice; remove one of them")]
    Twice(String),
    /// A mark is missing or there is one too many.
    #[error("its OPENPETS:START and OPENPETS:END marks do not match; remove them by hand")]
    Marks,
    /// Writing it would change more than our entry.
    #[error("its line endings are mixed; convert them to one kind")]
    MixedLines,
}

/// JSON, TOML and Markdown may begin with one.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Content {
    /// What of it is in `text`.
    pub(super) fn find(&self, text: &str) -> Result<Found, Invalid> {
        let (_, text) = split_mark(text);
        let found = match self {
            Self::Json(server) => server.owner(text)?.map(|owner| of_owner(&owner)),
            Self::OpenCode(config) => config.owner(text)?.map(|owner| of_owner(&owner)),
            Self::Toml(server) => server.owner(text)?.map(|owner| of_owner(&owner)),
            Self::Hooks(hooks) => hooks
                .commands(text)?
                .first()
                .map(|command| Found::Ours { program: hooks::program(command), current: false }),
            Self::Block(_) => Block::find(text)?.map(|_| Found::Ours { program: None, current: false }),
            Self::Own(_) if OwnFile::is_ours(text) => Some(Found::Ours { program: None, current: false }),
            Self::Own(_) => Some(Found::Other),
        };
        Ok(match found.unwrap_or(Found::Nothing) {
            Found::Ours { program, .. } => {
                let current = self.put_into(text)? == text;
                Found::Ours { program, current }
            }
            other => other,
        })
    }

    /// The text with it, in the place of what was there.
    pub(super) fn put(&self, text: &str) -> Result<String, Invalid> {
        let (mark, text) = split_mark(text);
        Ok(format!("{mark}{}", self.put_into(text)?))
    }

    fn put_into(&self, text: &str) -> Result<String, Invalid> {
        match self {
            Self::Json(server) => server.put(text),
            Self::OpenCode(config) => config.put(text),
            Self::Toml(server) => server.put(text),
            Self::Hooks(hooks) => hooks.put(text),
            Self::Block(block) => block.put(text),
            Self::Own(own) => Ok(own.text.clone()),
        }
    }

    /// The text without it. Nothing if nothing of worth is left.
    pub(super) fn take_out(&self, text: &str) -> Result<Option<String>, Invalid> {
        let (mark, text) = split_mark(text);
        let rest = match self {
            Self::Json(server) => server.take_out(text)?,
            Self::OpenCode(config) => config.take_out(text)?,
            Self::Toml(server) => server.take_out(text)?,
            Self::Hooks(hooks) => hooks.take_out(text)?,
            Self::Block(_) => Block::take_out(text)?,
            Self::Own(_) => None,
        };
        Ok(rest.map(|rest| format!("{mark}{rest}")))
    }

    /// Whether it starts a program of ours.
    pub(super) const fn starts_a_program(&self) -> bool {
        matches!(self, Self::Json(_) | Self::OpenCode(_) | Self::Toml(_) | Self::Hooks(_))
    }

    /// The same with the program and the pet that `text` has. Nothing if there is none of ours in it.
    pub(super) fn as_in(&self, text: &str) -> Option<Self> {
        let (_, text) = split_mark(text);
        match self {
            Self::Json(server) => server.as_in(text).map(Self::Json),
            Self::OpenCode(config) => config.as_in(text).map(Self::OpenCode),
            Self::Toml(server) => server.as_in(text).map(Self::Toml),
            Self::Hooks(hooks) => hooks.as_in(text).map(Self::Hooks),
            Self::Block(block) => block.as_in(text).map(Self::Block),
            Self::Own(own) => own.as_in(text).map(Self::Own),
        }
    }

    /// Whether `text` is `before` with what it has of ours put in and nothing else changed: then taking it out gives
    /// the file back byte for byte.
    pub(super) fn came_from(&self, text: &str, before: &str) -> bool {
        self.as_in(text).is_some_and(|content| {
            content.find(before).is_ok_and(|found| found == Found::Nothing)
                && content.put(before).is_ok_and(|put| put == text)
        })
    }
}

fn of_owner(owner: &Owner) -> Found {
    match owner {
        Owner::Us(server) => Found::Ours { program: Some(server.program.clone()), current: false },
        Owner::OpenPets { .. } => Found::Ours { program: None, current: false },
        Owner::Other => Found::Other,
    }
}

fn split_mark(text: &str) -> (&str, &str) {
    let length = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    text.split_at(length)
}
