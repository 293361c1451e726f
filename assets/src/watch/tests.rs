use super::*;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use tempfile::TempDir;

/// Longer than any machine needs: a test that waits this long has failed.
const LIMIT: Duration = Duration::from_secs(30);

struct Desk {
    folder: TempDir,
    delivered: Receiver<Library>,
}

impl Desk {
    fn new(prepare: impl FnOnce(&Path)) -> Self {
        Self::patient(GRACE, prepare)
    }

    fn patient(grace: Duration, prepare: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let dirs = LibraryDirs {
            user_data: folder.path().join("data"),
            codex_pets: Some(folder.path().join("home/.codex/pets")),
        };
        let (sender, delivered) = channel();
        watch(dirs.clone(), Library::scan(&dirs), grace, move |library| sender.send(library).is_ok())
            .unwrap();
        Self { folder, delivered }
    }

    fn codex(&self) -> std::path::PathBuf {
        self.folder.path().join("home/.codex/pets")
    }

    /// The next library in which the condition holds.
    fn wait_for(&self, condition: impl Fn(&Library) -> bool) -> Library {
        loop {
            let library = self.delivered.recv_timeout(LIMIT).expect("such a library is delivered");
            if condition(&library) {
                return library;
            }
        }
    }
}

fn put_pet(pets: &Path, id: &str, name: &str) {
    let dir = pets.join(id);
    fs::create_dir_all(&dir).unwrap();
    let sheet = Path::new(env!("CARGO_MANIFEST_DIR")).join("builtin/spritesheet.webp");
    fs::copy(sheet, dir.join("spritesheet.webp")).unwrap();
    name_pet(pets, id, name);
}

fn name_pet(pets: &Path, id: &str, name: &str) {
    let manifest = serde_json::json!({
        "id": id, "displayName": name, "description": "For tests.",
        "spritesheetPath": "spritesheet.webp", "spriteVersionNumber": 2,
    });
    fs::write(pets.join(id).join("pet.json"), manifest.to_string()).unwrap();
}

fn is_healthy(library: &Library, id: &str) -> bool {
    library.get(id).is_some_and(|pet| pet.health.is_ok())
}

#[test]
fn pets_that_come_change_and_go() {
    let desk = Desk::new(|folder| put_pet(&folder.join("home/.codex/pets"), "cat", "Cat"));
    put_pet(&desk.codex(), "dog", "Dog");
    desk.wait_for(|library| is_healthy(library, "dog"));
    name_pet(&desk.codex(), "cat", "Tom");
    desk.wait_for(|library| library.get("cat").is_some_and(|cat| cat.display_name == "Tom"));
    fs::remove_dir_all(desk.codex().join("dog")).unwrap();
    let library = desk.wait_for(|library| library.get("dog").is_none());
    assert!(is_healthy(&library, "cat"));
    put_pet(&desk.folder.path().join("data/pets"), "fox", "Fox");
    desk.wait_for(|library| is_healthy(library, "fox"));
}

#[test]
fn folders_of_pets_that_appear_later() {
    let desk = Desk::new(|folder| fs::create_dir(folder.join("home")).unwrap());
    put_pet(&desk.codex(), "cat", "Cat");
    desk.wait_for(|library| is_healthy(library, "cat"));
}

#[test]
fn a_folder_that_was_replaced_is_still_watched() {
    let desk = Desk::new(|folder| put_pet(&folder.join("home/.codex/pets"), "cat", "Cat"));
    fs::rename(desk.codex().join("cat"), desk.folder.path().join("old")).unwrap();
    put_pet(&desk.codex(), "cat", "Second");
    desk.wait_for(|library| library.get("cat").is_some_and(|cat| cat.display_name == "Second"));
    name_pet(&desk.codex(), "cat", "Third");
    desk.wait_for(|library| library.get("cat").is_some_and(|cat| cat.display_name == "Third"));
}

#[test]
fn a_pet_that_is_being_saved_is_not_lost() {
    let desk = Desk::patient(LIMIT, |folder| put_pet(&folder.join("home/.codex/pets"), "cat", "Cat"));
    let sheet = desk.codex().join("cat/spritesheet.webp");
    let whole = fs::read(&sheet).unwrap();
    fs::write(&sheet, &whole[..whole.len() / 2]).unwrap();
    put_pet(&desk.codex(), "dog", "Dog");
    // The library that has the dog is of a time at which the cat was half there.
    assert!(is_healthy(&desk.wait_for(|library| is_healthy(library, "dog")), "cat"));
    fs::write(&sheet, &whole).unwrap();
    name_pet(&desk.codex(), "cat", "Tom");
    let library = desk.wait_for(|library| library.get("cat").is_some_and(|cat| cat.display_name == "Tom"));
    assert!(is_healthy(&library, "cat"));
}

#[test]
fn a_pet_that_stays_broken_is_told() {
    let desk = Desk::new(|folder| put_pet(&folder.join("home/.codex/pets"), "cat", "Cat"));
    fs::write(desk.codex().join("cat/spritesheet.webp"), "no picture").unwrap();
    let library = desk.wait_for(|library| !is_healthy(library, "cat"));
    assert_eq!(library.get("cat").unwrap().health.as_ref().unwrap_err().rule, "sheet-not-webp");
}
