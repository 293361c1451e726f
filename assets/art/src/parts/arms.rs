//! The arms: furry strands from the shoulders to round dark paws.

use crate::canvas::{Canvas, Fill, LINE};
use crate::palette::{BLUSH, FUR, FUR_DEEP, FUR_LIGHT, FUR_SHADE, PAW, PAW_LIGHT};
use crate::pose::{Arm, Layer, Pose};
use crate::shape::{Point, Shape, polar};

/// Draws the arms that belong to `layer`, in the body's space.
pub fn draw(canvas: &mut Canvas, pose: &Pose, layer: Layer) {
    for (arm, side) in [(pose.arms.left, -1.0), (pose.arms.right, 1.0)] {
        if arm.layer == layer {
            draw_arm(canvas, arm, side, pose.turn);
        }
    }
}

fn draw_arm(canvas: &mut Canvas, arm: Arm, side: f32, turn: f32) {
    let shoulder = (side * (20.0 - 7.0 * turn.abs()) - turn * 2.0, -47.0);
    let hand = arm.hand;
    let (dx, dy) = (hand.0 - shoulder.0, hand.1 - shoulder.1);
    let length = dx.hypot(dy).max(1.0);
    // The elbow bends to the outside of the body.
    let (nx, ny) = (dy / length * side, -dx / length * side);
    let elbow = (
        (shoulder.0 + hand.0) / 2.0 + nx * arm.bend * 1.6,
        (shoulder.1 + hand.1) / 2.0 + ny * arm.bend * 1.6,
    );
    let strand = Shape::curve(shoulder, elbow, hand);
    let far = arm.layer == Layer::Back;
    canvas.strand(&strand, if far { FUR_DEEP } else { FUR.mix(FUR_SHADE, 0.5) }, 10.0);
    if !far {
        let lit = Shape::curve(
            (shoulder.0 - 1.0, shoulder.1 - 1.5),
            (elbow.0 - 1.0, elbow.1 - 1.5),
            (hand.0 - 1.0, hand.1 - 1.5),
        );
        canvas.stroke(&lit, FUR_LIGHT.alpha(0.7), 3.6);
    }
    if arm.open {
        spread_paw(canvas, hand, (hand.1 - elbow.1).atan2(hand.0 - elbow.0).to_degrees());
        return;
    }
    let paw = Shape::circle(hand, 7.0);
    let direction = (hand.1 - elbow.1).atan2(hand.0 - elbow.0).to_degrees();
    let thumb = Shape::circle(polar(hand, direction + side * 70.0, 6.0), 3.2);
    canvas.inked(&thumb, PAW_LIGHT.mix(PAW, 0.5));
    canvas.inked(&paw, Fill::Radial((hand.0 - 2.0, hand.1 - 2.5), 8.5, PAW_LIGHT, PAW));
    canvas.fill(&Shape::oval((hand.0 - 2.4, hand.1 - 3.0), 2.4, 1.7), FUR_LIGHT.alpha(0.35));
}

/// A paw with three fingers and a palm, pointing along `direction`.
fn spread_paw(canvas: &mut Canvas, hand: Point, direction: f32) {
    let fingers = [-46.0, 0.0, 46.0].map(|turn| Shape::circle(polar(hand, direction + turn, 7.4), 3.9));
    let palm = Shape::circle(hand, 7.2);
    for part in fingers.iter().chain([&palm]) {
        canvas.ink(part, LINE);
    }
    let fill = Fill::Radial((hand.0 - 2.0, hand.1 - 3.0), 12.0, PAW_LIGHT, PAW);
    for part in fingers.iter().chain([&palm]) {
        canvas.fill(part, fill);
    }
    canvas.fill(&Shape::circle(hand, 3.6), BLUSH.mix(PAW_LIGHT, 0.35));
    for turn in [-46.0, 0.0, 46.0] {
        canvas.fill(&Shape::circle(polar(hand, direction + turn, 7.4), 1.7), BLUSH.mix(PAW_LIGHT, 0.35));
    }
}
