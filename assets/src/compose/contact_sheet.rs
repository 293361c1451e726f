//! Every frame of a pet in one picture, for people to look at.

use super::canvas::Canvas;
use super::frames::FrameSet;
use super::pet::compose_pet;
use crate::PetState;

/// A row for each state and a column for each of its frames, as they are composed, over `background` (premultiplied).
#[must_use]
pub fn contact_sheet(frames: &FrameSet, background: u32) -> Canvas {
    let (width, height) = frames.cell_size();
    let columns = PetState::ALL.map(|state| frames.frame_count(state)).into_iter().max().unwrap_or(0);
    let mut sheet = Canvas::new(width * columns as u32, height * PetState::ALL.len() as u32);
    sheet.fill(background);
    let mut cell = Canvas::new(width, height);
    for state in PetState::ALL {
        for index in 0..frames.frame_count(state) {
            compose_pet(&mut cell, frames, state, index, None);
            // At most 8 × 9 cells of 1152 × 1248 pixels.
            sheet.blit(&cell, index as i32 * width as i32, state.row() as i32 * height as i32);
        }
    }
    sheet
}
