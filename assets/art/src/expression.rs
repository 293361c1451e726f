//! The face's part of a [`crate::pose::Pose`]: eyes, brows, mouth, cheeks.

use crate::shape::Point;

/// The expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// What the eyes do.
    pub eyes: Eyes,
    /// Where the irises point, each coordinate -1 to 1.
    pub look: Point,
    /// The brows.
    pub brows: Brows,
    /// The mouth.
    pub mouth: Mouth,
    /// Redness of the cheeks, 0 to 1.
    pub blush: f32,
    /// Tears brimming in the eyes, 0 to 1.
    pub tears: f32,
}

/// What the eyes do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Eyes {
    /// Open.
    Open {
        /// How far the upper lid is down, 0 to 1.
        lid: f32,
        /// Size of the iris; 1 is usual, less is startled.
        iris: f32,
    },
    /// Closed in joy, arched upwards.
    Joy,
    /// Closed calmly, arched downwards.
    Shut,
    /// Pressed together.
    Squeezed,
    /// Spirals.
    Dizzy,
}

impl Eyes {
    /// Open as usual.
    pub const OPEN: Self = Self::Open { lid: 0.0, iris: 1.0 };

    /// Open with the lid lowered.
    pub const fn lidded(lid: f32) -> Self {
        Self::Open { lid, iris: 1.0 }
    }
}

/// The brows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brows {
    /// How far they are raised.
    pub raise: f32,
    /// Inner ends up (worried) when positive, down (determined) when negative.
    pub slant: f32,
    /// The right one raised on its own.
    pub quirk: f32,
}

/// The mouth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mouth {
    /// A small smile.
    Smile,
    /// A broad closed smile.
    Grin,
    /// Open and laughing, as tall as given.
    Laugh(f32),
    /// A small round mouth, as large as given.
    Round(f32),
    /// A short straight line.
    Flat,
    /// A smile with the tip of the tongue showing: concentrated.
    TongueOut,
    /// Pushed to one side: thinking.
    Aside,
    /// Corners down.
    Frown,
    /// Trembling.
    Wavy,
    /// Open and crying.
    Wail,
}
