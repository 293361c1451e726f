//! Answers leave the world. Every request is answered in the update that took it in, unless it was deferred.

use super::{CommandCompleted, RequestId};
use bevy_ecs::prelude::*;
use openpets_ipc::{Code, Failure, Outcome};
use std::collections::HashMap;
use tokio::sync::oneshot;

/// The ways back to the clients that wait.
#[derive(Resource, Default)]
pub struct PendingReplies {
    next: u64,
    open: HashMap<RequestId, Pending>,
}

struct Pending {
    reply: oneshot::Sender<Outcome>,
    deferred: bool,
}

impl PendingReplies {
    pub(super) fn open(&mut self, reply: oneshot::Sender<Outcome>) -> RequestId {
        let request = RequestId(self.next);
        self.next += 1;
        self.open.insert(request, Pending { reply, deferred: false });
        request
    }

    /// The answer comes in a later update. Whoever defers must write [`CommandCompleted`] in the end.
    pub fn defer(&mut self, request: RequestId) {
        if let Some(pending) = self.open.get_mut(&request) {
            pending.deferred = true;
        }
    }
}

pub(super) fn send_replies(
    mut completed: MessageReader<CommandCompleted>,
    mut pending: ResMut<PendingReplies>,
) {
    for done in completed.read() {
        if let Some(entry) = pending.open.remove(&done.request) {
            // A client that has gone needs no answer.
            let _ = entry.reply.send(done.outcome.clone());
        }
    }
    if pending.open.values().all(|entry| entry.deferred) {
        return;
    }
    let unanswered: Vec<RequestId> =
        pending.open.iter().filter(|(_, entry)| !entry.deferred).map(|(request, _)| *request).collect();
    for request in unanswered {
        if let Some(entry) = pending.open.remove(&request) {
            tracing::error!("a command was not carried out by any feature");
            let _ = entry
                .reply
                .send(Err(Failure::new(Code::InternalError, "no part of the app took this request")));
        }
    }
}
