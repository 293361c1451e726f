//! The rules of sessions, without the world.

use super::components::Session;
use crate::lease::Process;
use openpets_ipc::{AgentKind, Label};
use std::time::Duration;

/// More sessions are not remembered; the one that was silent for longest goes. Far more than one person has agents.
pub const MAX_SESSIONS: usize = 64;

/// A session of which no process is known is forgotten after this silence.
pub const FORGET_AFTER: Duration = Duration::from_secs(30 * 60);

/// Ended processes are looked for this often.
pub const SWEEP_PERIOD: Duration = Duration::from_secs(30);

/// What a request tells about its session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The kind of agent.
    pub agent: AgentKind,
    /// The agent's process.
    pub process: Option<Process>,
    /// The agent's own name for the session.
    pub key: Option<Label>,
}

impl Identity {
    /// Whether a request of this identity belongs to `session`. An MCP server knows the process but not the session's
    /// name, a hook knows both; one process may have several sessions, one after the other.
    #[must_use]
    pub fn belongs_to(&self, session: &Session) -> bool {
        let (same_process, both_told) = match (self.process, session.process) {
            (Some(ours), Some(theirs)) => (ours == theirs, true),
            _ => (true, false),
        };
        let same_key = match (&self.key, &session.key) {
            (Some(ours), Some(theirs)) => ours == theirs,
            // Nothing but the process can tell then.
            (None, None) => both_told || self.process == session.process && self.agent == session.agent,
            _ => both_told,
        };
        same_process && same_key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(name: &str) -> AgentKind {
        AgentKind::from_name(name).unwrap()
    }

    fn identity(process: Option<u32>, key: Option<&str>) -> Identity {
        Identity {
            agent: agent("claude-code"),
            process: process.map(|pid| Process { pid, started: Some(1) }),
            key: key.and_then(Label::from_text),
        }
    }

    fn session(process: Option<u32>, key: Option<&str>) -> Session {
        let Identity { agent, process, key } = identity(process, key);
        let zero = Duration::ZERO;
        Session { agent, process, key, owner: None, folder: None, started: zero, active: zero, last: None }
    }

    #[test]
    fn a_session_is_known_by_process_and_name() {
        for (ours, theirs, same) in [
            ((Some(1), Some("a")), (Some(1), Some("a")), true),
            ((Some(1), Some("b")), (Some(1), Some("a")), false),
            ((Some(2), Some("a")), (Some(1), Some("a")), false),
            // A hook of an agent whose MCP server was heard first, and the other way round.
            ((Some(1), Some("a")), (Some(1), None), true),
            ((Some(1), None), (Some(1), Some("a")), true),
            ((Some(1), None), (Some(1), None), true),
            // From another machine's processes only the name comes.
            ((None, Some("a")), (Some(1), Some("a")), true),
            ((None, Some("a")), (None, Some("b")), false),
            ((None, Some("a")), (Some(1), None), false),
            ((None, None), (None, None), true),
            ((None, None), (Some(1), None), false),
        ] {
            let belongs = identity(ours.0, ours.1).belongs_to(&session(theirs.0, theirs.1));
            assert_eq!(belongs, same, "{ours:?} {theirs:?}");
        }
    }

    #[test]
    fn without_process_and_name_the_kind_of_agent_decides() {
        let other = Identity { agent: agent("codex"), ..identity(None, None) };
        assert!(!other.belongs_to(&session(None, None)));
    }
}
