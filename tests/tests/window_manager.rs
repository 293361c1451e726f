//! Pets under a real window manager.

use anyhow::{Context, Result};
use openpets_ipc::{Reaction, SpeechText, StatusAnswer};
use openpets_tests::{App, AppOptions, Rgb, Running, XServer, wait_until};
use std::process::{Command, Stdio};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux, EventMask,
    StackMode, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

struct Desktop<'a> {
    server: &'a XServer,
    _manager: Running,
}

impl<'a> Desktop<'a> {
    fn start(server: &'a XServer) -> Result<Self> {
        let mut command = Command::new("openbox");
        command
            .env("DISPLAY", server.name())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let manager = Running::start(&mut command).context("tests need the package openbox")?;
        let desktop = Self { server, _manager: manager };
        wait_until("the window manager runs", || {
            let (x, root) = server.connection();
            let atom = desktop.atom("_NET_SUPPORTING_WM_CHECK").ok()?;
            let reply = x.get_property(false, root, atom, AtomEnum::WINDOW, 0, 1).ok()?.reply().ok()?;
            reply.value32()?.next()
        })?;
        Ok(desktop)
    }

    fn atom(&self, name: &str) -> Result<Atom> {
        Ok(self.server.connection().0.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }

    fn numbers(&self, window: u32, property: &str) -> Result<Vec<u32>> {
        let atom = self.atom(property)?;
        let reply =
            self.server.connection().0.get_property(false, window, atom, AtomEnum::ANY, 0, 256)?.reply()?;
        Ok(reply.value32().into_iter().flatten().collect())
    }

    fn root_numbers(&self, property: &str) -> Result<Vec<u32>> {
        self.numbers(self.server.connection().1, property)
    }

    /// An ordinary window that has the focus, as a terminal would.
    fn open_focused_window(&self) -> Result<u32> {
        let (x, root) = self.server.connection();
        let window = x.generate_id()?;
        let look = CreateWindowAux::new().background_pixel(0x0a_781e).event_mask(EventMask::KEY_PRESS);
        x.create_window(24, window, root, 0, 0, 1200, 700, 0, WindowClass::INPUT_OUTPUT, 0, &look)?;
        x.map_window(window)?;
        let activate = ClientMessageEvent::new(32, window, self.atom("_NET_ACTIVE_WINDOW")?, [2, 0, 0, 0, 0]);
        let to_manager = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        wait_until("the window has the focus", || {
            // A manager that has just started may not listen yet.
            x.send_event(false, root, to_manager, activate).ok()?.check().ok()?;
            (self.root_numbers("_NET_ACTIVE_WINDOW").ok()? == [window]).then_some(())
        })?;
        Ok(window)
    }

    /// The managed windows of our app.
    fn ours(&self) -> Result<Vec<u32>> {
        let (x, _) = self.server.connection();
        let mut ours = Vec::new();
        for window in self.root_numbers("_NET_CLIENT_LIST")? {
            let class =
                x.get_property(false, window, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 64)?.reply()?;
            if class.value.starts_with(b"openpets\0") {
                ours.push(window);
            }
        }
        Ok(ours)
    }
}

impl Desktop<'_> {
    /// The pet's window: one of ours with the size of a cell.
    fn pet(&self) -> Result<Option<u32>> {
        let (x, _) = self.server.connection();
        for window in self.ours()? {
            let Ok(size) = x.get_geometry(window)?.reply() else { continue };
            if (size.width, size.height) == (192, 208) {
                return Ok(Some(window));
            }
        }
        Ok(None)
    }
}

#[test]
fn pets_keep_out_of_the_way() -> Result<()> {
    let server = XServer::start(Rgb(40, 90, 160))?;
    let desktop = Desktop::start(&server)?;
    let typing = desktop.open_focused_window()?;
    let app = App::start(&AppOptions { display: Some(&server), ..AppOptions::default() })?;
    let pet = wait_until("the pet is managed", || desktop.pet().ok().flatten())?;

    let states = desktop.numbers(pet, "_NET_WM_STATE")?;
    for state in ["ABOVE", "SKIP_TASKBAR", "SKIP_PAGER"] {
        let atom = desktop.atom(&format!("_NET_WM_STATE_{state}"))?;
        assert!(states.contains(&atom), "the pet is not {state}");
    }
    assert_eq!(desktop.numbers(pet, "_NET_WM_DESKTOP")?, [u32::MAX], "on every workspace");
    let (x, root) = server.connection();
    let place = x.translate_coordinates(pet, root, 0, 0)?.reply()?;
    assert_eq!((place.dst_x, place.dst_y), (1280 - 192 - 24, 800 - 208 - 24), "where we put it");

    // It appears, reacts, speaks and is dragged: typing goes on in the other window.
    let client = app.client()?;
    assert!(client.react(Reaction::Success, None)?.shown);
    assert!(client.say(SpeechText::parse("Do not mind me")?, None, None)?.shown);
    wait_until("the bubble is managed", || (desktop.ours().ok()?.len() == 2).then_some(()))?;
    server.pointer(&[
        "mousemove",
        "1160",
        "690",
        "click",
        "1",
        "mousedown",
        "1",
        "mousemove",
        "1100",
        "650",
    ])?;
    server.pointer(&["mousemove", "900", "600", "mouseup", "1"])?;
    wait_until("the pet has moved", || {
        let place = x.translate_coordinates(pet, root, 0, 0).ok()?.reply().ok()?;
        (place.dst_x == 1064 - 260).then_some(())
    })?;
    assert_eq!(desktop.root_numbers("_NET_ACTIVE_WINDOW")?, [typing], "the pet took the focus");
    assert_eq!(x.get_input_focus()?.reply()?.focus, typing, "the keyboard went elsewhere");

    // Another window is raised: the pet stays above it.
    x.configure_window(typing, &ConfigureWindowAux::new().stack_mode(StackMode::ABOVE))?;
    x.sync()?;
    let stacking = desktop.root_numbers("_NET_CLIENT_LIST_STACKING")?;
    let rank = |window| stacking.iter().position(|other| *other == window);
    assert!(rank(pet) > rank(typing), "the pet is covered");
    Ok(())
}

#[test]
fn a_closed_pet_is_hidden_until_there_is_activity() -> Result<()> {
    let server = XServer::start(Rgb(40, 90, 160))?;
    let desktop = Desktop::start(&server)?;
    let app = App::start(&AppOptions { display: Some(&server), ..AppOptions::default() })?;
    let pet = wait_until("the pet is managed", || desktop.pet().ok().flatten())?;
    let (x, root) = server.connection();
    let close = ClientMessageEvent::new(32, pet, desktop.atom("_NET_CLOSE_WINDOW")?, [0; 5]);
    let to_manager = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    x.send_event(false, root, to_manager, close)?;
    x.flush()?;
    wait_until("the app knows that the pet is hidden", || match app.client().ok()?.status(None).ok()? {
        StatusAnswer::App(status) => (!status.default_pet_visible).then_some(()),
        _ => None,
    })?;
    wait_until("the pet is gone", || desktop.pet().ok()?.is_none().then_some(()))?;
    assert!(app.client()?.react(Reaction::Waving, None)?.shown);
    wait_until("the pet is back", || desktop.pet().ok()?.map(|_| ()))
}

#[test]
fn clicks_go_through_from_the_start_and_moves_by_the_manager_are_followed() -> Result<()> {
    let server = XServer::start(Rgb(40, 90, 160))?;
    let desktop = Desktop::start(&server)?;
    let below = desktop.open_focused_window()?;
    let (x, root) = server.connection();
    // Under the pet's default place.
    x.configure_window(below, &ConfigureWindowAux::new().x(40).y(60))?;
    let app = App::start(&AppOptions { display: Some(&server), ..AppOptions::default() })?;
    let pet = wait_until("the pet is managed", || desktop.pet().ok().flatten())?;
    let under_pointer = |at: [&str; 2]| -> Result<u32> {
        server.pointer(&["mousemove", at[0], at[1]])?;
        let mut window = root;
        loop {
            let child = x.query_pointer(window)?.reply()?.child;
            if child == x11rb::NONE || child == pet || child == below {
                return Ok(child);
            }
            window = child;
        }
    };
    // The transparent corner of the cell, then the pet's middle.
    wait_until("the corner belongs to the window below", || {
        (under_pointer(["1068", "572"]).ok()? == below).then_some(())
    })?;
    wait_until("the middle belongs to the pet", || {
        (under_pointer(["1160", "690"]).ok()? == pet).then_some(())
    })?;

    let status = Command::new("xdotool")
        .args(["windowmove", &pet.to_string(), "200", "150"])
        .env("DISPLAY", server.name())
        .status()?;
    assert!(status.success());
    let state = app.folders().user_data().join("openpets-state.json");
    wait_until("the new place is noticed and saved", || {
        let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&state).ok()?).ok()?;
        (json["defaultPet"]["position"] == serde_json::json!({"x": 200, "y": 150})).then_some(())
    })?;
    // The bubble appears where the pet is now.
    assert!(app.client()?.say(SpeechText::parse("Over here")?, None, None)?.shown);
    wait_until("the bubble is over the pet", || {
        let bubble = desktop.ours().ok()?.into_iter().find(|window| *window != pet)?;
        let place = x.translate_coordinates(bubble, root, 0, 0).ok()?.reply().ok()?;
        ((150..400).contains(&place.dst_x) && place.dst_y < 400).then_some(())
    })
}

#[test]
fn a_window_that_somebody_destroys_is_opened_again() -> Result<()> {
    let server = XServer::start(Rgb(40, 90, 160))?;
    let desktop = Desktop::start(&server)?;
    let mut app = App::start(&AppOptions { display: Some(&server), ..AppOptions::default() })?;
    let pet = wait_until("the pet is managed", || desktop.pet().ok().flatten())?;
    let (x, _) = server.connection();
    x.destroy_window(pet)?;
    x.flush()?;
    wait_until("another window takes its place", || desktop.pet().ok()?.filter(|other| *other != pet))?;
    assert!(app.is_running());
    Ok(())
}
