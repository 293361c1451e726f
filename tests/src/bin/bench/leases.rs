//! One update of a headless world with many leases.

use crate::figures::{Report, Times};
use anyhow::Result;
use bevy_app::App;
use bevy_time::TimeUpdateStrategy;
use openpets_assets::{Library, LibraryDirs, StateFile};
use openpets_ipc::{AcquireLease, Command, Inbound, Origin, inbox};
use openpets_systems::Setup;
use openpets_systems::lease::SystemProcesses;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PETS: usize = 100;
const UPDATES: usize = 300;

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    let folder = tempfile::tempdir()?;
    for pet in 0..PETS {
        write_pet(folder.path(), &format!("pet-{pet}"))?;
    }
    let mut medians = Vec::new();
    for leases in [250, 500, 1000] {
        let times = updates_with(folder.path(), leases)?;
        medians.push((leases, times.median(), times.percentile(100.0)));
    }
    let text = medians.iter().map(|(leases, median, worst)| {
        format!("{leases}: {:.0} µs, at most {:.0}", median.as_secs_f64() * 1e6, worst.as_secs_f64() * 1e6)
    });
    report.row(
        "one update with leases on 100 pets, sweeps included",
        text.collect::<Vec<_>>().join(", "),
        "the three sizes are each other's reference".to_owned(),
        "1,000 leases: 1 ms, growing linearly",
    );
    Ok(())
}

fn updates_with(user_data: &std::path::Path, leases: usize) -> Result<Times> {
    let dirs = LibraryDirs { user_data: user_data.to_owned(), codex_pets: None };
    let (_, state, _) = StateFile::open(user_data)?;
    let (sender, inbox) = inbox(Arc::new(|| {}));
    let mut app = App::new();
    let setup = Setup {
        app_version: "bench",
        inbox,
        wake: Arc::new(|| {}),
        library: Library::scan(&dirs),
        dirs,
        found_libraries: crossbeam_channel::never(),
        state,
        state_file: None,
        processes: Box::new(SystemProcesses),
        display: true,
    };
    openpets_systems::install(&mut app, setup);
    app.finish();
    app.cleanup();
    app.update();
    for lease in 0..leases {
        let wish = AcquireLease {
            requested_pet: Some(format!("pet-{}", lease % PETS).try_into()?),
            client_pid: Some(std::process::id()),
            session_nonce: Some(format!("n{lease}").try_into()?),
            source: None,
        };
        let (reply, _) = tokio::sync::oneshot::channel();
        sender.try_send(Inbound { command: Command::AcquireLease(wish), origin: Origin::Agent, reply })?;
        if lease % 200 == 199 {
            app.update();
        }
    }
    (0..8).for_each(|_| app.update());
    // Twelve seconds in all: two sweeps, and no lease ends.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(12) / UPDATES as u32));
    Ok(Times::of(
        (0..UPDATES)
            .map(|_| {
                let start = Instant::now();
                app.update();
                start.elapsed()
            })
            .collect(),
    ))
}

fn write_pet(user_data: &std::path::Path, id: &str) -> Result<()> {
    let dir = user_data.join("pets").join(id);
    std::fs::create_dir_all(&dir)?;
    let manifest = format!(
        "{{\"id\":\"{id}\",\"displayName\":\"{id}\",\"description\":\"For a bench.\",\"spritesheetPath\":\"spritesheet.webp\"}}"
    );
    std::fs::write(dir.join("pet.json"), manifest)?;
    // Only its header is looked at.
    let pixels = vec![255; 1536 * 1872 * 4];
    let file = std::fs::File::create(dir.join("spritesheet.webp"))?;
    let encoder = image::codecs::webp::WebPEncoder::new_lossless(file);
    Ok(encoder.encode(&pixels, 1536, 1872, image::ExtendedColorType::Rgba8)?)
}
