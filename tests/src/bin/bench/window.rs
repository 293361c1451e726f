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

/// How long each frame of the working animation shows, from the format's table.
const FRAMES: [Duration; 6] = [
    Duration::from_millis(120),
    Duration::from_millis(120),
    Duration::from_millis(120),
    Duration::from_millis(120),
    Duration::from_millis(120),
    Duration::from_millis(220),
];

/// A gap that only the last frame leaves.
const LONG: Duration = Duration::from_millis(170);

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
        Ok(Lateness { frames: frames.len(), worst: lateness(&frames).context("no whole cycle was seen")? })
    }
}

/// The latest frame, against the beat of the animation: the first long gap tells where the cycle begins, and the
/// frame that was least late keeps the beat. A frame that is missing makes all after it late.
fn lateness(frames: &[Instant]) -> Option<Duration> {
    let start = frames.windows(2).position(|pair| pair[1] - pair[0] > LONG)? + 1;
    let mut meant = Duration::ZERO;
    let offsets: Vec<f64> = frames[start..]
        .iter()
        .zip(FRAMES.iter().cycle())
        .map(|(frame, shows)| {
            let offset = (*frame - frames[start]).as_secs_f64() - meant.as_secs_f64();
            meant += *shows;
            offset
        })
        .collect();
    let earliest = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let latest = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Duration::try_from_secs_f64(latest - earliest).ok()
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
