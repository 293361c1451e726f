//! Speech bubbles: what is said, on a rounded body whose tail points at the pet.

mod layout;
mod shadow;
mod shape;

use super::canvas::Canvas;
use super::mask::{Coverage, MaskRect};
use super::picture::Picture;
use super::pixel::{pack, times};
use super::resample::resample;
use super::text::TextBlock;
use layout::Layout;
use tiny_skia::{Color, FillRule, Mask, Paint, Path, Pixmap, Stroke, Transform};

/// What is in a bubble: a picture above a text, or one of them.
#[derive(Debug, Clone, Copy, Default)]
pub struct BubbleContent<'a> {
    /// The text.
    pub text: Option<&'a TextBlock>,
    /// The picture.
    pub picture: Option<&'a Picture>,
}

/// How bubbles look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BubbleStyle {
    /// Dark letters on white.
    Light,
    /// Light letters on a dark ground.
    Dark,
}

impl BubbleStyle {
    /// The letters.
    pub(super) const fn ink(self) -> u32 {
        match self {
            Self::Light => pack(255, 0x22, 0x20, 0x2b),
            Self::Dark => pack(255, 0xf2, 0xf0, 0xf7),
        }
    }

    fn body(self) -> Color {
        match self {
            Self::Light => Color::from_rgba8(0xff, 0xff, 0xff, 255),
            Self::Dark => Color::from_rgba8(0x27, 0x25, 0x31, 255),
        }
    }

    /// The border stands out against the body and against wallpapers of its colour.
    fn border(self) -> Color {
        match self {
            Self::Light => Color::from_rgba8(0x5d, 0x58, 0x70, 255),
            Self::Dark => Color::from_rgba8(0x8e, 0x89, 0xa6, 255),
        }
    }
}

/// Where a bubble's tail is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tail {
    /// The edge that it grows from.
    pub side: TailSide,
    /// Its tip, in logical pixels from the left edge of the bubble's image. Kept to the straight part of the edge.
    pub x: f32,
}

/// An edge of a bubble.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TailSide {
    /// For a bubble above its pet.
    Bottom,
    /// For a bubble below its pet.
    Top,
}

/// A composed bubble.
#[derive(Debug, Clone, PartialEq)]
pub struct BubbleImage {
    /// The pixels, with room for the shadow around the body.
    pub canvas: Canvas,
    /// Where it takes the mouse: body and tail.
    pub mask: Vec<MaskRect>,
}

/// Width and height in logical pixels of the whole image that [`compose_bubble`] makes, tail and shadow included. The
/// same for both sides.
#[must_use]
pub fn bubble_size(content: &BubbleContent, scale: f32) -> (f32, f32) {
    Layout::new(content, scale).logical_size()
}

/// Draws a bubble at `scale` device pixels for each logical pixel.
#[must_use]
pub fn compose_bubble(content: &BubbleContent, style: BubbleStyle, scale: f32, tail: Tail) -> BubbleImage {
    let layout = Layout::new(content, scale);
    let mut canvas = Canvas::new(layout.width, layout.height);
    let mut mask = Vec::new();
    if let Some(path) = shape::outline(&layout, tail)
        && let Some(mut pixmap) = Pixmap::new(layout.width, layout.height)
    {
        paint_body(&mut pixmap, &path, style, layout.scale);
        let body = Canvas::from(&pixmap);
        canvas = shadow::of(&body, layout.scale);
        canvas.blit(&body, 0, 0);
        let mut coverage = Coverage::new(layout.width, layout.height);
        coverage.add(&body);
        mask = coverage.rects(layout.scale);
    }
    let content_top = layout.content_top(tail.side);
    if let Some(picture) = content.picture {
        let mut pixels = resample(&picture.canvas, layout.picture.0, layout.picture.1);
        round_corners(&mut pixels, layout::PICTURE_CORNER * layout.scale);
        canvas.blit(&pixels, layout.centered(layout.picture.0), content_top);
    }
    if let Some(text) = content.text {
        let pixels = resample(&text.canvas, layout.text.0, layout.text.1);
        canvas.blit(&pixels, layout.centered(layout.text.0), content_top + layout.text_offset());
    }
    BubbleImage { canvas, mask }
}

fn paint_body(pixmap: &mut Pixmap, path: &Path, style: BubbleStyle, scale: f32) {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(style.body());
    pixmap.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    paint.set_color(style.border());
    let stroke = Stroke { width: layout::border_width(scale), ..Stroke::default() };
    pixmap.stroke_path(path, &paint, &stroke, Transform::identity(), None);
}

/// Makes the corners of a picture transparent, so that it fits a round body.
fn round_corners(picture: &mut Canvas, radius: f32) {
    let (width, height) = (picture.width as f32, picture.height as f32);
    let Some(path) = shape::rounded_rect(0.0, 0.0, width, height, radius) else { return };
    let Some(mut mask) = Mask::new(picture.width, picture.height) else { return };
    mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    for (pixel, &coverage) in picture.pixels.iter_mut().zip(mask.data()) {
        *pixel = times(*pixel, coverage);
    }
}

#[cfg(test)]
mod tests;
