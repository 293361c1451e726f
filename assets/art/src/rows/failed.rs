//! Row 5, failed: a start, a dizzy reel, then a slump under a private rain cloud.

use crate::pose::{Antenna, Arm, Brows, Eyes, Head, Layer, Mouth, Pair, Pose, Scarf, Wing};
use crate::props::Prop;

/// The eight frames.
pub(super) fn frames() -> Vec<Pose> {
    vec![start(), reel(1.0), reel(-1.0), slump(), gloom(0.1), sob(0.45), gloom(0.8), sniff()]
}

fn start() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 1.03;
    pose.face.eyes = Eyes::Open { lid: 0.0, iris: 0.62 };
    pose.face.brows = Brows { raise: 4.0, slant: 12.0, quirk: 0.0 };
    pose.face.mouth = Mouth::Round(4.6);
    pose.face.blush = 0.3;
    pose.arms = Pair {
        left: Arm { hand: (-43.0, -60.0), bend: 8.0, layer: Layer::Front, open: true },
        right: Arm { hand: (43.0, -60.0), bend: 8.0, layer: Layer::Front, open: true },
    };
    pose.antennae = Pair::both(Antenna { angle: 8.0, bend: 8.0 });
    pose.wings = Pair::both(Wing { raise: 16.0, reach: 1.0 });
    pose.scarf = Scarf { swing: 12.0, curl: 18.0 };
    pose.front = vec![Prop::Drop { at: (56.0, -126.0), size: 8.0, tilt: -28.0 }];
    pose
}

/// Reeling to one side with spirals for eyes.
fn reel(side: f32) -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 0.96;
    pose.lean = side * 3.5;
    pose.head = Head { at: (side * 4.0, 2.0), tilt: side * 9.0, turn: 0.0, nod: 0.1 };
    pose.face.eyes = Eyes::Dizzy;
    pose.face.brows = Brows { raise: 0.5, slant: 14.0, quirk: 0.0 };
    pose.face.mouth = Mouth::Wavy;
    pose.face.blush = 0.3;
    pose.arms = Pair {
        left: Arm { hand: (-40.0, -36.0 - side * 8.0), bend: 4.0, layer: Layer::Body, open: false },
        right: Arm { hand: (40.0, -36.0 + side * 8.0), bend: 4.0, layer: Layer::Body, open: false },
    };
    pose.antennae = Pair {
        left: Antenna { angle: 36.0 + side * 16.0, bend: 52.0 + side * 20.0 },
        right: Antenna { angle: 36.0 - side * 16.0, bend: 52.0 - side * 20.0 },
    };
    pose.wings = Pair::both(Wing { raise: -10.0, reach: 0.98 });
    pose.scarf = Scarf { swing: 6.0 - side * 12.0, curl: 8.0 - side * 14.0 };
    pose
}

/// Sitting low with everything hanging: the base of the sad frames.
fn low() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 0.86;
    pose.head = Head { at: (0.0, 6.0), tilt: 0.0, turn: 0.0, nod: 0.3 };
    pose.face.eyes = Eyes::lidded(0.4);
    pose.face.look = (0.0, 0.6);
    pose.face.brows = Brows { raise: -0.5, slant: 20.0, quirk: 0.0 };
    pose.face.mouth = Mouth::Frown;
    pose.face.blush = 0.35;
    pose.arms = Pair {
        left: Arm { hand: (-27.0, -15.0), bend: 4.0, layer: Layer::Body, open: false },
        right: Arm { hand: (27.0, -15.0), bend: 4.0, layer: Layer::Body, open: false },
    };
    pose.antennae = Pair::both(Antenna { angle: 66.0, bend: 74.0 });
    pose.wings = Pair::both(Wing { raise: -38.0, reach: 0.92 });
    pose.scarf = Scarf { swing: 2.0, curl: 2.0 };
    pose
}

fn slump() -> Pose {
    let mut pose = low();
    pose.squash = 0.9;
    pose.head.at = (0.0, 4.0);
    pose.antennae = Pair::both(Antenna { angle: 56.0, bend: 60.0 });
    pose.wings = Pair::both(Wing { raise: -28.0, reach: 0.95 });
    pose.front = vec![Prop::Storm { at: (4.0, -150.0), size: 0.62, rain: None }];
    pose
}

/// Under the cloud, eyes full of tears.
fn gloom(rain: f32) -> Pose {
    let mut pose = low();
    pose.face.tears = 0.75;
    pose.face.mouth = Mouth::Wavy;
    pose.front = vec![
        Prop::Storm { at: (2.0, -150.0), size: 1.0, rain: Some(rain) },
        Prop::Drop { at: (-33.0, -50.0 + rain * 12.0), size: 6.0, tilt: 0.0 },
    ];
    pose
}

fn sob(rain: f32) -> Pose {
    let mut pose = low();
    pose.squash = 0.83;
    pose.face.eyes = Eyes::Squeezed;
    pose.face.mouth = Mouth::Wail;
    pose.antennae = Pair::both(Antenna { angle: 70.0, bend: 80.0 });
    pose.front = vec![
        Prop::Storm { at: (0.0, -149.0), size: 1.0, rain: Some(rain) },
        Prop::Drop { at: (-37.0, -56.0), size: 7.0, tilt: 30.0 },
        Prop::Drop { at: (37.0, -56.0), size: 7.0, tilt: -30.0 },
    ];
    pose
}

fn sniff() -> Pose {
    let mut pose = low();
    pose.head = Head { at: (0.0, 4.0), tilt: -5.0, turn: 0.0, nod: -0.05 };
    pose.face.eyes = Eyes::lidded(0.12);
    pose.face.look = (0.0, -0.1);
    pose.face.tears = 0.5;
    pose.face.mouth = Mouth::Wavy;
    pose.arms.right = Arm { hand: (40.0, -56.0), bend: 6.0, layer: Layer::Front, open: false };
    pose.front = vec![Prop::Storm { at: (3.0, -150.0), size: 0.85, rain: Some(0.3) }];
    pose
}
