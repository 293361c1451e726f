//! What the tolerant rules let pass, and what not even they do.

use super::*;

/// The version and columns that a header is read with, and the notes; or the rule that it breaks.
fn read(
    width: u32,
    height: u32,
    further: &str,
) -> Result<(SpriteVersion, u32, Vec<&'static str>), &'static str> {
    let layout = probed(&header(width, height, true), &tolerant(further)).map_err(|finding| finding.rule)?;
    Ok((layout.version, layout.grid.columns, rules_of(&layout.notes)))
}

#[test]
fn sheets_of_other_sizes_are_read() {
    use SpriteVersion::{V1, V2};
    let table = [
        (1536, 1872, NOTHING, Ok((V1, 8, vec![]))),
        (3072, 3744, NOTHING, Ok((V1, 8, vec![]))),
        (1536, 2288, VERSION_2, Ok((V2, 8, vec![]))),
        // Half and quarter size, and no less.
        (768, 936, NOTHING, Ok((V1, 8, vec!["sheet-too-small"]))),
        (384, 468, NOTHING, Ok((V1, 8, vec!["sheet-too-small"]))),
        (376, 468, NOTHING, Err("sheet-too-small")),
        (384, 459, NOTHING, Err("sheet-too-small")),
        (768, 1144, VERSION_2, Ok((V2, 8, vec!["sheet-version-size", "sheet-too-small"]))),
        (3072, 4576, VERSION_2, Ok((V2, 8, vec!["sheet-version-size"]))),
        // Version 2, told by its proportions.
        (1536, 2288, NOTHING, Ok((V2, 8, vec!["sheet-version-unmarked"]))),
        (768, 1144, NOTHING, Ok((V2, 8, vec!["sheet-version-unmarked", "sheet-too-small"]))),
        (864, 1287, NOTHING, Ok((V2, 8, vec!["sheet-version-unmarked", "sheet-too-small"]))),
        // The strict rules accept this one as version 1, so that is what it is.
        (1728, 2574, NOTHING, Ok((V1, 8, vec![]))),
        // Wide ones: in 8 columns cells would be at least half as wide again.
        (9216, 1872, NOTHING, Ok((V1, 48, vec!["sheet-wide"]))),
        (4608, 936, NOTHING, Ok((V1, 48, vec!["sheet-too-small", "sheet-wide"]))),
        (2304, 1872, NOTHING, Ok((V1, 12, vec!["sheet-wide"]))),
        (2112, 1872, NOTHING, Ok((V1, 8, vec![]))),
        (9208, 1872, NOTHING, Ok((V1, 8, vec![]))),
        (192 * 72, 1872, NOTHING, Ok((V1, 8, vec![]))),
        // Nothing that divides.
        (1537, 1872, NOTHING, Err("sheet-grid")),
        (767, 935, NOTHING, Err("sheet-grid")),
        (1536, 1872, VERSION_2, Err("sheet-version-size")),
        (16000, 16200, NOTHING, Err("sheet-too-many-pixels")),
        (16000, 16200, VERSION_2, Err("sheet-too-many-pixels")),
    ];
    for (width, height, further, expected) in table {
        assert_eq!(read(width, height, further), expected, "{width} × {height} {further}");
    }
}

#[test]
fn wide_sheets_are_wide_by_the_strict_rules_too() {
    let layout = probed(&header(9216, 1872, true), &strict(SpriteVersion::V1)).unwrap();
    assert_eq!(layout.grid, Grid { columns: 48, rows: 9, cell_width: 192, cell_height: 208 });
    assert_eq!(rules_of(&layout.notes), ["sheet-wide"]);
}

#[test]
fn long_rows_play_at_the_speed_of_codex_and_repeat_as_the_table_says() {
    // Idle has 20 frames, waving 6 of which one is empty, jumping 3.
    let drawn = (0..20).map(|column| (column, 0)).chain([0, 1, 2, 4, 5].map(|column| (column, 3)));
    let places: Vec<_> = drawn
        .chain((0..3).map(|column| (column, 4)))
        .map(|(column, row)| (column * 192 + 7, row * 208 + 7))
        .collect();
    let sheet = decoded(&webp(9216, 1872, &places), &strict(SpriteVersion::V1)).unwrap();
    let timing = |state| sheet.clips.get(state).unwrap().timing().clone();
    assert_eq!(timing(PetState::Idle).frames_ms(), [125; 20]);
    assert_eq!(timing(PetState::Waving).frames_ms(), [125; 5]);
    assert_eq!(timing(PetState::Waving).repeats(), Some(2));
    assert_eq!(timing(PetState::Jumping).frames_ms(), [140, 140, 280]);
    assert_eq!(
        cells(&sheet, PetState::Waving).unwrap(),
        [3 * 48, 3 * 48 + 1, 3 * 48 + 2, 3 * 48 + 4, 3 * 48 + 5]
    );
    assert_eq!(rules_of(&sheet.notes), ["sheet-wide", "cells-skipped"]);
}

#[test]
fn a_file_is_what_its_first_bytes_say() {
    let jpeg = b"\xff\xd8\xff\xee\0\x0eAdobe\0d\0\0\0\0\x02";
    for rules in [strict(SpriteVersion::V1), tolerant(NOTHING)] {
        let finding = probed(jpeg, &rules).unwrap_err();
        assert_eq!(finding.rule, "sheet-not-webp");
        assert!(finding.sentence.contains("a JPEG picture"), "{}", finding.sentence);
    }
}

/// A version 2 sheet with one transparent pixel or none, whose header does not announce transparency; in a file
/// with an extended header or without.
fn unannounced(transparent: bool, extended: bool) -> Vec<u8> {
    let mut pixels = vec![255; 1536 * 2288 * 4];
    if transparent {
        pixels[..4].fill(0);
    }
    let mut bytes = webp_of(1536, 2288, &pixels);
    // The last byte of the picture's own header.
    bytes[24] &= !0x10;
    if extended {
        let size = (bytes.len() as u32 - 8 + 18).to_le_bytes();
        let chunk = *b"VP8X\x0a\0\0\0\0\0\0\0\xff\x05\0\xef\x08\0";
        bytes.splice(12..12, chunk);
        bytes[4..8].copy_from_slice(&size);
    }
    bytes
}

#[test]
fn transparency_that_is_not_announced_is_looked_for() {
    for extended in [false, true] {
        let (with, without) = (unannounced(true, extended), unannounced(false, extended));
        assert_eq!(rule(&with, SpriteVersion::V2), "sheet-no-alpha");
        let sheet = decoded(&with, &tolerant(VERSION_2)).unwrap();
        assert_eq!((&sheet.rgba[..4], &sheet.rgba[4..8]), (&[0; 4][..], &[255; 4][..]));
        assert_eq!(rules_of(&sheet.notes)[0], "sheet-alpha-unmarked");
        // Only its pixels tell that it has none.
        assert_eq!(
            rules_of(&probed(&without, &tolerant(VERSION_2)).unwrap().notes),
            ["sheet-alpha-unmarked"]
        );
        assert_eq!(decoded(&without, &tolerant(VERSION_2)).unwrap_err().rule, "sheet-no-alpha");
    }
}

#[test]
fn a_lossy_picture_without_a_plane_of_transparency_has_none() {
    let mut lossy = b"RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a".to_vec();
    lossy.extend([1536u16, 2288].into_iter().flat_map(u16::to_le_bytes));
    assert_eq!(probed(&lossy, &tolerant(VERSION_2)).unwrap_err().rule, "sheet-no-alpha");
    lossy[26..28].fill(0);
    assert_eq!(probed(&lossy, &tolerant(NOTHING)).unwrap_err().rule, "sheet-damaged");
}

#[test]
fn version_2_looks_around_unless_the_manifest_lays_it_out_otherwise() {
    let place = |column: u32, row: u32| (column * 192 + 7, row * 208 + 7);
    let bytes = webp(1536, 2288, &[place(0, 0), place(6, 0), place(0, 9), place(7, 10)]);
    let gaze = |further: &str| decoded(&bytes, &tolerant(further)).unwrap().looks;
    let looks = gaze(VERSION_2);
    assert_eq!(looks.neutral, 6);
    let around = looks.gaze.unwrap();
    assert_eq!((around[0], around[1], around[15]), (9 * 8, 6, 10 * 8 + 7));
    assert_eq!(gaze(NOTHING), looks, "told by its size");
    let frame = r#","frame":{"width":192,"height":208}"#;
    assert_eq!(gaze(&format!("{VERSION_2}{frame}")), looks);
    assert_eq!(gaze(frame), Looks { neutral: 0, gaze: None });
}
