//! How large a bubble is and where its parts are, in whole device pixels.

use super::{BubbleContent, TailSide};

/// Around the body, for the shadow. Logical pixels, as every constant here.
pub(super) const MARGIN: f32 = 6.0;
/// Radius of the body's corners.
pub(super) const CORNER: f32 = 13.0;
/// From the body's edge to the tail's tip.
pub(super) const TAIL_LENGTH: f32 = 10.0;
/// The tail where it leaves the body.
pub(super) const TAIL_WIDTH: f32 = 17.0;
/// Radius of a picture's corners.
pub(super) const PICTURE_CORNER: f32 = 6.0;
const PADDING_X: f32 = 11.0;
const PADDING_Y: f32 = 9.0;
/// Between the picture and the text.
const GAP: f32 = 7.0;
/// The narrowest body has a straight edge with room for the tail.
const MIN_BODY_WIDTH: f32 = 2.0 * CORNER + TAIL_WIDTH + 2.0;

/// The border is a logical pixel, and never thinner than a device pixel.
pub(super) fn border_width(scale: f32) -> f32 {
    scale.round().max(1.0)
}

/// Sizes and places in device pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    pub(super) scale: f32,
    /// The whole image.
    pub(super) width: u32,
    pub(super) height: u32,
    /// Width and height of the text and of the picture; 0 for what is not there.
    pub(super) text: (u32, u32),
    pub(super) picture: (u32, u32),
    gap: u32,
}

impl Layout {
    pub(super) fn new(content: &BubbleContent, scale: f32) -> Self {
        let scale = if scale.is_nan() { 1.0 } else { scale.clamp(0.5, 6.0) };
        // What was drawn for another screen keeps its logical size.
        let here = |canvas: &super::Canvas, drawn_at: f32| {
            let size = |pixels: u32| (pixels as f32 * scale / drawn_at).round().max(1.0) as u32;
            if canvas.width == 0 || canvas.height == 0 {
                (0, 0)
            } else {
                (size(canvas.width), size(canvas.height))
            }
        };
        let text = content.text.map_or((0, 0), |text| here(&text.canvas, text.scale));
        let picture = content.picture.map_or((0, 0), |picture| here(&picture.canvas, picture.scale));
        let gap = if text.1 > 0 && picture.1 > 0 { (GAP * scale).round() as u32 } else { 0 };
        let inner_width = text.0.max(picture.0);
        let body_width = (inner_width + 2 * pixels(PADDING_X, scale)).max(pixels(MIN_BODY_WIDTH, scale));
        let body_height = text.1 + gap + picture.1 + 2 * pixels(PADDING_Y, scale);
        let margin = pixels(MARGIN, scale);
        Self {
            scale,
            width: body_width + 2 * margin,
            height: body_height + pixels(TAIL_LENGTH, scale) + 2 * margin,
            text,
            picture,
            gap,
        }
    }

    pub(super) fn logical_size(&self) -> (f32, f32) {
        (self.width as f32 / self.scale, self.height as f32 / self.scale)
    }

    /// Left, top, right and bottom of the body.
    pub(super) fn body(&self, side: TailSide) -> (f32, f32, f32, f32) {
        let (margin, tail) = (pixels(MARGIN, self.scale) as f32, pixels(TAIL_LENGTH, self.scale) as f32);
        let (top, bottom) = match side {
            TailSide::Bottom => (margin, margin + tail),
            TailSide::Top => (margin + tail, margin),
        };
        (margin, top, self.width as f32 - margin, self.height as f32 - bottom)
    }

    /// Where the content begins.
    pub(super) fn content_top(&self, side: TailSide) -> i32 {
        self.body(side).1 as i32 + pixels(PADDING_Y, self.scale) as i32
    }

    /// Where the text begins, from there.
    pub(super) fn text_offset(&self) -> i32 {
        (self.picture.1 + self.gap) as i32
    }

    /// The left edge of something in the middle of the body.
    pub(super) fn centered(&self, width: u32) -> i32 {
        (self.width as i32 - width as i32) / 2
    }
}

fn pixels(logical: f32, scale: f32) -> u32 {
    (logical * scale).round() as u32
}
