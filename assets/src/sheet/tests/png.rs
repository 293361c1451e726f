//! Sheets in PNG: only for the tolerant rules.

use super::*;
use ::png::{BitDepth, ColorType, Encoder, chunk::ChunkType};

/// A version 1 sheet of this kind of pixels; `fill` is one pixel, or for fewer than 8 bits one byte of pixels.
/// `chunks` come before the picture.
fn png(colour: ColorType, depth: BitDepth, fill: &[u8], chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 1536, 1872);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    if colour == ColorType::Indexed {
        encoder.set_palette(vec![9, 8, 7, 90, 80, 70]);
    }
    let mut writer = encoder.write_header().unwrap();
    for (name, data) in chunks {
        writer.write_chunk(ChunkType(**name), data).unwrap();
    }
    let bits = colour.samples() * depth as usize;
    let pixels = fill.iter().copied().cycle().take(1536 * bits / 8 * 1872).collect::<Vec<u8>>();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

fn header_of(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend([width, height].into_iter().flat_map(u32::to_be_bytes));
    bytes.extend(b"\x08\x06\0\0\0????\0\0\0\0IDAT????");
    bytes
}

fn probe_rule(bytes: &[u8]) -> &'static str {
    probed(bytes, &tolerant(NOTHING)).map_or_else(|finding| finding.rule, |_| "ok")
}

#[test]
fn every_kind_of_pixels_is_read() {
    use BitDepth::{Eight, Four, Sixteen};
    let kinds: [(ColorType, BitDepth, &[u8], &[(&[u8; 4], &[u8])], [u8; 4]); 9] = [
        (ColorType::Rgba, Eight, &[1, 2, 3, 4], &[], [1, 2, 3, 4]),
        (ColorType::Rgba, Sixteen, &[1, 99, 2, 99, 3, 99, 4, 99], &[], [1, 2, 3, 4]),
        (ColorType::Rgb, Eight, &[1, 2, 3], &[], [1, 2, 3, 255]),
        (ColorType::Rgb, Eight, &[1, 2, 3], &[(b"tRNS", &[0, 1, 0, 2, 0, 3])], [1, 2, 3, 0]),
        (ColorType::Grayscale, Eight, &[5], &[], [5, 5, 5, 255]),
        (ColorType::Grayscale, Sixteen, &[5, 6], &[(b"tRNS", &[5, 6])], [5, 5, 5, 0]),
        (ColorType::GrayscaleAlpha, Eight, &[5, 6], &[], [5, 5, 5, 6]),
        (ColorType::Indexed, Eight, &[1], &[(b"tRNS", &[255, 33])], [90, 80, 70, 33]),
        (ColorType::Indexed, Four, &[0x11], &[], [90, 80, 70, 255]),
    ];
    for (colour, depth, fill, chunks, expected) in kinds {
        let bytes = png(colour, depth, fill, chunks);
        let sheet = decoded(&bytes, &tolerant(NOTHING)).unwrap();
        assert!(sheet.rgba.chunks_exact(4).all(|pixel| pixel == expected), "{colour:?} {depth:?}");
        assert_eq!(sheet.rgba.len(), 1536 * 1872 * 4);
        let notes = rules_of(&sheet.notes);
        assert_eq!(notes[0], "sheet-not-webp");
        assert_eq!(notes.contains(&"sheet-16-bit"), depth == Sixteen);
        assert_eq!(notes.contains(&"sheet-opaque"), expected[3] == 255, "{colour:?} {depth:?}");
        assert_eq!(rule(&bytes, SpriteVersion::V1), "sheet-not-webp");
    }
}

/// An interlaced sheet of 384 × 468 pixels, made by ImageMagick: a disc in the first cell.
const INTERLACED: &[u8] = include_bytes!("interlaced.png");

#[test]
fn interlaced_pictures_are_read() {
    let sheet = decoded(INTERLACED, &tolerant(NOTHING)).unwrap();
    let pixel = |x: usize, y: usize| &sheet.rgba[(y * 384 + x) * 4..][..4];
    assert_eq!(pixel(24, 26), [200, 30, 40, 255]);
    assert_eq!(pixel(2, 2)[3], 0);
    assert_eq!(cells(&sheet, PetState::Idle), Some(vec![0]));
}

#[test]
fn animations_and_damage_are_refused() {
    let rgba = |chunks: &[(&[u8; 4], &[u8])]| png(ColorType::Rgba, BitDepth::Eight, &[1, 2, 3, 4], chunks);
    assert_eq!(probe_rule(&rgba(&[(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0])])), "sheet-animated");
    assert_eq!(probe_rule(&header_of(1536, 1872)), "ok");
    assert_eq!(probe_rule(&header_of(60_000, 60_000)), "sheet-too-many-pixels");
    assert_eq!(probe_rule(&header_of(u32::MAX, u32::MAX)), "sheet-too-many-pixels");
    assert_eq!(probe_rule(&header_of(0, 1872)), "sheet-damaged");
    let mut odd = header_of(1536, 1872);
    odd[24] = 7;
    assert_eq!(probe_rule(&odd), "sheet-damaged");
    assert_eq!(probe_rule(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIDAT"), "sheet-damaged");
    let many: Vec<(&[u8; 4], &[u8])> = vec![(b"teXt", &[]); 64];
    assert_eq!(probe_rule(&rgba(&many)), "sheet-damaged");
    assert_eq!(decoded(&header_of(1536, 1872), &tolerant(NOTHING)).unwrap_err().rule, "sheet-damaged");
    let whole = rgba(&[]);
    let cut = &whole[..whole.len() / 2];
    assert_ne!(decoded(cut, &tolerant(NOTHING)).map_or_else(|finding| finding.rule, |_| "ok"), "ok");
    for length in 8..57 {
        assert_eq!(probe_rule(&whole[..length]), "sheet-truncated", "{length}");
    }
}

#[test]
fn version_2_without_transparency_is_refused_at_once() {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 1536, 2288);
    encoder.set_color(ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&vec![7; 1536 * 2288 * 3]).unwrap();
    assert_eq!(probed(&bytes, &tolerant(VERSION_2)).unwrap_err().rule, "sheet-no-alpha");
}

/// Texts and profiles are more than the decoder may take: it would fail if it read them.
#[test]
fn further_chunks_are_not_read() {
    let huge = vec![b'x'; DECODER_BYTES + 1];
    let mut text = b"Comment\0".to_vec();
    text.extend(&huge);
    let mut packed = b"Comment\0\0".to_vec();
    packed.extend(&huge);
    let chunks: [(&[u8; 4], &[u8]); 4] =
        [(b"tEXt", &text), (b"zTXt", &packed), (b"iTXt", &text), (b"iCCP", &packed)];
    let bytes = png(ColorType::Rgba, BitDepth::Eight, &[1, 2, 3, 4], &chunks);
    assert_eq!(decoded(&bytes, &tolerant(NOTHING)).unwrap().rgba[..4], [1, 2, 3, 4]);
    // One that cannot be left out is refused, not taken.
    let bytes = png(ColorType::Rgba, BitDepth::Eight, &[1, 2, 3, 4], &[(b"eXIf", &huge)]);
    assert_eq!(decoded(&bytes, &tolerant(NOTHING)).unwrap_err().rule, "sheet-damaged");
}

use super::super::png::DECODER_BYTES;

proptest! {
    #[test]
    fn arbitrary_headers_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..100), whole in any::<bool>()) {
        let mut png = if whole { header_of(1536, 1872) } else { b"\x89PNG\r\n\x1a\n".to_vec() };
        png.extend(bytes);
        let _ = probe_rule(&png);
    }

    #[test]
    fn no_size_is_decoded_that_the_header_check_has_not_bounded(width: u32, height: u32) {
        match probed(&header_of(width, height), &tolerant(NOTHING)) {
            Err(_) => {}
            Ok(layout) => {
                prop_assert_eq!((layout.header.width, layout.header.height), (width, height));
                prop_assert!(u64::from(width) * u64::from(height) <= 6144 * 7488);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn mutated_sheets_never_panic(changes in prop::collection::vec((0usize..2000, any::<u8>()), 1..6)) {
        let mut bytes = INTERLACED.to_vec();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        let _ = decoded(&bytes, &tolerant(NOTHING));
    }
}
