//! One reaction to the app, within what is left of a hook's time.

use super::Hook;
use super::payload::Event;
use openpets_ipc::{
    AcquireLease, Client, ClientError, Command, Label, LeaseId, Patience, Reaction, SessionNonce, Source,
    SpeechText,
};
use std::time::{Duration, Instant};

/// Whom a reaction comes from, and whom it is for.
pub(super) struct Address<'a> {
    pub(super) hook: &'a Hook,
    pub(super) event: &'a Event,
}

/// Sends what there is to send.
pub(super) fn send(
    client: &Client,
    address: &Address,
    reaction: Option<Reaction>,
    line: Option<SpeechText>,
    ends_session: bool,
    deadline: Instant,
) -> Result<(), ClientError> {
    let source = source(client, address);
    if ends_session {
        client.clone().patient(patience(deadline)).end_session(source)?;
        return Ok(());
    }
    let lease = lease(client, address, &source, deadline)?;
    let source = Some(source);
    let command = match (line, reaction) {
        (Some(message), reaction) => Command::Say { message, reaction, lease, source },
        (None, Some(reaction)) => Command::React { reaction, lease, source },
        (None, None) => return Ok(()),
    };
    client.clone().patient(patience(deadline)).send(&command)?;
    Ok(())
}

/// The lease on the pet that the hook is to reach. It is not given back: the next hook finds it again, and the app ends
/// it when no other comes.
fn lease(
    client: &Client,
    address: &Address,
    source: &Source,
    deadline: Instant,
) -> Result<Option<LeaseId>, ClientError> {
    let Some(pet) = &address.hook.pet else { return Ok(None) };
    let nonce = source.session.as_ref().and_then(|name| SessionNonce::try_from(name.to_string()).ok());
    let wish = AcquireLease {
        requested_pet: Some(pet.clone()),
        client_pid: source.pid,
        session_nonce: nonce,
        source: Some(source.clone()),
    };
    let lease = client.clone().patient(patience(deadline)).acquire_lease(wish)?;
    Ok(LeaseId::try_from(lease.lease_id).ok())
}

fn source(client: &Client, Address { hook, event }: &Address) -> Source {
    let label = |text: Option<&str>| text.and_then(Label::from_text);
    Source {
        agent: hook.agent.clone(),
        pid: Source::parent_process().filter(|_| client.discovery().endpoint.shares_processes()),
        session: label(event.session.as_deref()),
        event: label(Some(&event.name)),
        tool: label(event.tool.as_deref()),
        folder: label(event.folder()),
    }
}

/// What is left, half of it for the connection.
fn patience(deadline: Instant) -> Patience {
    /// No limit may be zero.
    const LEAST: Duration = Duration::from_millis(1);
    let half = (deadline.saturating_duration_since(Instant::now()) / 2).max(LEAST);
    Patience { connect: half, response: half, install: half }
}
