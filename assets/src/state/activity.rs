//! Counters of what agents did with pets.

use super::{State, object_in};
use serde_json::{Map, Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// Pets that are counted one by one. A new one beyond counts in the sums alone.
const MAX_COUNTED: usize = 1_000;

impl State {
    /// Messages that pets have shown.
    #[must_use]
    pub fn messages_sent(&self) -> u64 {
        self.section("activity").map_or(0, |activity| read(activity, "messagesSent"))
    }

    /// Reactions that pets have shown.
    #[must_use]
    pub fn reactions_sent(&self) -> u64 {
        self.section("activity").map_or(0, |activity| read(activity, "reactionsSent"))
    }

    /// How often each reaction was shown.
    pub fn reaction_counts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts("reactionCounts")
    }

    /// How often each pet has shown something.
    pub fn pet_activity_counts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts("perPetActivityCounts")
    }

    /// When a pet last showed something, in milliseconds since 1970.
    #[must_use]
    pub fn last_activity_at(&self) -> Option<u64> {
        self.section("activity")?.get("lastActivityAt").and_then(whole_number)
    }

    fn counts(&self, name: &str) -> impl Iterator<Item = (&str, u64)> {
        let counts = self.section("activity").and_then(|activity| activity.get(name)?.as_object());
        counts.into_iter().flatten().filter_map(|(name, value)| Some((name.as_str(), whole_number(value)?)))
    }

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

/// Adds one. A value that is no count is someone else's and stays as it is.
fn count(counters: &mut Map<String, Value>, name: &str) {
    let full = counters.len() >= MAX_COUNTED;
    match counters.get_mut(name) {
        Some(value) => {
            if let Some(before) = whole_number(value) {
                *value = json!(before.saturating_add(1));
            }
        }
        None if full => {}
        None => {
            counters.insert(name.to_owned(), json!(1));
        }
    }
}

fn read(counters: &Map<String, Value>, name: &str) -> u64 {
    counters.get(name).and_then(whole_number).unwrap_or(0)
}

/// A count, also one that was written as a float.
fn whole_number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().filter(|number| *number >= 0.0).map(|number| number as u64))
}
