//! What is kept between sessions: the person's preferences, and what the app notes itself.

mod activity;
mod apply;
mod saver;

pub use activity::ActivityLog;
pub(crate) use apply::SettingChanged;
pub(crate) use saver::SaveDefaultPet;
pub use saver::Saver;

use crate::PetSystems;
use bevy_app::{App, PostUpdate, Update};
use bevy_ecs::prelude::*;
use openpets_assets::State;

/// The state file, as far as it is known. Changed by what is saved, so that both agree.
#[derive(Resource, Debug, Clone)]
pub struct Preferences(pub State);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ActivityLog>()
        .add_message::<SaveDefaultPet>()
        .add_message::<SettingChanged>()
        .add_systems(Update, apply::apply_settings.in_set(PetSystems::Apply))
        .add_systems(PostUpdate, (saver::collect_changes, saver::save_when_due).chain());
}
