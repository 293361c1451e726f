//! Sheets that are no sheets, in a package that is sound otherwise.

use super::{Case, case};
use crate::pets::{NO_PICTURE, SMALL_SHEET, manifest_with, sheet, with_sheet};
use crate::zip::{Entry, Zip};
use serde_json::json;

const ANIMATION: u8 = 0x02;
const ALPHA: u8 = 0x10;

pub(super) fn cases() -> Vec<Case> {
    let cut = |length: usize| SMALL_SHEET[..length].to_vec();
    vec![
        case("sheet-empty", "sheet-truncated", with_sheet(b"").bytes()),
        case("sheet-lfs-pointer", "git-lfs-pointer", {
            with_sheet(b"version https://git-lfs.github.com/spec/v1\n").bytes()
        }),
        case("sheet-png-16-bit", "sheet-not-webp", with_sheet(&png(16, 1536, 1872)).bytes()),
        case("sheet-jpeg-cmyk", "sheet-not-webp", with_sheet(&cmyk_jpeg()).bytes()),
        case("sheet-gif", "sheet-not-webp", with_sheet(b"GIF89a\x00\x06\x50\x07").bytes()),
        case("sheet-html", "sheet-not-webp", with_sheet(b"<!doctype html>").bytes()),
        case("sheet-script", "sheet-not-webp", with_sheet(b"#!/bin/sh\n").bytes()),
        case(
            "sheet-svg",
            "sheet-not-webp",
            with_sheet(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>").bytes(),
        ),
        case("sheet-wav", "sheet-not-webp", with_sheet(b"RIFF\x04\x00\x00\x00WAVE").bytes()),
        case("sheet-of-no-chunk", "sheet-truncated", with_sheet(NO_PICTURE).bytes()),
        case("sheet-animated", "sheet-animated", with_sheet(&extended(ANIMATION, 1536, 1872, &[])).bytes()),
        case(
            "sheet-60000-animated",
            "sheet-animated",
            with_sheet(&extended(ANIMATION, 60_000, 60_000, &[])).bytes(),
        ),
        case("sheet-60000", "sheet-damaged", {
            with_sheet(&extended(ALPHA, 60_000, 60_000, &lossless(1536, 1872))).bytes()
        }),
        case(
            "sheet-60000-alone",
            "sheet-truncated",
            with_sheet(&extended(ALPHA, 60_000, 60_000, &[])).bytes(),
        ),
        case("sheet-16384", "sheet-too-many-pixels", with_sheet(&riff(&lossless(16_384, 16_384))).bytes()),
        case("sheet-header-alone", "sheet-damaged", with_sheet(&riff(&lossless(1536, 1872))).bytes()),
        case("sheet-without-its-end", "sheet-truncated", with_sheet(&cut(SMALL_SHEET.len() - 1)).bytes()),
        case("sheet-half", "sheet-truncated", with_sheet(&cut(SMALL_SHEET.len() / 2)).bytes()),
        case("sheet-too-small", "sheet-too-small", with_sheet(&sheet(768, 936, [1, 2, 3])).bytes()),
        case("sheet-off-grid", "sheet-grid", with_sheet(&riff(&lossless(1537, 1872))).bytes()),
        case("sheet-unmarked", "sheet-version-unmarked", with_sheet(&riff(&lossless(1536, 2288))).bytes()),
        case("sheet-of-version-1-marked-2", "sheet-version-size", {
            Zip::of([
                Entry::deflated("pet.json", &manifest_with("spriteVersionNumber", json!(2))),
                Entry::deflated("spritesheet.webp", &SMALL_SHEET),
            ])
            .bytes()
        }),
        case("sheet-with-many-chunks", "sheet-damaged", {
            let chunks = chunk(b"JUNK", b"").repeat(5000);
            with_sheet(&extended(ALPHA, 1536, 1872, &chunks)).bytes()
        }),
        case("sheet-with-a-huge-chunk", "sheet-truncated", {
            let mut picture = lossless(1536, 1872);
            picture[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
            with_sheet(&riff(&picture)).bytes()
        }),
        case("sheet-damaged", "sheet-damaged", {
            let mut damaged = SMALL_SHEET.clone();
            let middle = damaged.len() / 2;
            damaged[40..middle].fill(0xff);
            with_sheet(&damaged).bytes()
        }),
    ]
}

fn chunk(name: &[u8; 4], contents: &[u8]) -> Vec<u8> {
    let length = (contents.len() as u32).to_le_bytes();
    let padding: &[u8] = if contents.len() % 2 == 1 { &[0] } else { &[] };
    [name.as_slice(), &length, contents, padding].concat()
}

fn riff(chunks: &[u8]) -> Vec<u8> {
    [b"RIFF".as_slice(), &(chunks.len() as u32 + 4).to_le_bytes(), b"WEBP", chunks].concat()
}

/// A WebP file with an extended header, and what follows it.
fn extended(flags: u8, width: u32, height: u32, behind: &[u8]) -> Vec<u8> {
    let size = |pixels: u32| (pixels - 1).to_le_bytes()[..3].to_vec();
    let header = [&[flags, 0, 0, 0][..], &size(width), &size(height)].concat();
    riff(&[chunk(b"VP8X", &header), behind.to_vec()].concat())
}

/// The header of a lossless picture, and nothing behind it.
fn lossless(width: u32, height: u32) -> Vec<u8> {
    let fields = (width - 1) | (height - 1) << 14 | 1 << 28;
    chunk(b"VP8L", &[&[0x2f], &fields.to_le_bytes()[..], &[0; 4]].concat())
}

fn png(depth: u8, width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, 6, 0, 0, 0]].concat();
    let part = |name: &[u8; 4], contents: &[u8]| {
        let body = [name.as_slice(), contents].concat();
        let length = (contents.len() as u32).to_be_bytes();
        [&length[..], &body, &crate::zip::crc(&body).to_be_bytes()].concat()
    };
    [b"\x89PNG\r\n\x1a\n".to_vec(), part(b"IHDR", &header), part(b"IEND", b"")].concat()
}

/// The first headers of a JPEG picture of four colours.
fn cmyk_jpeg() -> Vec<u8> {
    let frame = [8, 0x07, 0x50, 0x06, 0x00, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0];
    [b"\xff\xd8\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x02".as_slice(), b"\xff\xc0\x00\x14", &frame]
        .concat()
}
