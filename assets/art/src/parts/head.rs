//! The head: a wide fluffy ball with cheek tufts, a forelock, forehead marking and blush. Eyes and mouth are
//! their own parts.

use crate::canvas::{Canvas, Fill, LINE};
use crate::palette::{BLUSH, FUR, FUR_DEEP, FUR_LIGHT, FUR_SHADE, GLOW, INK, INK_SOFT, MARKING};
use crate::parts::{eyes, mouth};
use crate::pose::Pose;
use crate::shape::{Outline, Point, Shape};

/// How far below the middle of the head the features are.
const REST: f32 = 2.5;
/// How far the features move over the head when it turns, and when it nods.
const TURN: Point = (11.0, 7.5);

/// Draws the head with its face, in the head's space.
pub fn draw(canvas: &mut Canvas, pose: &Pose) {
    let head = pose.head;
    let (left, right) = (1.0 + head.turn * 0.05, 1.0 - head.turn * 0.07);
    let outline = Outline::default()
        .smooth(0.0, -38.5)
        .smooth(22.0, -34.5)
        .smooth(38.0, -22.0)
        .smooth(45.5, -4.0)
        .smooth(46.0, 5.0)
        .tip(54.0, 11.0)
        .smooth(49.5, 12.5)
        .tip(46.0, 14.5)
        .tip(49.5, 22.0)
        .smooth(44.0, 22.0)
        .tip(40.5, 21.5)
        .tip(43.0, 28.5)
        .smooth(36.0, 28.5)
        .smooth(28.0, 31.5)
        .smooth(16.0, 35.5)
        .smooth(4.0, 37.5)
        .mirrored()
        .map(|(x, y)| (x * if x < 0.0 { left } else { right }, y))
        .closed();
    canvas.inked(&outline, Fill::Radial((-10.0, -12.0), 62.0, FUR_LIGHT, FUR_SHADE));
    let (fx, fy) = (head.turn * TURN.0, head.nod * TURN.1 + REST);
    canvas.clipped(&outline, |canvas| {
        // Form shadow below and on the right, light from above left.
        let shade = Fill::Linear((-4.0, 14.0), FUR_SHADE.alpha(0.0), (4.0, 37.0), FUR_DEEP.alpha(0.75));
        canvas.fill(&outline, shade);
        canvas.fill(
            &Shape::oval((fx * 0.8, fy + 12.0), 40.0, 20.0),
            Fill::Radial((fx * 0.8, fy + 10.0), 40.0, FUR_LIGHT.alpha(0.9), FUR_LIGHT.alpha(0.0)),
        );
        if pose.glow > 0.0 {
            let glow = Fill::Radial((0.0, 46.0), 42.0, GLOW.alpha(0.85 * pose.glow), GLOW.alpha(0.0));
            canvas.fill(&outline, glow);
        }
        marking(canvas, (fx * 0.75, fy * 0.8));
        cheeks(canvas, (fx, fy), head.turn, pose.face.blush);
        for (x, y) in [(-43.0, 14.0), (-38.0, 22.0), (43.0, 14.0), (38.0, 22.0)] {
            let hair = Shape::curve((x, y), (x * 0.94, y + 2.0), (x * 0.86, y + 1.5));
            canvas.stroke(&hair, INK_SOFT.alpha(0.45), 1.4);
        }
    });
    forelock(canvas, (fx * 0.7, fy * 0.6));
    canvas.placed((fx, fy), 0.0, (1.0, 1.0), |canvas| {
        eyes::draw(canvas, pose);
        mouth::draw(canvas, pose);
    });
}

/// The darker cap that comes down to a point between the eyes.
fn marking(canvas: &mut Canvas, at: Point) {
    let cap = Outline::default()
        .smooth(0.0, -46.0)
        .smooth(34.0, -44.0)
        .smooth(31.0, -29.0)
        .smooth(14.0, -26.5)
        .tip(0.0, -10.0)
        .mirrored()
        .map(|(x, y)| (x + at.0, y + at.1))
        .closed();
    let fill = Fill::Linear((0.0, -40.0), MARKING, (0.0, -8.0), MARKING.mix(FUR, 0.45));
    canvas.fill(&cap, fill);
}

fn cheeks(canvas: &mut Canvas, at: Point, turn: f32, blush: f32) {
    for side in [-1.0, 1.0] {
        let squeeze = 1.0 - (turn * side).max(0.0) * 0.25;
        canvas.placed((at.0 + side * 31.0 * squeeze, at.1 + 16.0), 0.0, (squeeze, 0.66), |canvas| {
            let fill = Fill::Radial((0.0, 0.0), 10.5, BLUSH.alpha(0.85 * blush), BLUSH.alpha(0.0));
            canvas.fill(&Shape::circle((0.0, 0.0), 10.5), fill);
        });
    }
}

/// Three locks on the crown, swept to one side; only their upper edge is inked, their foot melts into the head.
fn forelock(canvas: &mut Canvas, at: Point) {
    let edge = Outline::default()
        .smooth(-12.0, -33.5)
        .smooth(-10.0, -38.0)
        .tip(-9.0, -44.0)
        .smooth(-2.0, -41.5)
        .smooth(3.5, -46.5)
        .tip(11.0, -49.5)
        .smooth(9.5, -43.0)
        .tip(10.0, -40.5)
        .smooth(14.0, -40.0)
        .tip(19.0, -36.5)
        .map(|(x, y)| (x + at.0, y + at.1));
    let whole = edge
        .clone()
        .smooth(at.0 + 12.0, at.1 - 27.0)
        .tip(at.0 + 1.0, at.1 - 18.0)
        .smooth(at.0 - 9.0, at.1 - 27.0);
    canvas.stroke(&edge.open(), INK, LINE * 2.0);
    let foot = Fill::Linear((at.0, at.1 - 34.0), FUR_LIGHT, (at.0, at.1 - 19.0), FUR_LIGHT.alpha(0.0));
    canvas.fill(&whole.closed(), foot);
    for (from, pull, to) in
        [((-4.0, -38.0), (-1.0, -35.0), (0.0, -29.0)), ((5.0, -40.0), (6.5, -36.0), (5.0, -30.0))]
    {
        let hair = Shape::curve(
            (at.0 + from.0, at.1 + from.1),
            (at.0 + pull.0, at.1 + pull.1),
            (at.0 + to.0, at.1 + to.1),
        );
        canvas.stroke(&hair, FUR_SHADE, 1.5);
    }
}
