//! The laptop, seen from behind its lid, and the scraps of code that fly out of it.

use crate::canvas::{Canvas, Fill};
use crate::palette::{GLOW, INK, METAL, METAL_LIGHT, PAPER, WING_DEEP};
use crate::props::Code;
use crate::shape::{Outline, Point, Shape};

/// Half the width of the lid.
const HALF: f32 = 33.0;
/// Height of the lid.
const HEIGHT: f32 = 37.0;

/// Draws the laptop.
pub(super) fn draw(canvas: &mut Canvas, at: Point, glow: f32) {
    canvas.placed(at, 0.0, (1.0, 1.0), |canvas| {
        // Light that spills over the lid's edge.
        let spill = Fill::Radial((0.0, -HEIGHT), 40.0, GLOW.alpha(0.16 * glow), GLOW.alpha(0.0));
        canvas.fill(&Shape::oval((0.0, -HEIGHT), 40.0, 26.0), spill);
        let base = Shape::rounded(-HALF - 4.0, -5.0, HALF + 4.0, 0.5, 2.6);
        canvas.inked(&base, Fill::Linear((0.0, -5.0), METAL_LIGHT, (0.0, 1.0), METAL));
        let lid = Shape::rounded(-HALF, -HEIGHT, HALF, -3.5, 5.0);
        canvas.inked(&lid, Fill::Linear((-20.0, -HEIGHT), METAL_LIGHT, (24.0, -4.0), METAL));
        canvas.clipped(&lid, |canvas| {
            canvas.stroke(&Shape::lines(&[(-HALF, -HEIGHT), (HALF, -HEIGHT)]), GLOW.alpha(glow), 4.0);
            let shine =
                Outline::default().tip(-26.0, -HEIGHT).tip(-12.0, -HEIGHT).tip(-28.0, 0.0).tip(-42.0, 0.0);
            canvas.fill(&shine.closed(), PAPER.alpha(0.35));
        });
        emblem(canvas, glow);
    });
}

/// A moth's glowing silhouette on the lid.
fn emblem(canvas: &mut Canvas, glow: f32) {
    canvas.fill(
        &Shape::circle((0.0, -20.0), 15.0),
        Fill::Radial((0.0, -20.0), 15.0, GLOW.alpha(0.5 * glow), GLOW.alpha(0.0)),
    );
    let wings = Outline::default()
        .tip(0.0, -22.0)
        .smooth(6.0, -28.0)
        .smooth(11.0, -26.0)
        .smooth(8.0, -19.5)
        .smooth(7.0, -13.5)
        .tip(0.0, -16.5)
        .mirrored()
        .closed();
    canvas.fill(&wings, WING_DEEP.mix(GLOW, 0.45 + 0.55 * glow));
}

/// Draws a scrap of code: glowing signs on a small dark tile.
pub(super) fn code(canvas: &mut Canvas, at: Point, kind: Code, size: f32) {
    let strokes = match kind {
        Code::Tag => vec![
            Shape::lines(&[(-5.5, -4.5), (-10.0, 0.0), (-5.5, 4.5)]),
            Shape::lines(&[(2.0, -6.0), (-2.0, 6.0)]),
            Shape::lines(&[(5.5, -4.5), (10.0, 0.0), (5.5, 4.5)]),
        ],
        Code::Braces => [-1.0, 1.0]
            .into_iter()
            .map(|s| {
                Outline::default()
                    .smooth(s * 3.0, -6.5)
                    .smooth(s * 5.5, -4.0)
                    .tip(s * 8.5, 0.0)
                    .smooth(s * 5.5, 4.0)
                    .smooth(s * 3.0, 6.5)
                    .open()
            })
            .collect(),
        Code::Semicolon => {
            vec![Shape::lines(&[(0.0, -3.0), (0.0, -2.8)]), Shape::lines(&[(0.3, 3.0), (-1.5, 6.5)])]
        }
    };
    canvas.placed(at, 0.0, (size, size), |canvas| {
        let half = if kind == Code::Semicolon { 8.0 } else { 14.5 };
        let tile = Shape::rounded(-half, -10.0, half, 10.0, 5.0);
        canvas.ink(&tile, 1.4);
        canvas.fill(&tile, Fill::Linear((0.0, -10.0), WING_DEEP, (0.0, 10.0), INK));
        for shape in &strokes {
            canvas.stroke(shape, GLOW, 2.9);
        }
    });
}
