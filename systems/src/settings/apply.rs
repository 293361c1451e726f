//! `settings.set`: the person changes a setting.

use super::Preferences;
use crate::commands::{CommandCompleted, CommandReceived};
use bevy_ecs::prelude::*;
use openpets_assets::State;
use openpets_ipc::reply::DoneResult;
use openpets_ipc::{Command, Reply, Setting};

/// The person changed a setting; the preferences say so already.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SettingChanged(pub(crate) Setting);

pub(super) fn apply_settings(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut changed: MessageWriter<SettingChanged>,
    mut preferences: ResMut<Preferences>,
) {
    for message in received.read() {
        let Command::Set(setting) = message.command else { continue };
        // Pets are rearranged when preferences change, which this one is no reason for.
        if matches!(setting, Setting::AgentFolders(_)) {
            write(setting, &mut preferences.bypass_change_detection().0);
        } else {
            write(setting, &mut preferences.0);
        }
        changed.write(SettingChanged(setting));
        let outcome = Ok(Reply::Done(DoneResult { ok: true }));
        completed.write(CommandCompleted { request: message.request, outcome });
    }
}

/// Writes a setting into the state.
pub(super) fn write(setting: Setting, state: &mut State) {
    state.change(setting.name(), setting.value());
}
