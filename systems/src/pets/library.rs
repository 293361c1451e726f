//! The pets on disk, as the world sees them.

use crate::lease::model::{Health, Shelf};
use crate::settings::Preferences;
use bevy_ecs::prelude::*;
use openpets_assets::{Finding, Library, PetEntry, PetId};
use openpets_ipc::reply::PetSummary;
use std::collections::HashMap;

/// The library, together with what turned out only when a pet was to be shown.
#[derive(Resource)]
pub struct PetLibrary {
    library: Library,
    /// Sheets that did not decode, by pet id. The scan looks at headers only.
    undecodable: HashMap<String, Finding>,
}

impl PetLibrary {
    pub(crate) fn new(library: Library) -> Self {
        Self { library, undecodable: HashMap::new() }
    }

    /// The pets on disk have changed. What turned out about a pet that is as it was stays known.
    pub(crate) fn update(&mut self, library: Library) {
        self.undecodable.retain(|id, _| {
            let (before, now) = (self.library.get(id), library.get(id));
            before.is_some() && before == now
        });
        self.library = library;
    }

    /// The pets found.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Notes that a pet cannot be shown after all.
    pub fn mark_broken(&mut self, id: &str, finding: Finding) {
        self.undecodable.insert(id.to_owned(), finding);
    }

    /// What is wrong with a pet, if anything.
    #[must_use]
    pub fn finding<'a>(&'a self, entry: &'a PetEntry) -> Option<&'a Finding> {
        entry.health.as_ref().err().or_else(|| self.undecodable.get(&entry.id))
    }

    fn healthy(&self, id: &str) -> Option<&PetEntry> {
        self.library.get(id).filter(|entry| self.finding(entry).is_none())
    }

    /// The pet that stands for the default one: the preferred pet or, where that is missing or broken, the
    /// built-in one.
    #[must_use]
    pub fn effective_default(&self, preferences: &Preferences) -> &PetEntry {
        self.healthy(preferences.0.default_pet_id()).unwrap_or_else(|| self.library.built_in())
    }

    /// The preferred default pet is missing or broken.
    #[must_use]
    pub fn default_has_fallen_back(&self, preferences: &Preferences) -> bool {
        self.healthy(preferences.0.default_pet_id()).is_none()
    }

    /// The default pet for clients.
    #[must_use]
    pub fn default_summary(&self, preferences: &Preferences) -> PetSummary {
        self.summary(self.effective_default(preferences))
    }

    /// Every pet for clients.
    #[must_use]
    pub fn summaries(&self) -> Vec<PetSummary> {
        self.library.iter().map(|entry| self.summary(entry)).collect()
    }

    /// The name of a pet for people; its id if it has gone.
    #[must_use]
    pub fn name_of(&self, id: &str) -> String {
        self.library.get(id).map_or_else(|| id.to_owned(), |entry| entry.display_name.clone())
    }

    fn summary(&self, entry: &PetEntry) -> PetSummary {
        let finding = self.finding(entry);
        PetSummary {
            id: entry.id.clone(),
            display_name: entry.display_name.clone(),
            built_in: entry.id == PetId::BUILTIN,
            broken: finding.is_some(),
            broken_reason: finding.map(ToString::to_string),
        }
    }

    /// The library as the lease rules see it.
    pub(crate) fn shelf<'a>(&'a self, preferences: &'a Preferences) -> LibraryShelf<'a> {
        LibraryShelf { library: self, preferences }
    }
}

pub(crate) struct LibraryShelf<'a> {
    library: &'a PetLibrary,
    preferences: &'a Preferences,
}

impl Shelf for LibraryShelf<'_> {
    fn health(&self, id: &str) -> Health {
        match self.library.library.get(id) {
            None => Health::Missing,
            Some(entry) if self.library.finding(entry).is_some() => Health::Broken,
            Some(_) => Health::Healthy,
        }
    }

    fn default_pet(&self) -> &str {
        &self.library.effective_default(self.preferences).id
    }

    fn pool(&self) -> Option<Vec<String>> {
        self.preferences.0.pet_pool_enabled().then(|| self.preferences.0.pet_pool_order())
    }

    fn spare_pets(&self) -> Vec<&str> {
        self.library
            .library
            .iter()
            .filter(|entry| entry.id != PetId::BUILTIN && self.library.finding(entry).is_none())
            .map(|entry| entry.id.as_str())
            .collect()
    }
}
