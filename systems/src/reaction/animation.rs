//! Reactions become animation frames. Which frame shows is a pure function of what the pet does, since when,
//! and now; nothing is counted from update to update.

use super::model::Reaction;
use crate::gaze::{self, Gazes, Pointer, PointerWanted};
use crate::motion::{Dragged, Position};
use crate::pets::{OnScreen, Paused};
use crate::settings::Preferences;
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_assets::{Clips, Frame, PetState, State, Timing};
use openpets_ipc::Reaction as Kind;
use std::sync::Arc;

/// The picture that a pet shows.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShownFrame(pub Frame);

/// What a pet plays for each state. Until its sheet is decoded, what the format says.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct PetClips(pub Arc<Clips>);

impl Default for PetClips {
    fn default() -> Self {
        Self(Clips::format())
    }
}

/// What a reaction plays, unless the person chose something else for it.
#[must_use]
fn state_of(kind: Kind, preferences: &State) -> PetState {
    preferences.reaction_override(kind.name()).unwrap_or(match kind {
        Kind::Idle => PetState::Idle,
        Kind::Thinking => PetState::Review,
        Kind::Working | Kind::Editing | Kind::Running => PetState::Running,
        Kind::Testing | Kind::Waiting => PetState::Waiting,
        Kind::Waving => PetState::Waving,
        Kind::Success | Kind::Celebrating => PetState::Jumping,
        Kind::Error => PetState::Failed,
    })
}

type Animated<'a> =
    (&'a Reaction, &'a PetClips, &'a Position, &'a mut ShownFrame, Has<Gazes>, Option<&'a Dragged>);

pub(super) fn animate(
    time: Res<Time<Real>>,
    paused: Res<Paused>,
    preferences: Res<Preferences>,
    pointer: Res<Pointer>,
    mut pointer_wanted: ResMut<PointerWanted>,
    mut pets: Query<Animated, With<OnScreen>>,
    mut next: ResMut<NextWake>,
) {
    let now = time.elapsed();
    let mut watches = false;
    let may_gaze = preferences.0.pet_gaze_enabled();
    let stretch = |state, timing: &Timing| stretch(&preferences.0, state, timing);
    for (reaction, clips, position, mut frame, gazes, dragged) in &mut pets {
        if paused.0 {
            frame.set_if_neq(ShownFrame::default());
            continue;
        }
        if gazes && may_gaze && reaction.kind == Kind::Idle && dragged.is_none() {
            watches = true;
            let (shown, until) =
                gaze::frame_of(&clips.0, reaction.since, position, &preferences, &pointer, now);
            frame.set_if_neq(ShownFrame(shown));
            next.at(until);
            continue;
        }
        let (wanted, since) = match dragged.and_then(|dragged| dragged.running(now)) {
            Some(running) => running,
            None => (state_of(reaction.kind, &preferences.0), reaction.since),
        };
        if let Some(quiet) = dragged.and_then(|dragged| dragged.quiet_at(now)) {
            next.at(quiet);
        }
        let (shown, change) = clips.0.frame_at(wanted, now.saturating_sub(since), stretch);
        frame.set_if_neq(ShownFrame(shown));
        if let Some(change) = change {
            next.at(since + change);
        }
    }
    if pointer_wanted.set_if_neq(PointerWanted(watches)) {
        // Whoever follows it has to hear of that, and comes first in an update.
        next.at(now);
    }
}

/// By how much a state is slowed down: the person may choose how long one cycle of waiting lasts.
fn stretch(preferences: &State, state: PetState, timing: &Timing) -> f32 {
    match preferences.waiting_animation_duration_ms() {
        Some(cycle_ms) if state == PetState::Waiting => timing.stretch_to(cycle_ms),
        _ => 1.0,
    }
}
