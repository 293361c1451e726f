//! The legs: short stubs with round dark feet.

use tiny_skia::Transform;

use crate::canvas::{Canvas, Fill};
use crate::palette::{FUR_DEEP, FUR_LIGHT, FUR_SHADE, PAW, PAW_LIGHT};
use crate::pose::{Leg, Pose};
use crate::shape::Shape;

/// Draws both legs: the feet in the ground's space, the hips in the body's (`trunk`).
pub fn draw(canvas: &mut Canvas, pose: &Pose, trunk: Transform) {
    let spread = 13.0 - 6.0 * pose.turn.abs();
    // In a three-quarter view the far leg comes first.
    let sides = if pose.turn > 0.0 { [1.0, -1.0] } else { [-1.0, 1.0] };
    for side in sides {
        let leg = if side < 0.0 { pose.legs.left } else { pose.legs.right };
        let mut hip = tiny_skia::Point::from_xy(side * spread * 0.9, -15.0);
        trunk.map_point(&mut hip);
        draw_leg(canvas, leg, (hip.x, hip.y), side * spread, pose.turn, side);
    }
}

fn draw_leg(canvas: &mut Canvas, leg: Leg, hip: (f32, f32), rest: f32, turn: f32, side: f32) {
    let foot = (rest + leg.foot.0, -6.0 + leg.foot.1);
    let far = turn * side > 0.0;
    let knee = ((hip.0 + foot.0) / 2.0 + turn * 4.0, (hip.1 + foot.1) / 2.0);
    let fur = if far { FUR_DEEP } else { FUR_SHADE };
    canvas.strand(&Shape::curve(hip, knee, (foot.0, foot.1 - 2.0)), fur, 11.0);
    canvas.placed(foot, leg.turn, (1.0, 1.0), |canvas| {
        let middle = (side * 1.5 * (1.0 - turn.abs()) + turn * 3.5, 0.0);
        let shape = Shape::oval(middle, 11.5, 6.6);
        let lit = if far { PAW } else { PAW_LIGHT };
        canvas.inked(&shape, Fill::Linear((0.0, -6.0), lit, (0.0, 5.0), PAW));
        canvas.fill(&Shape::oval((middle.0 - 2.5, -3.2), 4.0, 1.5), FUR_LIGHT.alpha(0.28));
    });
}
