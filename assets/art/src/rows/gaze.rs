//! Rows 9 and 10, gaze: the neutral body, head and eyes towards one of 16 directions, clockwise from up.

use crate::pose::{Antenna, Head, Pair, Pose};

/// The first and the second eight directions.
pub(super) fn frames() -> (Vec<Pose>, Vec<Pose>) {
    let look = |step: u32| towards(step as f32 * 22.5);
    ((0..8).map(look).collect(), (8..16).map(look).collect())
}

/// Looks towards `degrees`, clockwise from up.
fn towards(degrees: f32) -> Pose {
    let (x, up) = degrees.to_radians().sin_cos();
    let y = -up;
    let mut pose = Pose::neutral();
    pose.head = Head { at: (x * 2.0, y * 1.4), tilt: x * 3.0, turn: x * 0.85, nod: y * 0.85 };
    pose.face.look = (x, y);
    pose.face.brows.raise = 1.0 - y * 2.0;
    // The antennae lean towards what is looked at, and lie back when it is below.
    let lean =
        |side: f32| Antenna { angle: 24.0 + side * x * 7.0 + y * 3.0, bend: 44.0 - side * x * 6.0 + y * 9.0 };
    pose.antennae = Pair { left: lean(-1.0), right: lean(1.0) };
    pose
}
