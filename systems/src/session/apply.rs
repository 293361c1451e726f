//! The commands about sessions. Exclusive, since ending one changes leases and pets.

use super::components::Session;
use super::list::list;
use super::note::{find, identify};
use super::sweep::end_session;
use crate::commands::{CommandCompleted, CommandReceived};
use crate::lease::release_hook_leases;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use openpets_ipc::reply::SessionEndResult;
use openpets_ipc::{Command, Reply, Setting, Source};

pub(super) fn apply_session_commands(
    world: &mut World,
    reader: &mut SystemState<MessageReader<CommandReceived>>,
) {
    let Ok(mut messages) = reader.get_mut(world) else { return };
    let received: Vec<CommandReceived> = messages.read().filter(|m| is_ours(&m.command)).cloned().collect();
    for message in received {
        let reply = match message.command {
            Command::EndSession { source } => Reply::SessionEnd(end(world, &source)),
            Command::ListSessions => Reply::Sessions(list(world)),
            // Whoever keeps settings answers.
            Command::Set(Setting::AgentFolders(shown)) => {
                forget_folders(world, shown);
                continue;
            }
            _ => continue,
        };
        world.write_message(CommandCompleted { request: message.request, outcome: Ok(reply) });
    }
}

fn is_ours(command: &Command) -> bool {
    matches!(
        command,
        Command::EndSession { .. } | Command::ListSessions | Command::Set(Setting::AgentFolders(_))
    )
}

/// Only a session that was opened can end, and only the one that is meant.
fn end(world: &mut World, source: &Source) -> SessionEndResult {
    let identity = identify(world, source);
    let ended = find(world, &identity);
    if let Some(entity) = ended {
        let process = world.get::<Session>(entity).and_then(|session| session.process);
        end_session(world, entity);
        if let Some(process) = process {
            release_hook_leases(world, process);
        }
    }
    SessionEndResult { ok: true, ended: ended.is_some() }
}

fn forget_folders(world: &mut World, shown: bool) {
    if !shown {
        let mut sessions = world.query::<&mut Session>();
        for mut session in sessions.iter_mut(world) {
            session.folder = None;
        }
    }
}
