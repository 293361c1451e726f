//! The drawing surface of one cell: fills, strokes, inked shapes, clips and a transform stack.
//!
//! Drawn [`OVERSAMPLING`] times too large and averaged down, which keeps thin lines and tufts clean.

use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint, Pixmap, Point as SkPoint,
    RadialGradient, Shader, SpreadMode, Stroke, Transform,
};

use crate::palette::{Hue, INK};
use crate::shape::{Point, Shape};

/// Width of a cell in pixels.
pub const CELL_WIDTH: u32 = 192;
/// Height of a cell in pixels.
pub const CELL_HEIGHT: u32 = 208;
/// How much larger than the cell everything is drawn.
pub const OVERSAMPLING: u32 = 3;
/// The usual thickness of the outline.
pub const LINE: f32 = 2.3;

/// What a shape is filled with.
#[derive(Clone, Copy, Debug)]
pub enum Fill {
    /// One colour.
    Flat(Hue),
    /// From one point and colour to another.
    Linear(Point, Hue, Point, Hue),
    /// From a centre outwards to a radius.
    Radial(Point, f32, Hue, Hue),
}

impl From<Hue> for Fill {
    fn from(hue: Hue) -> Self {
        Self::Flat(hue)
    }
}

/// One cell's surface.
#[derive(Debug)]
pub struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
    clip: Option<Mask>,
}

impl Canvas {
    /// An empty surface; `None` only when memory is exhausted.
    pub fn new() -> Option<Self> {
        let pixmap = Pixmap::new(CELL_WIDTH * OVERSAMPLING, CELL_HEIGHT * OVERSAMPLING)?;
        let scale = OVERSAMPLING as f32;
        Some(Self { pixmap, transform: Transform::from_scale(scale, scale), clip: None })
    }

    /// The finished cell at its real size, as premultiplied RGBA.
    pub fn finish(self) -> Vec<[u8; 4]> {
        let (across, over) = (CELL_WIDTH as usize, OVERSAMPLING as usize);
        let source = self.pixmap.pixels();
        let samples = (over * over) as u32;
        let mut cell = Vec::with_capacity(across * CELL_HEIGHT as usize);
        for y in 0..CELL_HEIGHT as usize {
            for x in 0..across {
                let mut sum = [0u32; 4];
                for row in 0..over {
                    let start = (y * over + row) * across * over + x * over;
                    for pixel in &source[start..start + over] {
                        sum[0] += u32::from(pixel.red());
                        sum[1] += u32::from(pixel.green());
                        sum[2] += u32::from(pixel.blue());
                        sum[3] += u32::from(pixel.alpha());
                    }
                }
                // An average of bytes is a byte.
                cell.push(sum.map(|channel| ((channel + samples / 2) / samples) as u8));
            }
        }
        cell
    }

    /// Draws with `transform` applied to everything inside.
    pub fn with(&mut self, transform: Transform, draw: impl FnOnce(&mut Self)) {
        let outer = self.transform;
        self.transform = outer.pre_concat(transform);
        draw(self);
        self.transform = outer;
    }

    /// Draws moved by `offset`, turned by `degrees` and scaled, in that order from the outside.
    pub fn placed(&mut self, offset: Point, degrees: f32, scale: Point, draw: impl FnOnce(&mut Self)) {
        let transform = Transform::from_translate(offset.0, offset.1)
            .pre_concat(Transform::from_rotate(degrees))
            .pre_scale(scale.0, scale.1);
        self.with(transform, draw);
    }

    /// Draws only inside `shape`.
    pub fn clipped(&mut self, shape: &Shape, draw: impl FnOnce(&mut Self)) {
        let Some(path) = &shape.0 else { return };
        let outer = self.clip.take();
        let mut mask = outer.clone();
        match &mut mask {
            Some(mask) => mask.intersect_path(path, FillRule::Winding, true, self.transform),
            None => {
                mask = Mask::new(self.pixmap.width(), self.pixmap.height());
                if let Some(mask) = &mut mask {
                    mask.fill_path(path, FillRule::Winding, true, self.transform);
                }
            }
        }
        self.clip = mask;
        draw(self);
        self.clip = outer;
    }

    /// Fills a shape.
    pub fn fill(&mut self, shape: &Shape, fill: impl Into<Fill>) {
        let Some(path) = &shape.0 else { return };
        let paint = paint(fill.into());
        self.pixmap.fill_path(path, &paint, FillRule::Winding, self.transform, self.clip.as_ref());
    }

    /// Strokes a line with round ends.
    pub fn stroke(&mut self, shape: &Shape, fill: impl Into<Fill>, width: f32) {
        let Some(path) = &shape.0 else { return };
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        let paint = paint(fill.into());
        self.pixmap.stroke_path(path, &paint, &stroke, self.transform, self.clip.as_ref());
    }

    /// The outline around a shape, a little heavier below than above.
    pub fn ink(&mut self, shape: &Shape, weight: f32) {
        self.with(Transform::from_translate(0.15 * weight, 0.22 * weight), |canvas| {
            canvas.fill(shape, INK);
            canvas.stroke(shape, INK, weight * 2.0);
        });
    }

    /// A shape with its outline.
    pub fn inked(&mut self, shape: &Shape, fill: impl Into<Fill>) {
        self.ink(shape, LINE);
        self.fill(shape, fill);
    }

    /// A thick strand with its outline: limbs, twigs.
    pub fn strand(&mut self, shape: &Shape, fill: impl Into<Fill>, width: f32) {
        self.with(Transform::from_translate(0.3, 0.5), |canvas| {
            canvas.stroke(shape, INK, width + 2.0 * LINE);
        });
        self.stroke(shape, fill, width);
    }
}

fn paint(fill: Fill) -> Paint<'static> {
    let flat = |hue: Hue| Shader::SolidColor(color(hue));
    let stops = |a: Hue, b: Hue| vec![GradientStop::new(0.0, color(a)), GradientStop::new(1.0, color(b))];
    let point = |p: Point| SkPoint::from_xy(p.0, p.1);
    let shader = match fill {
        Fill::Flat(hue) => flat(hue),
        Fill::Linear(from, a, to, b) => {
            LinearGradient::new(point(from), point(to), stops(a, b), SpreadMode::Pad, Transform::identity())
                .unwrap_or_else(|| flat(a))
        }
        Fill::Radial(center, radius, a, b) => RadialGradient::new(
            point(center),
            0.0,
            point(center),
            radius,
            stops(a, b),
            SpreadMode::Pad,
            Transform::identity(),
        )
        .unwrap_or_else(|| flat(a)),
    };
    Paint { shader, anti_alias: true, ..Paint::default() }
}

fn color(hue: Hue) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba(hue.r, hue.g, hue.b, hue.a).unwrap_or(tiny_skia::Color::TRANSPARENT)
}
