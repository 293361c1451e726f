//! What the person prefers.

use super::{State, object_in};
use crate::animation::PetState;
use crate::id::PetId;
use serde_json::Value;
use std::collections::HashSet;

/// The sizes that the settings offer.
const SCALES: [f32; 5] = [0.5, 0.75, 1.0, 1.25, 1.5];

/// Pets of the pool that are looked at: as many as a library lists of one kind.
const MAX_POOL: usize = 1_000;

impl State {
    /// A preference as it stands in the document.
    #[must_use]
    pub fn preference(&self, name: &str) -> Option<&Value> {
        self.section("preferences")?.get(name)
    }

    /// Changes a preference; its place among the others stays.
    pub fn set_preference(&mut self, name: &str, value: impl Into<Value>) {
        self.section_mut("preferences").insert(name.to_owned(), value.into());
    }

    /// Changes a preference in the form in which programs name it: the flip is that of the default pet.
    pub fn change(&mut self, name: &str, value: Value) {
        match (name, value.as_bool()) {
            ("petHorizontalFlip", Some(flipped)) => {
                let pet = self.default_pet_id().to_owned();
                self.set_pet_flipped(&pet, flipped);
            }
            _ => self.set_preference(name, value),
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.preference(name)?.as_str().filter(|text| !text.is_empty())
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        self.preference(name).and_then(Value::as_bool).unwrap_or(default)
    }

    /// The preferred default pet, which may not exist.
    #[must_use]
    pub fn default_pet_id(&self) -> &str {
        self.text("defaultPetId").unwrap_or(PetId::BUILTIN)
    }

    /// Chooses the default pet.
    pub fn set_default_pet_id(&mut self, id: &PetId) {
        self.set_preference("defaultPetId", id.as_str());
    }

    /// Show the default pet at start.
    #[must_use]
    pub fn open_default_pet_on_launch(&self) -> bool {
        self.flag("openDefaultPetOnLaunch", true)
    }

    /// The language, as a tag such as `pt-BR`; nothing means that of the system.
    #[must_use]
    pub fn locale(&self) -> Option<&str> {
        self.text("locale")
    }

    /// `light`, `dark` or `system`.
    #[must_use]
    pub fn appearance_theme(&self) -> Option<&str> {
        self.text("appearanceTheme")
    }

    /// Show bubbles.
    #[must_use]
    pub fn speech_bubbles_enabled(&self) -> bool {
        self.flag("speechBubblesEnabled", true)
    }

    /// The size of pets: 0.5, 0.75, 1, 1.25 or 1.5.
    #[must_use]
    pub fn pet_scale(&self) -> f32 {
        let wanted = self.preference("petScale").and_then(Value::as_f64).unwrap_or(1.0) as f32;
        SCALES.into_iter().find(|scale| *scale == wanted).unwrap_or(1.0)
    }

    /// The length of one cycle of the waiting animation; nothing means that of the format. At most a minute.
    #[must_use]
    pub fn waiting_animation_duration_ms(&self) -> Option<u32> {
        let wanted = self.preference("waitingAnimationDurationMs")?.as_f64()?;
        (100.0..=60_000.0).contains(&wanted).then_some(wanted as u32)
    }

    /// The animation that the person chose for a reaction, if it is one of those that can be chosen.
    #[must_use]
    pub fn reaction_override(&self, reaction: &str) -> Option<PetState> {
        let name = self.preference("reactionAnimationOverrides")?.get(reaction)?.as_str()?;
        // Movement has rows of its own and is not a reaction.
        PetState::from_name(name)
            .filter(|state| !matches!(state, PetState::RunningLeft | PetState::RunningRight))
    }

    /// Sessions without a pet of their own get one of the pool. OpenPets turns the pool on from the start and writes
    /// that down; while no pet is in it, there is none.
    #[must_use]
    pub fn pet_pool_enabled(&self) -> bool {
        self.flag("petPoolEnabled", true) && !self.pet_pool_order().is_empty()
    }

    /// The pool, in order, each pet once.
    #[must_use]
    pub fn pet_pool_order(&self) -> Vec<String> {
        let ids = self.preference("petPoolOrder").and_then(Value::as_array);
        let mut seen = HashSet::new();
        let ids = ids.into_iter().flatten().take(MAX_POOL).filter_map(Value::as_str);
        ids.filter(|id| seen.insert(*id)).map(str::to_owned).collect()
    }

    /// The first-run questions were answered.
    #[must_use]
    pub fn onboarding_completed(&self) -> bool {
        self.flag("onboardingCompleted", false)
    }

    /// Pets stay on their screen.
    #[must_use]
    pub fn pet_confinement_enabled(&self) -> bool {
        self.flag("petConfinementEnabled", true)
    }

    /// Pets may roam over all screens.
    #[must_use]
    pub fn pet_cross_display_enabled(&self) -> bool {
        self.flag("petCrossDisplayEnabled", false)
    }

    /// Version 2 pets look at the pointer. A preference of ours.
    #[must_use]
    pub fn pet_gaze_enabled(&self) -> bool {
        self.flag("petGazeEnabled", true)
    }

    /// Tell the names of the folders that agents work in. A preference of ours.
    #[must_use]
    pub fn agent_folders_shown(&self) -> bool {
        self.flag("agentFoldersShown", false)
    }

    /// Pets fall to the bottom of the screen.
    #[must_use]
    pub fn pet_gravity_enabled(&self) -> bool {
        self.flag("petGravityEnabled", false)
    }

    /// Show the default pet mirrored. Of another pet, [`State::is_pet_flipped`] tells.
    #[must_use]
    pub fn pet_horizontal_flip(&self) -> bool {
        self.is_pet_flipped(self.default_pet_id())
    }

    /// Mirror this pet, or do not. A single `true` or `false` for all of them gives way.
    pub fn set_pet_flipped(&mut self, pet: &str, flipped: bool) {
        object_in(self.section_mut("preferences"), "petHorizontalFlip")
            .insert(pet.to_owned(), flipped.into());
    }

    /// Show this pet mirrored. The file says it of each pet; a single `true` or `false` is taken for all of them.
    #[must_use]
    pub fn is_pet_flipped(&self, pet: &str) -> bool {
        match self.preference("petHorizontalFlip") {
            Some(Value::Object(pets)) => pets.get(pet).and_then(Value::as_bool).unwrap_or(false),
            Some(all) => all.as_bool().unwrap_or(false),
            None => false,
        }
    }
}
