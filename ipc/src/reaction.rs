//! The closed set of reactions that an agent can ask a pet for.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What an agent says it is doing. The set is closed by the protocol: a client that sends anything else is
/// refused with `invalid_params`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reaction {
    /// Nothing is going on.
    Idle,
    /// Reading or reasoning.
    Thinking,
    /// Busy in some way that no other reaction names.
    Working,
    /// Changing files.
    Editing,
    /// Running a command.
    Running,
    /// Running tests.
    Testing,
    /// Waiting for the person.
    Waiting,
    /// Greeting.
    Waving,
    /// Finished well.
    Success,
    /// Finished badly.
    Error,
    /// Finished very well.
    Celebrating,
}

impl Reaction {
    /// Every reaction, in the order of the protocol.
    pub const ALL: [Self; 11] = [
        Self::Idle,
        Self::Thinking,
        Self::Working,
        Self::Editing,
        Self::Running,
        Self::Testing,
        Self::Waiting,
        Self::Waving,
        Self::Success,
        Self::Error,
        Self::Celebrating,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Thinking => "thinking",
            Self::Working => "working",
            Self::Editing => "editing",
            Self::Running => "running",
            Self::Testing => "testing",
            Self::Waiting => "waiting",
            Self::Waving => "waving",
            Self::Success => "success",
            Self::Error => "error",
            Self::Celebrating => "celebrating",
        }
    }

    /// Busy reactions last until the next one, not for a moment only.
    #[must_use]
    pub const fn is_busy(self) -> bool {
        matches!(
            self,
            Self::Thinking | Self::Working | Self::Editing | Self::Running | Self::Testing | Self::Waiting
        )
    }
}

impl fmt::Display for Reaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is not a reaction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown reaction; use one of idle, thinking, working, editing, running, testing, waiting, waving, success, error, celebrating"
)]
pub struct UnknownReaction;

impl FromStr for Reaction {
    type Err = UnknownReaction;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|reaction| reaction.name() == name).ok_or(UnknownReaction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_serde_writes_and_reads() {
        for reaction in Reaction::ALL {
            let json = serde_json::to_string(&reaction).unwrap();
            assert_eq!(json, format!("\"{}\"", reaction.name()));
            assert_eq!(reaction.name().parse(), Ok(reaction));
        }
        assert_eq!("Idle".parse::<Reaction>(), Err(UnknownReaction));
    }
}
