//! The library is followed on disk: what changes there changes on the screen.

use anyhow::Result;
use openpets_tests::{App, AppOptions, Folders, Rgb, XServer, install_twin, plain_sheet, wait_until};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const BACKGROUND: Rgb = Rgb(40, 90, 160);
const RED: Rgb = Rgb(220, 30, 30);
const GREEN: Rgb = Rgb(30, 200, 60);

/// An app whose default pet is a red square of the Codex folder.
fn red_square(server: &XServer) -> Result<App> {
    let folders = Folders::new()?;
    install_twin(&folders.codex_pets(), "square")?;
    write_sheet(&folders, &plain_sheet(RED)?)?;
    let state = r#"{"version":1,"preferences":{"defaultPetId":"square"}}"#;
    fs::write(folders.user_data().join("openpets-state.json"), state)?;
    let app = App::start_in(folders, &AppOptions { display: Some(server), ..AppOptions::default() })?;
    wait_until("the square is red", || shows(server, RED))?;
    Ok(app)
}

fn sheet(folders: &Folders) -> std::path::PathBuf {
    folders.codex_pets().join("square/spritesheet.webp")
}

fn write_sheet(folders: &Folders, bytes: &[u8]) -> Result<()> {
    Ok(fs::write(sheet(folders), bytes)?)
}

/// The middle of the pet in its default place, bottom right.
fn middle(server: &XServer) -> Option<Rgb> {
    Some(server.screenshot().ok()?.at(1280 - 24 - 96, 800 - 24 - 104))
}

fn shows(server: &XServer, colour: Rgb) -> Option<()> {
    (middle(server)? == colour).then_some(())
}

#[test]
fn a_pet_on_screen_is_drawn_again_when_its_author_saves_it() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let app = red_square(&server)?;
    let green = plain_sheet(GREEN)?;

    // Half of it, for a moment: what is on screen stays.
    write_sheet(app.folders(), &green[..green.len() / 2])?;
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(400) {
        let seen = middle(&server);
        assert!(seen == Some(RED), "{seen:?} while the sheet is being written");
    }
    write_sheet(app.folders(), &green)?;
    wait_until("the square is green", || shows(&server, GREEN))?;

    // As careful programs save: a new file takes the old one's place.
    let beside = app.folders().codex_pets().join("square/new.webp");
    fs::write(&beside, plain_sheet(RED)?)?;
    fs::rename(&beside, sheet(app.folders()))?;
    wait_until("the square is red again", || shows(&server, RED))?;
    Ok(())
}

#[test]
fn a_pet_that_is_removed_or_broken_gives_way_to_the_built_in_one() -> Result<()> {
    let server = XServer::start(BACKGROUND)?;
    let app = red_square(&server)?;
    let built_in = |name: &str| {
        let status = app.client().ok()?.list_pets().ok()?;
        (status.default_pet_id == name).then_some(())
    };
    let away = app.folders().user_data().join("away");
    fs::rename(app.folders().codex_pets().join("square"), &away)?;
    wait_until("the built-in pet stands in", || built_in("builtin"))?;
    wait_until("and is on screen", || (middle(&server)? != RED).then_some(()))?;
    fs::rename(&away, app.folders().codex_pets().join("square"))?;
    wait_until("the square is back", || shows(&server, RED))?;

    write_sheet(app.folders(), b"no picture")?;
    wait_until("the built-in pet stands in for a broken one", || built_in("builtin"))?;
    let broken = app.openpets(&["pets", "--broken"])?;
    assert!(String::from_utf8_lossy(&broken.stdout).contains("(sheet-"), "it is listed with the reason");
    write_sheet(app.folders(), &plain_sheet(GREEN)?)?;
    wait_until("the square is mended", || shows(&server, GREEN))?;
    Ok(())
}

#[test]
fn a_pet_that_is_copied_in_can_be_used_at_once() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let pets: &Path = &app.folders().user_data().join("pets");
    install_twin(pets, "late")?;
    wait_until("it is listed", || {
        let pets = app.client().ok()?.list_pets().ok()?.pets;
        pets.iter().any(|pet| pet.id == "late" && !pet.broken).then_some(())
    })?;
    let chosen = app.openpets(&["default", "late"])?;
    assert!(chosen.status.success());
    Ok(())
}
