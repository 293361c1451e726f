//! The window boundary. The rest of the app says what should be on screen, as components of entities; a backend
//! makes it so and reports input back as messages. Nothing outside a backend knows a window system.

#![cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "no backend shows surfaces there yet"))]

pub(crate) mod headless;
#[cfg(target_os = "linux")]
pub(crate) mod x11;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use openpets_assets::compose::{Canvas, MaskRect};
use std::sync::Arc;

/// Something to be seen: a picture on top of everything, without a frame, that never takes the focus.
///
/// Its size is that of its pixels. The backend shows it as soon as there are any, and takes it away with the
/// component or the entity.
#[derive(Component, Debug, Clone, Copy)]
#[require(SurfacePosition, SurfacePixels, SurfaceMask)]
pub(crate) struct PetSurface;

/// The top left corner, in logical desktop pixels.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct SurfacePosition(pub(crate) Vec2);

/// What is to be seen, in device pixels.
#[derive(Component, Debug, Clone)]
pub(crate) struct SurfacePixels(pub(crate) Canvas);

impl Default for SurfacePixels {
    fn default() -> Self {
        Self(Canvas::new(0, 0))
    }
}

/// Where the surface takes the mouse, in device pixels; everywhere else clicks go through.
#[derive(Component, Debug, Clone, Default, PartialEq)]
pub(crate) struct SurfaceMask(pub(crate) Arc<[MaskRect]>);

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Button {
    /// The left one.
    Primary,
    /// The right one.
    Secondary,
}

/// What the person does with a surface. Points are in logical desktop pixels.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub(crate) enum SurfaceInput {
    /// A button went down.
    Pressed { surface: Entity, button: Button, pointer: Vec2 },
    /// The pointer moved while the primary button was down.
    Dragged { surface: Entity, pointer: Vec2 },
    /// A button went up.
    Released { surface: Entity, button: Button, pointer: Vec2 },
    /// The surface was moved past us, for example by a key of the window manager, to this position.
    MovedAway { surface: Entity, position: Vec2 },
    /// The window manager asked to close it.
    CloseRequested { surface: Entity },
}

/// The backend brings the screen up to date.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PresentSurfaces;

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<SurfaceInput>().configure_sets(PostUpdate, PresentSurfaces);
}
