//! Components, rules and schedules of OpenPets. Runs without a window: what can be seen is decided here, and
//! drawn elsewhere.
//!
//! Each feature is a folder with a `plugin` function. Its rules stand in a `model.rs` that knows no ECS and takes
//! `now`; its systems query, call the rules and write back.

mod clock;
pub mod commands;
pub mod gaze;
mod install;
pub mod lease;
pub mod media;
pub mod motion;
pub mod pets;
pub mod reaction;
mod schedule;
pub mod session;
pub mod settings;
pub mod speech;
pub mod wake;

pub use schedule::PetSystems;

use bevy_app::App;
use bevy_time::TimePlugin;
use crossbeam_channel::Receiver;
use openpets_assets::{Library, LibraryDirs, State, StateFile};
use openpets_ipc::{Inbox, Wake};

/// Everything the world needs from outside.
pub struct Setup {
    /// The version that clients are told.
    pub app_version: &'static str,
    /// Where commands come from.
    pub inbox: Inbox,
    /// Wakes the loop that runs the app; used by work that finishes on other threads.
    pub wake: Wake,
    /// Where pets lie on disk.
    pub dirs: LibraryDirs,
    /// The pets that were there at start.
    pub library: Library,
    /// The pets that are there later, each time that something has changed; see
    /// [`watch_library`](openpets_assets::watch_library).
    pub found_libraries: Receiver<Library>,
    /// What the state file said at start.
    pub state: State,
    /// Where changes of it go; nowhere in tests that do not care.
    pub state_file: Option<StateFile>,
    /// The processes of this machine.
    pub processes: Box<dyn lease::ProcessTable>,
    /// Whether there is a screen to show pets on.
    pub display: bool,
}

/// Adds every feature to `app`.
pub fn install(app: &mut App, setup: Setup) {
    app.add_plugins((TimePlugin, schedule::plugin, wake::plugin))
        .insert_resource(pets::Display { available: setup.display })
        .insert_resource(wake::WakeHandle(setup.wake))
        .insert_resource(commands::InboxResource(setup.inbox))
        .insert_resource(commands::AppVersion(setup.app_version))
        .insert_resource(pets::LibraryFolders(setup.dirs))
        .insert_resource(pets::PetLibrary::new(setup.library))
        .insert_resource(pets::FoundLibraries(setup.found_libraries))
        .insert_resource(settings::Preferences(setup.state))
        .insert_resource(settings::Saver::new(setup.state_file))
        .insert_resource(lease::Processes(setup.processes))
        .add_plugins((
            commands::plugin,
            pets::plugin,
            install::plugin,
            session::plugin,
            lease::plugin,
            reaction::plugin,
            gaze::plugin,
            speech::plugin,
            media::plugin,
            motion::plugin,
            settings::plugin,
        ));
}
