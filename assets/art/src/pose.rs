//! What one frame looks like, as plain numbers.
//!
//! Everything is measured from the spot between the feet in cell pixels: x to the right, y *down* (so the head
//! is at negative y). Angles are degrees, clockwise. "Left" and "right" are the viewer's. A row of the sheet is
//! a list of these; changing a frame is changing a few of its numbers.

pub use crate::expression::{Brows, Eyes, Face, Mouth};
use crate::props::Prop;
use crate::shape::Point;

/// Something that exists once on either side of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<T> {
    /// The one on the viewer's left.
    pub left: T,
    /// The one on the viewer's right.
    pub right: T,
}

impl<T: Copy> Pair<T> {
    /// The same on both sides.
    pub const fn both(value: T) -> Self {
        Self { left: value, right: value }
    }
}

/// One frame.
#[derive(Clone, Debug)]
pub struct Pose {
    /// The whole figure, to the right.
    pub shift: f32,
    /// Height of the feet above the ground.
    pub lift: f32,
    /// How far the body is raised above the feet: longer legs.
    pub rise: f32,
    /// Height of the body: less than 1 is squashed (and wider), more is stretched (and thinner).
    pub squash: f32,
    /// Inclination of the body around the feet.
    pub lean: f32,
    /// The body turned to a three-quarter view: -1 to the left, 1 to the right.
    pub turn: f32,
    /// The head's position and direction.
    pub head: Head,
    /// The expression.
    pub face: Face,
    /// The feather antennae.
    pub antennae: Pair<Antenna>,
    /// The wings on the back.
    pub wings: Pair<Wing>,
    /// The arms.
    pub arms: Pair<Arm>,
    /// The legs.
    pub legs: Pair<Leg>,
    /// The scarf's loose end.
    pub scarf: Scarf,
    /// Strength of the screen light from below, 0 to 1.
    pub glow: f32,
    /// Props behind the figure.
    pub behind: Vec<Prop>,
    /// Props in front of it, behind the arms that are in [`Layer::Front`].
    pub front: Vec<Prop>,
}

/// Where the head is and where it faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// Offset from its rest.
    pub at: Point,
    /// Tilt around the neck.
    pub tilt: f32,
    /// Faces left (-1) to right (1).
    pub turn: f32,
    /// Faces up (-1) to down (1).
    pub nod: f32,
}

/// One feather antenna.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Antenna {
    /// Angle outwards from straight up, at its base.
    pub angle: f32,
    /// How much further the tip bends outwards.
    pub bend: f32,
}

/// One wing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wing {
    /// Raised from its rest.
    pub raise: f32,
    /// Its visible width: 1 at rest, less when folded or seen from the side.
    pub reach: f32,
}

/// One arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// Where the paw is.
    pub hand: Point,
    /// How far the elbow sticks out.
    pub bend: f32,
    /// Where it is drawn.
    pub layer: Layer,
    /// Whether the paw is spread open, fingers showing.
    pub open: bool,
}

impl Arm {
    /// The same arm with its paw spread open.
    pub const fn opened(self) -> Self {
        Self { open: true, ..self }
    }
}

/// Where an arm is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Behind the body.
    Back,
    /// Before the body, behind head and props.
    Body,
    /// Before everything.
    Front,
}

/// One leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Offset of the foot from its rest.
    pub foot: Point,
    /// Rotation of the foot.
    pub turn: f32,
}

/// The scarf's loose end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scarf {
    /// Swing to the left of hanging straight down.
    pub swing: f32,
    /// How much further its end swings.
    pub curl: f32,
}

impl Pose {
    /// Standing at ease, looking at the viewer: what every row starts from.
    pub fn neutral() -> Self {
        Self {
            shift: 0.0,
            lift: 0.0,
            rise: 0.0,
            squash: 1.0,
            lean: 0.0,
            turn: 0.0,
            head: Head { at: (0.0, 0.0), tilt: 0.0, turn: 0.0, nod: 0.0 },
            face: Face {
                eyes: Eyes::OPEN,
                look: (0.0, 0.0),
                brows: Brows { raise: 0.0, slant: 0.0, quirk: 0.0 },
                mouth: Mouth::Smile,
                blush: 0.6,
                tears: 0.0,
            },
            antennae: Pair::both(Antenna { angle: 24.0, bend: 44.0 }),
            wings: Pair::both(Wing { raise: 0.0, reach: 1.0 }),
            arms: Pair {
                left: Arm { hand: (-33.0, -25.0), bend: 3.0, layer: Layer::Body, open: false },
                right: Arm { hand: (32.0, -25.0), bend: 3.0, layer: Layer::Body, open: false },
            },
            legs: Pair::both(Leg { foot: (0.0, 0.0), turn: 0.0 }),
            scarf: Scarf { swing: -2.0, curl: 7.0 },
            glow: 0.0,
            behind: Vec::new(),
            front: Vec::new(),
        }
    }
}
