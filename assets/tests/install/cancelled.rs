//! Called off at any moment, an installation leaves nothing behind.

use super::pets::{NO_PICTURE, SMALL_SHEET, cat, manifest};
use super::place::Place;
use super::zip::Entry;
use openpets_assets::install::{InstallError, Installed, Observer, Progress, Wish, install};
use std::cell::Cell;
use std::fs;

/// Says yes to the question of this number, counted from zero.
#[derive(Default)]
struct CallOff {
    at: usize,
    asked: Cell<usize>,
    placing: Cell<bool>,
}

impl Observer for CallOff {
    fn progress(&self, progress: Progress) {
        self.placing.set(progress == Progress::Placing);
    }

    fn is_cancelled(&self) -> bool {
        assert!(!self.placing.get(), "too late to call it off");
        let number = self.asked.get();
        self.asked.set(number + 1);
        number >= self.at
    }
}

/// Calls an installation off at every question until it gets through. Tells how many there were.
fn at_every_question(
    place: &Place,
    attempt: impl Fn(&Place, &CallOff) -> Result<Installed, InstallError>,
) -> usize {
    let before = place.tree();
    for at in 0.. {
        match attempt(place, &CallOff { at, ..CallOff::default() }) {
            Err(InstallError::Cancelled) => assert_eq!(place.tree(), before, "called off at question {at}"),
            Ok(_) => return at,
            Err(other) => panic!("question {at}: {other}"),
        }
    }
    unreachable!("counts on")
}

#[test]
fn an_archive() {
    // Larger than what is unpacked at a time.
    let preview = [NO_PICTURE, &[7; 300_000]].concat();
    let zip = cat().but(|zip| zip.entries.push(Entry::deflated("preview.webp", &preview)));
    let (bytes, place) = (zip.bytes(), Place::with_old_cat());
    let questions = at_every_question(&place, |place, observer| place.install_zip_watched(&bytes, observer));
    assert!(questions > 8, "{questions}");
    assert_eq!(fs::read(place.pet("cat").join("preview.webp")).unwrap(), preview);
}

#[test]
fn a_folder() {
    let place = Place::with_old_cat();
    let folder = place.path("source");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("pet.json"), manifest("cat").to_string()).unwrap();
    fs::write(folder.join("spritesheet.webp"), &*SMALL_SHEET).unwrap();
    fs::write(folder.join("preview.webp"), [NO_PICTURE, &[7; 300_000]].concat()).unwrap();
    let questions = at_every_question(&place, |place, observer| {
        install(&place.dirs, &Wish::Folder(&folder), "test", observer)
    });
    assert!(questions > 8, "{questions}");
}

#[test]
fn where_nothing_was_before() {
    let (bytes, place) = (cat().bytes(), Place::new());
    let folder = place.dirs.user_data.clone();
    fs::create_dir(folder).unwrap();
    at_every_question(&place, |place, observer| place.install_zip_watched(&bytes, observer));
}
