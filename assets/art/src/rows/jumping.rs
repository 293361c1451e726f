//! Row 4, jumping: crouch, leap with confetti, hang in the air with all wings spread, land.

use crate::palette::{FUR_LIGHT, SPOT};
use crate::pose::{Antenna, Arm, Eyes, Head, Layer, Leg, Mouth, Pair, Pose, Scarf, Wing};
use crate::props::Prop;
use crate::shape::Point;

/// The five frames.
pub(super) fn frames() -> Vec<Pose> {
    vec![crouch(), take_off(), apex(), fall(), land()]
}

fn arms(hand: Point, bend: f32, layer: Layer) -> Pair<Arm> {
    let open = layer == Layer::Front;
    Pair { left: Arm { hand: (-hand.0, hand.1), bend, layer, open }, right: Arm { hand, bend, layer, open } }
}

fn legs(out: f32, down: f32, turn: f32) -> Pair<Leg> {
    Pair { left: Leg { foot: (-out, down), turn }, right: Leg { foot: (out, down), turn: -turn } }
}

fn crouch() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 0.82;
    pose.head.at = (0.0, 3.0);
    pose.head.nod = 0.2;
    pose.face.eyes = Eyes::Squeezed;
    pose.face.mouth = Mouth::Grin;
    pose.face.blush = 0.9;
    pose.arms = arms((37.0, -30.0), 6.0, Layer::Body);
    pose.legs = legs(3.0, 0.0, 0.0);
    pose.wings = Pair::both(Wing { raise: -34.0, reach: 0.84 });
    pose.antennae = Pair::both(Antenna { angle: 34.0, bend: 66.0 });
    pose.scarf = Scarf { swing: 10.0, curl: 24.0 };
    pose
}

fn take_off() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 1.08;
    pose.lift = 12.0;
    pose.face.eyes = Eyes::Joy;
    pose.face.mouth = Mouth::Laugh(11.0);
    pose.face.brows.raise = 2.0;
    pose.face.blush = 0.9;
    pose.arms = arms((50.0, -90.0), -2.0, Layer::Front);
    pose.legs = legs(-3.0, 5.0, 24.0);
    pose.wings = Pair::both(Wing { raise: -22.0, reach: 1.06 });
    pose.antennae = Pair::both(Antenna { angle: 50.0, bend: 62.0 });
    pose.scarf = Scarf { swing: -4.0, curl: -10.0 };
    pose.behind = vec![
        Prop::Dust { at: (-24.0, -3.0), size: 5.0, fade: 0.7 },
        Prop::Dust { at: (25.0, -3.0), size: 4.5, fade: 0.7 },
        Prop::Confetti { at: (0.0, -96.0), burst: 0.5 },
    ];
    pose
}

fn apex() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 1.0;
    pose.lift = 25.0;
    pose.head = Head { at: (0.0, 0.0), tilt: 4.0, turn: 0.0, nod: -0.25 };
    pose.face.eyes = Eyes::Joy;
    pose.face.mouth = Mouth::Laugh(13.0);
    pose.face.brows.raise = 3.0;
    pose.face.blush = 1.0;
    pose.arms = arms((54.0, -98.0), -3.0, Layer::Front);
    pose.legs = legs(7.0, -5.0, -24.0);
    pose.wings = Pair::both(Wing { raise: 4.0, reach: 1.14 });
    pose.antennae = Pair::both(Antenna { angle: 44.0, bend: 40.0 });
    pose.scarf = Scarf { swing: 24.0, curl: 30.0 };
    pose.behind = vec![Prop::Confetti { at: (0.0, -96.0), burst: 0.8 }];
    pose.front = vec![
        Prop::Sparkle { at: (-66.0, -146.0), size: 9.0, hue: SPOT },
        Prop::Sparkle { at: (70.0, -136.0), size: 7.0, hue: FUR_LIGHT },
    ];
    pose
}

fn fall() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 1.04;
    pose.lift = 8.0;
    pose.head = Head { at: (0.0, 1.0), tilt: -3.0, turn: 0.0, nod: 0.0 };
    pose.face.eyes = Eyes::Joy;
    pose.face.mouth = Mouth::Laugh(11.0);
    pose.face.blush = 1.0;
    pose.arms = arms((56.0, -90.0), -2.0, Layer::Front);
    pose.legs = legs(2.0, 1.0, -8.0);
    pose.wings = Pair::both(Wing { raise: 18.0, reach: 1.14 });
    pose.antennae = Pair::both(Antenna { angle: 24.0, bend: 18.0 });
    pose.scarf = Scarf { swing: 50.0, curl: 50.0 };
    pose.behind = vec![Prop::Confetti { at: (0.0, -96.0), burst: 1.0 }];
    pose.front = vec![
        Prop::Sparkle { at: (-68.0, -134.0), size: 7.0, hue: FUR_LIGHT },
        Prop::Sparkle { at: (68.0, -126.0), size: 9.0, hue: SPOT },
    ];
    pose
}

fn land() -> Pose {
    let mut pose = Pose::neutral();
    pose.squash = 0.86;
    pose.head.at = (0.0, 4.0);
    pose.face.eyes = Eyes::Joy;
    pose.face.mouth = Mouth::Laugh(9.0);
    pose.face.blush = 1.0;
    pose.arms = arms((48.0, -46.0), 4.0, Layer::Front);
    pose.legs = legs(4.0, 0.0, 0.0);
    pose.wings = Pair::both(Wing { raise: -12.0, reach: 0.98 });
    pose.antennae = Pair::both(Antenna { angle: 30.0, bend: 70.0 });
    pose.scarf = Scarf { swing: 16.0, curl: 40.0 };
    pose.behind = vec![
        Prop::Dust { at: (-38.0, -3.0), size: 5.0, fade: 0.7 },
        Prop::Dust { at: (39.0, -3.0), size: 4.5, fade: 0.7 },
        Prop::Confetti { at: (0.0, -96.0), burst: 1.25 },
    ];
    pose.front = vec![
        Prop::Sparkle { at: (-64.0, -84.0), size: 8.0, hue: SPOT },
        Prop::Sparkle { at: (66.0, -92.0), size: 7.0, hue: FUR_LIGHT },
    ];
    pose
}
