//! What a pet plays for each state: which pictures, for how long, and what comes after.

use super::timing::{Timing, row_ms};
use super::{Frame, FrameAt, PetState, frame_at};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Columns of the format's sheet.
pub(crate) const FORMAT_COLUMNS: u16 = 8;

/// The animation of one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clip {
    cells: Arc<[u16]>,
    timing: Timing,
    then: PetState,
}

impl Clip {
    /// Plays cells of the sheet, each with its milliseconds, and after `repeats` cycles goes on with `then`.
    /// Nothing without any cell.
    #[must_use]
    pub fn new(frames: &[(u16, u16)], repeats: Option<u8>, then: PetState) -> Option<Self> {
        let timing = Timing::new(frames.iter().map(|(_, ms)| *ms), repeats)?;
        Some(Self { cells: frames.iter().map(|(cell, _)| *cell).collect(), timing, then })
    }

    /// The cells of the sheet's grid in the order in which they show, counted from 0 at the top left, row by row.
    /// As many as the timing has frames.
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// How long each cell shows.
    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The state that follows when the clip is over.
    #[must_use]
    pub fn then(&self) -> PetState {
        self.then
    }
}

/// The clips of one pet. A state without one shows as idle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clips([Option<Clip>; PetState::ALL.len()]);

/// A whole sheet of the format.
static FORMAT: LazyLock<Arc<Clips>> = LazyLock::new(|| {
    Arc::new(Clips::each(|state| {
        let count = state.format().frames_ms.len();
        let first = state.row() as u16 * FORMAT_COLUMNS;
        let frames: Vec<_> = (first..).zip((0..count).map(|index| row_ms(state, index, count))).collect();
        Clip::new(&frames, state.format().repeats, PetState::Idle)
    }))
});

impl Clips {
    /// What a sheet of the format plays that draws every frame: what holds until a pet's own sheet is decoded.
    #[must_use]
    pub fn format() -> Arc<Self> {
        Arc::clone(&FORMAT)
    }

    /// The clip of each state.
    #[must_use]
    pub fn each(clip: impl FnMut(PetState) -> Option<Clip>) -> Self {
        Self(PetState::ALL.map(clip))
    }

    /// The state's own clip, if the pet implements the state.
    #[must_use]
    pub fn get(&self, state: PetState) -> Option<&Clip> {
        self.0[state.row()].as_ref()
    }

    /// The state that really shows for `state`: itself, or idle where the pet does not implement it.
    #[must_use]
    pub fn shown(&self, state: PetState) -> PetState {
        if self.get(state).is_some() { state } else { PetState::Idle }
    }

    /// The clip that plays for the state; nothing for a pet that does not even implement idle.
    #[must_use]
    pub fn played(&self, state: PetState) -> Option<&Clip> {
        self.get(self.shown(state))
    }

    /// The clips of the pet drawn flipped, see [`PetState::mirrored`].
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::each(|state| self.get(state.mirrored()).cloned())
    }

    /// What shows `elapsed` after the pet began with `state`, and when, counted alike, that changes. A clip that is
    /// over gives way to the one that follows it. `stretch` says for each state by how much it is slowed down.
    #[must_use]
    pub fn frame_at(
        &self,
        state: PetState,
        elapsed: Duration,
        stretch: impl Fn(PetState, &Timing) -> f32,
    ) -> (Frame, Option<Duration>) {
        let (mut state, mut began) = (self.shown(state), Duration::ZERO);
        // Clips do not follow each other in a circle, so there are at most as many as states.
        for _ in PetState::ALL {
            let Some(clip) = self.get(state) else { break };
            let at = frame_at(&clip.timing, elapsed.saturating_sub(began), stretch(state, &clip.timing));
            let next = self.shown(clip.then);
            match at {
                FrameAt { ended: Some(ended), .. } if next != state => {
                    began = began.saturating_add(ended);
                    state = next;
                }
                FrameAt { index, next_change, .. } => {
                    let change = next_change.and_then(|change| began.checked_add(change));
                    return (Frame::Row { state, index }, change);
                }
            }
        }
        (Frame::default(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn row(state: PetState, index: usize) -> Frame {
        Frame::Row { state, index }
    }

    #[test]
    fn a_whole_sheet_plays_the_table() {
        let clips = Clips::format();
        for state in PetState::ALL {
            let clip = clips.get(state).unwrap();
            assert_eq!(clip.timing().frames_ms(), state.format().frames_ms);
            assert_eq!(clip.timing().repeats(), state.format().repeats);
            assert_eq!(clip.cells()[0], state.row() as u16 * 8);
        }
    }

    #[test]
    fn what_is_not_implemented_shows_as_idle() {
        let clips = Clips::each(|state| {
            (state == PetState::Idle).then(|| Clip::new(&[(0, 100), (1, 50)], None, state)).flatten()
        });
        assert_eq!(clips.shown(PetState::Failed), PetState::Idle);
        let at = |elapsed| clips.frame_at(PetState::Failed, ms(elapsed), |_, _| 1.0);
        assert_eq!(at(120), (row(PetState::Idle, 1), Some(ms(150))));
        assert_eq!(Clips::default().frame_at(PetState::Failed, ms(5), |_, _| 1.0), (Frame::default(), None));
    }

    #[test]
    fn clips_follow_one_another_each_from_its_beginning() {
        let clips = Clips::each(|state| match state {
            PetState::Idle => Clip::new(&[(0, 1000), (1, 1000)], None, PetState::Idle),
            PetState::Failed => Clip::new(&[(2, 10), (3, 10)], Some(2), PetState::Waving),
            PetState::Waving => Clip::new(&[(4, 30)], Some(1), PetState::Review),
            _ => None,
        });
        let at = |elapsed| clips.frame_at(PetState::Failed, ms(elapsed), |_, _| 1.0);
        assert_eq!(at(39), (row(PetState::Failed, 1), Some(ms(40))));
        assert_eq!(at(40), (row(PetState::Waving, 0), Some(ms(70))));
        assert_eq!(at(70), (row(PetState::Idle, 0), Some(ms(1070))));
        let slow = |state, _: &Timing| if state == PetState::Failed { 2.0 } else { 1.0 };
        assert_eq!(clips.frame_at(PetState::Failed, ms(80), slow), (row(PetState::Waving, 0), Some(ms(110))));
    }

    #[test]
    fn circles_end_and_an_idle_that_ends_stays() {
        let clips = Clips::each(|state| match state {
            PetState::Idle => Clip::new(&[(0, 10), (1, 10)], Some(1), PetState::Idle),
            PetState::Waving => Clip::new(&[(1, 1)], Some(1), PetState::Failed),
            PetState::Failed => Clip::new(&[(1, 1)], Some(1), PetState::Waving),
            _ => None,
        });
        assert_eq!(clips.frame_at(PetState::Idle, ms(99), |_, _| 1.0), (row(PetState::Idle, 1), None));
        assert_eq!(clips.frame_at(PetState::Waving, ms(99), |_, _| 1.0), (Frame::default(), None));
    }

    #[test]
    fn flipped_pets_run_the_other_way() {
        let clips = Clips::each(|state| Clip::new(&[(state.row() as u16, 5)], None, PetState::Idle));
        assert_eq!(clips.mirrored().get(PetState::RunningLeft), clips.get(PetState::RunningRight));
        assert_eq!(clips.mirrored().get(PetState::Review), clips.get(PetState::Review));
    }
}
