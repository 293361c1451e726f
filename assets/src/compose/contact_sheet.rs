//! Every picture of a pet in one, for people to look at.

use super::canvas::Canvas;
use super::frames::FrameSet;
use super::pet::compose_pet;
use crate::{Frame, GAZE_DIRECTIONS, PetState};

/// Pictures in a line: as many as the format has in a row.
const COLUMNS: usize = 8;

/// The frames of each state in lines of eight, then the pet looking straight ahead and, if it can, around; as they
/// are composed, over `background` (premultiplied).
#[must_use]
pub fn contact_sheet(frames: &FrameSet, background: u32) -> Canvas {
    let mut lines: Vec<Vec<Frame>> = Vec::new();
    for state in PetState::ALL {
        let clip: Vec<_> = (0..frames.frame_count(state)).map(|index| Frame::Row { state, index }).collect();
        lines.extend(clip.chunks(COLUMNS).map(<[Frame]>::to_vec));
    }
    lines.push(vec![Frame::Neutral]);
    if frames.has_gaze() {
        let looks: Vec<_> = (0..GAZE_DIRECTIONS).map(Frame::Gaze).collect();
        lines.extend(looks.chunks(COLUMNS).map(<[Frame]>::to_vec));
    }

    let (width, height) = frames.cell_size();
    let mut sheet = Canvas::new(width * COLUMNS as u32, height * lines.len() as u32);
    sheet.fill(background);
    let mut cell = Canvas::new(width, height);
    for (down, line) in lines.iter().enumerate() {
        for (across, &frame) in line.iter().enumerate() {
            compose_pet(&mut cell, frames, frame, None);
            sheet.blit(&cell, across as i32 * width as i32, down as i32 * height as i32);
        }
    }
    sheet
}
