//! The screens of the desktop.

use super::placement;
use bevy_ecs::prelude::*;
use bevy_math::{Rect, Vec2};

/// One screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Monitor {
    /// All of it, in logical desktop pixels.
    pub area: Rect,
    /// Without panels and docks, in logical desktop pixels.
    pub work_area: Rect,
    /// Device pixels for each logical pixel.
    pub scale: f32,
    /// The top left corner in device pixels, for the window boundary.
    pub device_origin: Vec2,
    /// The person's main screen.
    pub primary: bool,
}

impl Monitor {
    /// The key under which positions on this screen are remembered: `"x,y,WxH"`.
    #[must_use]
    pub fn key(&self) -> String {
        let (origin, size) = (self.area.min.round(), self.area.size().round());
        format!("{},{},{}x{}", origin.x, origin.y, size.x, size.y)
    }
}

/// Every screen; none when there is no display.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct Monitors(pub Vec<Monitor>);

impl Monitors {
    /// The main screen.
    #[must_use]
    pub fn primary(&self) -> Option<&Monitor> {
        self.0.iter().find(|monitor| monitor.primary).or_else(|| self.0.first())
    }

    /// The screen that holds a point or, off every screen, the nearest one.
    #[must_use]
    pub fn nearest(&self, point: Vec2) -> Option<&Monitor> {
        self.0
            .iter()
            .min_by(|a, b| placement::distance(a.area, point).total_cmp(&placement::distance(b.area, point)))
    }

    /// The scale of the densest screen.
    #[must_use]
    pub fn largest_scale(&self) -> f32 {
        self.0.iter().map(|monitor| monitor.scale).fold(1.0, f32::max)
    }
}
