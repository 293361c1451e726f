//! From the start of the process until agents are answered, and until the pet is on screen.

use crate::figures::{Report, Times, ms};
use anyhow::{Context, Result};
use openpets_ipc::{Discovery, Endpoint};
use openpets_tests::{App, AppOptions, Folders, Running, XServer};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};

const RUNS: usize = 10;

pub(crate) fn measure(server: &XServer, report: &mut Report) -> Result<()> {
    let (mut listening, mut frame, mut node) = (Vec::new(), Vec::new(), Vec::new());
    for run in 0..=RUNS {
        let (heard, seen) = start_once(server)?;
        let start = Instant::now();
        Command::new("node").args(["-e", "0"]).stdin(Stdio::null()).status().context("node")?;
        // The first run warms up the disk.
        if run > 0 {
            listening.push(heard);
            frame.push(seen);
            node.push(start.elapsed());
        }
    }
    let node = format!("`node -e 0`: {}", ms(Times::of(node).median()));
    report.row("start to listening, median", ms(Times::of(listening).median()), node.clone(), "60 ms");
    report.row("start to first frame on screen, median", ms(Times::of(frame).median()), node, "150 ms");
    Ok(())
}

fn start_once(server: &XServer) -> Result<(Duration, Duration)> {
    let folders = Folders::new()?;
    let discovery = folders.discovery();
    let mut command = App::command(&folders, &AppOptions { display: Some(server), ..AppOptions::default() })?;
    let start = Instant::now();
    let app = Running::start(command.stdin(Stdio::null()))?;
    let (mut heard, mut seen) = (None, None);
    while heard.is_none() || seen.is_none() {
        anyhow::ensure!(start.elapsed() < Duration::from_secs(20), "the app did not start");
        if heard.is_none() && answers(&discovery) {
            heard = Some(start.elapsed());
        }
        if seen.is_none() && pet_is_visible(server)? {
            seen = Some(start.elapsed());
        }
        std::thread::sleep(Duration::from_micros(300));
    }
    drop(app);
    Ok((heard.context("heard")?, seen.context("seen")?))
}

/// Listening: the file is there and the socket takes a connection. Whether the world answers comes with the frame.
fn answers(discovery: &std::path::Path) -> bool {
    match Discovery::read(discovery).map(|found| found.endpoint) {
        Ok(Endpoint::Unix(socket)) => std::os::unix::net::UnixStream::connect(socket).is_ok(),
        _ => false,
    }
}

/// Something of the pet's cell differs from the background.
fn pet_is_visible(server: &XServer) -> Result<bool> {
    let (x, root) = server.connection();
    // A line through the middle of the default place.
    let line = x.get_image(ImageFormat::Z_PIXMAP, root, 1064, 690, 192, 1, u32::MAX)?.reply()?;
    Ok(line.data.chunks_exact(4).any(|pixel| pixel[..3] != [160, 90, 40]))
}
