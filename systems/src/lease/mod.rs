//! Leases: which client reaches which pet, and for how long.

mod apply;
mod components;
mod health;
mod index;
pub mod model;
mod pool;
mod process;
mod sweep;

pub(crate) use apply::{release_hook_leases, unknown_lease};
pub use components::{Lease, Process, TerminalOwner};
pub use index::LeaseIndex;
pub use process::{ProcessTable, Processes, SystemProcesses};

use crate::PetSystems;
use crate::pets::PetLibrary;
use crate::session::NoteSources;
use crate::settings::Preferences;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;

/// The timed sweep; after it, no lease in the world is dead.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LeaseSweep;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<LeaseIndex>()
        .init_resource::<sweep::NextSweep>()
        .add_systems(Update, apply::apply_lease_commands.after(NoteSources).in_set(PetSystems::Apply))
        .add_systems(
            Update,
            (
                health::follow_health.run_if(resource_exists_and_changed::<PetLibrary>),
                pool::apply_pool_setting.run_if(resource_exists_and_changed::<Preferences>),
                sweep::sweep_dead_leases.run_if(sweep::sweep_is_due),
                sweep::wake_for_sweep,
            )
                .chain()
                .in_set(PetSystems::Expire)
                .in_set(LeaseSweep),
        );
}
