//! Counters of what agents did with pets. Only counts: nothing an agent said is kept.

use bevy_ecs::prelude::*;
use openpets_ipc::Reaction as Kind;

/// What happened since the last save.
#[derive(Resource, Debug, Default)]
pub struct ActivityLog(Vec<Activity>);

/// One thing an agent did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Activity {
    pub(super) pet: String,
    pub(super) reaction: Option<Kind>,
    pub(super) message: bool,
}

/// More than a flood between two saves is not worth counting one by one.
const MAX_UNSAVED: usize = 10_000;

impl ActivityLog {
    /// A pet showed a reaction.
    pub fn reaction(&mut self, pet: &str, kind: Kind) {
        self.push(Activity { pet: pet.to_owned(), reaction: Some(kind), message: false });
    }

    /// A pet said something, perhaps with a reaction.
    pub fn message(&mut self, pet: &str, reaction: Option<Kind>) {
        self.push(Activity { pet: pet.to_owned(), reaction, message: true });
    }

    fn push(&mut self, activity: Activity) {
        if self.0.len() < MAX_UNSAVED {
            self.0.push(activity);
        }
    }

    pub(super) fn take(&mut self) -> Vec<Activity> {
        std::mem::take(&mut self.0)
    }
}
