//! Packages that people have made, see the list beside them: each is installed and shown, or refused with the right
//! reason.

use anyhow::{Context, Result};
use openpets_assets::compose::{Canvas, FrameSet, compose_pet};
use openpets_assets::{Frame, Library, LibraryDirs, PetState, load_sheet};
use openpets_tests::{
    App, AppOptions, Folders, Rgb, Screenshot, XServer, copy_pet, shared_pet, wait_until, zip_of,
};
use std::fs;
use std::path::PathBuf;

const BACKGROUND: Rgb = Rgb(40, 90, 160);

/// Every package and the rule that refuses it: as a folder, as a folder of Codex, as an archive.
const VERDICTS: [(&str, Option<&str>, Option<&str>, Option<&str>); 14] = [
    ("Top1CodexPet", Some("id-form"), Some("id-form"), Some("id-form")),
    ("bandit", None, None, None),
    ("calian", None, None, None),
    ("carrot", None, None, None),
    ("carrot--half", None, Some("id-not-folder"), Some("sheet-too-small")),
    ("lumisprout", None, None, Some("zip-unexpected-file")),
    ("mi-fen", None, None, None),
    ("mi-jiu", None, None, None),
    ("pepper-carrot", None, None, None),
    ("pinchy", None, None, None),
    ("sample-pet", None, None, Some("sheet-path-missing")),
    ("sapling", None, None, None),
    ("scarlet", None, None, None),
    ("tater", None, None, None),
];

fn packages() -> Option<PathBuf> {
    shared_pet("tater").and_then(|pet| pet.parent().map(PathBuf::from))
}

#[test]
fn each_is_installed_or_refused_for_the_right_reason() -> Result<()> {
    let Some(packages) = packages() else { return Ok(()) };
    let folders = Folders::new()?;
    let zip = folders.runtime().join("pet.zip");
    for (name, by_folder, _, by_archive) in VERDICTS {
        fs::write(&zip, zip_of(&packages.join(name))?)?;
        for (option, path, refusal) in
            [("--from-folder", packages.join(name), by_folder), ("--from-zip", zip.clone(), by_archive)]
        {
            let mut command = folders.openpets()?;
            let output = command.args(["install", "--standalone", option]).arg(path).output()?;
            let reason = String::from_utf8_lossy(&output.stderr);
            match refusal {
                None => assert!(output.status.success(), "{name} {option}: {reason}"),
                Some(rule) => {
                    assert_eq!(output.status.code(), Some(1), "{name} {option}");
                    assert!(reason.trim_end().ends_with(&format!("({rule})")), "{name} {option}: {reason}");
                }
            }
        }
    }
    // The half-size carrot took the place of the other one, and gave it back.
    let installed = fs::read_dir(folders.user_data().join("pets"))?.count();
    assert_eq!(installed, VERDICTS.len() - 2);
    Ok(())
}

#[test]
fn each_is_listed_among_the_pets_of_codex() -> Result<()> {
    let Some(packages) = packages() else { return Ok(()) };
    let folders = Folders::new()?;
    for (name, ..) in VERDICTS {
        copy_pet(&packages.join(name), &folders.codex_pets(), name)?;
    }
    let app = App::start_in(folders, &AppOptions::default())?;
    let listed = app.client()?.list_pets()?.pets;
    assert_eq!(listed.len(), VERDICTS.len() + 1);
    for (name, _, refusal, _) in VERDICTS {
        let pet = listed.iter().find(|pet| pet.id == name).context(name)?;
        let reason = pet.broken_reason.as_deref();
        match refusal {
            None => assert_eq!(reason, None, "{name}"),
            Some(rule) => {
                assert!(reason.is_some_and(|reason| reason.ends_with(&format!("({rule})"))), "{name}")
            }
        }
    }
    Ok(())
}

#[test]
fn three_at_once_are_on_the_screen() -> Result<()> {
    let Some(packages) = packages() else { return Ok(()) };
    let server = XServer::start(BACKGROUND)?;
    let folders = Folders::new()?;
    let pets = ["sample-pet", "tater", "pepper-carrot"];
    for pet in pets {
        copy_pet(&packages.join(pet), &folders.codex_pets(), pet)?;
    }
    let dirs = LibraryDirs { user_data: folders.user_data(), codex_pets: Some(folders.codex_pets()) };
    let library = Library::scan(&dirs);
    let state = r#"{"version":1,"preferences":{"defaultPetId":"pepper-carrot"}}"#;
    fs::write(folders.user_data().join("openpets-state.json"), state)?;
    let app = App::start_in(folders, &AppOptions { display: Some(&server), ..AppOptions::default() })?;
    for pet in &pets[..2] {
        let acquired = app.openpets(&["lease", "acquire", "--pet", pet])?;
        assert!(acquired.status.success());
    }
    for pet in pets {
        let frames = FrameSet::prepare(&load_sheet(library.get(pet).context(pet)?)?, 1.0, false);
        wait_until(&format!("{pet} is on screen as its author drew it"), || {
            let screen = server.screenshot().ok()?;
            let windows = server.pet_windows().ok()?;
            windows.into_iter().find(|window| {
                let place = server.place_of(*window).unwrap_or_default();
                is_idle(&screen, &frames, (place.0 as u32, place.1 as u32))
            })
        })?;
    }
    Ok(())
}

/// The neutral pose, or any frame of the idle row, stands at this place.
fn is_idle(screen: &Screenshot, frames: &FrameSet, place: (u32, u32)) -> bool {
    let row =
        (0..frames.frame_count(PetState::Idle)).map(|index| Frame::Row { state: PetState::Idle, index });
    std::iter::once(Frame::Neutral).chain(row).any(|frame| {
        let mut picture = Canvas::new(192, 208);
        compose_pet(&mut picture, frames, frame, None);
        screen.shows(&picture, place, BACKGROUND, 0)
    })
}
