//! Where the pointer is, wherever it is: for pets that look at it.
//!
//! A still pointer costs nothing: the server tells that it moves (XInput 2 raw motion), and only then, and until it
//! rests, it is asked where it is, some times a second. A mouse that reports a thousand times a second wakes us no
//! more often. Of pointers without a mouse, as on remote desktops, servers do not tell while they are over somebody's
//! window; until a mouse has moved, the pointer is looked for now and then.

use super::X11;
use super::connection::Connection;
use super::sync::to_logical;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_systems::gaze::{Pointer, PointerWanted};
use openpets_systems::motion::Monitors;
use openpets_systems::wake::NextWake;
use std::time::Duration;
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::xinput::{self, ConnectionExt as _, Device, EventMask, XIEventMask};

/// How often a moving pointer is looked for.
const INTERVAL: Duration = Duration::from_millis(80);

/// How often a pointer is looked for of which the server may not tell.
const FALLBACK_INTERVAL: Duration = Duration::from_secs(1);

/// After so many looks at the same place it rests.
const RESTS_AFTER: u8 = 4;

/// What is known of the pointer.
#[derive(Debug, Default)]
pub(super) struct PointerWatch {
    /// The server can tell that it moves.
    supported: bool,
    /// It has told of a mouse, and so tells of everything.
    reliable: bool,
    mode: Mode,
    last: Option<(i16, i16)>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Mode {
    /// Nobody wants to know.
    #[default]
    Off,
    /// The server will tell when it moves; if that is not sure, it is looked for at this moment.
    Resting { look: Option<Duration> },
    /// The server has told.
    Moved,
    /// It is looked for at this moment again, after so many looks in vain.
    Moving { next: Duration, in_vain: u8 },
}

impl PointerWatch {
    pub(super) fn new(connection: &Connection) -> Self {
        Self { supported: has_raw_events(connection).unwrap_or(false), ..Self::default() }
    }

    /// The server told that the pointer moves, `by_mouse` or by a program.
    pub(super) fn moved(&mut self, by_mouse: bool) {
        self.reliable |= by_mouse;
        if matches!(self.mode, Mode::Resting { .. }) {
            self.mode = Mode::Moved;
        }
    }

    fn resting(&self, now: Duration) -> Mode {
        Mode::Resting { look: (!self.reliable).then_some(now + FALLBACK_INTERVAL) }
    }
}

/// Raw events whatever window the pointer is in came with version 2.1.
fn has_raw_events(connection: &Connection) -> Result<bool, ReplyError> {
    let x = &connection.x;
    if x.extension_information(xinput::X11_EXTENSION_NAME)?.is_none() {
        return Ok(false);
    }
    let version = x.xinput_xi_query_version(2, 1)?.reply()?;
    Ok((version.major_version, version.minor_version) >= (2, 1))
}

pub(super) fn follow_pointer(
    mut x11: ResMut<X11>,
    wanted: Res<PointerWanted>,
    mut pointer: ResMut<Pointer>,
    monitors: Res<Monitors>,
    time: Res<Time<Real>>,
    mut next_wake: ResMut<NextWake>,
) {
    let x11 = &mut *x11;
    if !x11.pointer.supported {
        return;
    }
    let now = time.elapsed();
    match step(x11, wanted.0, now) {
        Ok(None) => {}
        Ok(Some((x, y))) => {
            pointer.position = Some(to_logical(x.into(), y.into(), &monitors));
            pointer.moved_at = Some(now);
        }
        Err(error) => x11.lost = Some(error),
    }
    match x11.pointer.mode {
        Mode::Moving { next, .. } | Mode::Resting { look: Some(next) } => next_wake.at(next),
        Mode::Off | Mode::Resting { look: None } | Mode::Moved => {}
    }
}

/// One look, if it is time for one. The place of a pointer that has moved.
fn step(x11: &mut X11, wanted: bool, now: Duration) -> Result<Option<(i16, i16)>, ConnectionError> {
    let X11 { connection, pointer, .. } = x11;
    let in_vain = match pointer.mode {
        Mode::Off if wanted => {
            listen(connection, true)?;
            pointer.mode = pointer.resting(now);
            return Ok(None);
        }
        mode if !wanted => {
            if matches!(mode, Mode::Resting { .. } | Mode::Moved) {
                listen(connection, false)?;
            }
            pointer.mode = Mode::Off;
            return Ok(None);
        }
        Mode::Off | Mode::Resting { look: None } => return Ok(None),
        Mode::Resting { look: Some(next) } if next > now => return Ok(None),
        Mode::Resting { look: Some(_) } => RESTS_AFTER,
        Mode::Moved => {
            listen(connection, false)?;
            0
        }
        Mode::Moving { next, .. } if next > now => return Ok(None),
        Mode::Moving { in_vain, .. } => in_vain,
    };
    let found = connection.find_pointer()?;
    let moved = found.is_some() && found != pointer.last;
    pointer.last = found.or(pointer.last);
    let listens = matches!(pointer.mode, Mode::Resting { .. });
    let in_vain = if moved { 0 } else { in_vain + 1 };
    let rests = in_vain > RESTS_AFTER;
    if rests != listens {
        listen(connection, rests)?;
    }
    pointer.mode = if rests { pointer.resting(now) } else { Mode::Moving { next: now + INTERVAL, in_vain } };
    Ok(found.filter(|_| moved))
}

/// Asks to be told of motion, or not any more.
fn listen(connection: &Connection, listen: bool) -> Result<(), ConnectionError> {
    let motion = XIEventMask::RAW_MOTION | XIEventMask::MOTION;
    let mask = if listen { motion } else { XIEventMask::default() };
    let masks = [EventMask { deviceid: Device::ALL_MASTER.into(), mask: vec![mask] }];
    connection.x.xinput_xi_select_events(connection.root, &masks)?;
    connection.x.flush()
}
