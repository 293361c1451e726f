//! The mouth: small, under and between the eyes.

use crate::canvas::Canvas;
use crate::palette::{INK, MOUTH, TONGUE};
use crate::pose::{Mouth, Pose};
use crate::shape::{Outline, Shape};

/// Thickness of a mouth that is only a line.
const LINE: f32 = 2.5;

/// Draws the mouth, in the face's space.
pub fn draw(canvas: &mut Canvas, pose: &Pose) {
    canvas.placed((pose.head.turn * 2.0, 19.0), 0.0, (1.0 - pose.head.turn.abs() * 0.12, 1.0), |canvas| {
        match pose.face.mouth {
            Mouth::Smile => smile(canvas, 5.5, 4.6),
            Mouth::Grin => smile(canvas, 9.0, 7.5),
            Mouth::TongueOut => tongue_out(canvas),
            Mouth::Laugh(height) => laugh(canvas, height),
            Mouth::Round(size) => {
                canvas.fill(&Shape::oval((0.0, 3.0), size + 2.0, size * 1.15 + 2.0), INK);
                canvas.fill(&Shape::oval((0.0, 3.3), size, size * 1.15), MOUTH);
            }
            Mouth::Flat => canvas.stroke(&Shape::lines(&[(-4.5, 2.5), (4.5, 2.5)]), INK, LINE),
            Mouth::Aside => canvas.stroke(&Shape::curve((-2.0, 3.6), (4.0, 3.8), (8.0, 0.4)), INK, LINE),
            Mouth::Frown => canvas.stroke(&Shape::curve((-6.5, 5.5), (0.0, -1.5), (6.5, 5.5)), INK, LINE),
            Mouth::Wavy => {
                let line = Outline::default()
                    .smooth(-9.0, 4.5)
                    .smooth(-5.0, 1.5)
                    .smooth(-0.5, 4.5)
                    .smooth(4.0, 1.5)
                    .smooth(8.5, 5.0);
                canvas.stroke(&line.open(), INK, LINE);
            }
            Mouth::Wail => wail(canvas),
        }
    });
}

fn smile(canvas: &mut Canvas, half: f32, depth: f32) {
    canvas.stroke(&Shape::curve((-half, 0.0), (0.0, depth * 2.0), (half, 0.0)), INK, LINE);
}

fn tongue_out(canvas: &mut Canvas) {
    let tip = Outline::default()
        .tip(0.5, 3.0)
        .tip(7.5, 1.5)
        .smooth(8.6, 6.0)
        .smooth(5.2, 9.6)
        .smooth(1.4, 7.4)
        .closed();
    canvas.fill(&tip, TONGUE);
    canvas.stroke(&tip, INK, LINE * 0.8);
    canvas.stroke(&Shape::lines(&[(4.4, 3.6), (5.0, 6.4)]), MOUTH.alpha(0.7), 1.2);
    canvas.stroke(&Shape::curve((-8.0, 0.0), (1.0, 6.6), (9.0, 0.0)), INK, LINE);
}

fn laugh(canvas: &mut Canvas, height: f32) {
    let shape = Outline::default()
        .tip(-8.5, -1.5)
        .smooth(0.0, 0.3)
        .tip(8.5, -1.5)
        .smooth(6.0, height * 0.66)
        .smooth(0.0, height)
        .smooth(-6.0, height * 0.66)
        .closed();
    canvas.fill(&shape, MOUTH);
    canvas.clipped(&shape, |canvas| canvas.fill(&Shape::oval((0.5, height), 5.5, height * 0.45), TONGUE));
    canvas.stroke(&shape, INK, LINE * 0.9);
}

fn wail(canvas: &mut Canvas) {
    let shape = Outline::default()
        .smooth(0.0, -0.5)
        .smooth(6.5, 3.0)
        .tip(8.0, 9.0)
        .smooth(0.0, 7.4)
        .tip(-8.0, 9.0)
        .smooth(-6.5, 3.0)
        .closed();
    canvas.fill(&shape, MOUTH);
    canvas.stroke(&shape, INK, LINE * 0.9);
}
