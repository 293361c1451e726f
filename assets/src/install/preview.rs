//! The picture for galleries that a package may have. Nothing here shows it, but OpenPets does.

use super::archive::PREVIEW_NAME;
use crate::Finding;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How a WebP file begins; four bytes in between are its length.
const RIFF: &[u8] = b"RIFF";
const WEBP: &[u8] = b"WEBP";
const HEADER_BYTES: u64 = 12;

/// Checks that the preview of a prepared pet, if it has one, looks like a WebP picture.
pub(super) fn check_preview(pet: &Path) -> Result<(), Finding> {
    let Ok(file) = File::open(pet.join(PREVIEW_NAME)) else { return Ok(()) };
    let mut start = Vec::new();
    let read = file.take(HEADER_BYTES).read_to_end(&mut start);
    if read.is_ok() && start.starts_with(RIFF) && start.ends_with(WEBP) && start.len() as u64 == HEADER_BYTES
    {
        return Ok(());
    }
    Err(Finding::new(
        "preview-not-webp",
        "preview.webp, the picture for galleries, is not a WebP picture.",
        "Export it as WebP, or leave it out.",
    ))
}
