//! What a person sees, on a virtual X server with a compositor.

use anyhow::{Context, Result};
use openpets_assets::compose::{Badge, BadgeImage, BubbleStyle, Canvas, FrameSet, TextRenderer, compose_pet};
use openpets_assets::{Frame, Library, LibraryDirs, PetState, load_sheet};
use openpets_ipc::{Reaction, SpeechText};
use openpets_tests::{
    App, AppOptions, DEFAULT_PLACE, Folders, Rgb, Screenshot, XServer, install_twin, wait_until,
};
use x11rb::protocol::xproto::{ConnectionExt as _, InputFocus, MapState};

const BACKGROUND: Rgb = Rgb(40, 90, 160);

fn start(server: &XServer, folders: Folders) -> Result<App> {
    App::start_in(folders, &AppOptions { display: Some(server), ..AppOptions::default() })
}

/// A screenshot once the pet is there and has not changed for a moment.
fn settled(server: &XServer) -> Result<Screenshot> {
    wait_until("the pet is on screen", || {
        let screen = server.screenshot().ok()?;
        screen.bounds_of_change(BACKGROUND)?;
        std::thread::sleep(std::time::Duration::from_millis(60));
        (server.screenshot().ok()? == screen).then_some(screen)
    })
}

/// The pet's pixels are where they should be, and half-transparent ones are mixed with the background exactly.
#[test]
fn the_pet_is_blended_over_the_background() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let app = start(&server, Folders::new()?)?;
    let dirs = LibraryDirs { user_data: app.folders().user_data(), codex_pets: None };
    let library = Library::scan(&dirs);
    let frames = FrameSet::prepare(&load_sheet(library.built_in())?, 1.0, false);
    let mut expected = Canvas::new(192, 208);
    let half_transparent = expected_half_transparent(&frames);
    assert!(half_transparent > 100, "the pet has soft edges to test with: {half_transparent}");
    wait_until("the neutral pose is on screen exactly", || {
        compose_pet(&mut expected, &frames, Frame::Neutral, None);
        let screen = server.screenshot().ok()?;
        is_blended(&screen, &expected, 0).then_some(())
    })
}

/// A bubble may reach this far down into the cell below it.
const BUBBLE_REACH: u32 = 48;

/// This picture is in the default place from this line on, mixed with the background.
fn is_blended(screen: &Screenshot, expected: &Canvas, from: u32) -> bool {
    screen.shows(expected, DEFAULT_PLACE, BACKGROUND, from)
}

fn expected_half_transparent(frames: &FrameSet) -> usize {
    let mut canvas = Canvas::new(192, 208);
    compose_pet(&mut canvas, frames, Frame::Neutral, None);
    canvas.pixels.iter().filter(|pixel| (40..=215).contains(&(**pixel >> 24))).count()
}

#[test]
fn a_reaction_and_a_bubble_change_the_screen() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let app = start(&server, Folders::new()?)?;
    let idle = settled(&server)?;
    let client = app.client()?;
    assert!(client.react(Reaction::Error, None)?.shown);
    let dirs = LibraryDirs { user_data: app.folders().user_data(), codex_pets: None };
    let frames = FrameSet::prepare(&load_sheet(Library::scan(&dirs).built_in())?, 1.0, false);
    let mut crying = Canvas::new(192, 208);
    wait_until("a frame of the reaction is on screen exactly", || {
        let screen = server.screenshot().ok()?;
        (0..frames.frame_count(PetState::Failed)).find(|index| {
            compose_pet(&mut crying, &frames, Frame::Row { state: PetState::Failed, index: *index }, None);
            is_blended(&screen, &crying, BUBBLE_REACH)
        })
    })?;

    let pet_top = idle.bounds_of_change(BACKGROUND).context("a pet")?.1;
    assert!(client.say(SpeechText::parse("Reading the tests")?, None, None)?.shown);
    let words = TextRenderer::new().render("Reading the tests", BubbleStyle::Light, 1.0, 240.0)?;
    let (left, top, right) = wait_until("the words are in a bubble over the pet", || {
        let screen = server.screenshot().ok()?;
        let (left, top, right, _) = screen.bounds_of_change(BACKGROUND)?;
        let found = (top..pet_top).any(|y| (left..right).any(|x| shows(&screen, words.canvas(), x, y)));
        found.then_some((left, top, right))
    })?;
    assert!(top + 20 < pet_top && right <= 1280, "the bubble is wholly on screen: {left}, {top}, {right}");
    Ok(())
}

/// The text stands at this place of the screen: dark where its strokes are, light where they are not.
fn shows(screen: &Screenshot, text: &Canvas, left: u32, top: u32) -> bool {
    if left + text.width > screen.width || top + text.height > screen.height {
        return false;
    }
    let mut strokes = 0;
    for (index, pixel) in text.pixels.iter().enumerate() {
        let (x, y) = (index as u32 % text.width, index as u32 / text.width);
        let brightness = screen.at(left + x, top + y).1;
        match pixel >> 24 {
            0 if brightness < 200 => return false,
            230.. if brightness > 110 => return false,
            230.. => strokes += 1,
            _ => {}
        }
    }
    strokes > 50
}

#[test]
fn clicks_beside_the_sprite_go_through_and_a_drag_on_it_moves_the_pet() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let below = Below::open(&server)?;
    let app = start(&server, Folders::new()?)?;
    let windows = wait_until("the pet has a window", || {
        Some(pet_windows(&server).ok()?).filter(|windows| !windows.is_empty())
    })?;
    wait_until("the pet is drawn", || {
        let screen = server.screenshot().ok()?;
        (screen.at(1280 - 24 - 96, 800 - 24 - 90) != Below::COLOUR).then_some(())
    })?;
    let focus =
        |server: &XServer| -> Result<u32> { Ok(server.connection().0.get_input_focus()?.reply()?.focus) };
    let focus_before = focus(&server)?;

    // The corner of the cell is transparent.
    server.pointer(&["mousemove", "1068", "572", "click", "1"])?;
    wait_until("the click reaches the window below", || below.clicked().then_some(()))?;

    // The middle of the pet is not.
    server.pointer(&["mousemove", "1160", "690", "mousedown", "1", "mousemove", "1100", "650"])?;
    server.pointer(&["mousemove", "860", "490", "mouseup", "1"])?;
    let (x, y) = wait_until("the pet has moved", || {
        let place = place_of(&server, windows[0]).ok()?;
        (place == (1064 - 300, 568 - 200)).then_some(place)
    })?;
    assert!(!below.clicked(), "nothing of the drag went to the window below");
    assert_eq!(focus(&server)?, focus_before, "the pet took the focus");
    let state = app.folders().user_data().join("openpets-state.json");
    wait_until("the new place is saved", || {
        let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&state).ok()?).ok()?;
        let saved = &json["defaultPet"]["perMonitorPositions"]["0,0,1280x800"];
        (saved["x"] == x && saved["y"] == y).then_some(())
    })?;

    // Killed without warning, and started again: the pet is where it was put.
    let folders = app.kill()?;
    let _app = start(&server, folders)?;
    wait_until("the pet is back in its place", || {
        let window = *pet_windows(&server).ok()?.first()?;
        (place_of(&server, window).ok()? == (x, y)).then_some(())
    })
}

#[test]
fn an_agent_pet_opens_with_its_first_lease_and_closes_with_its_last() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let folders = Folders::new()?;
    install_twin(&folders.codex_pets(), "twin")?;
    let app = start(&server, folders)?;
    let count = |wanted: usize| {
        wait_until("the number of pets is right", || {
            (pet_windows(&server).ok()?.len() == wanted).then_some(())
        })
    };
    count(1)?;
    let client = app.client()?;
    let wish = openpets_ipc::AcquireLease {
        requested_pet: Some("twin".to_owned().try_into()?),
        ..openpets_ipc::AcquireLease::default()
    };
    let first: openpets_ipc::LeaseId = client.acquire_lease(wish.clone())?.lease_id.try_into()?;
    let second: openpets_ipc::LeaseId = client.acquire_lease(wish)?.lease_id.try_into()?;
    count(2)?;
    client.release(&first)?;
    assert!(client.react(Reaction::Waving, Some(&second))?.shown);
    count(2)?;
    client.release(&second)?;
    count(1)
}

#[test]
fn without_a_compositor_the_pet_has_hard_edges_and_no_black_box() -> Result<()> {
    let mut server = XServer::start(BACKGROUND)?;
    let app = start(&server, Folders::new()?)?;
    let dirs = LibraryDirs { user_data: app.folders().user_data(), codex_pets: None };
    let frames = FrameSet::prepare(&load_sheet(Library::scan(&dirs).built_in())?, 1.0, false);
    settled(&server)?;
    server.stop_compositor();
    wait_until("the corners of the cell are free", || {
        let screen = server.screenshot().ok()?;
        let (left, top) = (1280 - 192 - 24, 800 - 208 - 24);
        let corners = [(left, top), (left + 191, top), (left, top + 207)];
        let free = corners.iter().all(|(x, y)| screen.at(*x, *y) == BACKGROUND);
        (free && screen.bounds_of_change(BACKGROUND).is_some()).then_some(())
    })?;

    // Frames that differ a lot, and a badge: each is cut to its own shape.
    for (reaction, state, badge) in [
        (Reaction::Error, PetState::Failed, None),
        (Reaction::Working, PetState::Running, Some(Badge::Working)),
    ] {
        assert!(app.client()?.react(reaction, None)?.shown);
        wait_until("a frame is cut to its shape", || {
            let screen = server.screenshot().ok()?;
            (0..frames.frame_count(state))
                .any(|index| is_cut_out(&screen, &frames, state, index, badge))
                .then_some(())
        })?;
    }
    Ok(())
}

/// This frame is on the screen with hard edges: opaque pixels are the frame's, the rest is the background.
fn is_cut_out(
    screen: &Screenshot,
    frames: &FrameSet,
    state: PetState,
    index: usize,
    badge: Option<Badge>,
) -> bool {
    let mut canvas = Canvas::new(192, 208);
    let badge = badge.map(|badge| BadgeImage::draw(badge, 1.0));
    compose_pet(&mut canvas, frames, Frame::Row { state, index }, badge.as_ref());
    canvas.pixels.iter().enumerate().all(|(at, pixel)| {
        let (x, y) = (1280 - 192 - 24 + at as u32 % 192, 800 - 208 - 24 + at as u32 / 192);
        let seen = screen.at(x, y);
        match pixel >> 24 {
            255 => u32::from(seen.0) << 16 | u32::from(seen.1) << 8 | u32::from(seen.2) == pixel & 0xff_ffff,
            // The bubble's window may reach over the cell's top.
            0..128 => seen == BACKGROUND || y < 800 - 208 - 24 + BUBBLE_REACH,
            _ => true,
        }
    })
}

#[test]
fn a_display_that_disappears_leaves_the_app_answering() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let mut app = start(&server, Folders::new()?)?;
    settled(&server)?;
    let lease: openpets_ipc::LeaseId =
        app.client()?.acquire_lease(openpets_ipc::AcquireLease::default())?.lease_id.try_into()?;
    server.kill();
    wait_until("the app says that nothing can be seen", || {
        let shown = app.client().ok()?.react(Reaction::Working, None).ok()?;
        (shown.reason == Some(openpets_ipc::reply::HiddenReason::NoDisplay)).then_some(())
    })?;
    assert!(app.is_running());
    app.client()?.heartbeat(&lease)?;
    app.terminate()?;
    Ok(())
}

#[test]
fn a_display_that_hangs_does_not_hold_agents_up() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let app = start(&server, Folders::new()?)?;
    let idle = settled(&server)?;
    let pid = rustix::process::Pid::from_raw(i32::try_from(server.pid())?).context("pid")?;
    rustix::process::kill_process(pid, rustix::process::Signal::STOP)?;
    // More frames than fit on the way to the server.
    let answers: Vec<_> = (0..40)
        .map(|turn| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            let reaction = if turn % 2 == 0 { Reaction::Error } else { Reaction::Success };
            app.client()?.react(reaction, None).map_err(anyhow::Error::from)
        })
        .collect();
    rustix::process::kill_process(pid, rustix::process::Signal::CONT)?;
    for answer in answers {
        answer?;
    }
    app.client()?.react(Reaction::Working, None)?;
    wait_until("the pet is up to date again", || {
        (server.screenshot().ok()?.difference(&idle) > 2000).then_some(())
    })
}

/// The windows of pets that are mapped.
fn pet_windows(server: &XServer) -> Result<Vec<u32>> {
    let (x, root) = server.connection();
    let mut found = Vec::new();
    for window in x.query_tree(root)?.reply()?.children {
        let class = x.get_property(false, window, 67_u32, 31_u32, 0, 64)?.reply()?.value;
        let mapped =
            x.get_window_attributes(window)?.reply().is_ok_and(|a| a.map_state == MapState::VIEWABLE);
        // A pet's cell, not a bubble: 192 wide at scale 1.
        let size = x.get_geometry(window)?.reply()?;
        if class.starts_with(b"openpets\0") && mapped && (size.width, size.height) == (192, 208) {
            found.push(window);
        }
    }
    Ok(found)
}

fn place_of(server: &XServer, window: u32) -> Result<(i32, i32)> {
    let (x, root) = server.connection();
    let place = x.translate_coordinates(window, root, 0, 0)?.reply()?;
    Ok((place.dst_x.into(), place.dst_y.into()))
}

/// An ordinary window below everything, which notes clicks.
struct Below<'a> {
    server: &'a XServer,
}

impl<'a> Below<'a> {
    const COLOUR: Rgb = Rgb(10, 120, 30);

    fn open(server: &'a XServer) -> Result<Self> {
        use x11rb::connection::Connection;
        use x11rb::protocol::xproto::{CreateWindowAux, EventMask, WindowClass};
        let (x, root) = server.connection();
        let window = x.generate_id()?;
        let look = CreateWindowAux::new().background_pixel(0x0a_781e).event_mask(EventMask::BUTTON_PRESS);
        x.create_window(24, window, root, 0, 0, 1280, 800, 0, WindowClass::INPUT_OUTPUT, 0, &look)?;
        x.map_window(window)?;
        x.set_input_focus(InputFocus::POINTER_ROOT, window, x11rb::CURRENT_TIME)?;
        x.flush()?;
        Ok(Self { server })
    }

    /// True if there was a click since the last question.
    fn clicked(&self) -> bool {
        use x11rb::connection::Connection;
        let (x, _) = self.server.connection();
        let mut clicked = false;
        while let Ok(Some(event)) = x.poll_for_event() {
            clicked |= matches!(event, x11rb::protocol::Event::ButtonPress(_));
        }
        clicked
    }
}
