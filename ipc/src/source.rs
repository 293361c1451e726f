//! Which agent a request comes from, and why: an addition of ours to the protocol, which others ignore.
//!
//! It serves the person who asks "who makes my pet do that", and lets the hooks of an agent reach the pet that its MCP
//! server holds. It is told, not proved: nothing is allowed because of it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Where a request comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The kind of agent.
    pub agent: AgentKind,
    /// The process that started the client: the agent, perhaps through a shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The agent's own name for the session. One process may have several, one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Label>,
    /// What happened, such as `PreToolUse`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Label>,
    /// With which of its tools, such as `Edit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Label>,
    /// The name of the working folder, without its path. The app forgets it unless the person allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<Label>,
}

impl Source {
    /// An agent of which nothing else is known.
    #[must_use]
    pub const fn new(agent: AgentKind) -> Self {
        Self { agent, pid: None, session: None, event: None, tool: None, folder: None }
    }

    /// The process that started this one, where the system tells.
    #[must_use]
    pub fn parent_process() -> Option<u32> {
        #[cfg(unix)]
        return Some(std::os::unix::process::parent_id()).filter(|pid| *pid > 1);
        #[cfg(not(unix))]
        None
    }
}

/// A kind of agent: 1 to 40 of `a-z`, `0-9` and `-`, such as `claude-code`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AgentKind(String);

/// A rule that a [`Source`] breaks. Never repeats the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SourceRule {
    /// Of [`AgentKind`].
    #[error("an agent's kind must have 1 to 40 of a-z, 0-9 and -")]
    Agent,
    /// Of [`Label`].
    #[error("a label must have 1 to 64 printable characters")]
    Label,
}

impl AgentKind {
    /// The longest kind, in characters.
    pub const MAX_LENGTH: usize = 40;

    /// What an MCP server calls its agent before the agent has told its name.
    #[must_use]
    pub fn unnamed() -> Self {
        Self("mcp".to_owned())
    }

    /// Whether it is [`AgentKind::unnamed`].
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        *self == Self::unnamed()
    }

    /// Makes one of what an agent calls itself, such as `Claude Code (beta)`; nothing if no character is left.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut kind = String::new();
        for c in name.chars() {
            if kind.len() == Self::MAX_LENGTH {
                break;
            }
            if c.is_ascii_alphanumeric() {
                kind.push(c.to_ascii_lowercase());
            } else if !kind.is_empty() && !kind.ends_with('-') {
                kind.push('-');
            }
        }
        Self::try_from(kind.trim_end_matches('-').to_owned()).ok()
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for AgentKind {
    type Error = SourceRule;

    fn try_from(text: String) -> Result<Self, SourceRule> {
        let in_kind = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if (1..=Self::MAX_LENGTH).contains(&text.len()) && text.chars().all(in_kind) {
            Ok(Self(text))
        } else {
            Err(SourceRule::Agent)
        }
    }
}

/// A short text of an agent that is shown to people: 1 to 64 characters, none of which moves or hides others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Label(String);

impl Label {
    /// The longest label, in characters.
    pub const MAX_LENGTH: usize = 64;

    /// Makes one of any text: leaves out what must not be shown, and what is too much; nothing if nothing is left.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let shown: String = text.chars().filter(|c| is_plain(*c)).take(Self::MAX_LENGTH).collect();
        let shown = shown.trim();
        (!shown.is_empty()).then(|| Self(shown.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Label {
    type Error = SourceRule;

    fn try_from(text: String) -> Result<Self, SourceRule> {
        let length = text.chars().take(Self::MAX_LENGTH + 1).count();
        if (1..=Self::MAX_LENGTH).contains(&length) && text.chars().all(is_plain) {
            Ok(Self(text))
        } else {
            Err(SourceRule::Label)
        }
    }
}

/// Neither a control character nor one that turns the direction of text, joins or hides.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

macro_rules! as_text {
    ($($name:ident),+) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }
    )+};
}

as_text!(AgentKind, Label);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_made_of_what_agents_call_themselves() {
        let kind = |name| AgentKind::from_name(name).map(String::from);
        assert_eq!(kind("claude-code").as_deref(), Some("claude-code"));
        assert_eq!(kind("  Claude Code (beta) ").as_deref(), Some("claude-code-beta"));
        assert_eq!(kind("日本"), None);
        assert_eq!(kind(&"x-".repeat(40)).map(|kind| kind.len()), Some(39));
        assert_eq!(AgentKind::try_from("Claude".to_owned()), Err(SourceRule::Agent));
        assert_eq!(AgentKind::try_from(String::new()), Err(SourceRule::Agent));
    }

    #[test]
    fn labels_hide_nothing() {
        let label = |text: &str| Label::from_text(text).map(String::from);
        assert_eq!(label("Edit").as_deref(), Some("Edit"));
        assert_eq!(label("a\u{202e}b\n\u{1b}[31mc").as_deref(), Some("ab[31mc"));
        assert_eq!(label(&"é".repeat(100)).map(|text| text.chars().count()), Some(64));
        assert_eq!(label(" \u{200b}\n"), None);
        assert_eq!(Label::try_from("a\u{1b}".to_owned()), Err(SourceRule::Label));
        assert_eq!(Label::try_from("é".repeat(65)), Err(SourceRule::Label));
        assert!(Label::try_from("日本語".to_owned()).is_ok());
    }
}
