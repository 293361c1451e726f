//! Things around the pet: what it holds and uses, and the marks that show its mood.
//!
//! Positions are in the pose's space: from the spot between the feet, y down.

mod bubble;
mod hourglass;
mod laptop;
mod marks;
mod storm;

use crate::canvas::Canvas;
use crate::palette::Hue;
use crate::shape::Point;

/// One prop of a frame.
#[derive(Clone, Debug)]
pub enum Prop {
    /// A laptop on the ground, its lid towards the viewer.
    Laptop {
        /// The middle of its lower edge.
        at: Point,
        /// Brightness of the light around the screen, 0 to 1.
        glow: f32,
    },
    /// A scrap of code that rises from the laptop.
    Code {
        /// Its middle.
        at: Point,
        /// Which scrap.
        kind: Code,
        /// Its size; 1 is full grown.
        size: f32,
    },
    /// An hourglass.
    Hourglass {
        /// Its middle.
        at: Point,
        /// Its rotation in degrees.
        tilt: f32,
        /// How much sand has run through, 0 to 1.
        run: f32,
    },
    /// A rain cloud.
    Storm {
        /// Its middle.
        at: Point,
        /// Its size; 1 is full grown.
        size: f32,
        /// How far the rain has fallen, 0 to 1; none when absent.
        rain: Option<f32>,
    },
    /// A drop: sweat or a tear.
    Drop {
        /// Its middle.
        at: Point,
        /// Its size in pixels.
        size: f32,
        /// Its rotation; 0 falls straight down.
        tilt: f32,
    },
    /// A four-pointed sparkle.
    Sparkle {
        /// Its middle.
        at: Point,
        /// Its radius.
        size: f32,
        /// Its colour.
        hue: Hue,
    },
    /// Confetti thrown up around a middle.
    Confetti {
        /// Where it comes from.
        at: Point,
        /// How far it has flown, 0 to 1.
        burst: f32,
    },
    /// A thought bubble with its trail.
    Thought {
        /// The middle of the bubble.
        at: Point,
        /// How far it has grown: trail first, then the bubble; 0 to 1.
        grown: f32,
        /// How many of its three dots are dark.
        dots: u32,
    },
    /// A little cloud of dust.
    Dust {
        /// Its middle.
        at: Point,
        /// Its size in pixels.
        size: f32,
        /// Opacity, 0 to 1.
        fade: f32,
    },
    /// Two arcs that show a movement.
    Motion {
        /// The middle of the movement.
        at: Point,
        /// Direction in which it goes.
        angle: f32,
        /// Distance of the nearer arc.
        reach: f32,
    },
}

/// A scrap of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// `</>`
    Tag,
    /// `{}`
    Braces,
    /// `;`
    Semicolon,
}

impl Prop {
    /// Draws the prop.
    pub fn draw(&self, canvas: &mut Canvas) {
        match *self {
            Self::Laptop { at, glow } => laptop::draw(canvas, at, glow),
            Self::Code { at, kind, size } => laptop::code(canvas, at, kind, size),
            Self::Hourglass { at, tilt, run } => hourglass::draw(canvas, at, tilt, run),
            Self::Storm { at, size, rain } => storm::cloud(canvas, at, size, rain),
            Self::Drop { at, size, tilt } => storm::drop(canvas, at, size, tilt),
            Self::Sparkle { at, size, hue } => marks::sparkle(canvas, at, size, hue),
            Self::Confetti { at, burst } => marks::confetti(canvas, at, burst),
            Self::Thought { at, grown, dots } => bubble::thought(canvas, at, grown, dots),
            Self::Dust { at, size, fade } => marks::dust(canvas, at, size, fade),
            Self::Motion { at, angle, reach } => marks::motion(canvas, at, angle, reach),
        }
    }
}
