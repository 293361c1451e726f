//! Pets that somebody is changing at the moment.

use super::Library;
use crate::package::PetSource;

impl Library {
    /// The pets that could be shown in `previous` and cannot be shown now: gone, or broken.
    pub(crate) fn lost_since(&self, previous: &Self) -> Vec<String> {
        let healthy = previous.entries.iter().filter(|entry| entry.health.is_ok());
        let lost = healthy.filter(|before| self.get(&before.id).is_none_or(|now| now.health.is_err()));
        lost.map(|entry| entry.id.clone()).collect()
    }

    /// Leaves these pets as they were in `previous`, which has them.
    pub(crate) fn hold(&mut self, ids: &[String], previous: &Self) {
        for id in ids {
            let Some(before) = previous.get(id) else { continue };
            match self.by_id.get(id) {
                Some(&index) => self.entries[index] = before.clone(),
                None => self.entries.push(before.clone()),
            }
        }
        self.entries.sort_by(|a, b| (order(a.source), &a.id).cmp(&(order(b.source), &b.id)));
        self.by_id =
            self.entries.iter().enumerate().map(|(index, entry)| (entry.id.clone(), index)).collect();
    }
}

/// The library's own order.
const fn order(source: PetSource) -> u8 {
    match source {
        PetSource::BuiltIn => 0,
        PetSource::Installed => 1,
        PetSource::Codex => 2,
    }
}
