//! Where the pointer is, wherever it is: for pets that look at it.
//!
//! A still pointer costs nothing: the server tells that it moves (XInput 2 raw motion), and only then, and until it
//! rests, it is asked where it is, some times a second. A mouse that reports a thousand times a second wakes us no
//! more often.

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

/// After so many looks at the same place it rests.
const RESTS_AFTER: u8 = 4;

/// What is known of the pointer.
#[derive(Debug, Default)]
pub(super) struct PointerWatch {
    /// The server can tell that it moves.
    supported: bool,
    mode: Mode,
    last: Option<(i16, i16)>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Mode {
    /// Nobody wants to know.
    #[default]
    Off,
    /// The server will tell when it moves.
    Resting,
    /// The server has told.
    Moved,
    /// It is looked for at this moment again, after so many looks in vain.
    Moving { next: Duration, in_vain: u8 },
}

impl PointerWatch {
    pub(super) fn new(connection: &Connection) -> Self {
        Self { supported: has_raw_events(connection).unwrap_or(false), ..Self::default() }
    }

    /// The server told that the pointer moves.
    pub(super) fn moved(&mut self) {
        if self.mode == Mode::Resting {
            self.mode = Mode::Moved;
        }
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
    if let Mode::Moving { next, .. } = x11.pointer.mode {
        next_wake.at(next);
    }
}

/// One look, if it is time for one. The place of a pointer that has moved.
fn step(x11: &mut X11, wanted: bool, now: Duration) -> Result<Option<(i16, i16)>, ConnectionError> {
    let X11 { connection, pointer, .. } = x11;
    let in_vain = match pointer.mode {
        Mode::Off if wanted => {
            listen(connection, true)?;
            pointer.mode = Mode::Resting;
            return Ok(None);
        }
        mode if !wanted => {
            if matches!(mode, Mode::Resting | Mode::Moved) {
                listen(connection, false)?;
            }
            pointer.mode = Mode::Off;
            return Ok(None);
        }
        Mode::Off | Mode::Resting => return Ok(None),
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
    let in_vain = if moved { 0 } else { in_vain + 1 };
    pointer.mode = if in_vain < RESTS_AFTER {
        Mode::Moving { next: now + INTERVAL, in_vain }
    } else {
        listen(connection, true)?;
        Mode::Resting
    };
    Ok(found.filter(|_| moved))
}

/// Asks to be told of motion, or not any more.
fn listen(connection: &Connection, listen: bool) -> Result<(), ConnectionError> {
    let mask = if listen { XIEventMask::RAW_MOTION } else { XIEventMask::default() };
    let masks = [EventMask { deviceid: Device::ALL_MASTER.into(), mask: vec![mask] }];
    connection.x.xinput_xi_select_events(connection.root, &masks)?;
    connection.x.flush()
}
