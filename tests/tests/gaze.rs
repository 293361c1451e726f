//! Version 2 pets look at the pointer, wherever on the screen it is.

use anyhow::Result;
use openpets_assets::compose::{Canvas, FrameSet, compose_pet};
use openpets_assets::{Frame, Library, LibraryDirs, load_sheet};
use openpets_ipc::Reaction;
use openpets_tests::{App, AppOptions, DEFAULT_PLACE, Folders, Rgb, XServer, wait_until};
use std::fs;

const BACKGROUND: Rgb = Rgb(40, 90, 160);

/// The app with these preferences, and the frames of its pet.
fn start(server: &XServer, preferences: &str, flip: bool) -> Result<(App, FrameSet)> {
    let folders = Folders::new()?;
    let state = format!("{{\"version\":1,\"preferences\":{preferences}}}");
    fs::write(folders.user_data().join("openpets-state.json"), state)?;
    let dirs = LibraryDirs { user_data: folders.user_data(), codex_pets: None };
    let frames = FrameSet::prepare(&load_sheet(Library::scan(&dirs).built_in())?, 1.0, flip);
    let app = App::start_in(folders, &AppOptions { display: Some(server), ..AppOptions::default() })?;
    Ok((app, frames))
}

fn wait_for(server: &XServer, frames: &FrameSet, what: &str, frame: Frame) -> Result<()> {
    let mut expected = Canvas::new(192, 208);
    compose_pet(&mut expected, frames, frame, None);
    wait_until(what, || {
        server.screenshot().ok()?.shows(&expected, DEFAULT_PLACE, BACKGROUND, 0).then_some(())
    })
}

/// Moves the pointer away from the pet's feet by this much.
fn point(server: &XServer, right: i32, down: i32) -> Result<()> {
    let (x, y) = (DEFAULT_PLACE.0 as i32 + 96 + right, DEFAULT_PLACE.1 as i32 + 208 + down);
    server.pointer(&["mousemove", &x.to_string(), &y.to_string()])
}

#[test]
fn it_looks_where_the_pointer_is_and_then_straight_ahead() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let (app, frames) = start(&server, "{}", false)?;
    wait_for(&server, &frames, "it stands", Frame::Neutral)?;
    for (right, down, direction) in
        [(0, -500, 0), (-400, -400, 14), (-600, 0, 12), (100, -250, 1), (-250, 15, 12), (80, -80, 2)]
    {
        point(&server, right, down)?;
        wait_for(&server, &frames, &format!("it looks to {direction}"), Frame::Gaze(direction))?;
    }
    wait_for(&server, &frames, "it stops looking", Frame::Neutral)?;
    point(&server, 10, -10)?;
    point(&server, 3, -3)?;
    wait_for(&server, &frames, "what is too near is no direction", Frame::Neutral)?;

    // A reaction comes first, and it looks again afterwards.
    app.client()?.react(Reaction::Working, None)?;
    let still = Frame::Neutral;
    let mut standing = Canvas::new(192, 208);
    compose_pet(&mut standing, &frames, still, None);
    wait_until("it works", || {
        (!server.screenshot().ok()?.shows(&standing, DEFAULT_PLACE, BACKGROUND, 0)).then_some(())
    })?;
    point(&server, -600, -100)?;
    app.client()?.react(Reaction::Idle, None)?;
    wait_for(&server, &frames, "it stands again", Frame::Neutral)?;
    point(&server, -600, 0)?;
    wait_for(&server, &frames, "it looks again", Frame::Gaze(12))
}

#[test]
fn a_flipped_pet_looks_the_right_way() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let (_app, frames) = start(&server, r#"{"petHorizontalFlip":{"builtin":true}}"#, true)?;
    wait_for(&server, &frames, "it stands", Frame::Neutral)?;
    point(&server, -600, 0)?;
    wait_for(&server, &frames, "it looks to the left", Frame::Gaze(12))
}

#[test]
fn it_does_not_look_when_the_person_does_not_want_it() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let (_app, frames) = start(&server, r#"{"petGazeEnabled":false}"#, false)?;
    wait_for(&server, &frames, "its idle row plays", Frame::default())?;
    point(&server, -600, 0)?;
    wait_for(
        &server,
        &frames,
        "its idle row goes on",
        Frame::Row { state: openpets_assets::PetState::Idle, index: 1 },
    )
}
