//! The agents that can be configured.

use std::fmt;
use std::str::FromStr;

/// An agent whose configuration we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agent {
    /// Claude Code.
    Claude,
    /// OpenCode.
    OpenCode,
    /// Cursor.
    Cursor,
    /// Visual Studio Code.
    VsCode,
    /// Zed.
    Zed,
    /// Windsurf.
    Windsurf,
    /// Claude Desktop.
    ClaudeDesktop,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
}

/// Whose configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// One project's.
    Project,
    /// The person's, for all projects.
    User,
}

impl Agent {
    /// Every agent, in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::Claude,
        Self::OpenCode,
        Self::Cursor,
        Self::VsCode,
        Self::Zed,
        Self::Windsurf,
        Self::ClaudeDesktop,
        Self::Codex,
        Self::Gemini,
    ];

    /// What it is called in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::OpenCode => "opencode",
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::Zed => "zed",
            Self::Windsurf => "windsurf",
            Self::ClaudeDesktop => "claude-desktop",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::OpenCode => "OpenCode",
            Self::Cursor => "Cursor",
            Self::VsCode => "VS Code",
            Self::Zed => "Zed",
            Self::Windsurf => "Windsurf",
            Self::ClaudeDesktop => "Claude Desktop",
            Self::Codex => "Codex CLI",
            Self::Gemini => "Gemini CLI",
        }
    }

    /// Where it can be configured.
    #[must_use]
    pub const fn scopes(self) -> &'static [Scope] {
        match self {
            Self::Windsurf | Self::ClaudeDesktop => &[Scope::User],
            _ => &[Scope::Project, Scope::User],
        }
    }

    /// The same once everything was taken out again.
    #[must_use]
    pub const fn afterwards_removed(self) -> &'static str {
        match self {
            Self::Zed => "Zed takes it up by itself.",
            _ => "It takes effect when the agent is started again.",
        }
    }

    /// What the person does so that it takes effect.
    #[must_use]
    pub const fn afterwards(self) -> &'static str {
        match self {
            Self::Codex => "Restart Codex, and trust the hooks that it then asks about (or with /hooks).",
            Self::Claude => {
                "Start a new session; in a project, Claude Code asks once whether the server may run."
            }
            Self::VsCode => "Start the server openpets in VS Code: MCP: List Servers.",
            Self::OpenCode => "Restart OpenCode.",
            Self::Cursor => "Restart Cursor, or turn the server openpets on in its settings.",
            Self::Zed => "Zed takes it up by itself.",
            Self::Windsurf => "Refresh the MCP servers in Windsurf, or restart it.",
            Self::ClaudeDesktop => "Quit Claude Desktop and start it again.",
            Self::Gemini => "Restart Gemini CLI; it starts servers only in folders that you trust.",
        }
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is not an agent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown agent")]
pub struct UnknownAgent;

impl FromStr for Agent {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        Self::ALL.into_iter().find(|agent| agent.name() == name).ok_or(UnknownAgent)
    }
}

impl Scope {
    /// What it is called in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::User => "user",
        }
    }
}
