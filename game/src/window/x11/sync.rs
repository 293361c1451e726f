//! Makes the screen what the surfaces say.

use super::X11;
use super::window::{Place, Window};
use crate::window::{PetSurface, SurfaceMask, SurfacePixels, SurfacePosition};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use openpets_systems::motion::Monitors;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;

type Surface<'a> = (Entity, Ref<'a, SurfacePosition>, Ref<'a, SurfacePixels>, Ref<'a, SurfaceMask>);

pub(super) fn sync_windows(
    mut x11: ResMut<X11>,
    monitors: Res<Monitors>,
    mut removed: RemovedComponents<PetSurface>,
    surfaces: Query<Surface, With<PetSurface>>,
) {
    let removed: Vec<Entity> = removed.read().collect();
    let x11 = &mut *x11;
    let result = (|| {
        let mut touched = false;
        for entity in removed.into_iter().filter(|entity| !surfaces.contains(*entity)) {
            if let Some(window) = x11.windows.remove(&entity) {
                window.close(&x11.connection)?;
                touched = true;
            }
        }
        for surface in &surfaces {
            touched |= sync_window(x11, &monitors, surface)?;
        }
        if touched {
            x11.connection.x.flush()?;
        }
        Ok::<(), ReplyOrIdError>(())
    })();
    match result {
        Ok(()) => {}
        Err(ReplyOrIdError::ConnectionError(error)) => x11.lost = Some(error),
        Err(error) => tracing::error!(%error, "the X server refused a window"),
    }
}

/// True if the server was told anything.
fn sync_window(
    x11: &mut X11,
    monitors: &Monitors,
    (entity, position, pixels, mask): Surface,
) -> Result<bool, ReplyOrIdError> {
    let canvas = &pixels.0;
    if canvas.width == 0 || canvas.height == 0 {
        return Ok(false);
    }
    let (x, y) = to_device(position.0, monitors);
    let place = Place { x, y, width: canvas.width, height: canvas.height };
    let connection = &x11.connection;
    let opened = !x11.windows.contains_key(&entity);
    if opened {
        x11.windows.insert(entity, Window::open(connection, place)?);
    }
    let Some(window) = x11.windows.get_mut(&entity) else { return Ok(false) };
    let (drawn, moved, shaped) = (pixels.is_changed(), position.is_changed(), mask.is_changed());
    if moved || drawn {
        window.put(connection, place)?;
    }
    if shaped || opened {
        window.shape_input(connection, &mask.0)?;
    }
    if opened || shaped || (drawn && !x11.composited) {
        window.shape_bounds(connection, canvas, x11.composited)?;
    }
    if drawn || opened {
        window.draw(connection, canvas)?;
    }
    Ok(opened || drawn || moved || shaped)
}

/// A point of the logical desktop in device pixels: relative to its screen, since screens may differ in scale.
pub(super) fn to_device(point: Vec2, monitors: &Monitors) -> (i32, i32) {
    let Some(monitor) = monitors.nearest(point) else { return (0, 0) };
    let device = monitor.device_origin + (point - monitor.area.min) * monitor.scale;
    (device.x.round() as i32, device.y.round() as i32)
}

/// A point in device pixels on the logical desktop.
pub(super) fn to_logical(x: i32, y: i32, monitors: &Monitors) -> Vec2 {
    let point = Vec2::new(x as f32, y as f32);
    let monitor = monitors.0.iter().min_by(|a, b| {
        let distance = |monitor: &openpets_systems::motion::Monitor| {
            let size = monitor.area.size() * monitor.scale;
            let area = bevy_math::Rect::from_corners(monitor.device_origin, monitor.device_origin + size);
            openpets_systems::motion::placement::distance(area, point)
        };
        distance(a).total_cmp(&distance(b))
    });
    match monitor {
        Some(monitor) => monitor.area.min + (point - monitor.device_origin) / monitor.scale,
        None => point,
    }
}
