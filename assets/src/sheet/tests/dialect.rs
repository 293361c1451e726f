//! Sheets whose cells and animations the manifest describes.

use super::*;

fn read(width: u32, height: u32, further: &str) -> Result<Layout, &'static str> {
    probed(&header(width, height, true), &tolerant(further)).map_err(|finding| finding.rule)
}

#[test]
fn frames_must_cover_the_sheet() {
    let grid = |width, height, frame: &str| {
        read(width, height, &format!(r#","frame":{frame}"#)).map(|layout| {
            assert_eq!((layout.fit, layout.version), (Fit::Contain, SpriteVersion::V1));
            (layout.grid.columns, layout.grid.rows)
        })
    };
    assert_eq!(grid(512, 64, r#"{"width":64,"height":64}"#), Ok((8, 1)));
    assert_eq!(grid(512, 64, r#"{"width":64,"height":64,"columns":8,"rows":1}"#), Ok((8, 1)));
    assert_eq!(grid(1536, 1872, r#"{"width":384,"height":104,"columns":4,"rows":18}"#), Ok((4, 18)));
    assert_eq!(grid(2560, 64, r#"{"width":10,"height":64}"#), Ok((256, 1)));
    assert_eq!(grid(2570, 64, r#"{"width":10,"height":64}"#), Err("frame-count"));
    assert_eq!(grid(513, 64, r#"{"width":64,"height":64}"#), Err("frame-grid"));
    assert_eq!(grid(512, 64, r#"{"width":64,"height":64,"columns":7}"#), Err("frame-grid"));
    assert_eq!(grid(512, 64, r#"{"width":1024,"height":64}"#), Err("frame-grid"));
    let overflow = r#"{"width":65536,"height":64,"columns":65536}"#;
    assert_eq!(grid(512, 64, overflow), Err("frame-grid"));
    assert_eq!(grid(16000, 16200, r#"{"width":1000,"height":1012}"#), Err("sheet-too-many-pixels"));
}

#[test]
fn frames_must_be_on_the_sheet() {
    let last = |frame: u64, further: &str| {
        let animations = format!(r#","animations":{{"idle":{{"frames":[{frame}]}}}}{further}"#);
        read(1536, 1872, &animations).map(|_| "ok").unwrap_or_else(|rule| rule)
    };
    assert_eq!(last(71, ""), "ok");
    assert_eq!(last(72, ""), "animation-frame-range");
    assert_eq!(last(u64::MAX, ""), "animation-frame-range");
    assert_eq!(last(87, VERSION_2), "sheet-version-size");
    assert_eq!(last(8, r#","frame":{"width":512,"height":624}"#), "ok");
    assert_eq!(last(9, r#","frame":{"width":512,"height":624}"#), "animation-frame-range");
}

#[test]
fn animations_replace_the_rows_that_they_name() {
    // The first cells of idle, waving and jumping, and the last cell of the sheet.
    let place = |column: u32, row: u32| (column * 192 + 7, row * 208 + 7);
    let bytes = webp(1536, 1872, &[place(0, 0), place(0, 3), place(0, 4), place(7, 8)]);
    let further = r#","animations":{
        "wave":{"frames":[71,24,1,71],"fps":10,"loop":false,"fallback":"bounce"},
        "running_left":{"frames":[1,2]},"failed":{"frames":[32]}}"#;
    let sheet = decoded(&bytes, &tolerant(further)).unwrap();
    let waving = sheet.clips.get(PetState::Waving).unwrap();
    // The cell that is empty is skipped.
    assert_eq!(waving.cells(), [71, 24, 71]);
    assert_eq!((waving.timing().frames_ms(), waving.timing().repeats()), (&[100; 3][..], Some(1)));
    assert_eq!(waving.then(), PetState::Jumping);
    assert_eq!(cells(&sheet, PetState::RunningLeft), None, "none of its frames is drawn");
    let failed = sheet.clips.get(PetState::Failed).unwrap();
    assert_eq!((failed.timing().frames_ms(), failed.timing().repeats()), (&[125][..], None));
    // What it does not name plays as usual.
    assert_eq!(cells(&sheet, PetState::Jumping), Some(vec![32]));
    assert_eq!(sheet.clips.get(PetState::Jumping).unwrap().timing().frames_ms(), [280]);
    assert_eq!(rules_of(&sheet.notes), ["cells-skipped"]);
    // The strict rules do not look at it.
    let strict = (manifest(further, Rules::Strict), Rules::Strict);
    assert_eq!(cells(&decoded(&bytes, &strict).unwrap(), PetState::Waving), Some(vec![24]));
}

#[test]
fn in_another_grid_only_idle_has_a_row() {
    let bytes = webp(1536, 1872, &[(7, 7), (400, 7), (7, 110)]);
    let frame = r#","frame":{"width":384,"height":104}"#;
    let sheet = decoded(&bytes, &tolerant(frame)).unwrap();
    assert_eq!(cells(&sheet, PetState::Idle), Some(vec![0, 1]));
    assert_eq!(sheet.clips.get(PetState::Idle).unwrap().timing().frames_ms(), [1400, 1600]);
    assert!(PetState::ALL[1..].iter().all(|&state| cells(&sheet, state).is_none()));
    assert_eq!(sheet.notes, []);
}

proptest! {
    #[test]
    fn what_is_described_is_what_plays(
        columns in 1u32..=16,
        rows in 1u32..=16,
        frames in prop::collection::vec(0u64..256, 1..20),
    ) {
        let further = format!(
            r#","frame":{{"width":3,"height":5}},"animations":{{"idle":{{"frames":{frames:?}}}}}"#
        );
        let read = decoded(&webp_of(columns * 3, rows * 5, &vec![9; (columns * rows * 60) as usize]), &tolerant(&further));
        if frames.iter().all(|&frame| frame < u64::from(columns * rows)) {
            let expected: Vec<u16> = frames.iter().map(|&frame| frame as u16).collect();
            prop_assert_eq!(cells(&read.unwrap(), PetState::Idle), Some(expected));
        } else {
            prop_assert_eq!(read.unwrap_err().rule, "animation-frame-range");
        }
    }
}
