//! What the server reports, as messages.

use super::sync::to_logical;
use super::{X11, monitors};
use crate::window::{Button, PetSurface, SurfaceInput, SurfaceMask, SurfacePixels};
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_systems::motion::Monitors;
use openpets_systems::wake::NextWake;
use x11rb::protocol::xproto::{MapNotifyEvent, ReparentNotifyEvent, Window as WindowId};
use x11rb::protocol::{ErrorKind, Event};

pub(super) fn translate_events(
    mut x11: ResMut<X11>,
    mut monitors: ResMut<Monitors>,
    mut input: MessageWriter<SurfaceInput>,
    mut surfaces: Query<(&mut SurfacePixels, &mut SurfaceMask), With<PetSurface>>,
) {
    let x11 = &mut *x11;
    let mut screens_changed = false;
    for event in std::mem::take(&mut x11.events) {
        let surface_of = |window: WindowId| {
            x11.windows.iter().find(|(_, ours)| ours.id == window).map(|(entity, _)| *entity)
        };
        match event {
            Event::ButtonPress(press) => {
                if let (Some(surface), Some(button)) = (surface_of(press.event), button(press.detail)) {
                    let pointer = to_logical(press.root_x.into(), press.root_y.into(), &monitors);
                    input.write(SurfaceInput::Pressed { surface, button, pointer });
                }
            }
            Event::ButtonRelease(release) => {
                if let (Some(surface), Some(button)) = (surface_of(release.event), button(release.detail)) {
                    let pointer = to_logical(release.root_x.into(), release.root_y.into(), &monitors);
                    input.write(SurfaceInput::Released { surface, button, pointer });
                }
            }
            Event::MotionNotify(motion) => {
                if let Some(surface) = surface_of(motion.event) {
                    let pointer = to_logical(motion.root_x.into(), motion.root_y.into(), &monitors);
                    input.write(SurfaceInput::Dragged { surface, pointer });
                }
            }
            // The server keeps no copy of a window's pixels. The last of a series says that it is complete.
            Event::Expose(expose) if expose.count == 0 => {
                if let Some(Ok((mut pixels, _))) =
                    surface_of(expose.window).map(|entity| surfaces.get_mut(entity))
                {
                    pixels.set_changed();
                }
            }
            Event::ClientMessage(message)
                if message.type_ == x11.connection.atoms.WM_PROTOCOLS
                    && message.data.as_data32()[0] == x11.connection.atoms.WM_DELETE_WINDOW =>
            {
                if let Some(surface) = surface_of(message.window) {
                    input.write(SurfaceInput::CloseRequested { surface });
                }
            }
            // Window managers copy the input shape to their frame, but only what is set once they have made it.
            Event::MapNotify(MapNotifyEvent { window, .. })
            | Event::ReparentNotify(ReparentNotifyEvent { window, .. }) => {
                if let Some(Ok((_, mut mask))) = surface_of(window).map(|entity| surfaces.get_mut(entity)) {
                    mask.set_changed();
                }
            }
            Event::ConfigureNotify(configured) => {
                if let Some(surface) = surface_of(configured.window) {
                    x11.moved.insert(surface);
                }
            }
            // Somebody destroyed our window, which some tiling window managers do: it is opened again.
            Event::DestroyNotify(destroyed) => {
                if let Some(surface) = surface_of(destroyed.window) {
                    x11.windows.remove(&surface);
                    if let Ok((mut pixels, _)) = surfaces.get_mut(surface) {
                        pixels.set_changed();
                    }
                }
            }
            Event::XinputRawMotion(_) => x11.pointer.moved(true),
            Event::XinputMotion(_) => x11.pointer.moved(false),
            Event::RandrScreenChangeNotify(_) => screens_changed = true,
            Event::PropertyNotify(property) if property.atom == x11.connection.atoms._NET_WORKAREA => {
                screens_changed = true;
            }
            Event::XfixesSelectionNotify(_) => {
                x11.composited = x11.connection.is_composited();
                surfaces.iter_mut().for_each(|(mut pixels, mut mask)| {
                    pixels.set_changed();
                    mask.set_changed();
                });
            }
            // Requests for a window that somebody has just destroyed.
            Event::Error(error) if matches!(error.error_kind, ErrorKind::Window | ErrorKind::Drawable) => {
                tracing::debug!(?error, "a window is gone");
            }
            Event::Error(error) => tracing::warn!(?error, "the X server reported an error"),
            _ => {}
        }
    }
    if screens_changed {
        monitors.set_if_neq(Monitors(monitors::read(&x11.connection)));
    }
}

/// Follows windows that were moved past us, once a move of ours cannot be the cause any more.
pub(super) fn follow_moved_windows(
    mut x11: ResMut<X11>,
    monitors: Res<Monitors>,
    time: Res<Time<Real>>,
    mut input: MessageWriter<SurfaceInput>,
    mut next: ResMut<NextWake>,
) {
    let x11 = &mut *x11;
    for surface in std::mem::take(&mut x11.moved) {
        let Some(window) = x11.windows.get_mut(&surface) else { continue };
        let settles_in = window.settles_in();
        if !settles_in.is_zero() {
            x11.moved.insert(surface);
            next.at(time.elapsed() + settles_in);
            continue;
        }
        // A window that is gone again is not worth a word.
        if let Ok(Some((x, y))) = window.find_out_place(&x11.connection) {
            input.write(SurfaceInput::MovedAway { surface, position: to_logical(x, y, &monitors) });
        }
    }
}

fn button(detail: u8) -> Option<Button> {
    match detail {
        1 => Some(Button::Primary),
        3 => Some(Button::Secondary),
        _ => None,
    }
}
