//! The screens of an X display.

use super::connection::Connection;
use bevy_math::{Rect, Vec2};
use openpets_systems::motion::Monitor;
use x11rb::errors::ReplyError;
use x11rb::protocol::randr::{ConnectionExt as _, MonitorInfo};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _};

/// The screens as they are now. A server that does not tell has one screen of the root's size.
pub(super) fn read(connection: &Connection) -> Vec<Monitor> {
    let work_area = work_area(connection);
    let scale = connection.scale;
    let monitor = |(device_area, primary): (Rect, bool)| {
        // A work area of another screen, or of a desktop that has just changed size, is no use.
        let usable = work_area.map_or(device_area, |area| area.intersect(device_area));
        let usable = if usable.is_empty() { device_area } else { usable };
        Monitor {
            area: logical(device_area, scale),
            work_area: logical(usable, scale),
            scale,
            device_origin: device_area.min,
            primary,
        }
    };
    match areas(connection) {
        Ok(areas) if !areas.is_empty() => areas.into_iter().map(monitor).collect(),
        _ => root_area(connection).map(|area| monitor((area, true))).into_iter().collect(),
    }
}

fn areas(connection: &Connection) -> Result<Vec<(Rect, bool)>, ReplyError> {
    let reply = connection.x.randr_get_monitors(connection.root, true)?.reply()?;
    Ok(reply.monitors.iter().map(|info| (device_area(info), info.primary)).collect())
}

fn device_area(info: &MonitorInfo) -> Rect {
    let min = Vec2::new(info.x.into(), info.y.into());
    Rect::from_corners(min, min + Vec2::new(info.width.into(), info.height.into()))
}

fn root_area(connection: &Connection) -> Option<Rect> {
    let geometry = connection.x.get_geometry(connection.root).ok()?.reply().ok()?;
    Some(Rect::new(0.0, 0.0, geometry.width.into(), geometry.height.into()))
}

/// The desktop without panels: the first of the four numbers that the window manager gives for each workspace.
fn work_area(connection: &Connection) -> Option<Rect> {
    let atom = connection.atoms._NET_WORKAREA;
    let reply = connection
        .x
        .get_property(false, connection.root, atom, AtomEnum::CARDINAL, 0, 4)
        .ok()?
        .reply()
        .ok()?;
    let mut numbers = reply.value32()?.map(|number| number as f32);
    let (x, y, width, height) = (numbers.next()?, numbers.next()?, numbers.next()?, numbers.next()?);
    Some(Rect::new(x, y, x + width, y + height))
}

fn logical(area: Rect, scale: f32) -> Rect {
    Rect::from_corners(area.min / scale, area.max / scale)
}
