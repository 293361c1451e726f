//! The composed frames of real pets, as checksums: what people see must not change by accident.
//!
//! After a change that was meant, `OPENPETS_UPDATE_GOLDEN=1 cargo test -p openpets-assets --test golden` writes the
//! files anew.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test reports by panicking, and says what it skips"
)]

use openpets_assets::compose::{Canvas, FrameSet, compose_pet};
use openpets_assets::{Frame, Library, LibraryDirs, PetId, PetPackage, PetState, Rules, Sheet, load_sheet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The decoded sheet of the built-in pet, or of a pet beside the repository; nothing, said aloud, where that is not there.
fn sheet(pet: &str) -> Option<Sheet> {
    if pet == PetId::BUILTIN {
        let nowhere = LibraryDirs { user_data: PathBuf::from("/nonexistent"), codex_pets: None };
        return Some(load_sheet(Library::scan(&nowhere).built_in()).unwrap());
    }
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/pets").join(pet);
    if !dir.exists() {
        eprintln!("SKIPPED {pet}: there is no ../shared/pets beside the repository");
        return None;
    }
    let package = PetPackage::read(&dir, Rules::Strict).unwrap();
    Some(package.decode_sheet().unwrap())
}

/// FNV-1a, 64 bits, of the size and every pixel.
fn checksum(canvas: &Canvas) -> u64 {
    let words = [canvas.width, canvas.height].into_iter().chain(canvas.pixels.iter().copied());
    words.flat_map(u32::to_be_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A line for each frame: the state, the frame, its checksum untouched, and scaled down and flipped.
fn checksums(sheet: &Sheet) -> String {
    let looks = [FrameSet::prepare(sheet, 1.0, false), FrameSet::prepare(sheet, 0.75, true)];
    let mut lines = String::from("# state frame scale-1 scale-0.75-flipped\n");
    for state in PetState::ALL {
        for index in 0..looks[0].frame_count(state) {
            let [plain, flipped] = looks.each_ref().map(|frames| {
                let (width, height) = frames.cell_size();
                let mut canvas = Canvas::new(width, height);
                compose_pet(&mut canvas, frames, Frame::Row { state, index }, None);
                checksum(&canvas)
            });
            writeln!(lines, "{state} {index} {plain:016x} {flipped:016x}").unwrap();
        }
    }
    lines
}

fn check(pet: &str) {
    let Some(sheet) = sheet(pet) else { return };
    assert_untouched(&sheet);
    let found = checksums(&sheet);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{pet}.txt"));
    if std::env::var_os("OPENPETS_UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "a frame of {pet} is composed differently");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{pet} has another number of frames");
}

/// What a frame must be at scale 1, by the definition of premultiplied alpha.
fn assert_untouched(sheet: &Sheet) {
    let frames = FrameSet::prepare(sheet, 1.0, false);
    let mut canvas = Canvas::new(sheet.grid.cell_width, sheet.grid.cell_height);
    for state in PetState::ALL {
        let cells = sheet.clips.get(state).map_or(&[][..], |clip| clip.cells());
        for (index, &cell) in cells.iter().enumerate() {
            compose_pet(&mut canvas, &frames, Frame::Row { state, index }, None);
            let cell = sheet.cell_lines(cell).flat_map(|line| line.chunks_exact(4));
            for (pixel, composed) in cell.zip(&canvas.pixels) {
                let alpha = f64::from(pixel[3]);
                let channel = |at: usize| (f64::from(pixel[at]) * alpha / 255.0).round() as u32;
                let exact = u32::from(pixel[3]) << 24 | channel(0) << 16 | channel(1) << 8 | channel(2);
                assert_eq!(*composed, exact, "{state} {index}");
            }
        }
    }
}

#[test]
fn the_built_in_sheet() {
    check(PetId::BUILTIN);
}

#[test]
fn a_sheet_of_version_2() {
    check("pepper-carrot");
}

#[test]
fn a_sheet_with_hidden_colour() {
    check("tater");
}

#[test]
fn a_lossy_sheet() {
    check("bandit");
}

#[test]
fn frames_at_rest_take_little_memory() {
    // The goal is for scale 1; the sheet alone, decoded, takes 11.5 MB.
    for pet in [PetId::BUILTIN, "pepper-carrot", "tater", "bandit", "sapling", "lumisprout"] {
        let Some(sheet) = sheet(pet) else { continue };
        let bytes = FrameSet::prepare(&sheet, 1.0, false).heap_bytes();
        assert!(bytes <= 4 * 1024 * 1024, "{pet} takes {bytes} bytes");
    }
}
