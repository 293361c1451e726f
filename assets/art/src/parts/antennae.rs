//! The feather antennae: a stem with a row of barbs on either side. They carry much of the mood.

use crate::canvas::{Canvas, Fill, LINE};
use crate::palette::{FEATHER, FEATHER_LIGHT, INK, WING_DEEP};
use crate::pose::{Antenna, Pose};
use crate::shape::{Point, Shape, along, polar};

/// Length of an antenna.
const LENGTH: f32 = 42.0;
/// Barbs on either side of the stem.
const BARBS: u32 = 6;

/// Draws both antennae, in the head's space.
pub fn draw(canvas: &mut Canvas, pose: &Pose) {
    let parallax = pose.head.turn * 5.0;
    let rise = pose.head.nod * 3.0;
    feather(canvas, (-14.0 + parallax, -31.0 + rise), pose.antennae.left, -1.0);
    feather(canvas, (14.0 + parallax, -31.0 + rise), pose.antennae.right, 1.0);
}

fn feather(canvas: &mut Canvas, base: Point, antenna: Antenna, side: f32) {
    let outwards = |degrees: f32| -90.0 + side * degrees;
    let pull = polar(base, outwards(antenna.angle), LENGTH * 0.58);
    let tip = polar(pull, outwards(antenna.angle + antenna.bend), LENGTH * 0.5);
    let stem = Shape::curve(base, pull, tip);

    let mut barbs = Vec::new();
    for step in 0..BARBS {
        let t = 0.30 + 0.70 * step as f32 / (BARBS - 1) as f32;
        let (at, direction) = along(base, pull, tip, t);
        // Longest below the middle, short at the tip: a feather's outline.
        let length = 12.5 * (1.0 - 0.62 * ((t - 0.42) / 0.58).max(0.0).powf(1.6));
        for way in [-1.0, 1.0] {
            // The inside of the bend is short: barbs there spread more to stay apart.
            let spread = if way == side { 66.0 } else { 56.0 };
            let bend = polar(at, direction + way * spread, length * 0.55);
            let end = polar(bend, direction + way * spread * 0.6, length * 0.55);
            barbs.push(Shape::curve(at, bend, end));
        }
    }
    let width = 3.7;
    for barb in &barbs {
        canvas.stroke(barb, INK, width + 2.0 * LINE);
    }
    canvas.stroke(&stem, INK, 5.0 + 2.0 * LINE);
    let fill = Fill::Linear(base, FEATHER, tip, FEATHER_LIGHT);
    for barb in &barbs {
        canvas.stroke(barb, fill, width);
    }
    for barb in &barbs {
        canvas.stroke(barb, WING_DEEP.alpha(0.35), 1.0);
    }
    canvas.stroke(&stem, fill, 5.0);
    canvas.stroke(&stem, WING_DEEP, 2.2);
}
