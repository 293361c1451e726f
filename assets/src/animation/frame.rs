//! What a pet shows at a moment: one of its pictures.

use super::PetState;

/// Directions that a pet looks in: 22.5 degrees each.
pub const GAZE_DIRECTIONS: u8 = 16;

/// One picture of a pet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Frame {
    /// A frame of a state's clip.
    Row {
        /// The state.
        state: PetState,
        /// The place in its clip, from 0.
        index: usize,
    },
    /// Standing still and looking straight ahead.
    Neutral,
    /// Standing still and looking in this direction: 0 is up, 4 right, 8 down, 12 left, as people see it on the
    /// screen, flipped or not. From 16 on it begins again.
    Gaze(u8),
}

impl Frame {
    /// The state whose clip this is a frame of.
    #[must_use]
    pub const fn state(self) -> Option<PetState> {
        match self {
            Self::Row { state, .. } => Some(state),
            Self::Neutral | Self::Gaze(_) => None,
        }
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::Row { state: PetState::Idle, index: 0 }
    }
}
