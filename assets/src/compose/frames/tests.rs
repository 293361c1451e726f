use super::super::mask::INPUT_ALPHA;
use super::prepare::premultiplied_cell;
use super::*;
use crate::SpriteVersion;
use crate::sheet::{Fit, Grid};

/// Columns of the format's sheet.
const COLUMNS: u32 = 8;

/// A sheet of these cells; the rest is transparent, with a colour that must not show.
fn sheet(density: u32, paint: impl FnMut(usize, usize, u32, u32) -> Option<[u8; 4]>) -> Sheet {
    sheet_of(SpriteVersion::V1, density, paint)
}

fn sheet_of(
    version: SpriteVersion,
    density: u32,
    mut paint: impl FnMut(usize, usize, u32, u32) -> Option<[u8; 4]>,
) -> Sheet {
    let (cell_width, cell_height, rows) = (192 * density, 208 * density, version.rows());
    let (width, height) = (cell_width * COLUMNS, cell_height * rows);
    let mut rgba = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        for x in 0..width {
            let (column, row) = ((x / cell_width) as usize, (y / cell_height) as usize);
            rgba.extend(paint(column, row, x % cell_width, y % cell_height).unwrap_or([255, 0, 255, 0]));
        }
    }
    let grid = Grid { columns: COLUMNS, rows, cell_width, cell_height };
    Sheet::new((grid, Fit::Stretch, version), None, rgba, Vec::new())
}

/// A disc off the middle in idle (two frames), and one at the left in running-right.
fn discs(column: usize, row: usize, x: u32, y: u32) -> Option<[u8; 4]> {
    let center = match (row, column) {
        (0, 0) => (70, 100),
        (0, 1) => (80, 100),
        (1, 0) => (40, 60),
        _ => return None,
    };
    let distance = (x as f32 - center.0 as f32).hypot(y as f32 - center.1 as f32);
    (distance < 30.0).then_some([10, 200, 30, if distance > 29.0 { 40 } else { 255 }])
}

fn row(state: PetState) -> Frame {
    Frame::Row { state, index: 0 }
}

fn drawn(frames: &FrameSet, state: PetState, index: usize) -> Canvas {
    picture(frames, Frame::Row { state, index })
}

fn picture(frames: &FrameSet, frame: Frame) -> Canvas {
    let (width, height) = frames.cell_size();
    let mut canvas = Canvas::new(width, height);
    frames.draw(&mut canvas, frame);
    canvas
}

#[test]
fn rows_count_their_frames_and_missing_ones_show_idle() {
    let frames = FrameSet::prepare(&sheet(1, discs), 1.0, false);
    assert_eq!(frames.cell_size(), (192, 208));
    let counts = PetState::ALL.map(|state| frames.frame_count(state));
    assert_eq!(counts, [2, 1, 0, 0, 0, 0, 0, 0, 0]);
    let idle = drawn(&frames, PetState::Idle, 1);
    assert_eq!(drawn(&frames, PetState::Failed, 1), idle);
    assert_eq!(drawn(&frames, PetState::Failed, 7), idle);
    assert_eq!(frames.input_mask(row(PetState::Failed)), frames.input_mask(row(PetState::Idle)));
    assert_ne!(frames.input_mask(row(PetState::RunningRight)), frames.input_mask(row(PetState::Idle)));
}

#[test]
fn an_empty_sheet_shows_nothing() {
    let frames = FrameSet::prepare(&sheet(1, |_, _, _, _| None), 1.0, false);
    assert!(drawn(&frames, PetState::Idle, 0).pixels.iter().all(|&pixel| pixel == 0));
    assert_eq!(frames.input_mask(row(PetState::Waving)).len(), 0);
}

#[test]
fn doubled_pixels_are_squares_and_scales_are_bounded() {
    let single = drawn(&FrameSet::prepare(&sheet(1, discs), 1.0, false), PetState::Idle, 0);
    let double = drawn(&FrameSet::prepare(&sheet(1, discs), 2.0, false), PetState::Idle, 0);
    for y in 0..double.height {
        for x in 0..double.width {
            let pixel = double.pixels[(y * double.width + x) as usize];
            assert_eq!(pixel, single.pixels[(y / 2 * single.width + x / 2) as usize]);
        }
    }
    for (scale, size) in
        [(0.0, (96, 104)), (0.75, (144, 156)), (f32::NAN, (192, 208)), (1000.0, (1152, 1248))]
    {
        assert_eq!(FrameSet::prepare(&sheet(1, |_, _, _, _| None), scale, false).cell_size(), size);
    }
}

#[test]
fn dense_sheets_are_as_large_and_sharper() {
    let dense = sheet(2, |column, row, x, y| discs(column, row, x / 2, y / 2));
    let single = FrameSet::prepare(&sheet(1, discs), 1.0, false);
    let averaged = FrameSet::prepare(&dense, 1.0, false);
    assert_eq!(drawn(&averaged, PetState::Idle, 0), drawn(&single, PetState::Idle, 0));
    let untouched = drawn(&FrameSet::prepare(&dense, 2.0, false), PetState::Idle, 0);
    assert_eq!(untouched, premultiplied_cell(&dense, 0));
}

#[test]
fn flipped_pets_are_mirrored_and_run_the_right_way() {
    let plain = FrameSet::prepare(&sheet(1, discs), 1.0, false);
    let flipped = FrameSet::prepare(&sheet(1, discs), 1.0, true);
    assert_eq!(
        (flipped.frame_count(PetState::RunningLeft), flipped.frame_count(PetState::RunningRight)),
        (1, 0)
    );
    for state in [PetState::Idle, PetState::RunningRight] {
        let mut again = drawn(&flipped, state.mirrored(), 0);
        assert_ne!(again, drawn(&plain, state, 0));
        again.pixels.chunks_exact_mut(192).for_each(<[u32]>::reverse);
        assert_eq!(again, drawn(&plain, state, 0));
    }
}

#[test]
fn hidden_colour_leaves_no_fringe() {
    for scale in [0.5, 0.75, 1.0, 1.5] {
        let canvas = drawn(&FrameSet::prepare(&sheet(1, discs), scale, false), PetState::Idle, 0);
        for pixel in canvas.pixels {
            let [alpha, red, _, blue] = pixel.to_be_bytes();
            // The disc has little red and blue; the hidden colour is full of both.
            let limit = (u32::from(alpha) * 30 / 255 + 1) as u8;
            assert!(red <= limit && blue <= limit, "{pixel:08x} at scale {scale}");
        }
    }
}

#[test]
fn the_mask_covers_all_frames_of_the_row() {
    for scale in [0.5, 1.0, 2.0, 3.3] {
        let frames = FrameSet::prepare(&sheet(1, discs), scale, false);
        let mask = frames.input_mask(row(PetState::Idle));
        let reach = 2.0 * scale.max(1.0);
        for index in 0..2 {
            let canvas = drawn(&frames, PetState::Idle, index);
            for (at, pixel) in
                canvas.pixels.iter().enumerate().filter(|(_, pixel)| (**pixel >> 24) as u8 >= INPUT_ALPHA)
            {
                let (x, y) = (at as u32 % canvas.width, at as u32 / canvas.width);
                let inside = mask.iter().any(|rect| {
                    (rect.x..rect.x + rect.width).contains(&x) && (rect.y..rect.y + rect.height).contains(&y)
                });
                assert!(inside, "{pixel:08x} at {x}, {y}");
            }
        }
        let right = mask.iter().map(|rect| rect.x + rect.width).max().unwrap();
        assert!(right as f32 <= 110.0 * scale + reach);
    }
}

#[test]
fn equal_frames_are_kept_once() {
    let frames = FrameSet::prepare(
        &sheet(1, |column, row, x, y| if row < 3 && column < 4 { discs(0, 0, x, y) } else { None }),
        1.0,
        false,
    );
    assert_eq!(frames.frames.len(), 1);
    assert_eq!(frames.frame_count(PetState::RunningLeft), 4);
}

/// Looks: a bar at the place of the direction, so that left and right differ. `drawn` says which cells there are.
fn looking(drawn: impl Fn(usize, usize) -> bool) -> Sheet {
    sheet_of(SpriteVersion::V2, 1, |column, row, x, y| {
        let place = match (row, column) {
            (0, 0) => 100,
            (0, 6) => 110,
            (9 | 10, _) => 10 + ((row - 9) * 8 + column) as u32 * 4,
            _ => return None,
        };
        (drawn(column, row) && (place..place + 4).contains(&x) && (50..90).contains(&y))
            .then_some([90, 90, 200, 255])
    })
}

#[test]
fn a_pet_of_version_2_looks_in_sixteen_directions() {
    let frames = FrameSet::prepare(&looking(|_, _| true), 1.0, false);
    assert!(frames.has_gaze());
    let pictures: Vec<_> = (0..16).map(|direction| picture(&frames, Frame::Gaze(direction))).collect();
    for (direction, picture) in pictures.iter().enumerate() {
        let bar = picture.pixels.iter().position(|&pixel| pixel != 0).unwrap();
        assert_eq!((bar % 192, bar / 192), (10 + direction * 4, 50));
    }
    assert_eq!(picture(&frames, Frame::Gaze(17)), pictures[1]);
    let neutral = picture(&frames, Frame::Neutral);
    assert_eq!(neutral.pixels.iter().position(|&pixel| pixel != 0).unwrap() % 192, 110);
    assert_ne!(neutral, drawn(&frames, PetState::Idle, 0));
    // One mask for all of them: it does not change while the pet looks around.
    let mask = frames.input_mask(Frame::Neutral);
    assert_eq!(mask, frames.input_mask(Frame::Gaze(3)));
    let covers = |x| mask.iter().any(|rect| (rect.x..rect.x + rect.width).contains(&x));
    assert!(covers(11) && covers(72) && covers(111));
}

#[test]
fn a_flipped_pet_looks_where_it_should() {
    let plain = FrameSet::prepare(&looking(|_, _| true), 1.0, false);
    let flipped = FrameSet::prepare(&looking(|_, _| true), 1.0, true);
    for direction in 0..16 {
        let mut mirrored = picture(&flipped, Frame::Gaze(direction));
        mirrored.pixels.chunks_exact_mut(192).for_each(<[u32]>::reverse);
        assert_eq!(mirrored, picture(&plain, Frame::Gaze((16 - direction) % 16)), "{direction}");
    }
}

#[test]
fn looks_that_are_missing_are_stood_in_for() {
    let partly = FrameSet::prepare(&looking(|column, row| (column, row) != (2, 9)), 1.0, false);
    assert_eq!(picture(&partly, Frame::Gaze(2)), picture(&partly, Frame::Neutral));
    assert_ne!(picture(&partly, Frame::Gaze(3)), picture(&partly, Frame::Neutral));
    let without_neutral = looking(|column, row| !matches!((column, row), (6, 0) | (2, 9)));
    let rules: Vec<_> = without_neutral.notes.iter().map(|note| note.rule).collect();
    assert_eq!(rules, ["neutral-missing", "gaze-missing"]);
    let frames = FrameSet::prepare(&without_neutral, 1.0, false);
    assert_eq!(picture(&frames, Frame::Neutral), drawn(&frames, PetState::Idle, 0));
    assert_eq!(picture(&frames, Frame::Gaze(2)), drawn(&frames, PetState::Idle, 0));
    let unseeing = FrameSet::prepare(&looking(|_, row| row < 9), 1.0, false);
    assert!(!unseeing.has_gaze());
    assert_eq!(picture(&unseeing, Frame::Gaze(5)), picture(&unseeing, Frame::Neutral));
    let version_1 = FrameSet::prepare(&sheet(1, discs), 1.0, false);
    assert!(!version_1.has_gaze());
    assert_eq!(picture(&version_1, Frame::Gaze(5)), drawn(&version_1, PetState::Idle, 0));
}

#[test]
fn frames_of_other_proportions_stand_on_the_lower_edge() {
    let contained = |width: u32, height: u32, scale| {
        let grid = Grid { columns: 1, rows: 1, cell_width: width, cell_height: height };
        let pixels = vec![200; (width * height * 4) as usize];
        let sheet = Sheet::new((grid, Fit::Contain, SpriteVersion::V1), None, pixels, Vec::new());
        let frames = FrameSet::prepare(&sheet, scale, false);
        let canvas = drawn(&frames, PetState::Idle, 0);
        let places = canvas.pixels.iter().enumerate().filter(|(_, pixel)| **pixel != 0);
        let (xs, ys): (Vec<u32>, Vec<u32>) =
            places.map(|(at, _)| (at as u32 % canvas.width, at as u32 / canvas.width)).unzip();
        let range = |of: &[u32]| (*of.iter().min().unwrap(), *of.iter().max().unwrap());
        (range(&xs), range(&ys))
    };
    assert_eq!(contained(32, 32, 1.0), ((0, 191), (16, 207)));
    assert_eq!(contained(400, 200, 1.0), ((0, 191), (112, 207)));
    assert_eq!(contained(10, 104, 1.0), ((86, 105), (0, 207)));
    assert_eq!(contained(96, 104, 2.0), ((0, 383), (0, 415)));
    assert_eq!(contained(1, 5000, 0.5), ((47, 47), (0, 103)));
}
