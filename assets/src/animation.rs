//! What pets do: the states, and what the sheet format says about the row of each.
//!
//! Every duration is a real one from the sheet format's table. Playing all rows at one frame rate is the commonest
//! mistake of players of this format: idle comes out far too fast.

mod clips;
mod frame;
mod playback;
mod timing;

pub use clips::{Clip, Clips};
pub use frame::{Frame, GAZE_DIRECTIONS};
pub use playback::{FrameAt, frame_at};
pub use timing::Timing;
pub(crate) use timing::row_ms;

use std::fmt;

/// What a pet is doing, as the sheet draws it: one row each, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PetState {
    /// Breathing, blinking.
    Idle,
    /// Moving to the right.
    RunningRight,
    /// Moving to the left.
    RunningLeft,
    /// Greeting.
    Waving,
    /// Celebrating.
    Jumping,
    /// Something went wrong.
    Failed,
    /// Waiting for the person, or for a test run.
    Waiting,
    /// At work, on the spot.
    Running,
    /// Reading or thinking.
    Review,
}

/// What the format says about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowFormat {
    /// Milliseconds that each frame stays, one entry per frame. Never empty, never 0.
    pub frames_ms: &'static [u16],
    /// How often the cycle plays before it is over; `None`: until something else happens.
    pub repeats: Option<u8>,
}

impl PetState {
    /// Every state, in the order of the rows.
    pub const ALL: [Self; 9] = [
        Self::Idle,
        Self::RunningRight,
        Self::RunningLeft,
        Self::Waving,
        Self::Jumping,
        Self::Failed,
        Self::Waiting,
        Self::Running,
        Self::Review,
    ];

    /// The row of the sheet, from the top, beginning with 0.
    #[must_use]
    pub const fn row(self) -> usize {
        self as usize
    }

    /// The name, as in the state file and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::RunningRight => "running-right",
            Self::RunningLeft => "running-left",
            Self::Waving => "waving",
            Self::Jumping => "jumping",
            Self::Failed => "failed",
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Review => "review",
        }
    }

    /// The state of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// What to play for this state when the pet is drawn flipped: left and right trade places, so that the pet
    /// looks where it goes.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::RunningRight => Self::RunningLeft,
            Self::RunningLeft => Self::RunningRight,
            other => other,
        }
    }

    /// What the format says about the state's row.
    #[must_use]
    pub const fn format(self) -> &'static RowFormat {
        match self {
            Self::Idle => &RowFormat { frames_ms: &[1400, 550, 550, 700, 700, 1600], repeats: None },
            Self::RunningRight | Self::RunningLeft => {
                &RowFormat { frames_ms: &[120, 120, 120, 120, 120, 120, 120, 220], repeats: None }
            }
            Self::Waving => &RowFormat { frames_ms: &[140, 140, 140, 280], repeats: Some(2) },
            Self::Jumping => &RowFormat { frames_ms: &[140, 140, 140, 140, 280], repeats: Some(2) },
            Self::Failed => {
                &RowFormat { frames_ms: &[140, 140, 140, 140, 140, 140, 140, 240], repeats: Some(2) }
            }
            Self::Waiting => &RowFormat { frames_ms: &[150, 150, 150, 150, 150, 260], repeats: None },
            Self::Running => &RowFormat { frames_ms: &[120, 120, 120, 120, 120, 220], repeats: None },
            Self::Review => &RowFormat { frames_ms: &[150, 150, 150, 150, 150, 280], repeats: None },
        }
    }
}

impl fmt::Display for PetState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_names_match_the_format() {
        for (row, state) in PetState::ALL.into_iter().enumerate() {
            assert_eq!(state.row(), row);
            assert_eq!(PetState::from_name(state.name()), Some(state));
            assert_eq!(state.mirrored().mirrored(), state);
        }
        assert_eq!(PetState::RunningLeft.mirrored(), PetState::RunningRight);
        assert_eq!(PetState::from_name("dancing"), None);
    }

    #[test]
    fn cycles_last_what_the_table_says() {
        let table = [
            ("idle", 6, 5500, None),
            ("running-right", 8, 1060, None),
            ("running-left", 8, 1060, None),
            ("waving", 4, 700, Some(2)),
            ("jumping", 5, 840, Some(2)),
            ("failed", 8, 1220, Some(2)),
            ("waiting", 6, 1010, None),
            ("running", 6, 820, None),
            ("review", 6, 1030, None),
        ];
        for (state, (name, frames, cycle, repeats)) in PetState::ALL.into_iter().zip(table) {
            let row = state.format();
            let sum: u32 = row.frames_ms.iter().map(|&ms| u32::from(ms)).sum();
            assert_eq!((state.name(), row.frames_ms.len(), sum, row.repeats), (name, frames, cycle, repeats));
        }
    }
}
