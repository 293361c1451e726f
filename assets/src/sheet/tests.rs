mod dialect;
mod png;
mod tolerant;

use super::*;
use crate::PetState;
use proptest::prelude::*;
use std::sync::LazyLock;

/// A picture with the given pixels opaque, encoded losslessly.
fn webp(width: u32, height: u32, opaque: &[(u32, u32)]) -> Vec<u8> {
    webp_of(width, height, &rgba(width, height, opaque))
}

fn webp_of(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    image_webp::WebPEncoder::new(&mut bytes)
        .encode(rgba, width, height, image_webp::ColorType::Rgba8)
        .unwrap();
    bytes
}

fn rgba(width: u32, height: u32, opaque: &[(u32, u32)]) -> Vec<u8> {
    let mut rgba = vec![0; (width * height * 4) as usize];
    for &(x, y) in opaque {
        let at = ((y * width + x) * 4) as usize;
        rgba[at..at + 4].copy_from_slice(&[200, 100, 50, 255]);
    }
    rgba
}

/// Only a header: a lossless picture that says its size and has no pixels.
fn header(width: u32, height: u32, alpha: bool) -> Vec<u8> {
    let fields = (width - 1) | (height - 1) << 14 | u32::from(alpha) << 28;
    let mut bytes = b"RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0\x2f".to_vec();
    bytes.extend_from_slice(&fields.to_le_bytes());
    bytes.push(0);
    bytes
}

/// A manifest that says this besides what it must.
fn manifest(further: &str, rules: Rules) -> Manifest {
    let text = format!(
        r#"{{"id":"cat","displayName":"Cat","description":"A cat.","spritesheetPath":"s.webp"{further}}}"#
    );
    match rules {
        Rules::Strict => Manifest::parse(text.as_bytes()).unwrap(),
        Rules::Tolerant => {
            Manifest::parse_tolerantly(text.as_bytes(), || unreachable!(), &mut Vec::new()).unwrap()
        }
    }
}

const NOTHING: &str = "";
const VERSION_2: &str = r#","spriteVersionNumber":2"#;

/// The strict rules' view of a version.
fn strict(version: SpriteVersion) -> (Manifest, Rules) {
    let further = if version == SpriteVersion::V2 { VERSION_2 } else { NOTHING };
    (manifest(further, Rules::Strict), Rules::Strict)
}

fn tolerant(further: &str) -> (Manifest, Rules) {
    (manifest(further, Rules::Tolerant), Rules::Tolerant)
}

fn probed(bytes: &[u8], (manifest, rules): &(Manifest, Rules)) -> Result<Layout, Finding> {
    probe(&mut Cursor::new(bytes), manifest, *rules)
}

fn decoded(bytes: &[u8], (manifest, rules): &(Manifest, Rules)) -> Result<Sheet, Finding> {
    decode(bytes, manifest, *rules)
}

fn rule(bytes: &[u8], version: SpriteVersion) -> &'static str {
    probed(bytes, &strict(version)).map_or_else(|finding| finding.rule, |_| "ok")
}

fn rules_of(notes: &[Finding]) -> Vec<&'static str> {
    notes.iter().map(|note| note.rule).collect()
}

fn cells(sheet: &Sheet, state: PetState) -> Option<Vec<u16>> {
    sheet.clips.get(state).map(|clip| clip.cells().to_vec())
}

#[test]
fn sizes_follow_the_version() {
    use SpriteVersion::{V1, V2};
    let table = [
        (1536, 1872, true, V1, "ok"),
        (1536, 1872, false, V1, "ok"),
        (3072, 3744, true, V1, "ok"),
        (9216, 1872, true, V1, "ok"),
        (1544, 1881, true, V1, "ok"),
        (1537, 1872, true, V1, "sheet-grid"),
        (1536, 1873, true, V1, "sheet-grid"),
        (768, 936, true, V1, "sheet-too-small"),
        (1536, 1863, true, V1, "sheet-too-small"),
        (1536, 2288, true, V1, "sheet-version-unmarked"),
        (16000, 16200, true, V1, "sheet-too-many-pixels"),
        (1536, 2288, true, V2, "ok"),
        (1536, 2288, false, V2, "sheet-no-alpha"),
        (1536, 1872, true, V2, "sheet-version-size"),
        (3072, 4576, true, V2, "sheet-version-size"),
    ];
    for (width, height, alpha, version, expected) in table {
        assert_eq!(rule(&header(width, height, alpha), version), expected, "{width} × {height} {version:?}");
    }
}

#[test]
fn other_files_are_told_apart() {
    let v1 = |bytes: &[u8]| rule(bytes, SpriteVersion::V1);
    assert_eq!(v1(b"\x89PNG\r\n\x1a\n"), "sheet-not-webp");
    assert_eq!(v1(b"hello"), "sheet-not-webp");
    assert_eq!(v1(b"RIFF\0\0\0\0WAVE"), "sheet-not-webp");
    assert_eq!(v1(b""), "sheet-truncated");
    assert_eq!(v1(b"RIFF\0"), "sheet-truncated");
    assert_eq!(v1(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"), "git-lfs-pointer");
    assert_eq!(v1(b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x12\0\0\0\xff\x05\0\x4f\x07\0"), "sheet-animated");
    // The extended header says 1536 × 1872, the picture in it 8192 × 8192.
    let mut liar = b"RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\xff\x05\0\x4f\x07\0".to_vec();
    liar.extend_from_slice(&header(8192, 8192, true)[12..]);
    assert_eq!(v1(&liar), "sheet-damaged");
}

#[test]
fn a_header_cut_anywhere_is_refused() {
    let whole = webp(1536, 1872, &[]);
    assert_eq!(rule(&whole, SpriteVersion::V1), "ok");
    for length in 0..whole.len() {
        assert_eq!(rule(&whole[..length], SpriteVersion::V1), "sheet-truncated", "{length}");
    }
}

#[test]
fn pixels_that_do_not_decode_are_refused() {
    assert_eq!(
        decoded(&header(1536, 1872, true), &strict(SpriteVersion::V1)).unwrap_err().rule,
        "sheet-damaged"
    );
}

#[test]
fn frames_are_counted_from_the_last_drawn_cell() {
    // Idle: cells 0 and 3. Waving: a cell that the format leaves unused. Row 8: one corner pixel of cell 5.
    let bytes = webp(1536, 1872, &[(5, 5), (3 * 192, 0), (7 * 192 + 9, 3 * 208 + 9), (6 * 192 - 1, 1871)]);
    let sheet = decoded(&bytes, &strict(SpriteVersion::V1)).unwrap();
    assert_eq!(sheet.grid, Grid { columns: 8, rows: 9, cell_width: 192, cell_height: 208 });
    let cells = |state| cells(&sheet, state);
    // The two empty cells between them are skipped, and their durations with them.
    assert_eq!(cells(PetState::Idle), Some(vec![0, 3]));
    assert_eq!(sheet.clips.get(PetState::Idle).unwrap().timing().frames_ms(), [1400, 1600]);
    assert_eq!(cells(PetState::Waving), None);
    assert_eq!(cells(PetState::Review), Some(vec![8 * 8 + 5]));
    assert_eq!(rules_of(&sheet.notes), ["cells-skipped", "cells-unused"]);
    assert!(sheet.is_cell_empty(1));
    assert!(!sheet.is_cell_empty(3 * 8 + 7));
    assert!(sheet.is_cell_empty(8));
    assert_eq!(sheet.cell_lines(72).count(), 0);
    assert_eq!(sheet.cell_lines(71).map(<[u8]>::len).sum::<usize>(), 192 * 208 * 4);
}

#[test]
fn a_sheet_without_alpha_is_opaque() {
    let mut bytes = Vec::new();
    image_webp::WebPEncoder::new(&mut bytes)
        .encode(&vec![9; 1536 * 1872 * 3], 1536, 1872, image_webp::ColorType::Rgb8)
        .unwrap();
    let sheet = decoded(&bytes, &strict(SpriteVersion::V1)).unwrap();
    assert_eq!(sheet.rgba.len(), 1536 * 1872 * 4);
    assert!(sheet.rgba.chunks_exact(4).all(|pixel| pixel == [9, 9, 9, 255]));
    assert!(rules_of(&sheet.notes).contains(&"sheet-opaque"));
}

proptest! {
    #[test]
    fn arbitrary_headers_never_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..200), riff in any::<bool>()) {
        if riff && bytes.len() > 20 {
            bytes[..4].copy_from_slice(b"RIFF");
            bytes[8..16].copy_from_slice(b"WEBPVP8X");
        }
        let _ = rule(&bytes, SpriteVersion::V1);
        let _ = rule(&bytes, SpriteVersion::V2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn mutated_sheets_never_panic(changes in prop::collection::vec((0usize..400, any::<u8>()), 1..6)) {
        static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| webp(1536, 1872, &[(5, 5), (576, 0), (1000, 1000)]));
        let mut bytes = WHOLE.clone();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        let _ = decoded(&bytes, &strict(SpriteVersion::V1));
    }
}
