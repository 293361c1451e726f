//! The pet's window, watched from outside: when its pixels change.

use anyhow::{Context, Result};
use openpets_tests::{XServer, wait_until};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::damage::{ConnectionExt as _, ReportLevel};
use x11rb::protocol::xproto::{ConnectionExt as _, MapState};

/// The times between two frames of the working animation, from the format's table.
const INTERVALS: [Duration; 2] = [Duration::from_millis(120), Duration::from_millis(220)];

/// How far two readings of one moment may be apart.
const CLOCKS: Duration = Duration::from_millis(10);

/// How late frames were.
pub(crate) struct Lateness {
    pub(crate) frames: usize,
    pub(crate) worst: Duration,
}

/// Notes when the pet's window is drawn.
pub(crate) struct FrameWatch {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<Vec<Instant>>>,
}

impl FrameWatch {
    pub(crate) fn start(server: &XServer) -> Result<Self> {
        let window = wait_until("the pet has a window", || find(server).ok().flatten())?;
        let (x, _) = x11rb::connect(Some(server.name()))?;
        x.damage_query_version(1, 1)?.reply()?;
        let damage = x.generate_id()?;
        x.damage_create(damage, window, ReportLevel::NON_EMPTY)?;
        x.flush()?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut frames = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                while let Some(event) = x.poll_for_event()? {
                    if matches!(event, Event::DamageNotify(_)) {
                        frames.push(Instant::now());
                        x.damage_subtract(damage, x11rb::NONE, x11rb::NONE)?;
                        x.flush()?;
                    }
                }
                std::thread::sleep(Duration::from_micros(500));
            }
            Ok(frames)
        });
        Ok(Self { stop, thread })
    }

    pub(crate) fn stop(self) -> Result<Lateness> {
        // The flood may be shorter than a few frames.
        std::thread::sleep(Duration::from_millis(1500));
        self.stop.store(true, Ordering::Relaxed);
        let frames = self.thread.join().ok().context("the watch failed")??;
        let late = frames.windows(2).map(|pair| {
            let interval = pair[1] - pair[0];
            // The longest of the two that it can have been meant to be; clocks are read a little apart.
            let meant = INTERVALS.into_iter().rev().find(|meant| *meant <= interval + CLOCKS);
            interval.saturating_sub(meant.unwrap_or_default())
        });
        Ok(Lateness { frames: frames.len(), worst: late.max().unwrap_or_default() })
    }
}

/// The window of a pet, if one is mapped.
pub(crate) fn find(server: &XServer) -> Result<Option<u32>> {
    let (x, root) = server.connection();
    for window in x.query_tree(root)?.reply()?.children {
        let Ok(geometry) = x.get_geometry(window)?.reply() else { continue };
        let Ok(attributes) = x.get_window_attributes(window)?.reply() else { continue };
        if (geometry.width, geometry.height) == (192, 208) && attributes.map_state == MapState::VIEWABLE {
            return Ok(Some(window));
        }
    }
    Ok(None)
}
