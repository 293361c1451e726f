//! What pets say: messages of agents, and short lines of their own.

mod apply;
mod lines;
pub mod model;

pub(crate) use apply::Statement;
pub use lines::Language;
pub use model::Bubble;

use crate::PetSystems;
use crate::settings::Preferences;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use model::{Content, Remarks};
use openpets_ipc::Reaction as Kind;
use std::time::Duration;

/// A click dismissed the bubble of a pet.
#[derive(Message, Debug, Clone, Copy)]
pub struct BubbleClicked {
    /// The pet.
    pub pet: Entity,
}

/// Something is to be opened in the person's browser or another program.
#[derive(Message, Debug, Clone)]
pub struct OpenUrl(pub openpets_ipc::ClickUrl);

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<BubbleClicked>()
        .add_message::<OpenUrl>()
        .add_systems(Update, apply::apply_say_commands.in_set(PetSystems::Apply))
        .add_systems(
            Update,
            (apply::dismiss_clicked_bubbles, apply::expire_bubbles).chain().in_set(PetSystems::Expire),
        );
}

/// Puts bubbles over pets.
#[derive(SystemParam)]
pub(crate) struct Speech<'w, 's> {
    preferences: Res<'w, Preferences>,
    bubbles: Query<'w, 's, &'static Bubble>,
    remarks: Query<'w, 's, &'static mut Remarks>,
    commands: Commands<'w, 's>,
}

impl Speech<'_, '_> {
    /// Whether the person wants bubbles at all.
    pub(crate) fn is_enabled(&self) -> bool {
        self.preferences.0.speech_bubbles_enabled()
    }

    /// Shows what an agent asked for; it replaces whatever the pet said before.
    pub(crate) fn show(&mut self, pet: Entity, content: Content, lasting: Duration, now: Duration) {
        self.commands.entity(pet).insert(Bubble { content, until: now + lasting, own: false });
    }

    /// Ends a line of the pet's own, which does not fit what the pet does now.
    pub(crate) fn fall_silent(&mut self, pet: Entity) {
        if self.bubbles.get(pet).is_ok_and(|bubble| bubble.own) {
            self.commands.entity(pet).remove::<Bubble>();
        }
    }

    /// Says a line of the pet's own to a reaction, unless it just did or says something of an agent's.
    pub(crate) fn remark(&mut self, pet: Entity, kind: Kind, changed: bool, now: Duration) {
        if !self.is_enabled() {
            return;
        }
        let speaks_for_an_agent = self.bubbles.get(pet).is_ok_and(|bubble| !bubble.own && bubble.until > now);
        let said = self.remarks.get(pet).ok().copied().unwrap_or_default();
        if speaks_for_an_agent || !said.may_remark(kind, changed, now) {
            return;
        }
        let language = Language::of(self.preferences.0.locale());
        // Pets that do the same at once need not say the same.
        let turn = said.count.wrapping_add(pet.index_u32() as usize);
        let Some(line) = lines::pick(language, kind, turn) else { return };
        let bubble = Bubble { content: Content::text(line), until: now + model::REMARK, own: true };
        self.commands.entity(pet).insert((bubble, said.after(kind, now)));
    }
}
