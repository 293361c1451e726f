//! Sessions of agents: who drives which pet, and why it does what it does.
//!
//! A session is what requests with a [`Source`](openpets_ipc::Source) have in common. It is no right to anything; leases
//! are. It tells the person what goes on, and lets the hooks of an agent, which hold no lease, reach the pet that the
//! agent's MCP server holds.

mod apply;
mod components;
mod list;
pub mod model;
mod note;
mod sweep;

pub use components::{Act, Session};
pub(crate) use note::{Callers, NoteSources};

use crate::PetSystems;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Callers>()
        .init_resource::<sweep::NextSweep>()
        .add_systems(Update, note::note_sources.in_set(NoteSources).in_set(PetSystems::Apply))
        .add_systems(Update, apply::apply_session_commands.after(NoteSources).in_set(PetSystems::Apply))
        .add_systems(
            Update,
            (sweep::sweep_ended_sessions.run_if(sweep::sweep_is_due), sweep::wake_for_sweep)
                .chain()
                .in_set(PetSystems::Expire)
                .before(crate::reaction::ExpireReactions),
        );
}
