//! Row 6, waiting: looks at you, a paw on the hip, a foot tapping, the sand running.

use crate::pose::{Antenna, Arm, Brows, Eyes, Head, Layer, Leg, Mouth, Pair, Pose, Scarf, Wing};
use crate::props::Prop;

/// The six frames.
pub(super) fn frames() -> Vec<Pose> {
    let mut frames: Vec<Pose> = (0..6).map(frame).collect();
    frames[3].face.eyes = Eyes::Shut;
    frames
}

fn frame(index: u32) -> Pose {
    let part = index as f32 / 5.0;
    let tap = index % 2 == 1;
    let mut pose = Pose::neutral();
    pose.shift = -9.0;
    pose.squash = if tap { 0.992 } else { 1.0 };
    pose.head = Head { at: (-1.0, 0.0), tilt: -7.0 + if tap { 1.0 } else { 0.0 }, turn: 0.0, nod: 0.0 };
    pose.face.brows = Brows { raise: 1.5, slant: 4.0, quirk: 3.5 };
    pose.face.mouth = if index % 3 == 2 { Mouth::Round(2.2) } else { Mouth::Flat };
    pose.arms = Pair {
        left: Arm { hand: (-29.0, -27.0), bend: 13.0, layer: Layer::Body, open: false },
        right: Arm { hand: (55.0, -38.0), bend: 2.0, layer: Layer::Front, open: false },
    };
    pose.legs.left = Leg {
        foot: (if tap { -8.0 } else { -4.0 }, if tap { -4.0 } else { 0.0 }),
        turn: if tap { 30.0 } else { 0.0 },
    };
    let flick = if index == 1 || index == 4 { 12.0 } else { 0.0 };
    pose.antennae = Pair {
        left: Antenna { angle: 26.0 - flick, bend: 46.0 - flick },
        right: Antenna { angle: 22.0, bend: 42.0 + flick * 0.5 },
    };
    pose.wings = Pair::both(Wing { raise: if tap { -11.0 } else { -8.0 }, reach: 1.0 });
    pose.scarf = Scarf { swing: if tap { 6.0 } else { 3.0 }, curl: 6.0 };
    pose.front = vec![Prop::Hourglass { at: (49.0, -61.0), tilt: 6.0, run: 0.1 + 0.85 * part }];
    if tap {
        pose.front.push(Prop::Motion { at: (-28.0, -8.0), angle: 186.0, reach: 17.0 });
    }
    pose
}
