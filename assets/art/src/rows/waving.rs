//! Row 3, waving: the right arm swings up and greets; head and antennae sway along.

use crate::pose::{Antenna, Arm, Eyes, Head, Layer, Mouth, Pair, Pose, Scarf, Wing};
use crate::props::Prop;
use crate::shape::Point;

/// The four frames.
pub(super) fn frames() -> Vec<Pose> {
    vec![
        wave((54.0, -66.0), 0.0, Eyes::OPEN, Mouth::Grin),
        wave((67.0, -82.0), 1.0, Eyes::OPEN, Mouth::Laugh(10.0)),
        wave((53.0, -99.0), -1.0, Eyes::Joy, Mouth::Laugh(11.5)),
        wave((68.0, -85.0), 0.8, Eyes::Joy, Mouth::Laugh(10.0)),
    ]
}

/// The paw at `hand`, everything loose swaying by `sway` (-1 to 1, positive to the right).
fn wave(hand: Point, sway: f32, eyes: Eyes, mouth: Mouth) -> Pose {
    let mut pose = Pose::neutral();
    pose.shift = -3.0;
    pose.lean = -1.5 - sway;
    pose.squash = 1.01 + 0.012 * sway.abs();
    pose.head = Head { at: (-6.0 - sway, 0.0), tilt: -6.0 - 2.0 * sway, turn: 0.08, nod: -0.1 };
    pose.face.eyes = eyes;
    pose.face.mouth = mouth;
    pose.face.brows.raise = 2.5;
    pose.face.blush = 0.85;
    pose.arms.right = Arm { hand, bend: -4.0, layer: Layer::Front, open: true };
    pose.arms.left = Arm { hand: (-34.0, -27.0), bend: 5.0, layer: Layer::Body, open: false };
    pose.antennae = Pair {
        left: Antenna { angle: 22.0 + 8.0 * sway, bend: 40.0 + 14.0 * sway },
        right: Antenna { angle: 20.0 - 8.0 * sway, bend: 36.0 - 14.0 * sway },
    };
    pose.wings = Pair {
        left: Wing { raise: -9.0 - 3.0 * sway, reach: 1.03 },
        right: Wing { raise: -1.0 - 4.0 * sway, reach: 1.0 },
    };
    pose.scarf = Scarf { swing: 4.0 + 8.0 * sway, curl: 6.0 + 8.0 * sway };
    if sway > 0.5 {
        pose.front.push(Prop::Motion { at: (hand.0 - 3.0, hand.1 + 3.0), angle: -58.0, reach: 17.0 });
    } else if sway < -0.5 {
        pose.front.push(Prop::Motion { at: (hand.0 + 2.0, hand.1), angle: -20.0, reach: 17.0 });
    }
    pose
}
