//! Makes the screen what the surfaces say.

use super::X11;
use super::window::{Place, Window};
use crate::window::{PetSurface, SurfaceMask, SurfacePixels, SurfacePosition};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::{Real, Time};
use openpets_systems::motion::Monitors;
use openpets_systems::wake::NextWake;
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;

type Surface<'a> = (Entity, Ref<'a, SurfacePosition>, Ref<'a, SurfacePixels>, Ref<'a, SurfaceMask>);

/// How often a server that takes nothing more is tried again.
const RETRY: Duration = Duration::from_millis(100);

pub(super) fn sync_windows(
    mut x11: ResMut<X11>,
    monitors: Res<Monitors>,
    surfaces: Query<Surface, With<PetSurface>>,
    time: Res<Time<Real>>,
    mut next: ResMut<NextWake>,
) {
    let x11 = &mut *x11;
    let result = (|| {
        let gone: Vec<Entity> =
            x11.windows.keys().filter(|entity| !surfaces.contains(**entity)).copied().collect();
        let mut touched = !gone.is_empty();
        for window in gone.iter().filter_map(|entity| x11.windows.remove(entity)) {
            window.close(&x11.connection)?;
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
    x11.behind.retain(|entity| surfaces.contains(*entity));
    if !x11.behind.is_empty() {
        next.at(time.elapsed() + RETRY);
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
    let connection = &x11.connection;
    let new = !x11.windows.contains_key(&entity);
    let all = new || x11.behind.contains(&entity);
    let (drawn, moved, shaped) =
        (all || pixels.is_changed(), all || position.is_changed(), all || mask.is_changed());
    if !(drawn || moved || shaped) {
        return Ok(false);
    }
    // Writing to a server that hangs would make us hang too: frames are left out until it takes them again.
    if !connection.takes_more() {
        x11.behind.insert(entity);
        return Ok(false);
    }
    x11.behind.remove(&entity);
    let (x, y) = to_device(position.0, monitors);
    let place = Place { x, y, width: canvas.width, height: canvas.height };
    if new {
        x11.windows.insert(entity, Window::open(connection, place)?);
    }
    let Some(window) = x11.windows.get_mut(&entity) else { return Ok(false) };
    if moved || drawn {
        window.put(connection, place)?;
    }
    if shaped {
        window.shape_input(connection, &mask.0)?;
    }
    if shaped || (drawn && !x11.composited) {
        window.shape_bounds(connection, canvas, x11.composited)?;
    }
    if drawn {
        window.draw(connection, canvas)?;
    }
    Ok(true)
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
