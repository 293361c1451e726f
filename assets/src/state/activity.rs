//! Counters of what agents did with pets.

use super::{State, object_in};
use serde_json::{Map, Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// Pets that are counted one by one. A new one beyond counts in the sums alone.
const MAX_COUNTED: usize = 1_000;

impl State {
    /// A pet showed a reaction.
    pub fn record_reaction(&mut self, pet: &str, reaction: &str, now: SystemTime) {
        let activity = self.section_mut("activity");
        count(activity, "reactionsSent");
        count(object_in(activity, "reactionCounts"), reaction);
        self.record_pet(pet, now);
    }

    /// A pet said something.
    pub fn record_message(&mut self, pet: &str, now: SystemTime) {
        count(self.section_mut("activity"), "messagesSent");
        self.record_pet(pet, now);
    }

    fn record_pet(&mut self, pet: &str, now: SystemTime) {
        let activity = self.section_mut("activity");
        count(object_in(activity, "perPetActivityCounts"), pet);
        let millis = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        activity.insert("lastActivityAt".to_owned(), json!(u64::try_from(millis).unwrap_or(u64::MAX)));
    }
}

fn count(counters: &mut Map<String, Value>, name: &str) {
    let before = counters.get(name).and_then(Value::as_u64);
    if before.is_some() || counters.len() < MAX_COUNTED {
        counters.insert(name.to_owned(), json!(before.unwrap_or(0).saturating_add(1)));
    }
}
