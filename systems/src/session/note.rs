//! Requests that tell their source open sessions and keep them up to date.

use super::components::{Act, Session};
use super::model::{Identity, MAX_SESSIONS};
use super::sweep::end_session;
use crate::clock::now;
use crate::commands::{CommandReceived, RequestId};
use crate::lease::Processes;
use crate::settings::Preferences;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use openpets_ipc::{Command, Reaction, Source};
use std::collections::HashMap;

/// Where [`Callers`] is written, before features carry commands out.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NoteSources;

/// The session that each command of this update comes from.
#[derive(Resource, Debug, Default)]
pub(crate) struct Callers(HashMap<RequestId, Entity>);

impl Callers {
    /// The session that a request comes from, if it told.
    pub(crate) fn of(&self, request: RequestId) -> Option<Entity> {
        self.0.get(&request).copied()
    }
}

/// An exclusive system: a second request of a new session in the same update must find it.
pub(super) fn note_sources(world: &mut World, reader: &mut SystemState<MessageReader<CommandReceived>>) {
    world.resource_mut::<Callers>().0.clear();
    let Ok(mut messages) = reader.get_mut(world) else { return };
    let told: Vec<(RequestId, Source, Option<Reaction>)> = messages
        .read()
        .filter_map(|message| {
            let (source, reaction) = source_of(&message.command)?;
            Some((message.request, source.clone(), reaction))
        })
        .collect();
    for (request, source, reaction) in told {
        let session = note(world, source, reaction);
        world.resource_mut::<Callers>().0.insert(request, session);
    }
}

/// The end of a session is not among them: it must not open one.
fn source_of(command: &Command) -> Option<(&Source, Option<Reaction>)> {
    match command {
        Command::React { reaction, source, .. } => Some((source.as_ref()?, Some(*reaction))),
        Command::Say { reaction, source, .. } => Some((source.as_ref()?, *reaction)),
        Command::AcquireLease(wish) => Some((wish.source.as_ref()?, None)),
        _ => None,
    }
}

fn note(world: &mut World, source: Source, reaction: Option<Reaction>) -> Entity {
    let now = now(world);
    let identity = identify(world, &source);
    let may_tell_folder = world.resource::<Preferences>().0.agent_folders_shown();
    let folder = source.folder.filter(|_| may_tell_folder);
    let act = reaction.map(|reaction| Act { reaction, event: source.event, tool: source.tool, at: now });
    if let Some(entity) = find(world, &identity)
        && let Some(mut session) = world.get_mut::<Session>(entity)
    {
        session.active = now;
        if !identity.agent.is_unnamed() {
            session.agent = identity.agent;
        }
        session.process = session.process.or(identity.process);
        session.key = identity.key.or(session.key.take());
        session.folder = folder.or(session.folder.take());
        session.last = act.or(session.last.take());
        return entity;
    }
    forget_the_most_silent(world);
    let owner = identity.process.and_then(|agent| world.resource::<Processes>().terminal_owner(agent.pid));
    let Identity { agent, process, key } = identity;
    world.spawn(Session { agent, process, key, owner, folder, started: now, active: now, last: act }).id()
}

pub(super) fn identify(world: &World, source: &Source) -> Identity {
    let process = source.pid.map(|pid| world.resource::<Processes>().agent(pid));
    Identity { agent: source.agent.clone(), process, key: source.session.clone() }
}

/// The session of this identity; of several, the one that was active last.
pub(super) fn find(world: &mut World, identity: &Identity) -> Option<Entity> {
    let mut sessions = world.query::<(Entity, &Session)>();
    sessions
        .iter(world)
        .filter(|(_, session)| identity.belongs_to(session))
        .max_by_key(|(_, session)| session.active)
        .map(|(entity, _)| entity)
}

fn forget_the_most_silent(world: &mut World) {
    let mut sessions = world.query::<(Entity, &Session)>();
    if sessions.iter(world).len() >= MAX_SESSIONS {
        let silent = sessions.iter(world).min_by_key(|(_, session)| session.active);
        if let Some(entity) = silent.map(|(entity, _)| entity) {
            end_session(world, entity);
        }
    }
}
