//! Packages as common programs make them get in, byte by byte.

use super::pets::{REAL_SHEET, SMALL_SHEET, cat, files, manifest, real_pets};
use super::place::Place;
use super::zip::{Entry, Zip, extra};
use openpets_assets::{LibraryDirs, PetPackage, Rules, State, StateFile};
use serde_json::json;
use std::fs;
use std::process::Command;

const PREVIEW: &[u8] = b"RIFF\x10\x00\x00\x00WEBPnot looked at";

/// Archives of the pet "cat" and nothing else, each with a name.
fn archives() -> Vec<(&'static str, Zip)> {
    let [manifest, sheet] = files();
    let text = super::pets::manifest("cat").to_string();
    let in_folder = |folder: &str| {
        [
            Entry::deflated(format!("{folder}pet.json"), text.as_bytes()),
            Entry::deflated(format!("{folder}spritesheet.webp"), &SMALL_SHEET),
        ]
    };
    let streamed = |signature| Zip::of(files().map(|file| file.streamed(signature)));
    vec![
        ("deflated", cat()),
        (
            "stored",
            Zip::of([
                Entry::stored("pet.json", text.as_bytes()),
                Entry::stored("spritesheet.webp", &SMALL_SHEET),
            ]),
        ),
        ("sheet first", Zip::of([sheet.clone(), manifest.clone()])),
        ("streamed", streamed(true)),
        ("streamed without signatures", streamed(false)),
        ("streamed with known sizes", {
            Zip::of(files().map(|file| {
                let central = file.central.clone();
                file.streamed(true).local(|local| {
                    (local.crc, local.packed, local.size) = (central.crc, central.packed, central.size);
                })
            }))
        }),
        ("in a folder", Zip::of(in_folder("any name/"))),
        ("in a folder with an entry", {
            let [manifest, sheet] = in_folder("猫/");
            Zip::of([Entry::folder("猫/"), manifest, sheet])
        }),
        ("the folder's entry last", {
            let [manifest, sheet] = in_folder("cat/");
            Zip::of([manifest, sheet, Entry::folder("cat/")])
        }),
        ("with a comment", cat().comment(b"Packed by hand. PK\x03\x04 PK\x01\x02")),
        ("with comments on files", Zip::of(files().map(|file| file.but(|file| file.comment = b"!".into())))),
        (
            "with times",
            Zip::of(files().map(|file| file.both(|header| header.extra = extra(0x5455, &[0; 5])))),
        ),
        (
            "with a cut extra field",
            Zip::of(files().map(|file| file.both(|header| header.extra = vec![1, 0, 9]))),
        ),
        ("by a system without modes", {
            Zip::of(files().map(|file| {
                file.but(|file| {
                    file.host = 0;
                    file.attributes = 0x20;
                })
            }))
        }),
        ("without modes", Zip::of(files().map(|file| file.mode(0)))),
        ("in another order than its directory", cat().but(|zip| zip.reversed = true)),
    ]
}

fn installed_state(dirs: &LibraryDirs) -> State {
    StateFile::peek(&dirs.user_data).unwrap()
}

#[test]
fn what_programs_pack_gets_in() {
    for (name, zip) in archives() {
        let place = Place::new();
        let installed = place.install_zip(&zip.bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (installed.id.as_str(), &*installed.display_name, installed.replaced),
            ("cat", "Cat", false)
        );
        let names: Vec<_> = fs::read_dir(place.pet("cat")).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "{name}: {names:?}");
        assert_eq!(fs::read(place.pet("cat").join("spritesheet.webp")).unwrap(), *SMALL_SHEET, "{name}");
        let text = fs::read_to_string(place.pet("cat").join("pet.json")).unwrap();
        assert_eq!(text, manifest("cat").to_string(), "{name}");
        assert_eq!(installed_state(&place.dirs).installed_pets().collect::<Vec<_>>(), ["cat"], "{name}");
        let others: Vec<_> =
            place.tree().into_keys().filter(|path| path.to_string_lossy().contains("/.")).collect();
        assert_eq!(others, Vec::<std::path::PathBuf>::new(), "{name}");
    }
}

#[test]
fn a_preview_comes_along() {
    let place = Place::new();
    let [manifest, sheet] = files();
    let zip = Zip::of([Entry::stored("preview.webp", PREVIEW), manifest, sheet]);
    place.install_zip(&zip.bytes()).unwrap();
    assert_eq!(fs::read(place.pet("cat").join("preview.webp")).unwrap(), PREVIEW);
}

#[test]
fn another_version_takes_the_place_of_the_old_one() {
    let place = Place::with_old_cat();
    let installed = place.install_zip(&cat().bytes()).unwrap();
    assert!(installed.replaced);
    assert!(!place.pet("cat").join("old.webp").exists());
    let state = fs::read_to_string(place.state_file()).unwrap();
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    assert_eq!(state["pets"]["installed"][0], json!({"id": "dog", "displayName": "Dog", "kept": true}));
    assert_eq!(state["pets"]["installed"][1]["id"], json!("cat"));
    assert_eq!((&state["pets"]["more"], &state["unknown"]), (&json!(1), &json!({"a": null})));
}

#[test]
fn the_same_archive_through_a_link() {
    let place = Place::new();
    fs::write(place.path("real.zip"), cat().bytes()).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("real.zip", place.path("link.zip")).unwrap();
    #[cfg(not(unix))]
    fs::copy(place.path("real.zip"), place.path("link.zip")).unwrap();
    let wish = openpets_assets::install::Wish::Zip(&place.path("link.zip"));
    openpets_assets::install::install(&place.dirs, &wish, "test", &openpets_assets::install::Unattended)
        .unwrap();
}

#[test]
fn every_real_pet_that_keeps_the_rules() {
    let mut count = 0;
    for folder in real_pets() {
        let place = Place::new();
        let files: Vec<Entry> = ["pet.json", "spritesheet.webp"]
            .iter()
            .filter_map(|name| Some(Entry::deflated(name, &fs::read(folder.join(name)).ok()?)))
            .collect();
        let strict = PetPackage::read(&folder, Rules::Strict).and_then(|package| package.decode_sheet());
        let installed = place.install_zip(&Zip::of(files).bytes());
        match strict {
            Ok(_) => {
                count += 1;
                let id = installed.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).id;
                for name in ["pet.json", "spritesheet.webp"] {
                    let copy = fs::read(place.pet(id.as_str()).join(name)).unwrap();
                    assert_eq!(copy, fs::read(folder.join(name)).unwrap(), "{}", folder.display());
                }
            }
            // The folder's name is the one thing that an archive does not keep.
            Err(finding) if finding.rule == "id-not-folder" => {}
            Err(finding) => {
                assert!(installed.is_err(), "{}: {finding}, but it was installed", folder.display());
            }
        }
    }
    eprintln!("{count} real pets were installed");
}

#[test]
fn as_python_packs_them() {
    let place = Place::new();
    let folder = place.path("source");
    fs::create_dir_all(folder.join("moth")).unwrap();
    let mut manifest = manifest("moth");
    manifest["spriteVersionNumber"] = json!(2);
    fs::write(folder.join("moth/pet.json"), manifest.to_string()).unwrap();
    fs::write(folder.join("moth/spritesheet.webp"), REAL_SHEET).unwrap();
    let archive = place.path("python.zip");
    let python =
        Command::new("python3").args(["-m", "zipfile", "-c"]).arg(&archive).arg(folder.join("moth")).output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: no python3 with zipfile");
        return;
    }
    let installed = place.install_zip(&fs::read(archive).unwrap()).unwrap();
    assert_eq!(installed.id.as_str(), "moth");
    assert_eq!(fs::read(place.pet("moth").join("spritesheet.webp")).unwrap(), REAL_SHEET);
}
