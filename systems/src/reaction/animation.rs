//! Reactions become animation frames. Which frame shows is a pure function of what the pet does, since when,
//! and now; nothing is counted from update to update.

use super::model::Reaction;
use crate::motion::Dragged;
use crate::pets::{OnScreen, Paused};
use crate::settings::Preferences;
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_assets::{PetState, State, frame_at};
use openpets_ipc::Reaction as Kind;
use std::time::Duration;

/// The frame of the sheet that a pet shows.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The row.
    pub state: PetState,
    /// The column.
    pub index: usize,
}

impl Default for Frame {
    fn default() -> Self {
        Self { state: PetState::Idle, index: 0 }
    }
}

/// How many frames each row of a pet's sheet really has. Until the sheet is decoded, what the format says.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameCounts(pub [usize; PetState::ALL.len()]);

impl Default for FrameCounts {
    fn default() -> Self {
        Self(PetState::ALL.map(|state| state.timing().frames_ms.len()))
    }
}

impl FrameCounts {
    fn of(&self, state: PetState) -> usize {
        self.0[state.row()]
    }

    /// A row without frames is not drawn; the pet idles instead.
    fn implemented(&self, state: PetState) -> PetState {
        if self.of(state) == 0 { PetState::Idle } else { state }
    }
}

/// What a row plays, unless the person chose another one for the reaction.
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

pub(super) fn animate(
    time: Res<Time<Real>>,
    paused: Res<Paused>,
    preferences: Res<Preferences>,
    mut pets: Query<(&Reaction, &FrameCounts, &mut Frame, Option<&Dragged>), With<OnScreen>>,
    mut next: ResMut<NextWake>,
) {
    let now = time.elapsed();
    for (reaction, counts, mut frame, dragged) in &mut pets {
        if paused.0 {
            frame.set_if_neq(Frame::default());
            continue;
        }
        let (wanted, since) = match dragged.and_then(|dragged| dragged.running(now)) {
            Some(running) => running,
            None => (state_of(reaction.kind, &preferences.0), reaction.since),
        };
        if let Some(quiet) = dragged.and_then(|dragged| dragged.quiet_at(now)) {
            next.at(quiet);
        }
        let (shown, change) = frame_of(counts.implemented(wanted), since, counts, &preferences.0, now);
        frame.set_if_neq(shown);
        if let Some(change) = change {
            next.at(change);
        }
    }
}

/// The frame at `now` of a row that began at `since`, and when it changes. A row that is over gives way to idle.
fn frame_of(
    state: PetState,
    since: Duration,
    counts: &FrameCounts,
    preferences: &State,
    now: Duration,
) -> (Frame, Option<Duration>) {
    let stretch = match state {
        PetState::Waiting => stretch_to(preferences.waiting_animation_duration_ms(), state),
        _ => 1.0,
    };
    let elapsed = now.saturating_sub(since);
    let at = frame_at(state.timing(), counts.of(state), elapsed, stretch);
    if at.finished && state != PetState::Idle {
        return frame_of(PetState::Idle, since, counts, preferences, now);
    }
    (Frame { state, index: at.index }, at.next_change.map(|change| since + change))
}

/// By how much a cycle has to be slowed down to last `cycle_ms`.
fn stretch_to(cycle_ms: Option<u32>, state: PetState) -> f32 {
    let usual: u32 = state.timing().frames_ms.iter().map(|ms| u32::from(*ms)).sum();
    cycle_ms.map_or(1.0, |wanted| (f64::from(wanted) / f64::from(usual)) as f32)
}
