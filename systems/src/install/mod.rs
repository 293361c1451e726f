//! Pets come onto this machine and leave it while the app runs. The work is done on a thread of its own; its answer
//! is deferred until the library knows the outcome.

mod apply;
mod ticket;
mod worker;

use crate::PetSystems;
use crate::pets::LibraryChanges;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<apply::Installations>().add_systems(
        Update,
        (apply::finish_jobs, apply::start_jobs, apply::tell_and_cancel)
            .chain()
            .in_set(PetSystems::Apply)
            // A pet that was just installed is in the library when its answer leaves.
            .after(LibraryChanges),
    );
}
