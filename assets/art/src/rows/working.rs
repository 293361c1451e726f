//! Row 7, running code: typing fast behind a laptop, lit by its screen; scraps of code fly up.

use crate::pose::{Antenna, Arm, Brows, Eyes, Head, Layer, Mouth, Pair, Pose, Scarf, Wing};
use crate::props::{Code, Prop};

/// Frames of the cycle.
const FRAMES: u32 = 6;

/// The six frames.
pub(super) fn frames() -> Vec<Pose> {
    (0..FRAMES).map(frame).collect()
}

fn frame(index: u32) -> Pose {
    let left_down = index.is_multiple_of(2);
    let beat = if left_down { 1.0 } else { -1.0 };
    let part = index as f32 / FRAMES as f32;
    let mut pose = Pose::neutral();
    pose.squash = 0.985 + if index.is_multiple_of(3) { 0.012 } else { 0.0 };
    pose.head = Head { at: (0.0, 1.0), tilt: beat * 1.6, turn: beat * 0.04, nod: 0.5 };
    pose.face.eyes = Eyes::lidded(0.15);
    // The eyes follow the line that is being written.
    pose.face.look = (-0.45 + 0.9 * part, 0.75);
    pose.face.brows = Brows { raise: -1.5, slant: -8.0, quirk: 0.0 };
    pose.face.mouth = if index == 0 { Mouth::Grin } else { Mouth::TongueOut };
    let (up, down) = (-50.0, -38.0);
    pose.arms = Pair {
        left: Arm {
            hand: (-31.0, if left_down { down } else { up }),
            bend: 7.0,
            layer: Layer::Body,
            open: false,
        },
        right: Arm {
            hand: (31.0, if left_down { up } else { down }),
            bend: 7.0,
            layer: Layer::Body,
            open: false,
        },
    };
    pose.antennae = Pair {
        left: Antenna { angle: 24.0 + beat * 4.0, bend: 40.0 + beat * 9.0 },
        right: Antenna { angle: 24.0 - beat * 4.0, bend: 40.0 - beat * 9.0 },
    };
    pose.wings = Pair::both(Wing { raise: beat * 3.0, reach: 0.98 });
    pose.scarf = Scarf { swing: 2.0, curl: 4.0 };
    let flicker = [0.9, 0.75, 1.0, 0.8, 0.95, 0.7][index as usize % 6];
    pose.glow = flicker;
    pose.front.push(Prop::Laptop { at: (0.0, 0.5), glow: flicker });
    for (start, side, kind) in [(0.0, 1.0, Code::Tag), (0.5, -1.0, Code::Braces), (0.6, 1.0, Code::Semicolon)]
    {
        let rise = (part + start).fract();
        // Grows out of the screen, shrinks away at the top.
        let size = (0.45 + 2.4 * rise).min(1.0) * ((1.0 - rise) * 3.2).min(1.0);
        let at = (side * (52.0 + 20.0 * (rise * 1.6).min(1.0)), -40.0 - 96.0 * rise);
        if size > 0.3 {
            pose.front.push(Prop::Code { at, kind, size });
        }
    }
    pose
}
