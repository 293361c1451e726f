//! The hourglass.

use crate::canvas::{Canvas, Fill};
use crate::palette::{BRASS, BRASS_LIGHT, INK, PAPER, SPOT, WATER_LIGHT};
use crate::shape::{Outline, Point, Shape, lerp};

/// Draws the hourglass with its sand level; the sand stays level only while it stands (no tilt).
pub(super) fn draw(canvas: &mut Canvas, at: Point, tilt: f32, run: f32) {
    canvas.placed(at, tilt, (1.0, 1.0), |canvas| {
        let glass = Outline::default()
            .smooth(11.0, -17.0)
            .smooth(10.5, -10.0)
            .smooth(2.2, 0.0)
            .smooth(10.5, 10.0)
            .smooth(11.0, 17.0)
            .mirrored()
            .closed();
        canvas.inked(&glass, WATER_LIGHT.mix(PAPER, 0.55));
        canvas.clipped(&glass, |canvas| {
            let top = lerp(-14.0, -2.0, run);
            canvas.fill(
                &Shape::lines(&[(-12.0, top), (12.0, top), (12.0, 0.0), (-12.0, 0.0)]),
                Fill::Linear((-10.0, 0.0), SPOT, (10.0, 0.0), BRASS),
            );
            let heap = lerp(15.0, 3.5, run);
            canvas.fill(
                &Outline::default()
                    .smooth(-14.0, heap + 6.0)
                    .smooth(0.0, heap)
                    .smooth(14.0, heap + 6.0)
                    .tip(14.0, 20.0)
                    .tip(-14.0, 20.0)
                    .closed(),
                Fill::Linear((-10.0, 0.0), SPOT, (10.0, 0.0), BRASS),
            );
            if run < 0.98 {
                canvas.stroke(&Shape::lines(&[(0.0, -2.0), (0.0, heap + 2.0)]), SPOT, 1.8);
            }
            canvas.stroke(&Shape::curve((-8.0, -15.0), (-8.5, -9.0), (-4.5, -5.0)), PAPER.alpha(0.9), 2.0);
            canvas.stroke(&Shape::curve((-8.5, 14.0), (-8.0, 9.0), (-5.0, 6.5)), PAPER.alpha(0.9), 1.6);
        });
        for y in [-19.0, 19.0] {
            let cap = Shape::rounded(-14.0, y - 3.2, 14.0, y + 3.2, 3.0);
            canvas.inked(&cap, Fill::Linear((-10.0, y - 3.0), BRASS_LIGHT, (8.0, y + 4.0), BRASS));
            canvas.stroke(&Shape::lines(&[(-10.0, y + 1.4), (10.0, y + 1.4)]), INK.alpha(0.18), 1.4);
        }
    });
}
