//! The pets of the world: the default pet, and one pet for each that agents hold by explicit leases.

mod choose;
mod control;
mod library;
mod windows;

pub use library::PetLibrary;

use crate::PetSystems;
use crate::motion::Position;
use crate::reaction::{PetClips, Reaction, ShownFrame};
use bevy_app::{App, Startup, Update};
use bevy_ecs::prelude::*;
use crossbeam_channel::Receiver;
use openpets_assets::{Library, LibraryDirs};

/// A pet, shown or not.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[require(Reaction, ShownFrame, PetClips, Position)]
pub struct Pet {
    /// The id of its package.
    pub id: String,
}

/// Why a pet is in the world.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The one that is always there.
    Default,
    /// Held by explicit leases, from the first to the last.
    Agent,
}

/// The pet is to be seen. Without a display nothing is drawn all the same.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct OnScreen;

/// The person froze all pets.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paused(pub bool);

/// Whether there is a screen. A display that goes away during the session makes this false.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Display {
    /// There is one.
    pub available: bool,
}

/// Where the pets lie on disk.
#[derive(Resource, Debug, Clone)]
pub(crate) struct LibraryFolders(pub(crate) LibraryDirs);

/// Libraries as they are found on disk while the app runs, the latest last.
#[derive(Resource)]
pub(crate) struct FoundLibraries(pub(crate) Receiver<Library>);

/// What changed on disk becomes known to the world.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LibraryChanges;

/// Takes up what was found on disk.
fn follow_disk(found: Res<FoundLibraries>, mut library: ResMut<PetLibrary>) {
    if let Some(latest) = found.0.try_iter().last() {
        library.update(latest);
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Paused>()
        .add_systems(Update, follow_disk.in_set(LibraryChanges).in_set(PetSystems::Apply))
        .add_systems(Update, choose::apply_choice.in_set(PetSystems::Apply).after(LibraryChanges))
        .add_systems(Update, control::apply_control.in_set(PetSystems::Apply))
        .add_systems(Startup, windows::spawn_default_pet)
        .add_systems(
            Update,
            (windows::follow_default, windows::open_and_close_agent_pets)
                .chain()
                .in_set(PetSystems::Expire)
                .after(crate::lease::LeaseSweep),
        );
}
