mod reading;

use super::*;
use crate::Clips;

fn dirs(root: &Path) -> LibraryDirs {
    LibraryDirs { user_data: root.join("data"), codex_pets: Some(root.join("codex")) }
}

fn manifest(id: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"displayName\":\"Pet {id}\",\"description\":\"For a test.\",\"spritesheetPath\":\"spritesheet.webp\"}}"
    )
}

fn write_pet(folder: &Path, name: &str, manifest: &str, sheet: &[u8]) {
    let dir = folder.join(name);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("pet.json"), manifest).unwrap();
    fs::write(dir.join("spritesheet.webp"), sheet).unwrap();
}

/// A version 1 sheet of one colour.
fn sheet() -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = vec![120; 1536 * 1872 * 4];
    image_webp::WebPEncoder::new(&mut bytes)
        .encode(&pixels, 1536, 1872, image_webp::ColorType::Rgba8)
        .unwrap();
    bytes
}

#[test]
fn the_built_in_pet_is_sound_and_implements_every_state() {
    let root = tempfile::tempdir().unwrap();
    let library = Library::scan(&dirs(root.path()));
    assert_eq!(library.iter().count(), 1);
    let built_in = library.built_in();
    assert_eq!((built_in.id.as_str(), built_in.source), ("builtin", PetSource::BuiltIn));
    let sheet = load_sheet(built_in).unwrap();
    assert_eq!(sheet.clips, Clips::format());
    assert_eq!(sheet.notes, []);
}

#[test]
fn broken_pets_are_listed_with_their_reason_and_the_installed_one_counts() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    let (installed, codex) = (dirs.installed_pets(), dirs.codex_pets.clone().unwrap());
    let sheet = sheet();
    write_pet(&installed, "cat", &manifest("cat"), &sheet);
    write_pet(&codex, "cat", &manifest("cat"), &sheet);
    write_pet(&codex, "dog", &manifest("hound"), &sheet);
    write_pet(&codex, "eel", "{", &sheet);
    write_pet(&codex, "fox", &manifest("fox"), b"not a picture");
    fs::create_dir_all(codex.join("gnu")).unwrap();
    fs::write(codex.join("notes.txt"), "not a folder").unwrap();
    let library = Library::scan(&dirs);
    let rule = |id: &str| library.get(id).unwrap().health.as_ref().err().map(|finding| finding.rule);
    assert_eq!(rule("cat"), None);
    assert_eq!(library.get("cat").unwrap().source, PetSource::Installed);
    assert_eq!(library.findings().iter().map(|f| f.rule).collect::<Vec<_>>(), ["shadowed-pet"]);
    assert_eq!(rule("dog"), Some("id-not-folder"));
    assert!(rule("eel").is_some() && rule("fox").is_some());
    assert_eq!(rule("gnu"), Some("manifest-missing"));
    assert!(library.get("notes.txt").is_none());
    let ids: Vec<&str> = library.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["builtin", "cat", "dog", "eel", "fox", "gnu"]);
}

#[test]
fn a_sheet_without_anything_to_see_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    let mut empty = Vec::new();
    image_webp::WebPEncoder::new(&mut empty)
        .encode(&vec![0; 1536 * 1872 * 4], 1536, 1872, image_webp::ColorType::Rgba8)
        .unwrap();
    write_pet(&dirs.installed_pets(), "ghost", &manifest("ghost"), &empty);
    let library = Library::scan(&dirs);
    let ghost = library.get("ghost").unwrap();
    assert_eq!(load_sheet(ghost).unwrap_err().rule, "idle-empty");
}

#[test]
fn only_so_many_codex_pets_are_read() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    for number in 0..MAX_CODEX_PETS + 3 {
        fs::create_dir_all(dirs.codex_pets.clone().unwrap().join(format!("pet-{number:03}"))).unwrap();
    }
    let library = Library::scan(&dirs);
    assert_eq!(library.iter().count(), MAX_CODEX_PETS + 1);
    assert_eq!(library.findings()[0].rule, "too-many-pets");
}

#[test]
fn a_pet_cannot_pass_for_the_built_in_one() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    write_pet(&dirs.installed_pets(), "builtin", &manifest("builtin"), b"");
    let library = Library::scan(&dirs);
    assert_eq!(library.iter().count(), 1);
    assert_eq!(library.get("builtin").unwrap().source, PetSource::BuiltIn);
    assert_eq!(library.findings()[0].rule, "shadowed-pet");
}

#[test]
fn what_installers_prepare_is_not_a_pet() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    fs::create_dir_all(dirs.installed_pets().join(".staging")).unwrap();
    assert_eq!(Library::scan(&dirs).iter().count(), 1);
}

#[test]
fn a_folder_of_pets_that_cannot_be_read_is_told() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    fs::create_dir(&dirs.user_data).unwrap();
    fs::write(dirs.installed_pets(), "a file where the folder should be").unwrap();
    assert_eq!(Library::scan(&dirs).findings()[0].rule, "pets-folder-unreadable");
}

#[test]
fn names_that_would_upset_a_terminal_are_defused() {
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    fs::create_dir_all(dirs.installed_pets().join("cat\u{1b}[2J")).unwrap();
    assert!(Library::scan(&dirs).get("cat\u{fffd}[2J").is_some());
}

#[cfg(unix)]
#[test]
fn links_are_listed_and_not_followed() {
    use std::os::unix::fs::symlink;
    let root = tempfile::tempdir().unwrap();
    let dirs = dirs(root.path());
    let codex = dirs.codex_pets.clone().unwrap();
    write_pet(&codex, "real", &manifest("real"), b"");
    symlink(codex.join("real"), codex.join("linked")).unwrap();
    symlink(codex.join("real/pet.json"), codex.join("file")).unwrap();
    write_pet(&codex, "sheet", &manifest("sheet"), b"");
    fs::remove_file(codex.join("sheet/spritesheet.webp")).unwrap();
    symlink(codex.join("real/spritesheet.webp"), codex.join("sheet/spritesheet.webp")).unwrap();
    fs::create_dir(codex.join("manifest")).unwrap();
    symlink(codex.join("real/pet.json"), codex.join("manifest/pet.json")).unwrap();
    let library = Library::scan(&dirs);
    let rule = |id: &str| library.get(id).map(|entry| entry.health.as_ref().unwrap_err().rule);
    assert_eq!(rule("linked"), Some("folder-symlink"));
    assert_eq!(rule("sheet"), Some("sheet-symlink"));
    assert_eq!(rule("manifest"), Some("manifest-symlink"));
    assert_eq!(rule("file"), None);
}

#[test]
fn a_folder_is_looked_at_up_to_a_limit_and_that_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["cat", "dog", "eel"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let (names, looked) = pet_folders(folder.path(), 3).unwrap();
    assert_eq!((names.len(), looked), (3, Looked::AtAll));
    let (names, looked) = pet_folders(folder.path(), 2).unwrap();
    assert_eq!((names.len(), looked), (2, Looked::AtSome));
}
