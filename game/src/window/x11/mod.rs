//! Pets on X11: one undecorated ARGB window for each surface, drawn by the CPU.
//!
//! Speaks to the server by `x11rb` alone. A toolkit would bring Xlib, which ends the process when the display
//! goes away; here that is an error value, and the app goes on without a screen.

mod connection;
mod events;
mod monitors;
mod pointer;
mod sync;
mod window;

pub(crate) use connection::Connection;

use super::PresentSurfaces;
use super::headless;
use crate::waker::{Waker, Woken};
use bevy_app::{App, AppExit, PostUpdate, PreUpdate};
use bevy_ecs::prelude::*;
use openpets_systems::PetSystems;
use openpets_systems::motion::Monitors;
use openpets_systems::pets::Display;
use std::collections::{HashMap, HashSet};
use window::Window;

/// The connection and what it shows. Private to this backend; gone when the display is.
#[derive(Resource)]
struct X11 {
    connection: Connection,
    windows: HashMap<Entity, Window>,
    /// Events that were read but not yet handed on.
    events: Vec<x11rb::protocol::Event>,
    /// Windows that may have been moved past us.
    moved: HashSet<Entity>,
    /// Windows that are not up to date, since the server took nothing more.
    behind: HashSet<Entity>,
    /// The pointer, for pets that look at it.
    pointer: pointer::PointerWatch,
    /// A compositing manager blends windows; without one, transparency needs hard edges.
    composited: bool,
    /// The server does not answer any more.
    lost: Option<x11rb::errors::ConnectionError>,
}

/// Adds the backend to an app.
pub(crate) fn install(app: &mut App, connection: Connection) {
    let composited = connection.is_composited();
    let monitors = monitors::read(&connection);
    let pointer = pointer::PointerWatch::new(&connection);
    app.insert_resource(Monitors(monitors))
        .insert_resource(X11 {
            connection,
            windows: HashMap::new(),
            events: Vec::new(),
            moved: HashSet::new(),
            behind: HashSet::new(),
            pointer,
            composited,
            lost: None,
        })
        .add_systems(
            PreUpdate,
            (events::translate_events, events::follow_moved_windows, pointer::follow_pointer)
                .chain()
                .run_if(resource_exists::<X11>)
                .before(PetSystems::Ingest),
        )
        .add_systems(PostUpdate, sync::sync_windows.run_if(resource_exists::<X11>).in_set(PresentSurfaces));
}

/// Runs the app until it ends, with its windows as long as the display lasts.
pub(crate) fn run(app: &mut App, waker: &Waker) -> AppExit {
    loop {
        app.update();
        if let Some(exit) = app.should_exit() {
            return exit;
        }
        let timeout = headless::until_next_wake(app);
        let Some(mut x11) = app.world_mut().get_resource_mut::<X11>() else {
            return headless::run(app, waker);
        };
        // Replies that were waited for may have brought events along.
        x11.read_events();
        if x11.events.is_empty() && x11.lost.is_none() {
            let woken = waker.wait_also_for(x11.connection.descriptor(), timeout);
            if woken == Woken::ByOther {
                x11.read_events();
            }
        }
        if x11.lost.is_some() {
            lose_display(app.world_mut());
        }
    }
}

impl X11 {
    fn read_events(&mut self) {
        loop {
            match self.connection.poll_for_event() {
                Ok(Some(event)) => self.events.push(event),
                Ok(None) => return,
                Err(error) => {
                    self.lost = Some(error);
                    return;
                }
            }
        }
    }
}

/// The display has gone: pets are hidden, everything else goes on.
fn lose_display(world: &mut World) {
    if let Some(x11) = world.remove_resource::<X11>()
        && let Some(error) = x11.lost
    {
        tracing::warn!(
            "the display has gone ({error}); pets are hidden and agents are still answered. To see pets again, run `openpets quit` and start OpenPets on another display"
        );
    }
    world.resource_mut::<Monitors>().0.clear();
    world.resource_mut::<Display>().available = false;
}
