//! What the library says about packages that are not as they should be, and whether it sees that they changed.

use super::*;
use crate::PetPackage;

/// What reading a package by these rules comes to: the rule that it breaks, or what is noted.
fn verdict(dir: &Path, rules: Rules) -> String {
    match PetPackage::read(dir, rules).and_then(|package| package.decode_sheet()) {
        Err(finding) => format!("{} (refused)", finding.rule),
        Ok(sheet) if sheet.notes.is_empty() => "ok".to_owned(),
        Ok(sheet) => sheet.notes.iter().map(|note| note.rule).collect::<Vec<_>>().join(" "),
    }
}

/// Both verdicts on real packages, and whether they would show as pets of Codex, where the folder's name counts.
#[test]
fn real_packages() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/pets");
    if !shared.is_dir() {
        eprintln!("SKIPPED real_packages: {} is not there", shared.display());
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let dirs = LibraryDirs { user_data: root.path().to_owned(), codex_pets: Some(shared.clone()) };
    let library = Library::scan(&dirs);
    let verdicts: Vec<String> = library
        .iter()
        .skip(1)
        .map(|entry| {
            let dir = shared.join(&entry.id);
            let shown = entry.health.as_ref().map_or_else(|finding| finding.rule, |()| "shown");
            let (strict, tolerant) = (verdict(&dir, Rules::Strict), verdict(&dir, Rules::Tolerant));
            format!("{}: {shown}\n  strict: {strict}\n  tolerant: {tolerant}", entry.id)
        })
        .collect();
    insta::assert_snapshot!(verdicts.join("\n"));
}

fn png_of_half_size() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 768, 936);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&vec![120; 768 * 936 * 4]).unwrap();
    bytes
}

fn rules(notes: &[Finding]) -> Vec<&'static str> {
    notes.iter().map(|note| note.rule).collect()
}

#[test]
fn folders_are_read_tolerantly_and_what_is_odd_is_noted() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    for folder in [dirs.installed_pets(), dirs.codex_pets.clone().unwrap()] {
        let id = if folder.starts_with(&dirs.user_data) { "ant" } else { "bee" };
        let unnamed = manifest(id).replace(r#","spritesheetPath":"spritesheet.webp""#, "");
        fs::create_dir_all(folder.join(id)).unwrap();
        fs::write(folder.join(id).join("pet.json"), unnamed).unwrap();
        fs::write(folder.join(id).join("any name.png"), png_of_half_size()).unwrap();
        fs::write(folder.join(id).join("preview.webp"), "").unwrap();
        let library = Library::scan(&dirs);
        let entry = library.get(id).unwrap();
        assert_eq!(entry.health, Ok(()));
        assert_eq!(rules(&entry.notes), ["sheet-path-missing", "sheet-not-webp", "sheet-too-small"]);
        let sheet = load_sheet(entry).unwrap();
        let all = ["sheet-path-missing", "sheet-not-webp", "sheet-too-small", "cells-unused"];
        assert_eq!(rules(&sheet.notes), all);
        let package = PetPackage::read(&folder.join(id), Rules::Strict);
        assert_eq!(package.unwrap_err().rule, "sheet-path-missing");
    }
}

#[test]
fn a_package_may_be_read_in_a_folder_of_any_name() {
    let root = tempfile::tempdir().unwrap();
    write_pet(root.path(), "download (1)", &manifest("cat"), &sheet());
    let dir = root.path().join("download (1)");
    for rules in [Rules::Strict, Rules::Tolerant] {
        let package = PetPackage::read(&dir, rules).unwrap();
        assert_eq!(
            (package.manifest.id.as_str(), &*package.manifest.sheet_name),
            ("cat", "spritesheet.webp")
        );
        assert_eq!(package.sheet_path, dir.join("spritesheet.webp"));
        assert!(package.probe_sheet().is_ok());
    }
}

#[test]
fn the_size_tells_the_version() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    let mut bytes = Vec::new();
    image_webp::WebPEncoder::new(&mut bytes)
        .encode(&vec![120; 1536 * 2288 * 4], 1536, 2288, image_webp::ColorType::Rgba8)
        .unwrap();
    write_pet(&dirs.installed_pets(), "owl", &manifest("owl"), &bytes);
    let library = Library::scan(&dirs);
    let owl = library.get("owl").unwrap();
    assert_eq!((owl.sprite_version, rules(&owl.notes)), (SpriteVersion::V2, vec!["sheet-version-unmarked"]));
}

/// The strict rules do not look at frames and animations: a pet that OpenPets installed and shows must show here.
#[test]
fn what_the_strict_rules_accept_is_shown_where_it_is_installed() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    let codex = dirs.codex_pets.clone().unwrap();
    let with = |id: &str, further: &str| manifest(id).replacen('{', &format!("{{{further},"), 1);
    for (id, further, rule) in [
        ("ant", r#""animations":["anything"]"#, "animation-form"),
        ("bee", r#""frame":{"width":100,"height":100}"#, "frame-grid"),
    ] {
        write_pet(&dirs.installed_pets(), id, &with(id, further), &sheet());
        let library = Library::scan(&dirs);
        let installed = library.get(id).unwrap();
        assert_eq!((&installed.health, rules(&installed.notes)), (&Ok(()), vec![rule]));
        assert_eq!(load_sheet(installed).unwrap().grid.columns, 8);

        let other = format!("{id}-codex");
        write_pet(&codex, &other, &with(&other, further), &sheet());
        let library = Library::scan(&dirs);
        assert_eq!(library.get(&other).unwrap().health.as_ref().unwrap_err().rule, rule);
    }
}

#[test]
fn a_stamp_differs_when_a_file_has_changed() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    let dir = dirs.installed_pets().join("cat");
    write_pet(&dirs.installed_pets(), "cat", &manifest("cat"), &sheet());
    let stamp = || Library::scan(&dirs).get("cat").unwrap().stamp.clone();
    let mut known = vec![stamp()];
    assert_eq!(known[0], stamp(), "nothing happened");
    let mut changed = |what: &str| {
        let now = stamp();
        assert!(!known.contains(&now), "{what}");
        known.push(now);
    };
    // Replaced by a file of the same length and time.
    let copy = root.path().join("copy");
    let time = fs::metadata(dir.join("spritesheet.webp")).unwrap().modified().unwrap();
    fs::copy(dir.join("spritesheet.webp"), &copy).unwrap();
    fs::File::options().write(true).open(&copy).unwrap().set_modified(time).unwrap();
    fs::rename(&copy, dir.join("spritesheet.webp")).unwrap();
    #[cfg(unix)]
    changed("another sheet");
    fs::File::options()
        .write(true)
        .open(dir.join("pet.json"))
        .unwrap()
        .set_modified(time + std::time::Duration::from_nanos(2_000))
        .unwrap();
    changed("the manifest's time");
    fs::remove_file(dir.join("spritesheet.webp")).unwrap();
    changed("no sheet");
    fs::remove_file(dir.join("pet.json")).unwrap();
    changed("no manifest");
    fs::write(dir.join("pet.json"), "{").unwrap();
    changed("a broken manifest");
    fs::write(dir.join("pet.json"), "{{").unwrap();
    changed("another broken manifest");
}
