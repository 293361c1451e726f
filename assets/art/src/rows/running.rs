//! Rows 1 and 2, running: a run cycle to the right in three-quarter view; the left one is its mirror image.

use std::f32::consts::TAU;

use crate::pose::{Antenna, Arm, Eyes, Head, Layer, Leg, Mouth, Pair, Pose, Scarf, Wing};
use crate::props::Prop;

/// Frames of the cycle.
const FRAMES: u32 = 8;
/// Half a stride.
const STRIDE: f32 = 21.0;
/// How high a foot comes forward.
const STEP: f32 = 11.0;

/// The cycle.
pub(super) fn frames() -> Vec<Pose> {
    (0..FRAMES).map(|frame| stride(frame as f32 / FRAMES as f32)).collect()
}

/// The pose at `phase` (0 to 1): at 0 the near foot lands in front, at a half the far one does.
fn stride(phase: f32) -> Pose {
    let wave = |shift: f32| ((phase + shift) * TAU).sin();
    // Twice a cycle: lowest just after a foot has landed, highest in flight.
    let bounce = |shift: f32| ((phase + shift) * 2.0 * TAU).cos();
    let flight = (-bounce(-0.06)).max(0.0);

    let mut pose = Pose::neutral();
    pose.shift = -3.0;
    pose.turn = 0.85;
    pose.lean = 7.0;
    pose.rise = 9.0;
    pose.lift = 4.5 * flight;
    pose.squash = 0.985 - 0.035 * bounce(-0.06);
    pose.head =
        Head { at: (5.0, 1.0 + 1.8 * bounce(-0.14)), tilt: -3.0 + 2.0 * bounce(-0.2), turn: 0.8, nod: 0.0 };
    pose.face.eyes = Eyes::OPEN;
    pose.face.look = (0.7, 0.05);
    pose.face.brows.raise = 1.0;
    pose.face.brows.slant = -5.0;
    pose.face.mouth = if flight > 0.5 { Mouth::Laugh(8.0) } else { Mouth::Grin };
    pose.legs = Pair { left: leg(phase, 7.0), right: leg(phase + 0.5, -7.0) };
    // Arms swing against the legs.
    pose.arms = Pair {
        left: Arm {
            hand: (-12.0 - 20.0 * wave(0.25), -29.0 - 5.0 * wave(0.25).abs()),
            bend: 4.0,
            layer: Layer::Front,
            open: false,
        },
        right: Arm {
            hand: (16.0 + 17.0 * wave(0.25), -30.0 - 4.0 * wave(0.25).abs()),
            bend: -3.0,
            layer: Layer::Back,
            open: false,
        },
    };
    // What is loose lags behind the bounce.
    let lag = bounce(-0.22);
    pose.antennae = Pair {
        left: Antenna { angle: 46.0 + 7.0 * lag, bend: 30.0 + 16.0 * bounce(-0.3) },
        right: Antenna { angle: -14.0 - 6.0 * lag, bend: -22.0 - 14.0 * bounce(-0.3) },
    };
    let flap = 15.0 * bounce(-0.1);
    pose.wings = Pair {
        left: Wing { raise: 4.0 - flap, reach: 0.98 },
        right: Wing { raise: 26.0 - flap, reach: 0.5 },
    };
    pose.scarf = Scarf { swing: 64.0 + 9.0 * lag, curl: 22.0 * bounce(-0.36) };
    if bounce(0.0) > 0.5 {
        pose.behind.push(Prop::Dust { at: (-36.0, -4.0), size: 4.5, fade: 0.75 });
    } else if bounce(0.0).abs() < 0.5 && wave(0.0) * wave(0.25) < 0.0 {
        pose.behind.push(Prop::Dust { at: (-44.0, -8.0), size: 3.2, fade: 0.4 });
    }
    pose
}

/// A leg at its `phase`: the first half on the ground going back, the second in the air coming forward.
fn leg(phase: f32, towards_middle: f32) -> Leg {
    let phase = phase.fract();
    let (sin, cos) = (phase * TAU).sin_cos();
    let raised = (-sin).max(0.0);
    // Heel first in front, toes last behind.
    let turn = if phase < 0.5 {
        -14.0 * cos.max(0.0) + 16.0 * (-cos).max(0.0)
    } else {
        38.0 * (-cos).max(0.0) - 16.0 * cos.max(0.0)
    };
    Leg { foot: (towards_middle + STRIDE * cos - 11.0 * raised, -STEP * raised), turn }
}
