//! From the start of the process to the running app.

use crate::app::{self, Display};
use crate::instance::{self, Claim};
use crate::ipc_thread::{Interrupted, IpcThread};
use crate::waker::Waker;
use anyhow::{Context, Result};
use bevy_app::AppExit;
use crossbeam_channel::Receiver;
use openpets_assets::install::recover;
use openpets_assets::{Library, LibraryDirs, StateFile, watch_library};
use openpets_ipc::{BindConfig, Discovery, ServerConfig, Wake, inbox};
use openpets_systems::Setup;
use openpets_systems::lease::SystemProcesses;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Starts the app, or wakes the one that runs already.
pub(crate) fn start(headless: bool) -> Result<ExitCode> {
    let discovery = Discovery::path()?;
    let bind = BindConfig::from_env()?;
    openpets_ipc::prepare_discovery_dir(&discovery)?;
    let _instance = match instance::claim(&discovery)? {
        Claim::Ours(instance) => instance,
        Claim::Taken => {
            let visible = instance::wake_running(&discovery)
                .context("OpenPets is running already, but cannot be reached")?;
            say(if visible {
                "OpenPets is running already; its pet was brought forward."
            } else {
                "OpenPets is running already, but its pet cannot be seen: ask it with `openpets status`."
            });
            return Ok(ExitCode::SUCCESS);
        }
    };

    let library_dirs = LibraryDirs::from_env().context("no place for pets and settings")?;
    let (state_file, state, recovery) = StateFile::open(&library_dirs.user_data)?;
    if let Some(recovery) = recovery {
        tracing::warn!("{recovery}");
    }

    let waker = Waker::new()?;
    let wake = waker.handle();
    let interrupted = Interrupted::default();
    let (sender, inbox) = inbox(wake.clone());
    let config = ServerConfig { app_version: VERSION.to_owned(), bind, discovery };
    // Listening comes first: an agent that starts now finds us while the pet is still being drawn.
    let ipc = IpcThread::start(config, sender, interrupted.clone(), wake.clone())?;

    match recover(&library_dirs) {
        Ok(0) => {}
        Ok(count) => tracing::info!("cleaned up after {count} installations that did not come to an end"),
        Err(error) => {
            tracing::warn!("cannot clean up after an installation that did not come to an end: {error}")
        }
    }
    let library = Library::scan(&library_dirs);
    let found_libraries = follow_library(&library_dirs, &library, wake.clone());
    for finding in library.findings() {
        tracing::warn!("{finding}");
    }

    let preferred = state.default_pet_id();
    if library.get(preferred).is_none_or(|entry| entry.health.is_err()) {
        tracing::warn!(
            "the default pet {preferred:?} is missing or broken, see `openpets pets`; the built-in one stands in"
        );
    }

    let display = if headless { None } else { open_display() };
    let setup = Setup {
        app_version: VERSION,
        inbox,
        wake,
        dirs: library_dirs,
        library,
        found_libraries,
        state,
        state_file: Some(state_file),
        processes: Box::new(SystemProcesses),
        display: display.is_some(),
    };
    if std::io::stderr().is_terminal() {
        say("OpenPets is running. In another terminal, try `openpets react waving`; Ctrl-C here ends it.");
    }
    let exit = app::run(setup, display, interrupted, &waker);
    ipc.stop();
    Ok(match exit {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    })
}

/// Hands each new state of the folders of pets to the world.
fn follow_library(dirs: &LibraryDirs, library: &Library, wake: Wake) -> Receiver<Library> {
    let (sender, found) = crossbeam_channel::unbounded();
    let deliver = move |library| {
        let listens = sender.send(library).is_ok();
        wake();
        listens
    };
    if let Err(error) = watch_library(dirs.clone(), library.clone(), deliver) {
        tracing::warn!(%error, "pets that are added or changed are seen only after a restart");
    }
    found
}

#[cfg(target_os = "linux")]
fn open_display() -> Option<Display> {
    match Display::open() {
        Ok(display) => Some(display),
        Err(error) => {
            let error = match std::env::var_os("DISPLAY") {
                None => "DISPLAY is not set".to_owned(),
                Some(_) => error.to_string(),
            };
            say(&format!(
                "No display ({error}): agents are answered, but no pet is shown. Start it from a desktop session, set DISPLAY, or try `make demo` to see a pet on a virtual screen."
            ));
            None
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn open_display() -> Option<Display> {
    say(
        "Pets cannot be shown on this system yet: agents are answered, but no pet is shown. See README.md, \"What works where\".",
    );
    None
}

/// For the person who started us; the log is for problems.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
