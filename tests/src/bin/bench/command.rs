//! `openpets react working` against the npm client doing the same, as whole processes.

use crate::figures::{Report, Times, ms};
use anyhow::{Context, Result, ensure};
use openpets_tests::{App, AppOptions, XServer, binary, node_client};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 30;

pub(crate) fn measure(server: &XServer, report: &mut Report) -> Result<()> {
    let app = App::start(&AppOptions { display: Some(server), ..AppOptions::default() })?;
    let npm = node_client()?;
    let script = r#"import { createOpenPetsClient } from "@open-pets/client"; await createOpenPetsClient().react("working");"#;
    let mut ours = Command::new(binary("openpets")?);
    ours.args(["react", "working"]);
    let mut theirs = Command::new("node");
    theirs.args(["--input-type=module", "-e", script]).current_dir(npm);
    for command in [&mut ours, &mut theirs] {
        app.folders().apply(command);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        run(command)?;
    }
    // In turn, so that a change of the machine's speed hits both.
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        our_times.push(run(&mut ours)?);
        their_times.push(run(&mut theirs)?);
    }
    let (our_time, their_time) = (Times::of(our_times).median(), Times::of(their_times).median());
    let ratio = their_time.as_secs_f64() / our_time.as_secs_f64();
    report.row(
        "`openpets react working`, whole process, median",
        ms(our_time),
        format!("npm client in Node: {}, {ratio:.0} times as long", ms(their_time)),
        "at least 15 times faster",
    );
    let size = std::fs::metadata(binary("openpets")?).context("the command's size")?.len();
    report.row("size of `openpets`", format!("{:.1} MB", size as f64 / 1e6), String::new(), "at most 6 MB");
    Ok(())
}

fn run(command: &mut Command) -> Result<Duration> {
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed();
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(time)
}
