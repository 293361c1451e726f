//! `openpets install`, `uninstall` and `default`: what is asked of the app, and what happens without one.

use crate::app::{Outcome, Place, app, ok, refusal};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::Receiver;

/// A sound package in a folder, for a library or elsewhere.
fn package(folder: &Path, id: &str) -> PathBuf {
    let dir = folder.join(id);
    fs::create_dir_all(&dir).unwrap();
    let sheet = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/builtin/spritesheet.webp");
    fs::copy(sheet, dir.join("spritesheet.webp")).unwrap();
    let manifest = json!({
        "id": id, "displayName": "Cat", "description": "For tests.",
        "spritesheetPath": "spritesheet.webp", "spriteVersionNumber": 2,
    });
    fs::write(dir.join("pet.json"), manifest.to_string()).unwrap();
    dir
}

/// An app that installs everything.
fn installing_app() -> (Place, Receiver<Value>) {
    app(json!({"ok": true, "petId": "cat", "displayName": "Cat", "installed": true}))
}

fn request(received: &Receiver<Value>, method: &str) -> Value {
    received.iter().find(|request| request["method"] == method).unwrap()["params"].clone()
}

#[test]
fn through_the_app() {
    let (place, received) = installing_app();
    let outcome = place.openpets(&["install", "cat"]);
    assert_eq!(
        outcome,
        Outcome::done("Installed Cat (cat).\nTo make it the default pet: openpets default cat\n")
    );
    assert_eq!(request(&received, "pets.install")["petId"], "cat");

    let outcome = place.openpets(&["install-pet", "cat", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&outcome.stdout).unwrap()["petId"], "cat");

    place.openpets(&["install", "--from-zip", "some/cat.zip"]);
    let params = request(&received, "pets.install-local");
    let path = fs::canonicalize(place.path()).unwrap().join("some/cat.zip");
    assert_eq!((&params["path"], &params["kind"]), (&json!(path), &json!("zip")));

    place.openpets(&["install", "--from-folder", "/pets/cat", "--standalone"]);
    let params = request(&received, "pets.install-local");
    assert_eq!((&params["path"], &params["kind"]), (&json!("/pets/cat"), &json!("folder")));
}

#[test]
fn an_app_that_refuses() {
    let place = Place::empty();
    place.serve(|request| refusal(request, "install_failed", "The archive is no ZIP file. (zip-signature)"));
    let outcome = place.openpets(&["install", "cat"]);
    assert_eq!((outcome.code, &*outcome.stdout), (1, ""));
    assert!(outcome.stderr.contains("(zip-signature)"), "{}", outcome.stderr);
}

#[test]
fn an_app_that_is_too_old() {
    let place = Place::empty();
    place.serve(|request| refusal(request, "unknown_method", "no"));
    let outcome = place.openpets(&["install", "--from-zip", "cat.zip", "--standalone"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("too old"), "{}", outcome.stderr);
    assert!(!place.path().join("data").exists());
}

#[test]
fn without_an_app_only_if_wanted() {
    let place = Place::empty();
    let folder = package(place.path(), "cat");
    let folder = folder.to_str().unwrap();
    let outcome = place.openpets(&["install", "--from-folder", folder]);
    assert_eq!((outcome.code, &*outcome.stdout), (3, ""));
    assert!(outcome.stderr.contains("--standalone"), "{}", outcome.stderr);
    assert!(!place.path().join("data/pets/cat").exists());

    let outcome = place.openpets(&["install", "--from-folder", folder, "--standalone"]);
    assert_eq!((outcome.code, &*outcome.stderr), (0, ""));
    assert!(outcome.stdout.starts_with("Installed Cat (cat).\n"));
    assert!(place.path().join("data/pets/cat/pet.json").exists());
    assert!(!place.path().join("data/.install-pet.lock").exists());

    let again = place.openpets(&["install", "--from-folder", folder, "--standalone"]);
    assert_eq!(again, Outcome::done("Replaced Cat (cat).\n"));
}

#[test]
fn under_the_name_of_the_npm_package() {
    let place = Place::empty();
    let folder = package(place.path(), "cat");
    let program = place.path().join("install-pet");
    fs::hard_link(env!("CARGO_BIN_EXE_openpets"), &program)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_openpets"), &program).map(drop))
        .unwrap();
    let mut command = Command::new(program);
    command.env("OPENPETS_DISCOVERY_FILE", place.discovery());
    command.env("OPENPETS_USER_DATA", place.path().join("data")).env("HOME", place.path());
    let outcome = Outcome::from(command.args(["--from-folder", folder.to_str().unwrap()]).output().unwrap());
    assert_eq!((outcome.code, &*outcome.stderr), (0, ""));
    assert!(place.path().join("data/pets/cat/spritesheet.webp").exists());
}

#[test]
fn one_source_and_no_more() {
    for arguments in [&["install"][..], &["install", "cat", "--from-zip", "cat.zip"], &["install", "a/b"]] {
        assert_eq!(Place::empty().openpets(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn refused_without_an_app() {
    let place = Place::empty();
    fs::write(place.path().join("cat.zip"), "no archive").unwrap();
    let outcome = place.openpets(&["install", "--from-zip", "cat.zip", "--standalone", "--json"]);
    assert_eq!((outcome.code, &*outcome.stderr), (1, ""));
    let error = serde_json::from_str::<Value>(&outcome.stdout).unwrap()["error"].clone();
    assert_eq!(error["code"], "install_failed");
    assert!(error["message"].as_str().unwrap().contains("(zip-"), "{error}");
    assert!(
        !place.path().join("data/pets").exists()
            || fs::read_dir(place.path().join("data/pets")).unwrap().count() == 0
    );

    let outcome = place.openpets(&["install", "No-Such-Form", "--standalone"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("a pet id has"), "{}", outcome.stderr);
}

#[test]
fn an_app_uninstalls_and_chooses() {
    let (place, received) = app(json!({"ok": true, "petId": "cat"}));
    assert_eq!(place.openpets(&["uninstall", "cat"]), Outcome::done("Removed cat.\n"));
    let sent = received.recv().unwrap();
    assert_eq!((&sent["method"], &sent["token"]), (&json!("pets.uninstall"), &json!("control-token-00")));

    let pet = json!({"id": "cat", "displayName": "Cat", "builtIn": false, "broken": false});
    let (place, received) = app(json!({"ok": true, "defaultPet": pet}));
    assert_eq!(place.openpets(&["default", "cat"]), Outcome::done("The default pet is Cat (cat).\n"));
    let sent = received.recv().unwrap();
    assert_eq!((&sent["method"], &sent["params"]), (&json!("pets.set-default"), &json!({"petId": "cat"})));
}

#[test]
fn uninstalling_and_choosing_on_disk() {
    let place = Place::empty();
    package(&place.path().join("data/pets"), "cat");
    package(&place.path().join(".codex/pets"), "dog");
    assert_eq!(place.openpets(&["default"]), Outcome::done("The default pet is Nibble (builtin).\n"));
    assert_eq!(place.openpets(&["default", "cat"]), Outcome::done("The default pet is Cat (cat).\n"));
    assert_eq!(place.openpets(&["default"]), Outcome::done("The default pet is Cat (cat).\n"));

    let nobody = place.openpets(&["default", "nobody"]);
    assert_eq!((nobody.code, &*nobody.stdout), (1, ""));
    fs::write(place.path().join(".codex/pets/dog/spritesheet.webp"), "no picture").unwrap();
    let broken = place.openpets(&["default", "dog"]);
    assert!(broken.stderr.contains("(sheet-not-webp)"), "{}", broken.stderr);

    assert_eq!(place.openpets(&["uninstall", "cat"]), Outcome::done("Removed cat.\n"));
    assert!(!place.path().join("data/pets/cat").exists());
    assert_eq!(place.openpets(&["default"]), Outcome::done("The default pet is Nibble (builtin).\n"));
    for other in ["cat", "builtin", "dog"] {
        let outcome = place.openpets(&["uninstall", other]);
        assert_eq!((outcome.code, &*outcome.stdout), (1, ""), "{other}");
    }
    assert!(place.path().join(".codex/pets/dog/pet.json").exists());
}

#[test]
fn only_broken_pets() {
    let place = Place::empty();
    package(&place.path().join("data/pets"), "cat");
    let none = place.openpets(&["pets", "--broken"]);
    assert_eq!((none.code, &*none.stdout), (0, "no pet is broken\n"));
    fs::create_dir(place.path().join("data/pets/empty")).unwrap();
    let one = place.openpets(&["pets", "--broken"]);
    assert!(one.stdout.starts_with("empty ") && one.stdout.lines().count() == 1, "{}", one.stdout);
    let json: Value = serde_json::from_str(&place.openpets(&["pets", "--broken", "--json"]).stdout).unwrap();
    assert_eq!(json["pets"].as_array().unwrap().len(), 1);

    let place = Place::empty();
    let pet =
        |id: &str, broken: bool| json!({"id": id, "displayName": id, "builtIn": false, "broken": broken});
    let list = json!({"ok": true, "pets": [pet("cat", false), pet("dog", true)], "defaultPetId": "cat"});
    place.serve(move |request| ok(request, &list));
    assert_eq!(place.openpets(&["pets", "--broken"]), Outcome::done("dog  dog  broken\n"));
}
