//! The rows of a sheet: which state each shows and how long each of its frames stays.
//!
//! Every duration is a real one from the sheet format's table. Playing all rows at one frame rate is the commonest
//! mistake of players of this format: idle comes out far too fast.

mod playback;

pub use playback::{FrameAt, frame_at};

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

/// How a row plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
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

    /// How the row plays.
    #[must_use]
    pub const fn timing(self) -> &'static Timing {
        match self {
            Self::Idle => &Timing { frames_ms: &[1400, 550, 550, 700, 700, 1600], repeats: None },
            Self::RunningRight | Self::RunningLeft => {
                &Timing { frames_ms: &[120, 120, 120, 120, 120, 120, 120, 220], repeats: None }
            }
            Self::Waving => &Timing { frames_ms: &[140, 140, 140, 280], repeats: Some(2) },
            Self::Jumping => &Timing { frames_ms: &[140, 140, 140, 140, 280], repeats: Some(2) },
            Self::Failed => {
                &Timing { frames_ms: &[140, 140, 140, 140, 140, 140, 140, 240], repeats: Some(2) }
            }
            Self::Waiting => &Timing { frames_ms: &[150, 150, 150, 150, 150, 260], repeats: None },
            Self::Running => &Timing { frames_ms: &[120, 120, 120, 120, 120, 220], repeats: None },
            Self::Review => &Timing { frames_ms: &[150, 150, 150, 150, 150, 280], repeats: None },
        }
    }
}

impl fmt::Display for PetState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Timing {
    /// Milliseconds of one whole cycle.
    #[must_use]
    pub fn cycle_ms(&self) -> u32 {
        self.frames_ms.iter().map(|&ms| u32::from(ms)).sum()
    }

    /// The stretch for [`frame_at`] that makes a whole cycle last `cycle_ms` milliseconds.
    #[must_use]
    pub fn stretch_to(&self, cycle_ms: u32) -> f32 {
        cycle_ms as f32 / self.cycle_ms() as f32
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
            let timing = state.timing();
            assert_eq!(
                (state.name(), timing.frames_ms.len(), timing.cycle_ms(), timing.repeats),
                (name, frames, cycle, repeats)
            );
        }
    }
}
