//! The way of a command: in from the inbox, through the features, back to the client.

mod basics;
mod ingest;
mod reply;

pub use ingest::InboxResource;
pub use reply::PendingReplies;

use crate::PetSystems;
use bevy_app::{App, PostUpdate, PreUpdate, Update};
use bevy_ecs::prelude::*;
use openpets_ipc::{Command, Origin, Outcome};

/// A request under way in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(u64);

/// A command has entered the world. The feature that it belongs to carries it out in this update and writes
/// [`CommandCompleted`], or defers the answer in [`PendingReplies`].
#[derive(Message, Debug, Clone)]
pub struct CommandReceived {
    /// To be answered under this id.
    pub request: RequestId,
    /// What is asked.
    pub command: Command,
    /// By whom.
    pub origin: Origin,
}

/// A command was carried out or failed.
#[derive(Message, Debug, Clone)]
pub struct CommandCompleted {
    /// Which one.
    pub request: RequestId,
    /// The answer.
    pub outcome: Outcome,
}

/// The version that clients are told.
#[derive(Resource, Debug, Clone, Copy)]
pub struct AppVersion(pub &'static str);

/// Somebody with the control token asked the app to end.
#[derive(Message, Debug, Clone, Copy)]
pub struct QuitRequested;

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<CommandReceived>()
        .add_message::<CommandCompleted>()
        .add_message::<QuitRequested>()
        .init_resource::<PendingReplies>()
        .add_systems(PreUpdate, ingest::ingest_commands.in_set(PetSystems::Ingest))
        .add_systems(Update, basics::apply_basic_commands.in_set(PetSystems::Apply))
        .add_systems(PostUpdate, reply::send_replies.in_set(PetSystems::Reply));
}
