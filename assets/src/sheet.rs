//! The sprite sheet: one picture that holds every frame.
//!
//! The header is checked before anything is decoded or allocated, so a hostile file costs a few small reads. Which
//! format a file has is told by its first bytes, never by its name.

mod clips;
mod grid;
mod header;
mod layout;
mod png;
mod strict;
mod tolerant;
mod webp;

pub use clips::Looks;
#[cfg(feature = "compose")]
pub(crate) use grid::CELL;
pub use grid::{Fit, Grid};
pub use header::{SheetFormat, SheetHeader};
pub use layout::Layout;

use crate::animation::Clips;
use crate::manifest::Dialect;
use crate::{Finding, Manifest, Rules, SpriteVersion};
use clips::Drawn;
use std::io::{Cursor, Read, Seek};
use std::sync::Arc;

/// Most bytes of a sheet's file; the protocol's own bound.
pub const MAX_SHEET_BYTES: u64 = 100 * 1024 * 1024;

/// A decoded sheet: every picture of a pet, and how they are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Where its cells are.
    pub grid: Grid,
    /// How its cells come to the size of the format's.
    pub fit: Fit,
    /// Which layout it follows.
    pub version: SpriteVersion,
    /// Red, green, blue, alpha of every pixel, row by row from the top left; alpha is *not* multiplied in, and
    /// pixels with alpha 0 may hide any colour.
    pub rgba: Vec<u8>,
    /// What plays for each state.
    pub clips: Arc<Clips>,
    /// Where the pet looks straight ahead and around.
    pub looks: Looks,
    /// What is odd about the pet, but does no harm.
    pub notes: Vec<Finding>,
}

/// Checks the header of the sheet that goes with a manifest, with a few small reads.
///
/// # Errors
/// The first rule that the header breaks.
pub fn probe<R: Read + Seek>(source: &mut R, manifest: &Manifest, rules: Rules) -> Result<Layout, Finding> {
    layout::lay_out(header::read(source, rules)?, manifest, rules)
}

/// Checks and decodes the sheet that goes with a manifest. Takes about as long as the picture's own decoding.
///
/// # Errors
/// The first rule that the header or the pixels break.
pub fn decode(bytes: &[u8], manifest: &Manifest, rules: Rules) -> Result<Sheet, Finding> {
    let mut layout = probe(&mut Cursor::new(bytes), manifest, rules)?;
    let rgba = match layout.header.format {
        SheetFormat::WebP => {
            webp::pixels(bytes, &layout.header, layout.doubtful_alpha).map_err(|error| damaged(&error))
        }
        SheetFormat::Png => png::pixels(bytes, &layout.header).map_err(|error| damaged(&error)),
    };
    let rgba = rgba?;
    check_alpha(&mut layout, &rgba)?;
    let Layout { grid, fit, version, notes, .. } = layout;
    Ok(Sheet::new((grid, fit, version), manifest.dialect.as_ref(), rgba, notes))
}

fn damaged(error: &dyn std::error::Error) -> Finding {
    // Decoders may quote what is in the file.
    let error = error.to_string().replace(char::is_control, "\u{fffd}");
    Finding::new(
        "sheet-damaged",
        format!("The sheet cannot be decoded: {error}."),
        "Export it again, or download the pet again.",
    )
}

/// What only the pixels tell about transparency.
fn check_alpha(layout: &mut Layout, rgba: &[u8]) -> Result<(), Finding> {
    if rgba.iter().skip(3).step_by(4).any(|&alpha| alpha != u8::MAX) {
        return Ok(());
    }
    if layout.doubtful_alpha {
        return Err(strict::no_alpha());
    }
    layout.notes.push(Finding::new(
        "sheet-opaque",
        "Nothing in the sheet is transparent: the pet is a box.",
        "Export it with a transparent background.",
    ));
    Ok(())
}

impl Sheet {
    /// Finds out what the pixels of a sheet show. `notes`: what is known to be odd about it already.
    pub(crate) fn new(
        (grid, fit, version): (Grid, Fit, SpriteVersion),
        dialect: Option<&Dialect>,
        rgba: Vec<u8>,
        mut notes: Vec<Finding>,
    ) -> Self {
        let looks = Looks { neutral: 0, gaze: None };
        let sheet = Self { grid, fit, version, rgba, clips: Arc::default(), looks, notes: Vec::new() };
        let drawn = Drawn::look(&sheet);
        let clips = drawn.clips(dialect, &mut notes);
        let looks = drawn.looks(&clips, &mut notes);
        Self { clips: Arc::new(clips), looks, notes, ..sheet }
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
