//! Where pets are. One system writes positions; everything else asks for it.
//!
//! There is one coordinate space: logical desktop pixels, y downwards. The window boundary converts to and from
//! what the window system uses.

mod drag;
mod monitors;
mod place;
pub mod placement;

pub use drag::{DragPet, Dragged};
pub use monitors::{Monitor, Monitors};
pub(crate) use place::PlacesForgotten;
pub use place::SavePlace;

use crate::PetSystems;
use crate::settings::Preferences;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;

/// The top left corner of a pet's cell.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq)]
pub struct Position(pub Vec2);

/// The pet has been put somewhere; until then its position means nothing.
#[derive(Component, Debug, Clone, Copy)]
pub struct Placed;

/// The size of a cell at scale 1, in logical pixels.
pub const CELL: Vec2 = Vec2::new(192.0, 208.0);

/// The size of a pet, in logical pixels.
#[must_use]
pub fn pet_size(preferences: &Preferences) -> Vec2 {
    CELL * preferences.0.pet_scale()
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Monitors>()
        .add_message::<DragPet>()
        .add_message::<SavePlace>()
        .add_message::<PlacesForgotten>()
        .add_systems(Update, (drag::start_and_end_drags, place::move_pets).chain().in_set(PetSystems::Move));
}
