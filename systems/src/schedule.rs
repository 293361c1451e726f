//! The order of everything, in one place.

use bevy_app::{App, MainScheduleOrder, PostUpdate, PreUpdate, RunFixedMainLoop, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;

/// The way of a command through one update.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PetSystems {
    /// `PreUpdate`: commands enter the world.
    Ingest,
    /// `Update`: commands are carried out.
    Apply,
    /// `Update`: what has run out ends.
    Expire,
    /// `Update`: positions change.
    Move,
    /// `Update`: what pets do becomes animation frames.
    React,
    /// `PostUpdate`: answers leave the world, before anything is drawn: nobody waits for pixels.
    Reply,
}

pub(crate) fn plugin(app: &mut App) {
    // Nothing of ours runs at a fixed rate, and after a long sleep the fixed loop would catch up in vain.
    app.world_mut()
        .resource_mut::<MainScheduleOrder>()
        .labels
        .retain(|label| *label != RunFixedMainLoop.intern());
    app.configure_sets(PreUpdate, PetSystems::Ingest)
        .configure_sets(
            Update,
            (PetSystems::Apply, PetSystems::Expire, PetSystems::Move, PetSystems::React).chain(),
        )
        .configure_sets(PostUpdate, PetSystems::Reply);
}
