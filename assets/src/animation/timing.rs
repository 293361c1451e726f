//! How long each frame of a clip stays.

use super::PetState;
use std::sync::Arc;

/// Milliseconds of a frame in a row that has more frames than the format's table: 8 in a second, which is what
/// Codex plays where nothing else is said.
pub(crate) const LONG_ROW_MS: u16 = 125;

/// How a clip plays, fitted to the frames that it really has. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timing {
    /// One entry for each frame. Never empty, never 0.
    frames_ms: Arc<[u16]>,
    repeats: Option<u8>,
}

impl Timing {
    /// Frames that stay for these milliseconds (0 counts as 1). `repeats`: how often the cycle plays before it is
    /// over, at least once; `None`: until something else happens. Nothing without any frame.
    #[must_use]
    pub fn new(frames_ms: impl IntoIterator<Item = u16>, repeats: Option<u8>) -> Option<Self> {
        let frames_ms: Arc<[u16]> = frames_ms.into_iter().map(|ms| ms.max(1)).collect();
        (!frames_ms.is_empty()).then_some(Self { frames_ms, repeats: repeats.map(|times| times.max(1)) })
    }

    /// Milliseconds that each frame stays.
    #[must_use]
    pub fn frames_ms(&self) -> &[u16] {
        &self.frames_ms
    }

    /// How often the cycle plays before it is over; `None`: until something else happens.
    #[must_use]
    pub fn repeats(&self) -> Option<u8> {
        self.repeats
    }

    /// Milliseconds of one whole cycle.
    #[must_use]
    pub fn cycle_ms(&self) -> u32 {
        self.frames_ms.iter().map(|&ms| u32::from(ms)).sum()
    }

    /// The stretch for [`frame_at`](super::frame_at) that makes a whole cycle last `cycle_ms` milliseconds.
    #[must_use]
    pub fn stretch_to(&self, cycle_ms: u32) -> f32 {
        cycle_ms as f32 / self.cycle_ms() as f32
    }
}

/// How long frame `index` of `count` stays by the format's table. A shorter row than the table's keeps the first
/// durations, and its last frame gets the table's last; a longer one has a speed of its own.
pub(crate) fn row_ms(state: PetState, index: usize, count: usize) -> u16 {
    let table = state.format().frames_ms;
    if count > table.len() {
        return LONG_ROW_MS;
    }
    let entry = if index + 1 == count { table.last() } else { table.get(index) };
    entry.copied().unwrap_or(LONG_ROW_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_timed_by_its_length() {
        let row = |count| (0..count).map(|index| row_ms(PetState::Idle, index, count)).collect::<Vec<_>>();
        assert_eq!(row(6), [1400, 550, 550, 700, 700, 1600]);
        assert_eq!(row(2), [1400, 1600]);
        assert_eq!(row(1), [1600]);
        assert_eq!(row(7), [125; 7]);
    }

    #[test]
    fn a_timing_is_never_empty_and_takes_time() {
        assert_eq!(Timing::new([], None), None);
        let timing = Timing::new([0, 5], Some(0)).unwrap();
        assert_eq!((timing.frames_ms(), timing.repeats(), timing.cycle_ms()), (&[1, 5][..], Some(1), 6));
    }
}
