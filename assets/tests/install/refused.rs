//! Each hostile or broken archive is refused by its own rule, and leaves everything as it was.

use super::cases::{Case, all, large};
use super::pets::{REAL_SHEET, cat, manifest};
use super::place::{Place, Tree, rule};
use super::zip::{Entry, Zip};
use openpets_assets::install::{Unattended, Wish, install};
use serde_json::json;
use std::collections::HashSet;

/// All that may be left where nothing was: the user data folder, empty.
fn is_nothing(tree: &Tree) -> bool {
    tree.keys().all(|path| path.as_os_str() == "data")
}

#[test]
fn each_by_its_own_rule_and_nothing_changes() {
    let (empty, full) = (Place::new(), Place::with_old_cat());
    let before = full.tree();
    let mut wrong = Vec::new();
    for Case { name, bytes, rule: expected } in all() {
        for place in [&empty, &full] {
            let found = rule(place.install_zip(&bytes));
            if found.as_deref() != Ok(expected) {
                wrong.push(format!("{name}: {found:?} instead of {expected}"));
            }
        }
        assert!(is_nothing(&empty.tree()), "{name} left {:?}", empty.tree().keys());
        assert_eq!(full.tree(), before, "{name} changed something");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn those_of_many_megabytes_too() {
    let (empty, full) = (Place::new(), Place::with_old_cat());
    let before = full.tree();
    for Case { name, bytes, rule: expected } in large() {
        for place in [&empty, &full] {
            assert_eq!(rule(place.install_zip(&bytes)).as_deref(), Ok(expected), "{name}");
        }
        assert!(is_nothing(&empty.tree()), "{name} left {:?}", empty.tree().keys());
        assert_eq!(full.tree(), before, "{name} changed something");
    }
}

#[test]
fn every_case_has_a_name_of_its_own() {
    let mut names = HashSet::new();
    for case in all().into_iter().chain(large()) {
        assert!(names.insert(case.name.clone()), "{} is there twice", case.name);
    }
    assert!(names.len() > 200, "{}", names.len());
}

#[test]
fn a_real_package_that_is_cut_off_anywhere() {
    let mut text = manifest("moth");
    text["spriteVersionNumber"] = json!(2);
    let sheet = Entry::stored("spritesheet.webp", REAL_SHEET);
    let zip = Zip::of([Entry::deflated("pet.json", text.to_string().as_bytes()), sheet]).comment(b"by hand");
    let bytes = zip.bytes();
    let place = Place::new();
    let directory = bytes.len() - 200;
    let path = place.path("package.zip");
    std::fs::write(&path, &bytes).unwrap();
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    for length in (0..directory).step_by(1024).chain(directory..bytes.len()).rev() {
        file.set_len(length as u64).unwrap();
        let found = rule(install(&place.dirs, &Wish::Zip(&path), "test", &Unattended));
        assert_eq!(found.as_deref(), Ok("zip-truncated"), "cut to {length} bytes of {}", bytes.len());
    }
    assert!(is_nothing(&place.tree()));
    place.install_zip(&bytes).unwrap();
}

#[test]
fn a_package_with_any_byte_of_its_headers_changed() {
    let good = cat();
    let bytes = good.bytes();
    let [manifest, sheet] = [&good.entries[0], &good.entries[1]];
    let (sheet_at, directory) = (manifest.length(), manifest.length() + sheet.length());
    let (first, second) =
        (manifest.length() - manifest.body.len(), sheet_at + sheet.length() - sheet.body.len());
    let place = Place::new();
    for at in (0..first).chain(sheet_at..second).chain(directory..bytes.len()) {
        for change in [1, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            // Times, versions and attributes mean nothing to us. Whatever gets in is the same pet.
            if place.install_zip(&bytes).is_ok() {
                let sheet = std::fs::read(place.pet("cat").join("spritesheet.webp")).unwrap();
                assert!(sheet == *super::pets::SMALL_SHEET, "byte {at}");
                let id = std::fs::read_to_string(place.pet("cat").join("pet.json")).unwrap();
                assert_eq!(id, super::pets::manifest("cat").to_string(), "byte {at}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_at_all() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let place = Place::new();
    mknodat(CWD, place.path("pipe"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    std::fs::create_dir(place.path("folder")).unwrap();
    for path in [place.path("pipe"), place.path("folder"), "/dev/zero".into()] {
        let found = rule(install(&place.dirs, &Wish::Zip(&path), "test", &Unattended));
        assert_eq!(found.as_deref(), Ok("zip-not-regular"), "{}", path.display());
    }
    assert!(is_nothing(&place.tree()));
}
