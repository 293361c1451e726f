//! Marks of mood and movement: sparkles, confetti, dust, motion arcs.

use crate::canvas::{Canvas, LINE};
use crate::palette::{GLOW, Hue, INK, MINT, PAPER, SCARF, SPOT, WING_LIGHT};
use crate::shape::{Outline, Point, Shape, polar};

/// Draws a four-pointed sparkle.
pub(super) fn sparkle(canvas: &mut Canvas, at: Point, size: f32, hue: Hue) {
    let shape = Shape::star(at, size, 0.38, 4, 0.0);
    canvas.ink(&shape, LINE * 0.8);
    canvas.fill(&shape, hue);
    canvas.fill(&Shape::star(at, size * 0.45, 0.4, 4, 0.0), PAPER.alpha(0.9));
}

/// Draws confetti that has flown `burst` of its way out from `at`: it leaves the figure's face free, rises on
/// both sides and flutters down again.
pub(super) fn confetti(canvas: &mut Canvas, at: Point, burst: f32) {
    let hues = [SCARF, SPOT, MINT, WING_LIGHT, GLOW];
    for index in 0..12u32 {
        let part = index as f32;
        let side = if index % 2 == 0 { -1.0 } else { 1.0 };
        // Spread so that it looks random but never changes.
        let x = side * (46.0 + (part * 17.0) % 37.0) * burst.min(1.0).sqrt();
        let height = 8.0 + (part * 31.0) % 74.0;
        let y = 36.0 - height * 1.35 * (burst * (2.2 - burst)) + 34.0 * burst * burst;
        let hue = hues[index as usize % hues.len()];
        canvas.placed((at.0 + x, at.1 + y), part * 53.0 + burst * 160.0, (1.0, 1.0), |canvas| {
            let shape = match index % 3 {
                0 => Shape::circle((0.0, 0.0), 3.0),
                1 => Shape::rounded(-4.2, -2.2, 4.2, 2.2, 1.0),
                _ => Outline::default().tip(0.0, -4.4).tip(4.0, 3.0).tip(-4.0, 3.0).closed(),
            };
            canvas.ink(&shape, 1.5);
            canvas.fill(&shape, hue);
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
