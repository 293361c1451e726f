//! The committed sheet is what the program draws, and keeps the rules of a version 2 atlas.

#![allow(clippy::unwrap_used, reason = "a panic is the report")]

use std::io::Cursor;
use std::path::Path;
use std::sync::LazyLock;

use image_webp::WebPDecoder;
use openpets_art::canvas::{CELL_HEIGHT, CELL_WIDTH};
use openpets_art::rows;
use openpets_art::sheet::{COLUMNS, ROWS, Sheet, USED};

/// Floating point differs a little between processors.
const TOLERANCE: u8 = 2;

static DRAWN: LazyLock<Sheet> = LazyLock::new(|| Sheet::draw().unwrap());

fn builtin(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../builtin").join(name)).unwrap()
}

/// The alpha of every pixel of a cell with its position inside.
fn alphas(row: u32, column: u32) -> impl Iterator<Item = (u32, u32, u8)> {
    (0..CELL_HEIGHT).flat_map(move |y| {
        (0..CELL_WIDTH).map(move |x| {
            let at = (row * CELL_HEIGHT + y) * DRAWN.width + column * CELL_WIDTH + x;
            (x, y, DRAWN.rgba[at as usize * 4 + 3])
        })
    })
}

fn cells() -> impl Iterator<Item = (u32, u32, bool)> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column, column < USED[row as usize])))
}

#[test]
fn committed_sheet_is_what_the_program_draws() {
    let file = builtin("spritesheet.webp");
    let mut decoder = WebPDecoder::new(Cursor::new(file)).unwrap();
    assert_eq!(decoder.dimensions(), (1536, 2288));
    assert!(decoder.has_alpha() && !decoder.is_animated() && !decoder.is_lossy());
    let mut rgba = vec![0; decoder.output_buffer_size().unwrap()];
    decoder.read_image(&mut rgba).unwrap();
    assert_eq!(rgba.len(), DRAWN.rgba.len());
    // Compared as they appear, that is premultiplied: colours of faint pixels are coarse.
    let appear = |p: &[u8]| {
        let times = |c: u8| (u32::from(c) * u32::from(p[3]) / 255) as u8;
        [times(p[0]), times(p[1]), times(p[2]), p[3]]
    };
    for (index, (a, b)) in rgba.chunks_exact(4).zip(DRAWN.rgba.chunks_exact(4)).enumerate() {
        let far = appear(a).iter().zip(appear(b)).map(|(a, b)| a.abs_diff(b)).max().unwrap();
        let (x, y) = (index as u32 % DRAWN.width, index as u32 / DRAWN.width);
        assert!(far <= TOLERANCE, "pixel {x}, {y} is {a:?}, drawn {b:?}: run `cargo run -p openpets-art`");
    }
}

#[test]
fn manifest_names_a_version_2_sheet() {
    let manifest = String::from_utf8(builtin("pet.json")).unwrap();
    for entry in
        [r#""id": "builtin""#, r#""spritesheetPath": "spritesheet.webp""#, r#""spriteVersionNumber": 2"#]
    {
        assert!(manifest.contains(entry), "{entry} is missing");
    }
}

#[test]
fn every_row_has_its_frames() {
    let frames: Vec<u32> = rows::all().iter().map(|row| row.frames.len() as u32).collect();
    assert_eq!(frames, USED);
}

#[test]
fn used_cells_are_drawn_and_the_others_are_transparent() {
    for (row, column, used) in cells() {
        let opaque = alphas(row, column).filter(|(_, _, alpha)| *alpha == 255).count();
        let visible = alphas(row, column).filter(|(_, _, alpha)| *alpha > 0).count();
        if used {
            assert!(opaque > 8_000, "row {row} column {column} has only {opaque} opaque pixels");
        } else {
            assert_eq!(visible, 0, "row {row} column {column} is not used");
        }
    }
}

#[test]
fn nothing_is_clipped_by_a_cell() {
    for (row, column, _) in cells() {
        for (x, y, alpha) in alphas(row, column) {
            let border = x == 0 || y == 0 || x == CELL_WIDTH - 1 || y == CELL_HEIGHT - 1;
            assert!(!border || alpha == 0, "row {row} column {column} touches its border at {x}, {y}");
        }
    }
}

/// Switching rows must not make the pet jump: the feet of standing frames are on the same line.
#[test]
fn feet_stand_on_the_same_line() {
    let lowest = |row, column| alphas(row, column).filter(|p| p.2 > 200).map(|p| p.1).max().unwrap();
    let ground = lowest(0, 6);
    for (row, column) in
        [(0, 0), (0, 3), (3, 0), (3, 3), (4, 0), (5, 0), (5, 7), (6, 0), (8, 0), (9, 4), (10, 4)]
    {
        assert!(lowest(row, column).abs_diff(ground) <= 2, "row {row} column {column}");
    }
}

/// The neutral pose is held while the pet does not gaze: the body must stay put when it starts to.
#[test]
fn gaze_keeps_the_body_of_the_neutral_pose() {
    let feet =
        |row, column| alphas(row, column).filter(|p| p.1 > 150 && p.1 < 195).map(|p| p.2).collect::<Vec<_>>();
    let neutral = feet(0, 6);
    for (row, column) in [(9, 0), (9, 4), (10, 0), (10, 4)] {
        let changed = feet(row, column).iter().zip(&neutral).filter(|(a, b)| a.abs_diff(**b) > 40).count();
        assert!(changed < 40, "row {row} column {column}: {changed} pixels of the lower body differ");
    }
}
