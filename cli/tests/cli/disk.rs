//! `openpets pets` without a running app.

use crate::app::{Outcome, Place};
use serde_json::{Value, json};
use std::path::Path;

fn package(folder: &Path, manifest: &str) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("pet.json"), manifest).unwrap();
}

/// Two broken pets, one of them the preferred default, and one of Codex that is hidden by another.
fn library() -> Place {
    let place = Place::empty();
    let data = place.path().join("data");
    let manifest =
        r#"{"id":"cat","displayName":"A Cat","description":"Purrs.","spritesheetPath":"spritesheet.webp"}"#;
    package(&data.join("pets/cat"), manifest);
    package(&data.join("pets/dog"), "{");
    package(&place.path().join(".codex/pets/dog"), "{");
    std::fs::write(data.join("openpets-state.json"), r#"{"version":1,"preferences":{"defaultPetId":"cat"}}"#)
        .unwrap();
    place
}

#[test]
fn for_people() {
    let Outcome { code, stdout, stderr } = library().openpets(&["pets"]);
    assert_eq!(code, 0);
    let lines: Vec<_> = stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{stdout}");
    assert_eq!(lines[0], "builtin  Nibble  default, built in");
    // The sentences between are the library's own.
    assert!(
        lines[1].starts_with("cat      A Cat   installed, broken: ")
            && lines[1].ends_with(" (sheet-missing)")
    );
    assert!(
        lines[2].starts_with("dog      dog     installed, broken: ")
            && lines[2].ends_with(" (manifest-not-json)")
    );
    let remarks: Vec<_> = stderr.lines().collect();
    assert_eq!(remarks.len(), 2, "{stderr}");
    assert_eq!(remarks[0], "openpets: OpenPets is not running; these pets are on disk");
    assert!(remarks[1].contains("\"dog\"") && remarks[1].ends_with(" (shadowed-pet)"));
}

#[test]
fn for_scripts() {
    let Outcome { code, stdout, stderr } = library().openpets(&["pets", "--json"]);
    assert_eq!((code, &*stderr), (0, ""));
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&document["ok"], &document["appRunning"]), (&json!(true), &json!(false)));
    // A broken default is stood in for.
    assert_eq!(document["defaultPetId"], "builtin");
    let pets = document["pets"].as_array().unwrap();
    let ids: Vec<_> = pets.iter().map(|pet| pet["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["builtin", "cat", "dog"]);
    assert_eq!((&pets[0]["broken"], &pets[0]["source"]), (&json!(false), &json!("builtin")));
    assert_eq!((&pets[1]["brokenRule"], &pets[1]["source"]), (&json!("sheet-missing"), &json!("installed")));
    assert!(pets[1]["brokenReason"].as_str().unwrap().len() > 20);
    assert_eq!(document["findings"].as_array().unwrap().len(), 1);
}

#[test]
fn real_packages() {
    let pets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/pets");
    let Ok(folders) = std::fs::read_dir(&pets) else {
        eprintln!("skipped: {} is not there", pets.display());
        return;
    };
    let place = Place::empty();
    let installed = place.path().join("data/pets");
    std::fs::create_dir_all(&installed).unwrap();
    let mut count = 1;
    for folder in folders.map(Result::unwrap).filter(|entry| entry.path().is_dir()) {
        let copy = installed.join(folder.file_name());
        std::fs::create_dir(&copy).unwrap();
        for file in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
            // What is no file is no part of a package either.
            let _ = std::fs::copy(file.path(), copy.join(file.file_name()));
        }
        count += 1;
    }
    let outcome = place.openpets(&["pets", "--json"]);
    let document: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(document["pets"].as_array().unwrap().len(), count, "sound or broken, every pet is listed");
}
