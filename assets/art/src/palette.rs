//! The pet's colours: a dusk palette of warm fur, violet wings and a coral scarf.
//!
//! Every colour of the drawing is named here, so that recolouring the pet is a change to one file.

/// A colour with opacity, as the parts use it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hue {
    /// Red, 0 to 1.
    pub r: f32,
    /// Green, 0 to 1.
    pub g: f32,
    /// Blue, 0 to 1.
    pub b: f32,
    /// Opacity, 0 to 1.
    pub a: f32,
}

impl Hue {
    /// An opaque colour written as `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self {
            r: ((rgb >> 16) & 0xff) as f32 / 255.0,
            g: ((rgb >> 8) & 0xff) as f32 / 255.0,
            b: (rgb & 0xff) as f32 / 255.0,
            a: 1.0,
        }
    }

    /// The same colour at another opacity.
    pub const fn alpha(self, a: f32) -> Self {
        Self { a, ..self }
    }

    /// The colour `t` of the way from this one to `other`.
    pub fn mix(self, other: Self, t: f32) -> Self {
        let at = |from: f32, to: f32| from + (to - from) * t;
        Self {
            r: at(self.r, other.r),
            g: at(self.g, other.g),
            b: at(self.b, other.b),
            a: at(self.a, other.a),
        }
    }
}

/// The outline.
pub const INK: Hue = Hue::hex(0x2c1b3f);
/// Lines inside a shape, softer than the outline.
pub const INK_SOFT: Hue = Hue::hex(0x8f5a72);
/// The light rim around the whole figure that separates it from dark wallpapers.
pub const RIM: Hue = Hue::hex(0xfff6e6);
/// The shadow on the ground.
pub const SHADOW: Hue = Hue::hex(0x1a1030);

/// Fur where the light falls.
pub const FUR_LIGHT: Hue = Hue::hex(0xfffaf0);
/// Fur.
pub const FUR: Hue = Hue::hex(0xffefd4);
/// Fur turned away from the light.
pub const FUR_SHADE: Hue = Hue::hex(0xf8cfb0);
/// The darkest fur: under the chin, between the legs.
pub const FUR_DEEP: Hue = Hue::hex(0xc78393);
/// The markings on the forehead and the belly bands.
pub const MARKING: Hue = Hue::hex(0xd98f86);
/// Cheeks.
pub const BLUSH: Hue = Hue::hex(0xff8a7a);

/// Wings at their edge.
pub const WING_LIGHT: Hue = Hue::hex(0xa794f2);
/// Wings.
pub const WING: Hue = Hue::hex(0x7659cc);
/// Wings near the body.
pub const WING_DEEP: Hue = Hue::hex(0x473089);
/// The flush near the wings' tips.
pub const WING_FLUSH: Hue = Hue::hex(0xff9fc4);
/// The pale hem of the wings.
pub const WING_HEM: Hue = Hue::hex(0xf3cfe0);
/// The ring of the wings' eye spots.
pub const SPOT: Hue = Hue::hex(0xffc14a);

/// Feather antennae, lit.
pub const FEATHER_LIGHT: Hue = Hue::hex(0xb49bf0);
/// Feather antennae.
pub const FEATHER: Hue = Hue::hex(0x8264cf);
/// Paws and feet, lit.
pub const PAW_LIGHT: Hue = Hue::hex(0x8c68b8);
/// Paws and feet.
pub const PAW: Hue = Hue::hex(0x5d3f86);

/// The scarf, lit.
pub const SCARF_LIGHT: Hue = Hue::hex(0xff8f66);
/// The scarf.
pub const SCARF: Hue = Hue::hex(0xf0583f);
/// The scarf's folds.
pub const SCARF_DEEP: Hue = Hue::hex(0xb52f3b);
/// The scarf's stripes.
pub const SCARF_STRIPE: Hue = Hue::hex(0xffe3b0);

/// The white of the eye.
pub const EYE: Hue = Hue::hex(0xfffdf8);
/// Shade under the upper lid.
pub const EYE_SHADE: Hue = Hue::hex(0xc9b6dd);
/// The iris at its bright lower edge.
pub const IRIS_GLOW: Hue = Hue::hex(0xffb13d);
/// The iris at its dark upper edge.
pub const IRIS: Hue = Hue::hex(0x8a3a3a);
/// Pupils.
pub const PUPIL: Hue = Hue::hex(0x241233);
/// The inside of the mouth.
pub const MOUTH: Hue = Hue::hex(0x7d2440);
/// The tongue.
pub const TONGUE: Hue = Hue::hex(0xff7f86);

/// Light of the laptop's screen.
pub const GLOW: Hue = Hue::hex(0x6ff2e4);
/// Tears and rain.
pub const WATER: Hue = Hue::hex(0x58b8ff);
/// Tears and rain, lit.
pub const WATER_LIGHT: Hue = Hue::hex(0xd6f1ff);
/// Metal and plastic of the props.
pub const METAL: Hue = Hue::hex(0x8f97b8);
/// Metal and plastic, lit.
pub const METAL_LIGHT: Hue = Hue::hex(0xdfe4f5);
/// Wood and brass of the hourglass.
pub const BRASS: Hue = Hue::hex(0xc98a3a);
/// Wood and brass, lit.
pub const BRASS_LIGHT: Hue = Hue::hex(0xffd98a);
/// Speech and thought bubbles.
pub const PAPER: Hue = Hue::hex(0xffffff);
/// The storm cloud.
pub const CLOUD: Hue = Hue::hex(0x7b7f9e);
/// The storm cloud, lit.
pub const CLOUD_LIGHT: Hue = Hue::hex(0xb9bdd6);
/// Confetti besides the scarf's and the wings' colours.
pub const MINT: Hue = Hue::hex(0x48d6a8);
