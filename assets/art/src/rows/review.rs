//! Row 8, review: thinking. Paw at the chin, eyes up, a thought bubble that fills dot by dot.

use crate::pose::{Antenna, Arm, Brows, Eyes, Head, Layer, Mouth, Pair, Pose, Scarf, Wing};
use crate::props::Prop;
use crate::shape::Point;

/// The six frames: where the eyes look, how far the bubble has grown, its dark dots.
pub(super) fn frames() -> Vec<Pose> {
    vec![
        frame(0, (-0.7, -0.85), 0.4, 0),
        frame(1, (-0.8, -0.8), 0.85, 0),
        frame(2, (-0.75, -0.9), 1.0, 1),
        frame(3, (-0.35, -0.95), 1.0, 2),
        frame(4, (-0.55, -0.95), 1.0, 3),
        frame(5, (-0.75, -0.9), 1.0, 3),
    ]
}

fn frame(index: u32, look: Point, grown: f32, dots: u32) -> Pose {
    // Paw and head tap gently: hm, hm.
    let tap = if index.is_multiple_of(2) { 1.0 } else { 0.0 };
    let mut pose = Pose::neutral();
    // Away from the bubble, and the bubble away from the badge at the upper right.
    pose.shift = 9.0;
    pose.head = Head { at: (1.0, -0.5 * tap), tilt: -5.0 - tap, turn: -0.3, nod: -0.45 };
    pose.face.eyes = if index == 5 { Eyes::lidded(0.14) } else { Eyes::OPEN };
    pose.face.look = look;
    pose.face.brows = Brows { raise: 1.0, slant: -4.0, quirk: 4.5 };
    pose.face.mouth = Mouth::Aside;
    pose.arms = Pair {
        left: Arm { hand: (-15.0, -62.0 - 1.8 * tap), bend: 14.0, layer: Layer::Front, open: false },
        right: Arm { hand: (-6.0, -32.0), bend: 5.0, layer: Layer::Body, open: false },
    };
    pose.antennae = Pair {
        left: Antenna { angle: 2.0 - 3.0 * tap, bend: -6.0 - 8.0 * tap },
        right: Antenna { angle: 26.0 + 4.0 * tap, bend: 46.0 + 8.0 * tap },
    };
    pose.wings = Pair::both(Wing { raise: 2.0 * tap, reach: 1.0 });
    pose.scarf = Scarf { swing: 4.0 + 2.0 * tap, curl: 6.0 };
    pose.behind = vec![Prop::Thought { at: (-60.0, -152.0), grown, dots }];
    pose
}
