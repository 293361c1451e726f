//! What a session consists of.

use crate::lease::{Process, TerminalOwner};
use bevy_ecs::prelude::*;
use openpets_ipc::{AgentKind, Label, Reaction};
use std::time::Duration;

/// One session of an agent.
#[derive(Component, Debug, Clone)]
pub struct Session {
    /// The kind of agent.
    pub agent: AgentKind,
    /// The agent's process, if it told.
    pub process: Option<Process>,
    /// The agent's own name for the session, if it told.
    pub key: Option<Label>,
    /// The terminal or editor that it runs in.
    pub owner: Option<TerminalOwner>,
    /// The name of its working folder. Kept only while the person allows it.
    pub folder: Option<Label>,
    /// When it was first heard of (time since start).
    pub started: Duration,
    /// When it was last heard of.
    pub active: Duration,
    /// The last reaction that it asked for.
    pub last: Option<Act>,
}

/// What a session had its pet do, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// The reaction.
    pub reaction: Reaction,
    /// What happened in the agent.
    pub event: Option<Label>,
    /// With which of its tools.
    pub tool: Option<Label>,
    /// When (time since start).
    pub at: Duration,
}
