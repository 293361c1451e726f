//! What an agent's hook does: one event in, at most a reaction and a line out.
//!
//! A hook runs for every step of an agent and must never be in its way: it takes milliseconds, says nothing on its
//! streams, and whatever goes wrong stays here. Of the event only its kind counts; prompts, commands and output are
//! looked at, never sent, shown or stored.
//!
//! Deciding has no side effects, so that [`explain`] can tell what would happen; only [`run`] remembers cool-downs and
//! sends.

mod cooldown;
mod decision;
mod event;
mod explain;
mod glob;
mod input;
mod lines;
mod payload;
mod places;
mod response;
mod rules;
mod send;
mod shell;
mod stand_down;

pub use explain::explain;
pub use input::{MAX_PAYLOAD_BYTES, read_payload};
pub use places::Places;
pub use rules::{InvalidRules, Rules};

pub(crate) use lines::Language;
pub(crate) use stand_down::MANAGED;

use cooldown::{Memory, Verdict};
use decision::Decision;
use openpets_ipc::{AgentKind, Client, RequestedPetId};
use payload::Event;
use send::{Address, send};
use std::time::{Duration, Instant, SystemTime};

/// The whole time of a hook, from its start. An agent waits for its hooks.
const LIMIT: Duration = Duration::from_millis(450);

/// How a hook was called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// The agent that calls it.
    pub agent: AgentKind,
    /// The entry stands in the project's configuration, not in the person's.
    pub project_local: bool,
    /// The pet to reach; that of the agent's MCP server, or the default pet, without one.
    pub pet: Option<RequestedPetId>,
}

/// Does what the event on stdin asks for. Never fails: there is nobody to tell.
pub fn run(hook: &Hook, places: &Places) {
    let deadline = Instant::now() + LIMIT;
    let Some(bytes) = input::read_stdin(deadline) else { return };
    let Ok(event) = Event::parse(&bytes) else { return };
    // Without the app there is nothing to do, and nothing that a cool-down would be for.
    let Ok(client) = Client::discover() else { return };
    // A broken file of rules counts as none; `--dry-run` says what is wrong with it.
    let rules = Rules::read(places).unwrap_or_default();
    let decision = Decision::of(&event, hook, &rules, places);
    let Some(mut response) = decision.response() else { return };
    if !response.ends_session {
        match Memory::open(places).take(&event, &response, &rules.cool_downs, SystemTime::now()) {
            Verdict { reaction: false, speech: false } => return,
            Verdict { reaction, speech } => {
                response.reaction = response.reaction.filter(|_| reaction);
                response.speech = response.speech.filter(|_| speech);
            }
        }
    }
    let line = response.speech.and_then(|speech| rules.line(&speech, places));
    let address = Address { hook, event: &event };
    // Fire and forget: an answer that does not come changes nothing.
    let _ = send(&client, &address, response.reaction, line, response.ends_session, deadline);
}
