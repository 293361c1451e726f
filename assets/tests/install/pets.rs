//! Packages for tests: manifests, and sheets that are drawn here.

use super::zip::{Entry, Zip};
use image_webp::{ColorType, WebPEncoder};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The built-in pet's sheet: a real one, of version 2.
pub(crate) const REAL_SHEET: &[u8] = include_bytes!("../../builtin/spritesheet.webp");

/// The smallest file that keeps every rule about sheets: a few dots.
pub(crate) static SMALL_SHEET: LazyLock<Vec<u8>> = LazyLock::new(|| sheet(1536, 1872, [200, 80, 20]));

/// How a WebP file begins, and no more.
pub(crate) const NO_PICTURE: &[u8] = b"RIFF\x04\x00\x00\x00WEBP";

/// A sheet of 8 × 9 cells with a dot of this colour in each.
pub(crate) fn sheet(width: u32, height: u32, [red, green, blue]: [u8; 3]) -> Vec<u8> {
    let mut pixels = vec![0; (width * height * 4) as usize];
    for row in 0..9 {
        for column in 0..8 {
            let at = ((row * height / 9 + 9) * width + column * width / 8 + 9) * 4;
            pixels[at as usize..][..4].copy_from_slice(&[red, green, blue, 255]);
        }
    }
    let mut file = Vec::new();
    WebPEncoder::new(&mut file).encode(&pixels, width, height, ColorType::Rgba8).unwrap();
    file
}

/// The manifest of a pet with this id, as a value that can be spoiled.
pub(crate) fn manifest(id: &str) -> Value {
    json!({"id": id, "displayName": "Cat", "description": "Purrs.", "spritesheetPath": "spritesheet.webp"})
}

/// A manifest with one field changed.
pub(crate) fn manifest_with(field: &str, value: Value) -> Vec<u8> {
    let mut manifest = manifest("cat");
    manifest[field] = value;
    manifest.to_string().into_bytes()
}

/// The files of the pet "cat", which is small and whole.
pub(crate) fn files() -> [Entry; 2] {
    [
        Entry::deflated("pet.json", manifest("cat").to_string().as_bytes()),
        Entry::deflated("spritesheet.webp", &SMALL_SHEET),
    ]
}

/// The pet "cat" in an archive.
pub(crate) fn cat() -> Zip {
    Zip::of(files())
}

/// The pet "cat" with another file as its sheet.
pub(crate) fn with_sheet(sheet: &[u8]) -> Zip {
    let [manifest, _] = files();
    Zip::of([manifest, Entry::deflated("spritesheet.webp", sheet)])
}

/// The pet "cat" with another manifest.
pub(crate) fn with_manifest(manifest: &[u8]) -> Zip {
    let [_, sheet] = files();
    Zip::of([Entry::deflated("pet.json", manifest), sheet])
}

/// Folders of real pets, which are not part of the project.
pub(crate) fn real_pets() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/pets");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("SKIPPED: no real pets in {}", folder.display());
        return Vec::new();
    };
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect()
}
