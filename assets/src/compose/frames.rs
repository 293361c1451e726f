//! A pet's frames at the size of its screen, ready to be painted.

mod prepare;

use super::canvas::Canvas;
use super::mask::MaskRect;
use super::packed::PackedFrame;
use crate::{Clips, Frame, GAZE_DIRECTIONS, PetState, Sheet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Device pixels for each pixel of the format's own cell: half size on a plain screen to one and a half times on
/// one with a factor of 4.
pub const SCALES: RangeInclusive<f32> = 0.5..=6.0;

/// The frames of one pet at one scale.
#[derive(Debug)]
pub struct FrameSet {
    cell: (u32, u32),
    /// Different frames; clips share those that are the same.
    frames: Vec<PackedFrame>,
    clips: Arc<Clips>,
    rows: [Row; PetState::ALL.len()],
    /// Index of the picture of the pet looking straight ahead.
    neutral: usize,
    /// Indices of those of it looking in every direction.
    gaze: Option<[usize; GAZE_DIRECTIONS as usize]>,
    /// What `neutral` and `gaze` cover together.
    looks_mask: Arc<[MaskRect]>,
}

#[derive(Debug)]
struct Row {
    /// Indices of the clip's frames. Empty: the sheet does not implement the state.
    frames: Vec<usize>,
    mask: Arc<[MaskRect]>,
}

impl FrameSet {
    /// Prepares the frames of a sheet. `scale`: device pixels for each pixel of a 192 × 208 cell, brought into
    /// [`SCALES`]. `flip`: mirrored, with the rows of the two directions exchanged and the looks to both sides alike,
    /// so that the pet still looks where it goes, and at what it should look at.
    ///
    /// Takes some tens of milliseconds, and memory for one frame beside what it returns.
    #[must_use]
    pub fn prepare(sheet: &Sheet, scale: f32, flip: bool) -> Self {
        let scale = if scale.is_nan() { 1.0 } else { scale.clamp(*SCALES.start(), *SCALES.end()) };
        prepare::prepare(sheet, scale, flip)
    }

    /// Width and height of a whole cell in device pixels: the size of the canvas to draw on.
    #[must_use]
    pub const fn cell_size(&self) -> (u32, u32) {
        self.cell
    }

    /// What plays for each state, as the pet is drawn: flipped pets have the clips of the two directions exchanged.
    #[must_use]
    pub fn clips(&self) -> Arc<Clips> {
        Arc::clone(&self.clips)
    }

    /// How many frames the state's clip has. 0: the pet does not implement it, and idle shows instead.
    #[must_use]
    pub const fn frame_count(&self, state: PetState) -> usize {
        self.rows[state.row()].frames.len()
    }

    /// Whether the pet can look around. If not, [`Frame::Gaze`] shows it looking straight ahead.
    #[must_use]
    pub const fn has_gaze(&self) -> bool {
        self.gaze.is_some()
    }

    /// Paints a frame over `canvas`, which should be of [`FrameSet::cell_size`]. The first frame after the last is
    /// the last; a state that the pet does not implement shows as idle; a pet without idle shows nothing.
    pub fn draw(&self, canvas: &mut Canvas, frame: Frame) {
        let index = match frame {
            Frame::Row { state, index } => {
                let row = &self.shown(state).frames;
                row.get(index).or(row.last()).copied()
            }
            Frame::Neutral => Some(self.neutral),
            Frame::Gaze(direction) => {
                Some(self.gaze.map_or(self.neutral, |gaze| gaze[usize::from(direction % GAZE_DIRECTIONS)]))
            }
        };
        if let Some(frame) = index.and_then(|index| self.frames.get(index)) {
            frame.draw(canvas);
        }
    }

    /// Where the pet takes the mouse while it shows this frame, in device pixels of the cell: what any frame of the
    /// clip covers, or any of its looks, so that it stays the same while the pet moves.
    #[must_use]
    pub fn input_mask(&self, frame: Frame) -> Arc<[MaskRect]> {
        Arc::clone(match frame {
            Frame::Row { state, .. } => &self.shown(state).mask,
            Frame::Neutral | Frame::Gaze(_) => &self.looks_mask,
        })
    }

    /// Bytes that the frames take.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.frames.iter().map(|frame| size_of::<PackedFrame>() + frame.heap_bytes()).sum()
    }

    fn shown(&self, state: PetState) -> &Row {
        &self.rows[self.clips.shown(state).row()]
    }
}

#[cfg(test)]
mod tests;
