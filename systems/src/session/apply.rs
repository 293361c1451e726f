//! The commands about sessions. Exclusive, since ending one changes leases and pets.

use super::components::Session;
use super::list::list;
use super::note::{find, identify};
use super::sweep::end_session;
use crate::commands::{CommandCompleted, CommandReceived};
use crate::lease::release_hook_leases;
use crate::settings::{Preferences, SaveFoldersShown};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use openpets_ipc::reply::{DoneResult, SessionEndResult};
use openpets_ipc::{Command, Reply, Source};

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
            Command::ShowFolders { shown } => Reply::Done(show_folders(world, shown)),
            _ => continue,
        };
        world.write_message(CommandCompleted { request: message.request, outcome: Ok(reply) });
    }
}

fn is_ours(command: &Command) -> bool {
    matches!(command, Command::EndSession { .. } | Command::ListSessions | Command::ShowFolders { .. })
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

fn show_folders(world: &mut World, shown: bool) -> DoneResult {
    if world.resource::<Preferences>().0.agent_folders_shown() != shown {
        // Not a change that pets need to be rearranged for.
        world.resource_mut::<Preferences>().bypass_change_detection().0.set_agent_folders_shown(shown);
        world.write_message(SaveFoldersShown(shown));
    }
    if !shown {
        let mut sessions = world.query::<&mut Session>();
        for mut session in sessions.iter_mut(world) {
            session.folder = None;
        }
    }
    DoneResult { ok: true }
}
