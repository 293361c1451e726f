//! What the fuzzers in `fuzz/` throw bytes at: the parsers of what strangers made, each with what must hold of
//! whatever it accepts. A panic is a finding. Part of no program.

#![expect(clippy::unwrap_used, reason = "a panic is how a fuzzer is told")]

use crate::install::Unattended;
use crate::install::archive::{PREVIEW_NAME, Package};
use crate::manifest::MANIFEST_NAME;
use crate::sheet::{self, Layout, Sheet};
use crate::{Manifest, PetState, Rules};
use std::collections::HashSet;
use std::io::Cursor;

/// Sheets with more pixels are only looked at: decoding one of the usual size takes too long for a fuzzer.
const MAX_DECODED_PIXELS: u64 = 128 * 1024;
/// Most bytes of the files that are unpacked: more would say nothing new.
const MAX_UNPACKED: u64 = 16 * 1024 * 1024;

/// Reads a package in a ZIP archive and unpacks it into memory. Gives the files of one that is accepted.
pub fn archive(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let package = Package::open(Cursor::new(bytes), &Unattended).ok()?;
    check_manifest(&package.manifest);
    let sheet_name = package.manifest.sheet_name.clone();
    assert!(package.unpacked_bytes() <= 200 * 1024 * 1024);
    if package.unpacked_bytes() > MAX_UNPACKED {
        return None;
    }
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let unpacked = package.unpack(
        &Unattended,
        |_| Ok(Vec::new()),
        |name, contents| {
            files.push((name.to_owned(), contents));
            Ok(())
        },
    );
    unpacked.ok()?;
    let mut names = HashSet::new();
    for (name, _) in &files {
        assert!([MANIFEST_NAME, &*sheet_name, PREVIEW_NAME].contains(&&**name), "{name:?}");
        assert!(names.insert(name.to_lowercase()), "{name:?} is there twice");
    }
    assert!(names.contains(MANIFEST_NAME) && names.contains(&sheet_name.to_lowercase()));
    Some(files)
}

/// Reads a manifest by both sets of rules.
pub fn manifest(bytes: &[u8]) {
    let strict = Manifest::parse(bytes);
    let mut notes = Vec::new();
    let tolerant = Manifest::parse_tolerantly(bytes, || Ok("spritesheet.webp".to_owned()), &mut notes);
    for manifest in strict.iter().chain(&tolerant) {
        check_manifest(manifest);
    }
    for finding in strict.err().iter().chain(&tolerant.err()).chain(&notes) {
        check_text(&finding.sentence, 1000);
        check_text(&finding.fix, 1000);
    }
}

fn check_manifest(manifest: &Manifest) {
    let id = manifest.id.as_str();
    assert!(!id.is_empty() && id.len() <= 64 && id != "builtin");
    assert!(
        id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte))
    );
    check_text(&manifest.display_name, 120);
    check_text(&manifest.description, 500);
    let sheet = std::path::Path::new(&manifest.sheet_name);
    assert_eq!(sheet.file_name(), Some(sheet.as_os_str()));
    check_text(&manifest.sheet_name, 255);
}

fn check_text(text: &str, longest: usize) {
    assert!((1..=longest).contains(&text.encode_utf16().count()), "{} bytes", text.len());
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Reads a sheet by every set of rules, and decodes it if it is small. The first two bytes say how large the frames
/// are that a manifest describes; the rest is the file.
pub fn sheet(bytes: &[u8]) {
    let [width, height, file @ ..] = bytes else { return };
    let [width, height] = [width, height].map(|size| u32::from(*size) + 1);
    let described = format!(r#","frame":{{"width":{width},"height":{height}}}"#);
    for (rules, more) in [
        (Rules::Strict, ""),
        (Rules::Strict, r#","spriteVersionNumber":2"#),
        (Rules::Tolerant, ""),
        (Rules::Tolerant, r#","spriteVersionNumber":2"#),
        (Rules::Tolerant, &described),
    ] {
        let text = format!(
            r#"{{"id":"cat","displayName":"Cat","description":"!","spritesheetPath":"s.webp"{more}}}"#
        );
        let manifest = match rules {
            Rules::Strict => Manifest::parse(text.as_bytes()).unwrap(),
            Rules::Tolerant => {
                Manifest::parse_tolerantly(text.as_bytes(), || Ok(String::new()), &mut Vec::new()).unwrap()
            }
        };
        match sheet::probe(&mut Cursor::new(file), &manifest, rules) {
            Ok(layout) => check_layout(file, &layout, &manifest, rules),
            Err(finding) => check_text(&finding.sentence, 1000),
        }
    }
}

fn check_layout(file: &[u8], layout: &Layout, manifest: &Manifest, rules: Rules) {
    let (header, grid) = (&layout.header, &layout.grid);
    assert_eq!((grid.columns * grid.cell_width, grid.rows * grid.cell_height), (header.width, header.height));
    assert!((1..=704).contains(&grid.cells()));
    if u64::from(header.width) * u64::from(header.height) > MAX_DECODED_PIXELS {
        return;
    }
    match sheet::decode(file, manifest, rules) {
        Ok(sheet) => check_sheet(&sheet),
        Err(finding) => check_text(&finding.sentence, 1000),
    }
}

fn check_sheet(sheet: &Sheet) {
    let grid = sheet.grid;
    let pixels = u64::from(grid.cell_width * grid.columns) * u64::from(grid.cell_height * grid.rows);
    assert_eq!(sheet.rgba.len() as u64, pixels * 4);
    let clips = PetState::ALL.into_iter().filter_map(|state| sheet.clips.get(state));
    let gaze = sheet.looks.gaze.into_iter().flatten();
    for cell in clips.flat_map(|clip| clip.cells().to_vec()).chain([sheet.looks.neutral]).chain(gaze) {
        assert!(cell < grid.cells());
    }
    for cell in 0..grid.cells() {
        assert_eq!(sheet.cell_lines(cell).count(), grid.cell_height as usize);
    }
}
