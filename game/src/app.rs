//! Builds the app from its parts and runs it.

use crate::ipc_thread::Interrupted;
#[cfg(target_os = "linux")]
use crate::present;
use crate::waker::Waker;
use crate::window::{self, headless};
use bevy_app::{App, AppExit, Last, PreUpdate};
use bevy_ecs::prelude::*;
use openpets_systems::Setup;
use openpets_systems::commands::QuitRequested;
use openpets_systems::settings::Saver;
use std::sync::atomic::Ordering;

#[cfg(target_os = "linux")]
pub(crate) type Display = window::x11::Connection;
/// No window system is supported here yet.
#[cfg(not(target_os = "linux"))]
pub(crate) enum Display {}

/// Set from outside when the app is to end.
#[derive(Resource)]
struct InterruptedResource(Interrupted);

/// Runs until the app is asked to end, and saves what is to be saved.
pub(crate) fn run(
    setup: Setup,
    display: Option<Display>,
    interrupted: Interrupted,
    waker: &Waker,
) -> AppExit {
    let mut app = App::new();
    let wake = setup.wake.clone();
    openpets_systems::install(&mut app, setup);
    app.insert_resource(InterruptedResource(interrupted))
        .add_plugins(window::plugin)
        .add_systems(PreUpdate, end_when_interrupted)
        .add_systems(Last, end_when_asked);
    let exit = match display {
        Some(display) => run_with_display(&mut app, display, &wake, waker),
        None => {
            start(&mut app);
            headless::run(&mut app, waker)
        }
    };
    app.world_mut().resource_mut::<Saver>().finish();
    exit
}

#[cfg(target_os = "linux")]
fn run_with_display(app: &mut App, display: Display, wake: &openpets_ipc::Wake, waker: &Waker) -> AppExit {
    present::install(app, wake);
    window::x11::install(app, display);
    start(app);
    window::x11::run(app, waker)
}

#[cfg(not(target_os = "linux"))]
fn run_with_display(_app: &mut App, display: Display, _wake: &openpets_ipc::Wake, _waker: &Waker) -> AppExit {
    match display {}
}

/// What `App::run` does before it calls the runner.
fn start(app: &mut App) {
    app.finish();
    app.cleanup();
}

fn end_when_interrupted(interrupted: Res<InterruptedResource>, mut exit: MessageWriter<AppExit>) {
    if interrupted.0.load(Ordering::Relaxed) {
        exit.write(AppExit::Success);
    }
}

fn end_when_asked(mut requests: MessageReader<QuitRequested>, mut exit: MessageWriter<AppExit>) {
    if requests.read().count() > 0 {
        exit.write(AppExit::Success);
    }
}
