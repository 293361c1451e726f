//! What a lease consists of.

use super::model::{Fallback, Target};
use bevy_ecs::prelude::*;
use openpets_ipc::{LeaseId, RequestedPetId, SessionNonce};
use std::time::Duration;

/// One client's claim on one pet.
#[derive(Component, Debug, Clone)]
pub struct Lease {
    /// Known to the client alone.
    pub id: LeaseId,
    /// What the client asked for.
    pub requested: Option<RequestedPetId>,
    /// What it got.
    pub target: Target,
    /// The pool pet it keeps from others, if it came from the pool.
    pub pool_pet: Option<String>,
    /// Why it did not get what it asked for.
    pub fallback: Option<Fallback>,
    /// When it was acquired (time since start).
    pub acquired: Duration,
    /// How long it lives after each heartbeat.
    pub ttl: Duration,
    /// When it ends without a heartbeat (time since start).
    pub expires: Duration,
    /// The client process, if it told.
    pub client: Option<Process>,
    /// The identity of the client beside its process id.
    pub nonce: Option<SessionNonce>,
    /// The terminal or editor that the client runs in.
    pub owner: Option<TerminalOwner>,
    /// The agent that the client works for, if it told.
    pub agent: Option<Process>,
}

/// A process, safe against reuse of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// When it started, in a unit of the platform; unknown where the platform does not tell.
    pub started: Option<u64>,
}

/// The nearest ancestor of a client that is a terminal or an editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerminalOwner {
    /// Its process.
    pub process: Process,
    /// Its name, such as `kitty` or `code`.
    pub name: String,
}
