//! Requests to an app whose pet is visible and animating, against a server that only echoes.

use crate::figures::{Report, Times, ms};
use crate::window::FrameWatch;
use anyhow::{Context, Result};
use openpets_ipc::{Discovery, Endpoint, Reaction};
use openpets_tests::{App, AppOptions, XServer};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const REQUESTS: usize = 4_000;
const FLOOD: usize = 20_000;
const CLIENTS: usize = 50;

pub(crate) fn measure(server: &XServer, report: &mut Report) -> Result<()> {
    let app = App::start(&AppOptions { display: Some(server), ..AppOptions::default() })?;
    app.client()?.react(Reaction::Working, None)?;
    let discovery = Discovery::read(&app.folders().discovery())?;
    let Endpoint::Unix(socket) = discovery.endpoint else { anyhow::bail!("not a Unix socket") };
    let request = format!(
        "{{\"id\":\"b\",\"version\":1,\"token\":\"{}\",\"method\":\"pet.react\",\"params\":{{\"reaction\":\"working\"}}}}\n",
        discovery.token
    );
    let folder = tempfile::tempdir()?;
    let echo = start_echo(&folder.path().join("echo.sock"))?;

    exchange_many(&socket, &request, 200)?;
    exchange_many(&echo, &request, 200)?;
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..REQUESTS {
        ours.push(exchange(&socket, &request)?);
        bare.push(exchange(&echo, &request)?);
    }
    let (ours, bare) = (Times::of(ours), Times::of(bare));
    let ratio = ours.median().as_secs_f64() / bare.median().as_secs_f64();
    report.row(
        "request, p50 / p99",
        format!("{} / {}", ms(ours.median()), ms(ours.percentile(99.0))),
        format!("bare echo: {} / {}; p50 {ratio:.1} times", ms(bare.median()), ms(bare.percentile(99.0))),
        "0.5 / 3 ms; 3 times",
    );

    let watch = FrameWatch::start(server)?;
    let start = Instant::now();
    let failures: usize = std::thread::scope(|scope| {
        let clients: Vec<_> =
            (0..CLIENTS).map(|_| scope.spawn(|| exchange_many(&socket, &request, FLOOD / CLIENTS))).collect();
        clients.into_iter().map(|client| client.join().map_or(1, |result| result.unwrap_or(1))).sum()
    });
    let time = start.elapsed();
    let lateness = watch.stop().context("frames during the flood")?;
    report.row(
        "20,000 requests, 50 clients at once",
        format!("{failures} failed; latest of {} frames {} late", lateness.frames, ms(lateness.worst)),
        format!("{:.0} requests a second", FLOOD as f64 / time.as_secs_f64()),
        "none failed; 50 ms",
    );
    Ok(())
}

/// How many failed.
fn exchange_many(socket: &Path, request: &str, count: usize) -> Result<usize> {
    Ok((0..count).filter(|_| exchange(socket, request).is_err()).count())
}

fn exchange(socket: &Path, request: &str) -> Result<Duration> {
    let start = Instant::now();
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::with_capacity(256);
    stream.read_to_end(&mut answer)?;
    anyhow::ensure!(answer.ends_with(b"\n"), "no answer");
    let time = start.elapsed();
    anyhow::ensure!(!answer.windows(11).any(|part| part == b"\"ok\":false,"), "refused");
    Ok(time)
}

/// One line in, the same line out, the connection closed: the protocol's framing without the protocol.
fn start_echo(path: &Path) -> Result<PathBuf> {
    let socket = path.to_owned();
    let listener = std::os::unix::net::UnixListener::bind(path)?;
    listener.set_nonblocking(true)?;
    std::thread::spawn(move || -> Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::UnixListener::from_std(listener)?;
            loop {
                let (stream, _) = listener.accept().await?;
                tokio::spawn(async move {
                    let (read, mut write) = stream.into_split();
                    let mut line = Vec::new();
                    BufReader::new(read).read_until(b'\n', &mut line).await?;
                    write.write_all(&line).await?;
                    write.shutdown().await
                });
            }
        })
    });
    Ok(socket)
}
