use super::*;
use crate::install::uninstall;
use crate::{Library, StateError};
use std::os::unix::fs::symlink;

fn dirs(folder: &Path) -> LibraryDirs {
    LibraryDirs { user_data: folder.to_owned(), codex_pets: None }
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn whatever_has_an_installers_name_makes_way_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let pets = dirs(dir.path()).installed_pets();
    fs::create_dir_all(pets.join(".install-cat-Ab3dE5/cat")).unwrap();
    fs::create_dir_all(pets.join(".remove-dog-7")).unwrap();
    fs::create_dir_all(pets.join("eel")).unwrap();
    fs::create_dir(pets.join(".mine")).unwrap();
    fs::write(pets.join(".install-note"), "no folder").unwrap();
    symlink("eel", pets.join(".install-link")).unwrap();
    symlink("nowhere", pets.join(".remove-link")).unwrap();
    assert_eq!(recover(&dirs(dir.path())).unwrap(), 5);
    assert_eq!(names(&pets), [".mine", "eel"]);
    assert_eq!(recover(&dirs(dir.path())).unwrap(), 0);
}

#[test]
fn a_removal_that_was_cut_short_is_finished() {
    let dir = tempfile::tempdir().unwrap();
    let dirs = dirs(dir.path());
    let state = r#"{"version":1,"preferences":{"defaultPetId":"a-b"},"pets":{"installed":[{"id":"a-b"},{"id":"a"}]}}"#;
    fs::write(dir.path().join("openpets-state.json"), state).unwrap();
    fs::create_dir_all(dirs.installed_pets().join(".remove-a-b-77/kept from view")).unwrap();
    fs::create_dir_all(dirs.installed_pets().join("a")).unwrap();
    recover(&dirs).unwrap();
    let state = StateFile::peek(dir.path()).unwrap();
    assert_eq!(state.installed_pets().collect::<Vec<_>>(), ["a"]);
    assert_eq!(state.default_pet_id(), "builtin");
    assert_eq!(names(&dirs.installed_pets()), ["a"]);
}

/// Setting it aside is for those who can say so.
#[test]
fn a_damaged_state_file_is_left_to_the_app() {
    let dir = tempfile::tempdir().unwrap();
    let dirs = dirs(dir.path());
    fs::create_dir_all(dirs.installed_pets().join(".remove-cat-7")).unwrap();
    fs::create_dir_all(dirs.installed_pets().join("dog")).unwrap();
    fs::write(dir.path().join("openpets-state.json"), "{").unwrap();
    let damaged = |error: &InstallError| matches!(error, InstallError::State(StateError::Damaged { .. }));
    assert!(damaged(&recover(&dirs).unwrap_err()));
    assert!(damaged(&uninstall(&dirs, &PetId::try_from("dog").unwrap(), "test").unwrap_err()));
    assert_eq!(fs::read(dir.path().join("openpets-state.json")).unwrap(), b"{");
    assert_eq!(names(dir.path()), ["openpets-state.json", "pets"]);
    assert!(Library::scan(&dirs).get("dog").is_some());
}
