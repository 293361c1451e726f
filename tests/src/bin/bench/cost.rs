//! What a pet on screen costs: processor time, wake-ups and memory, from the system's own books.

use crate::figures::Report;
use anyhow::{Context, Result};
use openpets_ipc::{AcquireLease, Reaction};
use openpets_tests::{App, AppOptions, Folders, XServer, copy_pet, shared_pet};
use std::time::{Duration, Instant};

const WATCHED: Duration = Duration::from_secs(20);

const PETS: [&str; 9] =
    ["tater", "bandit", "carrot", "pinchy", "sapling", "pepper-carrot", "calian", "scarlet", "lumisprout"];

pub(crate) fn measure(server: &XServer, report: &mut Report) -> Result<()> {
    let folders = Folders::new()?;
    let mut further = Vec::new();
    for pet in PETS {
        if let Some(package) = shared_pet(pet) {
            copy_pet(&package, &folders.codex_pets(), pet)?;
            further.push(pet);
        }
    }
    let app = App::start_in(folders, &AppOptions { display: Some(server), ..AppOptions::default() })?;
    // Past the start, and past the first look at the discovery file.
    std::thread::sleep(Duration::from_secs(3));
    let idle = watch(app.pid())?;
    report.row(
        "idle pet on screen: CPU of one core, wake-ups",
        format!("{:.3} %, {:.1} a second", idle.cpu_percent, idle.wakeups),
        String::new(),
        "0.15 %, 3 a second",
    );
    let one = pss(app.pid())?;
    report.row("memory (PSS), one version 2 pet", megabytes(one), String::new(), "25 MB");

    app.client()?.react(Reaction::Working, None)?;
    // The bubble closes first: its fonts are not part of the animation.
    std::thread::sleep(Duration::from_secs(6));
    let busy = watch(app.pid())?;
    report.row(
        "busy animation: CPU of one core, wake-ups",
        format!("{:.3} %, {:.1} a second", busy.cpu_percent, busy.wakeups),
        String::new(),
        "0.5 %",
    );

    if further.is_empty() {
        return Ok(());
    }
    let before = pss(app.pid())?;
    let mut names = Vec::new();
    for pet in &further {
        let wish =
            AcquireLease { requested_pet: Some((*pet).to_owned().try_into()?), ..AcquireLease::default() };
        let lease = app.client()?.acquire_lease(wish)?;
        if !lease.using_default_pet {
            names.push(lease.actual_target_pet_id);
        }
    }
    std::thread::sleep(Duration::from_secs(5));
    let after = pss(app.pid())?;
    let each = after.saturating_sub(before) / (names.len() as u64).max(1);
    report.row(
        &format!("memory (PSS), each of {} further pets", names.len()),
        megabytes(each),
        format!("{} in all", megabytes(after)),
        "4 MB",
    );
    Ok(())
}

struct Cost {
    cpu_percent: f64,
    wakeups: f64,
}

fn watch(pid: u32) -> Result<Cost> {
    let (start, before) = (Instant::now(), books(pid)?);
    std::thread::sleep(WATCHED);
    let (time, after) = (start.elapsed().as_secs_f64(), books(pid)?);
    Ok(Cost {
        cpu_percent: (after.0 - before.0) as f64 / 1e9 / time * 100.0,
        wakeups: (after.1 - before.1) as f64 / time,
    })
}

/// Nanoseconds on a processor and voluntary switches (each ends with a wake-up), over all threads.
fn books(pid: u32) -> Result<(u64, u64)> {
    let (mut nanoseconds, mut switches) = (0, 0);
    for task in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let task = task?.path();
        let schedstat = std::fs::read_to_string(task.join("schedstat"))?;
        nanoseconds += schedstat.split_whitespace().next().context("schedstat")?.parse::<u64>()?;
        let status = std::fs::read_to_string(task.join("status"))?;
        switches += field(&status, "voluntary_ctxt_switches:")?;
    }
    Ok((nanoseconds, switches))
}

/// The proportional set size, in bytes.
pub(crate) fn pss(pid: u32) -> Result<u64> {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
    Ok(field(&rollup, "Pss:")? * 1024)
}

fn field(text: &str, name: &str) -> Result<u64> {
    let line = text.lines().find(|line| line.starts_with(name)).context("a field of /proc")?;
    Ok(line.split_whitespace().nth(1).context("its value")?.parse()?)
}

pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
