//! A pet as it stands on the screen: a frame, and the badge of what it is busy with.

use super::badge::BadgeImage;
use super::canvas::Canvas;
use super::frames::FrameSet;
use crate::Frame;

/// Replaces what is on `canvas`, which should be of [`FrameSet::cell_size`], by a picture of the pet and a badge in
/// its upper right corner.
pub fn compose_pet(canvas: &mut Canvas, frames: &FrameSet, frame: Frame, badge: Option<&BadgeImage>) {
    canvas.clear();
    frames.draw(canvas, frame);
    if let Some(badge) = badge {
        badge.draw_on(canvas);
    }
}
