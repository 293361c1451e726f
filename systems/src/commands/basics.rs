//! Commands that only ask, and the control commands.

use super::{AppVersion, CommandCompleted, CommandReceived, QuitRequested};
use crate::pets::{Display, OnScreen, Paused, Pet, PetLibrary, Role};
use crate::settings::Preferences;
use bevy_ecs::prelude::*;
use openpets_ipc::reply::{DoneResult, HelloResult, HiddenReason, PetListResult, StatusResult};
use openpets_ipc::{Command, Reply};

pub(super) fn apply_basic_commands(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut quit: MessageWriter<QuitRequested>,
    version: Res<AppVersion>,
    library: Res<PetLibrary>,
    preferences: Res<Preferences>,
    paused: Res<Paused>,
    display: Res<Display>,
    pets: Query<(&Role, Has<OnScreen>), With<Pet>>,
) {
    for message in received.read() {
        let default_pet = || pets.iter().find(|(role, _)| **role == Role::Default);
        let reply = match &message.command {
            Command::Hello => Reply::Hello(HelloResult {
                ok: true,
                protocol: openpets_ipc::PROTOCOL.to_owned(),
                protocol_version: openpets_ipc::PROTOCOL_VERSION,
                app_version: version.0.to_owned(),
            }),
            Command::Status { lease: None } => Reply::Status(StatusResult {
                ok: true,
                app_running: true,
                protocol_version: openpets_ipc::PROTOCOL_VERSION,
                app_version: version.0.to_owned(),
                default_pet: library.default_summary(&preferences),
                paused: paused.0,
                default_pet_visible: display.available
                    && default_pet().is_some_and(|(_, on_screen)| on_screen),
                open_default_pet_on_launch: preferences.0.open_default_pet_on_launch(),
                speech_bubbles_enabled: preferences.0.speech_bubbles_enabled(),
                stands_in_for: library
                    .default_has_fallen_back(&preferences)
                    .then(|| preferences.0.default_pet_id().to_owned()),
                hidden_reason: (!display.available).then_some(HiddenReason::NoDisplay),
            }),
            Command::ListPets => Reply::Pets(PetListResult {
                ok: true,
                pets: library.summaries(),
                default_pet_id: library.effective_default(&preferences).id.clone(),
                omitted: None,
            }),
            Command::Quit => {
                quit.write(QuitRequested);
                Reply::Done(DoneResult { ok: true })
            }
            _ => continue,
        };
        completed.write(CommandCompleted { request: message.request, outcome: Ok(reply) });
    }
}
