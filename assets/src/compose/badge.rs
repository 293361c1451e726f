//! Badges: small round chips that say what a pet is doing, where its animation alone does not. Each has a hue and a
//! pale sign of its own, so that they differ from the corner of the eye and without colour; a dark rim and a pale edge
//! make the chip stand out on any wallpaper.

mod icons;

use super::canvas::Canvas;
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Transform};

/// The chip's diameter, in pixels of the pet's 192 × 208 cell.
const DIAMETER: f32 = 36.0;
/// The least diameter in device pixels: a sign cannot be told from another when it is smaller.
const MIN_DIAMETER: f32 = 22.0;
/// Most device pixels across, for pets of any size.
const MAX_DIAMETER: f32 = DIAMETER * 6.0;
/// From the cell's corner to the chip, in chip diameters.
const MARGIN: f32 = 0.1;

/// Half the side of the square that badges are designed in. The rim's outer edge touches it.
const DESIGN: f32 = 18.0;

/// What a pet is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Badge {
    /// Three dots.
    Thinking,
    /// A gear.
    Working,
    /// A pencil.
    Editing,
    /// A triangle, as on a play button.
    Running,
    /// A flask.
    Testing,
    /// An exclamation mark: the one that a person must not miss.
    Waiting,
    /// A tick.
    Success,
    /// A star.
    Celebrating,
}

impl Badge {
    /// Every badge.
    pub const ALL: [Self; 8] = [
        Self::Thinking,
        Self::Working,
        Self::Editing,
        Self::Running,
        Self::Testing,
        Self::Waiting,
        Self::Success,
        Self::Celebrating,
    ];

    /// The hue of the chip: dark enough for a pale sign.
    fn hue(self) -> Color {
        let (red, green, blue) = match self {
            Self::Thinking => (0x6b, 0x3f, 0xc4),
            Self::Working => (0x1f, 0x5f, 0xc9),
            Self::Editing => (0xb3, 0x52, 0x00),
            Self::Running => (0x15, 0x65, 0x5a),
            Self::Testing => (0x00, 0x6f, 0x9c),
            Self::Waiting => (0xd0, 0x1c, 0x4f),
            Self::Success => (0x2e, 0x7d, 0x32),
            Self::Celebrating => (0xb2, 0x6a, 0x00),
        };
        Color::from_rgba8(red, green, blue, 255)
    }
}

/// A drawn badge.
#[derive(Debug, Clone)]
pub struct BadgeImage {
    canvas: Canvas,
}

impl BadgeImage {
    /// Draws a badge for a pet of this scale: device pixels for each pixel of a 192 × 208 cell.
    #[must_use]
    pub fn draw(badge: Badge, scale: f32) -> Self {
        let scale = if scale.is_nan() { 1.0 } else { scale };
        let diameter = (DIAMETER * scale).clamp(MIN_DIAMETER, MAX_DIAMETER).round();
        // The size is bounded, so there is always such a pixmap.
        let canvas = Pixmap::new(diameter as u32, diameter as u32).map_or_else(
            || Canvas::new(0, 0),
            |mut pixmap| {
                paint(&mut pixmap, badge);
                Canvas::from(&pixmap)
            },
        );
        Self { canvas }
    }

    /// The pixels.
    #[must_use]
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// Paints the badge over the canvas, in its upper right corner.
    pub(super) fn draw_on(&self, canvas: &mut Canvas) {
        let margin = (self.canvas.width as f32 * MARGIN).round() as i64;
        let x = i64::from(canvas.width) - i64::from(self.canvas.width) - margin;
        if let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(margin)) {
            canvas.blit(&self.canvas, x, y);
        }
    }
}

fn paint(pixmap: &mut Pixmap, badge: Badge) {
    let scale = pixmap.width() as f32 / (2.0 * DESIGN);
    let transform = Transform::from_translate(DESIGN, DESIGN).post_scale(scale, scale);
    let hue = badge.hue();
    let discs = [
        (DESIGN - 0.25, Color::from_rgba8(255, 255, 255, 230)),
        (DESIGN - 1.75, mix(hue, Color::from_rgba8(24, 20, 36, 255), 0.6)),
        (DESIGN - 3.0, hue),
    ];
    for (radius, color) in discs {
        fill(pixmap, PathBuilder::from_circle(0.0, 0.0, radius), color, transform);
    }
    fill(pixmap, icons::icon(badge), Color::WHITE, transform);
}

fn fill(pixmap: &mut Pixmap, path: Option<Path>, color: Color, transform: Transform) {
    let Some(path) = path else { return };
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color);
    pixmap.fill_path(&path, &paint, FillRule::EvenOdd, transform, None);
}

/// From one colour to another; `share` of the other, 0 to 1.
fn mix(one: Color, other: Color, share: f32) -> Color {
    let channel = |one: f32, other: f32| one + (other - one) * share;
    let (red, green, blue) = (
        channel(one.red(), other.red()),
        channel(one.green(), other.green()),
        channel(one.blue(), other.blue()),
    );
    Color::from_rgba(red, green, blue, 1.0).unwrap_or(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_badge_differs_from_the_others_without_colour() {
        let grey = |badge| {
            let image = BadgeImage::draw(badge, 1.0);
            let darkness = |pixel: &u32| 255 - i32::from(((pixel >> 8) & 0xff) as u8);
            image.canvas.pixels.iter().map(darkness).collect::<Vec<_>>()
        };
        for one in Badge::ALL {
            for other in Badge::ALL.into_iter().filter(|&other| other != one) {
                let (one_grey, other_grey) = (grey(one), grey(other));
                let different =
                    one_grey.iter().zip(&other_grey).filter(|(a, b)| (*a - *b).abs() > 96).count();
                assert!(different > 40, "{one:?} and {other:?} differ in {different} pixels");
            }
        }
    }

    #[test]
    fn badges_grow_with_the_pet_within_bounds() {
        for (scale, size) in [(0.1, 22), (1.0, 36), (2.0, 72), (1e9, 216), (f32::NAN, 36)] {
            let canvas = BadgeImage::draw(Badge::Working, scale).canvas;
            assert_eq!((canvas.width, canvas.height), (size, size));
            assert_eq!(canvas.pixels[0], 0, "round");
            assert!(canvas.pixels[(size + size / 2) as usize] >> 24 > 100, "fills its square");
        }
    }

    #[test]
    fn the_chip_is_in_the_upper_right_corner() {
        let mut canvas = Canvas::new(192, 208);
        BadgeImage::draw(Badge::Waiting, 1.0).draw_on(&mut canvas);
        let painted = |x: u32, y: u32| canvas.pixels[(y * 192 + x) as usize] >> 24 == 255;
        assert!(painted(192 - 4 - 18, 4 + 4));
        assert!(!painted(192 - 4 - 36 - 1, 4 + 18) && !painted(191, 22) && !painted(170, 45));
        BadgeImage::draw(Badge::Waiting, 1.0).draw_on(&mut Canvas::new(3, 3));
    }
}
