//! Folders that strangers filled: only a pet's own files are taken, and only what is a file.

use super::pets::{NO_PICTURE, SMALL_SHEET, manifest, real_pets};
use super::place::{Place, rule};
use openpets_assets::{PetPackage, Rules};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A folder that can be spoiled, of any name.
fn good(place: &Place, name: &str) -> PathBuf {
    let folder = place.path(name);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("pet.json"), manifest("cat").to_string()).unwrap();
    fs::write(folder.join("spritesheet.webp"), &*SMALL_SHEET).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_no_part_of_the_pet_stays_behind() {
    let place = Place::new();
    let folder = good(&place, "My Cat");
    fs::write(folder.join("preview.webp"), NO_PICTURE).unwrap();
    fs::write(folder.join("readme.md"), "!").unwrap();
    fs::write(folder.join(".hidden"), "!").unwrap();
    fs::create_dir(folder.join("node_modules")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc", folder.join("etc")).unwrap();
    let installed = place.install_folder(&folder).unwrap();
    assert_eq!((installed.id.as_str(), installed.replaced), ("cat", false));
    assert_eq!(names(&place.pet("cat")), ["pet.json", "preview.webp", "spritesheet.webp"]);
    assert_eq!(names(&place.dirs.user_data), ["openpets-state.json", "pets"]);
    assert_eq!(names(&place.dirs.installed_pets()), ["cat"]);
}

#[test]
fn the_installed_pet_onto_itself() {
    let place = Place::new();
    place.install_folder(&good(&place, "source")).unwrap();
    let before = place.tree();
    assert!(place.install_folder(&place.pet("cat")).unwrap().replaced);
    let files = |tree: super::place::Tree| -> Vec<_> {
        tree.into_iter().filter(|(path, _)| path.starts_with("data/pets")).collect()
    };
    assert_eq!(files(place.tree()), files(before));
}

#[test]
fn every_real_pet_that_keeps_the_rules() {
    for folder in real_pets() {
        let strict = PetPackage::read(&folder, Rules::Strict).and_then(|package| package.decode_sheet());
        if strict.is_ok() {
            let place = Place::new();
            let id = place
                .install_folder(&folder)
                .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
                .id;
            assert_eq!(
                fs::read(place.pet(id.as_str()).join("spritesheet.webp")).unwrap(),
                fs::read(folder.join("spritesheet.webp")).unwrap()
            );
        }
    }
}

type Spoil = fn(&Path);

/// What can be wrong, and the rule about it.
fn cases() -> Vec<(&'static str, &'static str, Spoil)> {
    #[allow(unused_mut, reason = "only unix adds some")]
    let mut cases: Vec<(&'static str, &'static str, Spoil)> = vec![
        ("no manifest", "manifest-missing", |folder| fs::remove_file(folder.join("pet.json")).unwrap()),
        ("no sheet", "sheet-missing", |folder| fs::remove_file(folder.join("spritesheet.webp")).unwrap()),
        ("a folder as the manifest", "manifest-not-regular", |folder| {
            fs::remove_file(folder.join("pet.json")).unwrap();
            fs::create_dir(folder.join("pet.json")).unwrap();
        }),
        ("a folder as the sheet", "sheet-not-regular", |folder| {
            fs::remove_file(folder.join("spritesheet.webp")).unwrap();
            fs::create_dir(folder.join("spritesheet.webp")).unwrap();
        }),
        ("an empty manifest", "manifest-not-json", |folder| fs::write(folder.join("pet.json"), "").unwrap()),
        ("a manifest of 129 KiB", "manifest-too-large", |folder| {
            fs::write(folder.join("pet.json"), " ".repeat(129 * 1024)).unwrap();
        }),
        ("a pointer as the manifest", "git-lfs-pointer", |folder| {
            fs::write(folder.join("pet.json"), "version https://git-lfs.github.com/spec/v1\n").unwrap();
        }),
        ("a pointer as the sheet", "git-lfs-pointer", |folder| {
            fs::write(folder.join("spritesheet.webp"), "version https://git-lfs.github.com/spec/v1\n")
                .unwrap();
        }),
        ("a sheet of 101 MiB", "sheet-too-large", |folder| {
            let sheet = File::options().write(true).open(folder.join("spritesheet.webp")).unwrap();
            // A sparse file.
            sheet.set_len(101 * 1024 * 1024).unwrap();
        }),
        ("an empty sheet", "sheet-truncated", |folder| {
            fs::write(folder.join("spritesheet.webp"), "").unwrap();
        }),
        ("a sheet out of the folder", "sheet-path-form", |folder| {
            let mut manifest = manifest("cat");
            manifest["spritesheetPath"] = "../spritesheet.webp".into();
            fs::write(folder.join("pet.json"), manifest.to_string()).unwrap();
        }),
        ("the manifest as the sheet", "sheet-not-webp", |folder| {
            let mut manifest = manifest("cat");
            manifest["spritesheetPath"] = "pet.json".into();
            fs::write(folder.join("pet.json"), manifest.to_string()).unwrap();
        }),
        ("the built-in id", "id-reserved", |folder| {
            fs::write(folder.join("pet.json"), manifest("builtin").to_string()).unwrap();
        }),
        ("a text as the preview", "preview-not-webp", |folder| {
            fs::write(folder.join("preview.webp"), "<!doctype html>").unwrap();
        }),
        ("a folder as the preview", "preview-not-regular", |folder| {
            fs::create_dir(folder.join("preview.webp")).unwrap();
        }),
        ("a preview of 101 MiB", "preview-too-large", |folder| {
            let preview = File::create(folder.join("preview.webp")).unwrap();
            preview.set_len(101 * 1024 * 1024).unwrap();
        }),
    ];
    #[cfg(unix)]
    cases.extend(on_unix());
    cases
}

#[cfg(unix)]
fn on_unix() -> Vec<(&'static str, &'static str, Spoil)> {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use std::os::unix::fs::symlink;
    fn away(folder: &Path, name: &str) {
        fs::rename(folder.join(name), folder.with_file_name(name)).unwrap();
        symlink(folder.with_file_name(name), folder.join(name)).unwrap();
    }
    fn pipe(folder: &Path, name: &str) {
        let _ = fs::remove_file(folder.join(name));
        mknodat(CWD, folder.join(name), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    }
    fn socket(folder: &Path, name: &str) {
        fs::remove_file(folder.join(name)).unwrap();
        drop(std::os::unix::net::UnixListener::bind(folder.join(name)).unwrap());
    }
    vec![
        ("a link as the manifest", "manifest-symlink", |folder| away(folder, "pet.json")),
        ("a link as the sheet", "sheet-symlink", |folder| away(folder, "spritesheet.webp")),
        ("a link as the preview", "preview-symlink", |folder| {
            symlink("spritesheet.webp", folder.join("preview.webp")).unwrap();
        }),
        ("a link to nowhere as the sheet", "sheet-symlink", |folder| {
            fs::remove_file(folder.join("spritesheet.webp")).unwrap();
            symlink("nowhere", folder.join("spritesheet.webp")).unwrap();
        }),
        ("a link to a device as the sheet", "sheet-symlink", |folder| {
            fs::remove_file(folder.join("spritesheet.webp")).unwrap();
            symlink("/dev/zero", folder.join("spritesheet.webp")).unwrap();
        }),
        ("a pipe as the manifest", "manifest-not-regular", |folder| pipe(folder, "pet.json")),
        ("a pipe as the sheet", "sheet-not-regular", |folder| pipe(folder, "spritesheet.webp")),
        ("a pipe as the preview", "preview-not-regular", |folder| pipe(folder, "preview.webp")),
        ("a socket as the sheet", "sheet-not-regular", |folder| socket(folder, "spritesheet.webp")),
    ]
}

#[test]
fn each_by_its_own_rule_and_nothing_changes() {
    let mut wrong = Vec::new();
    for (name, expected, spoil) in cases() {
        let place = Place::with_old_cat();
        let before = place.tree();
        let folder = good(&place, "source");
        spoil(&folder);
        let found = rule(place.install_folder(&folder));
        if found.as_deref() != Ok(expected) {
            wrong.push(format!("{name}: {found:?} instead of {expected}"));
        }
        assert_eq!(place.tree(), before, "{name} changed something");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_no_folder() {
    let place = Place::with_old_cat();
    let before = place.tree();
    fs::write(place.path("file"), "{}").unwrap();
    for path in [place.path("file"), place.path("nowhere")] {
        assert!(place.install_folder(&path).is_err(), "{}", path.display());
    }
    assert_eq!(place.tree(), before);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_is_followed_as_the_person_wrote_it() {
    let place = Place::new();
    good(&place, "source");
    std::os::unix::fs::symlink("source", place.path("link")).unwrap();
    place.install_folder(&place.path("link")).unwrap();
    assert!(fs::symlink_metadata(place.pet("cat")).unwrap().is_dir());
}

/// What is in the way of a pet may be anything: it is replaced as it is, and what it leads to is left alone.
#[cfg(unix)]
#[test]
fn a_link_in_the_pets_place() {
    let place = Place::new();
    let elsewhere = good(&place, "elsewhere");
    fs::create_dir_all(place.dirs.installed_pets()).unwrap();
    std::os::unix::fs::symlink(&elsewhere, place.pet("cat")).unwrap();
    let source = good(&place, "source");
    assert!(place.install_folder(&source).unwrap().replaced);
    assert!(fs::symlink_metadata(place.pet("cat")).unwrap().is_dir());
    assert_eq!(names(&elsewhere), ["pet.json", "spritesheet.webp"]);
    assert_eq!(names(&place.dirs.installed_pets()), ["cat"]);
}
