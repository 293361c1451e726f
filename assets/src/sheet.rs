//! The sprite sheet: one picture that holds every frame, a row per state.
//!
//! The header is checked before anything is decoded or allocated, so a hostile file costs a few small reads.

mod atlas;
mod clips;
mod header;

pub use clips::Looks;
pub use header::SheetHeader;

use crate::animation::Clips;
use crate::{Finding, SpriteVersion};
use clips::Drawn;
use image_webp::{DecodingError, WebPDecoder};
use std::io::{Cursor, Read, Seek};
use std::sync::Arc;

/// Most bytes of a sheet's file; the protocol's own bound.
pub const MAX_SHEET_BYTES: u64 = 100 * 1024 * 1024;
/// Columns of every sheet.
pub const COLUMNS: u32 = 8;

/// Where the cells of a sheet are: columns and rows of the same size that cover it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Cells across.
    pub columns: u32,
    /// Cells down.
    pub rows: u32,
    /// Pixels across of one cell.
    pub cell_width: u32,
    /// Pixels down of one cell.
    pub cell_height: u32,
}

impl Grid {
    /// How many cells there are.
    #[must_use]
    pub const fn cells(&self) -> u16 {
        (self.columns * self.rows) as u16
    }

    /// The number of a cell.
    #[must_use]
    pub const fn cell(&self, column: u32, row: u32) -> u16 {
        (row * self.columns + column) as u16
    }
}

/// A decoded sheet: every picture of a pet, and how they are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Where its cells are.
    pub grid: Grid,
    /// Which layout it follows.
    pub version: SpriteVersion,
    /// Red, green, blue, alpha of every pixel, row by row from the top left; alpha is *not* multiplied in, and
    /// pixels with alpha 0 may hide any colour.
    pub rgba: Vec<u8>,
    /// What plays for each state.
    pub clips: Arc<Clips>,
    /// Where the pet looks straight ahead and around.
    pub looks: Looks,
    /// What is odd about the sheet, but does no harm.
    pub notes: Vec<Finding>,
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
    let grid = Grid {
        columns: COLUMNS,
        rows,
        cell_width: header.width / COLUMNS,
        cell_height: header.height / rows,
    };
    Ok(Sheet::new(grid, version, rgba))
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
    /// Finds out what the pixels of a sheet show.
    pub(crate) fn new(grid: Grid, version: SpriteVersion, rgba: Vec<u8>) -> Self {
        let looks = Looks { neutral: 0, gaze: None };
        let mut sheet = Self { grid, version, rgba, clips: Arc::default(), looks, notes: Vec::new() };
        let mut notes = Vec::new();
        let drawn = Drawn::look(&sheet);
        let clips = drawn.clips(&mut notes);
        let looks = drawn.looks(&clips, &mut notes);
        sheet.clips = Arc::new(clips);
        sheet.looks = looks;
        sheet.notes = notes;
        sheet
    }

    /// Whether every pixel of the cell is fully transparent. A cell outside of the grid is empty.
    #[must_use]
    pub fn is_cell_empty(&self, cell: u16) -> bool {
        self.cell_lines(cell).all(|line| line.iter().skip(3).step_by(4).all(|&alpha| alpha == 0))
    }

    /// The cell's lines of pixels from the top, 4 bytes a pixel as in [`Sheet::rgba`]. Nothing for a cell outside
    /// of the grid.
    pub fn cell_lines(&self, cell: u16) -> impl Iterator<Item = &[u8]> {
        let Grid { columns, cell_width, cell_height, .. } = self.grid;
        let (width, height) = (cell_width as usize, cell_height as usize);
        let (column, row) = (usize::from(cell) % columns as usize, usize::from(cell) / columns as usize);
        let lines = if cell < self.grid.cells() { height } else { 0 };
        (0..lines).filter_map(move |line| {
            let start = ((row * height + line) * columns as usize + column) * width * 4;
            self.rgba.get(start..start + width * 4)
        })
    }
}

#[cfg(test)]
mod tests;
