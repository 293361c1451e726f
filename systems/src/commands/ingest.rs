//! Commands enter the world.

use super::{CommandReceived, PendingReplies};
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_ipc::Inbox;

/// The receiving end of the queue from the connections.
#[derive(Resource)]
pub struct InboxResource(pub Inbox);

/// Commands taken in one update. Bounds the length of an update under load; the rest follows in the next one,
/// which comes at once.
const MAX_COMMANDS_PER_UPDATE: usize = 256;

pub(super) fn ingest_commands(
    inbox: Res<InboxResource>,
    time: Res<Time<Real>>,
    mut pending: ResMut<PendingReplies>,
    mut received: MessageWriter<CommandReceived>,
    mut next: ResMut<NextWake>,
) {
    for inbound in inbox.0.try_iter().take(MAX_COMMANDS_PER_UPDATE) {
        let request = pending.open(inbound.reply);
        received.write(CommandReceived { request, command: inbound.command, origin: inbound.origin });
    }
    if !inbox.0.is_empty() {
        next.at(time.elapsed());
    }
}
