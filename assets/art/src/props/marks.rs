//! Marks of mood and movement: sparkles, confetti, dust, motion arcs.

use crate::canvas::{Canvas, LINE};
use crate::palette::{GLOW, Hue, INK, MINT, PAPER, SCARF, SPOT, WING_LIGHT};
use crate::shape::{Outline, Point, Shape, lerp, polar};

/// Draws a four-pointed sparkle.
pub(super) fn sparkle(canvas: &mut Canvas, at: Point, size: f32, hue: Hue) {
    let shape = Shape::star(at, size, 0.38, 4, 0.0);
    canvas.ink(&shape, LINE * 0.8);
    canvas.fill(&shape, hue);
    canvas.fill(&Shape::star(at, size * 0.45, 0.4, 4, 0.0), PAPER.alpha(0.9));
}

/// Where the pieces of confetti are when they have flown out: clear of the face, above and beside the wings.
const CONFETTI: [Point; 14] = [
    (-84.0, -28.0),
    (82.0, -44.0),
    (-71.0, -60.0),
    (69.0, -72.0),
    (-55.0, -78.0),
    (52.0, -82.0),
    (-87.0, 6.0),
    (88.0, -10.0),
    (-66.0, -30.0),
    (61.0, -44.0),
    (-79.0, 34.0),
    (82.0, 26.0),
    (-88.0, -54.0),
    (86.0, -68.0),
];

/// Draws confetti that has flown `burst` of its way out from `at`; beyond 1 it flutters down.
pub(super) fn confetti(canvas: &mut Canvas, at: Point, burst: f32) {
    let hues = [SCARF, SPOT, MINT, WING_LIGHT, GLOW];
    let out = burst.min(1.0) * (2.0 - burst.min(1.0));
    let fall = 46.0 * (burst - 0.8).max(0.0);
    for (index, (x, y)) in CONFETTI.into_iter().enumerate() {
        let place = (at.0 + x * (0.4 + 0.6 * out), at.1 + lerp(40.0, y, out) + fall);
        let turn = index as f32 * 53.0 + burst * 160.0;
        canvas.placed(place, turn, (1.0, 1.0), |canvas| {
            let shape = match index % 3 {
                0 => Shape::circle((0.0, 0.0), 3.1),
                1 => Shape::rounded(-4.4, -2.3, 4.4, 2.3, 1.0),
                _ => Outline::default().tip(0.0, -4.6).tip(4.2, 3.1).tip(-4.2, 3.1).closed(),
            };
            canvas.ink(&shape, 1.5);
            canvas.fill(&shape, hues[index % hues.len()]);
        });
    }
}

/// Draws a puff of dust.
pub(super) fn dust(canvas: &mut Canvas, at: Point, size: f32, fade: f32) {
    let puffs = [((0.0, 0.0), 1.0), ((-0.9, 0.3), 0.62), ((0.85, 0.35), 0.5)];
    for (middle, part) in puffs {
        let shape = Shape::circle((at.0 + middle.0 * size, at.1 + middle.1 * size), size * part);
        canvas.fill(&shape, PAPER.mix(INK, 0.22).alpha(0.9 * fade));
    }
}

/// Draws two arcs beside something that moves.
pub(super) fn motion(canvas: &mut Canvas, at: Point, angle: f32, reach: f32) {
    for (distance, half) in [(reach, 20.0), (reach + 6.5, 14.0)] {
        let from = polar(at, angle - half, distance);
        let pull = polar(at, angle, distance * 1.08);
        let to = polar(at, angle + half, distance);
        let arc = Shape::curve(from, pull, to);
        canvas.stroke(&arc, INK, 4.4);
        canvas.stroke(&arc, PAPER, 2.0);
    }
}
