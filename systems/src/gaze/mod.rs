//! Version 2 pets look at the pointer while they are idle.

pub mod model;

use crate::motion::{Position, pet_size};
use crate::settings::Preferences;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use model::Idling;
use openpets_assets::{Clips, Frame, PetState};
use std::time::Duration;

/// Where the pointer is, as far as the window system tells while it is [wanted](PointerWanted).
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq)]
pub struct Pointer {
    /// In logical desktop pixels.
    pub position: Option<Vec2>,
    /// When it moved last, since the start of the app.
    pub moved_at: Option<Duration>,
}

/// The pet has pictures for looking around.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct Gazes;

/// Some pet would look at the pointer if it moved. Without one, nobody has to follow it.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PointerWanted(pub bool);

/// What an idle pet that can look around shows now, and until when.
pub(crate) fn frame_of(
    clips: &Clips,
    idle_since: Duration,
    position: &Position,
    preferences: &Preferences,
    pointer: &Pointer,
    now: Duration,
) -> (Frame, Duration) {
    let breath = clips.get(PetState::Idle).map_or(0, |idle| idle.timing().cycle_ms());
    let breath = Duration::from_millis(breath.into());
    match model::idling(idle_since, pointer.moved_at, breath, now) {
        Idling::Looking { until } => {
            let size = pet_size(preferences);
            let feet = position.0 + Vec2::new(size.x / 2.0, size.y);
            let look = |pointer| model::look(feet, pointer, preferences.0.pet_scale());
            (pointer.position.map_or(Frame::Neutral, look), until)
        }
        Idling::Standing { until } => (Frame::Neutral, until),
        Idling::Breathing { since, until } => {
            let (frame, change) = clips.frame_at(PetState::Idle, now.saturating_sub(since), |_, _| 1.0);
            (frame, change.map_or(until, |change| until.min(since + change)))
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>().init_resource::<PointerWanted>();
}
