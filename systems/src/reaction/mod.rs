//! What pets show: reactions come in by commands, run out by themselves and become animation frames.

mod animation;
mod apply;
pub mod model;
mod target;

pub use animation::{PetClips, ShownFrame};
pub(crate) use apply::Presenter;
pub use model::{By, Reaction};

use crate::PetSystems;
use crate::session::NoteSources;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;

/// Where reactions run out.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ExpireReactions;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, apply::apply_reaction_commands.after(NoteSources).in_set(PetSystems::Apply))
        .add_systems(
            Update,
            apply::expire_reactions
                .in_set(ExpireReactions)
                .in_set(PetSystems::Expire)
                .after(crate::lease::LeaseSweep),
        )
        .add_systems(Update, animation::animate.in_set(PetSystems::React));
}
