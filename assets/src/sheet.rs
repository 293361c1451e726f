//! The sprite sheet: one picture that holds every frame, a row per state.
//!
//! The header is checked before anything is decoded or allocated, so a hostile file costs a few small reads.

mod atlas;
mod header;

pub use header::SheetHeader;

use crate::{Finding, PetState, SpriteVersion};
use image_webp::{DecodingError, WebPDecoder};
use std::io::{Cursor, Read, Seek};

/// Most bytes of a sheet's file; the protocol's own bound.
pub const MAX_SHEET_BYTES: u64 = 100 * 1024 * 1024;
/// Columns of every sheet.
pub const COLUMNS: u32 = 8;

/// A decoded sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Pixels across; a multiple of `columns`.
    pub width: u32,
    /// Pixels down; a multiple of `rows`.
    pub height: u32,
    /// Always 8.
    pub columns: u32,
    /// 9, or 11 for version 2.
    pub rows: u32,
    /// Pixels across of one cell, at least 192.
    pub cell_width: u32,
    /// Pixels down of one cell, at least 208.
    pub cell_height: u32,
    /// Red, green, blue, alpha of every pixel, row by row from the top left; alpha is *not* multiplied in, and
    /// pixels with alpha 0 may hide any colour.
    pub rgba: Vec<u8>,
}

/// Checks a sheet's header under the strict rules, with a few small reads.
///
/// # Errors
/// The first rule that the header breaks.
pub fn probe<R: Read + Seek>(source: &mut R, version: SpriteVersion) -> Result<SheetHeader, Finding> {
    let header = header::read(source)?;
    atlas::check(&header, version)?;
    Ok(header)
}

/// Checks and decodes a sheet. Takes about as long as the picture's own decoding.
///
/// # Errors
/// The first rule that the header or the pixels break.
pub fn decode(bytes: &[u8], version: SpriteVersion) -> Result<Sheet, Finding> {
    let header = probe(&mut Cursor::new(bytes), version)?;
    let rgba = pixels(bytes, &header).map_err(|error| {
        Finding::new(
            "sheet-damaged",
            format!("The sheet cannot be decoded: {error}."),
            "Export it again, or download the pet again.",
        )
    })?;
    let rows = version.rows();
    Ok(Sheet {
        width: header.width,
        height: header.height,
        columns: COLUMNS,
        rows,
        cell_width: header.width / COLUMNS,
        cell_height: header.height / rows,
        rgba,
    })
}

fn pixels(bytes: &[u8], header: &SheetHeader) -> Result<Vec<u8>, DecodingError> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes))?;
    // The decoder allocates what it reads from the file: that must be what the header check has bounded.
    if decoder.dimensions() != (header.width, header.height) {
        return Err(DecodingError::InconsistentImageSizes);
    }
    let mut decoded = vec![0; decoder.output_buffer_size().ok_or(DecodingError::ImageTooLarge)?];
    decoder.read_image(&mut decoded)?;
    if decoder.has_alpha() {
        return Ok(decoded);
    }
    let mut rgba = Vec::with_capacity(decoded.len() / 3 * 4);
    for pixel in decoded.chunks_exact(3) {
        rgba.extend_from_slice(&[pixel[0], pixel[1], pixel[2], 255]);
    }
    Ok(rgba)
}

impl Sheet {
    /// How many frames of the state's row are drawn, at most as many as the format has: trailing empty cells do not
    /// count. 0: the sheet does not implement the state, and idle shows instead.
    #[must_use]
    pub fn frame_count(&self, state: PetState) -> usize {
        let frames = state.timing().frames_ms.len();
        (0..frames).rev().find(|&column| !self.is_cell_empty(column, state.row())).map_or(0, |last| last + 1)
    }

    /// Whether every pixel of the cell is fully transparent. A cell outside of the grid is empty.
    #[must_use]
    pub fn is_cell_empty(&self, column: usize, row: usize) -> bool {
        self.cell_rows(column, row).all(|line| line.iter().skip(3).step_by(4).all(|&alpha| alpha == 0))
    }

    /// The cell's lines of pixels from the top, 4 bytes a pixel as in [`Sheet::rgba`]. Nothing for a cell outside
    /// of the grid.
    pub fn cell_rows(&self, column: usize, row: usize) -> impl Iterator<Item = &[u8]> {
        let inside = column < self.columns as usize && row < self.rows as usize;
        let (width, height) = (self.cell_width as usize, self.cell_height as usize);
        let lines = if inside { height } else { 0 };
        (0..lines).filter_map(move |line| {
            let start = ((row * height + line) * self.width as usize + column * width) * 4;
            self.rgba.get(start..start + width * 4)
        })
    }
}

#[cfg(test)]
mod tests;
