//! Row 0, idle: breathing, a slow contented blink, a look around. Column 6 is the neutral pose.

use crate::pose::{Antenna, Eyes, Head, Mouth, Pair, Pose, Scarf, Wing};

/// The six frames and the neutral pose.
pub(super) fn frames() -> Vec<Pose> {
    vec![Pose::neutral(), inhale(), blink(), glance(-1.0), glance(1.0), settle(), Pose::neutral()]
}

fn inhale() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 1.022;
    pose.head.at = (0.0, -0.8);
    pose.wings = Pair::both(Wing { raise: 4.0, reach: 1.02 });
    pose.antennae = Pair::both(Antenna { angle: 22.0, bend: 40.0 });
    pose.scarf = Scarf { swing: -1.0, curl: 4.0 };
    pose
}

fn blink() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 0.985;
    pose.face.eyes = Eyes::Shut;
    pose.face.blush = 0.8;
    pose.head.at = (0.0, 1.2);
    pose.wings = Pair::both(Wing { raise: -3.0, reach: 0.99 });
    pose.antennae = Pair::both(Antenna { angle: 27.0, bend: 50.0 });
    pose.scarf = Scarf { swing: -3.0, curl: 11.0 };
    pose
}

/// A look to one side; the antenna on that side perks up.
fn glance(side: f32) -> Pose {
    let mut pose = Pose::neutral();
    pose.head = Head { at: (side * 1.0, 0.0), tilt: side * 3.5, turn: side * 0.45, nod: -0.1 };
    pose.face.look = (side * 0.75, -0.1);
    pose.face.brows.raise = 1.5;
    if side > 0.0 {
        pose.face.mouth = Mouth::Grin;
    }
    let (perked, lagging) = (Antenna { angle: 16.0, bend: 30.0 }, Antenna { angle: 28.0, bend: 52.0 });
    pose.antennae = if side > 0.0 {
        Pair { left: lagging, right: perked }
    } else {
        Pair { left: perked, right: lagging }
    };
    pose.scarf = Scarf { swing: -2.0 + side * 5.0, curl: 7.0 + side * 7.0 };
    pose
}

fn settle() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 1.01;
    pose.head.at = (0.0, -0.4);
    pose.wings = Pair::both(Wing { raise: 2.0, reach: 1.01 });
    pose
}
