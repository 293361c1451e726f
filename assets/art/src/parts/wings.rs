//! The wings on the back: a forewing with an eye spot over a smaller hindwing, on either side.

use crate::canvas::{Canvas, Fill, LINE};
use crate::palette::{FUR_LIGHT, INK, PUPIL, SPOT, WING, WING_DEEP, WING_FLUSH, WING_HEM, WING_LIGHT};
use crate::pose::{Pose, Wing};
use crate::shape::{Outline, Shape};

/// Draws both wings, in the body's space.
pub fn draw(canvas: &mut Canvas, pose: &Pose) {
    let back = -pose.turn * 12.0;
    wing(canvas, pose.wings.left, -1.0, back);
    wing(canvas, pose.wings.right, 1.0, back);
}

fn wing(canvas: &mut Canvas, wing: Wing, side: f32, back: f32) {
    canvas.placed((side * 12.0 + back, -50.0), 0.0, (side * wing.reach, 1.0), |canvas| {
        canvas.placed((0.0, 0.0), 14.0 - wing.raise * 0.55, (1.06, 1.06), hindwing);
        canvas.placed((0.0, 0.0), -4.0 - wing.raise, (1.12, 1.12), forewing);
    });
}

/// The lower wing, its root at the origin, pointing to the right.
fn hindwing(canvas: &mut Canvas) {
    let outline = Outline::default()
        .smooth(0.0, -4.0)
        .smooth(22.0, -2.0)
        .smooth(39.0, 10.0)
        .tip(41.0, 21.0)
        .smooth(35.0, 27.0)
        .tip(31.0, 33.0)
        .smooth(23.0, 34.0)
        .smooth(8.0, 22.0)
        .closed();
    canvas.ink(&outline, LINE);
    canvas.fill(&outline, Fill::Radial((0.0, 0.0), 44.0, WING_DEEP, WING));
    canvas.clipped(&outline, |canvas| {
        canvas.stroke(&outline, WING_HEM.alpha(0.85), 5.0);
        canvas.stroke(&Shape::curve((4.0, 2.0), (18.0, 12.0), (27.0, 26.0)), WING_DEEP.alpha(0.7), 1.6);
    });
}

/// The upper wing, its root at the origin, pointing to the right.
fn forewing(canvas: &mut Canvas) {
    let outline = Outline::default()
        .smooth(-2.0, 2.0)
        .smooth(10.0, -16.0)
        .smooth(30.0, -30.0)
        .smooth(48.0, -34.0)
        .tip(57.0, -29.0)
        .smooth(54.0, -19.0)
        .tip(56.0, -11.0)
        .smooth(50.0, -3.0)
        .tip(48.0, 5.0)
        .smooth(38.0, 8.0)
        .smooth(18.0, 9.0)
        .closed();
    canvas.ink(&outline, LINE);
    canvas.fill(&outline, Fill::Radial((4.0, 0.0), 58.0, WING_DEEP, WING_LIGHT));
    canvas.clipped(&outline, |canvas| {
        canvas
            .fill(&outline, Fill::Radial((50.0, -22.0), 32.0, WING_FLUSH.alpha(0.6), WING_FLUSH.alpha(0.0)));
        canvas.stroke(&outline, WING_HEM, 5.6);
        canvas.stroke(
            &Outline::default().smooth(46.0, -38.0).smooth(47.0, -18.0).smooth(38.0, 10.0).open(),
            WING_DEEP.alpha(0.35),
            2.0,
        );
        canvas.stroke(&Shape::curve((6.0, -6.0), (20.0, -20.0), (34.0, -27.0)), WING_LIGHT.alpha(0.8), 2.2);
        canvas.stroke(&Shape::curve((8.0, 2.0), (22.0, 2.0), (34.0, 3.0)), WING_DEEP.alpha(0.5), 1.6);
    });
    canvas.fill(&Shape::oval((45.0, -16.5), 7.4, 7.4), INK);
    canvas.fill(&Shape::oval((45.0, -16.5), 5.9, 5.9), SPOT);
    canvas.fill(&Shape::oval((45.4, -16.2), 3.3, 3.3), PUPIL);
    canvas.fill(&Shape::circle((44.2, -17.6), 1.1), FUR_LIGHT);
}
