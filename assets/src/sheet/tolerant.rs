//! Which sizes a sheet may have by the tolerant rules: everything that can be shown.
//!
//! Cells may be as small as a quarter of the format's in each direction (so sheets of half and quarter size are
//! read), a version 2 sheet is told by its proportions, and the manifest may say itself where the cells are.

use super::grid::{CELL, Fit, Grid};
use super::{SheetHeader, strict};
use crate::manifest::{Dialect, FrameSize, MAX_DIALECT_FRAMES};
use crate::{Finding, Manifest, SpriteVersion};

/// The least cell: smaller ones would show nothing that anybody recognises.
const MIN_CELL: (u32, u32) = (CELL.0 / 4, CELL.1 / 4);

pub(super) fn grid(
    header: &SheetHeader,
    manifest: &Manifest,
    notes: &mut Vec<Finding>,
) -> Result<(SpriteVersion, Grid, Fit), Finding> {
    strict::check_pixels(header)?;
    let dialect = manifest.dialect.as_ref();
    let described = dialect.and_then(|dialect| dialect.frame);
    let (version, grid, fit) = match described {
        Some(frame) => described_grid(header, frame, manifest.sprite_version)?,
        None => {
            let (version, grid) = match manifest.sprite_version {
                SpriteVersion::V1 => unmarked(header, notes)?,
                SpriteVersion::V2 => (SpriteVersion::V2, version_2(header, notes)?),
            };
            (version, grid, Fit::Stretch)
        }
    };
    dialect.map_or(Ok(()), |dialect: &Dialect| dialect.check_range(grid.cells()))?;
    Ok((version, grid, fit))
}

/// A sheet that says it is of version 1, or nothing.
fn unmarked(header: &SheetHeader, notes: &mut Vec<Finding>) -> Result<(SpriteVersion, Grid), Finding> {
    let (v1, v2) = (SpriteVersion::V1, SpriteVersion::V2);
    // What OpenPets accepts is read as OpenPets reads it.
    if let Ok(grid) = strict::grid(header, v1) {
        return Ok((v1, grid));
    }
    let of_format = |version: SpriteVersion| Grid::of_format(header.width, header.height, version.rows());
    if let Some(grid) = of_format(v2).filter(Grid::has_format_cells) {
        notes.push(strict::unmarked(header));
        check_cells(header, &grid, notes)?;
        return Ok((v2, grid));
    }
    let grid = of_format(v1).ok_or_else(|| strict::no_grid(header))?;
    check_cells(header, &grid, notes)?;
    Ok((v1, grid.widened().unwrap_or(grid)))
}

fn version_2(header: &SheetHeader, notes: &mut Vec<Finding>) -> Result<Grid, Finding> {
    let refusal = match strict::grid(header, SpriteVersion::V2) {
        Ok(grid) => return Ok(grid),
        Err(refusal) => refusal,
    };
    let Some(grid) = Grid::of_format(header.width, header.height, SpriteVersion::V2.rows()) else {
        return Err(refusal);
    };
    notes.push(refusal);
    check_cells(header, &grid, notes)?;
    Ok(grid)
}

/// Notes small cells, and refuses very small ones.
fn check_cells(header: &SheetHeader, grid: &Grid, notes: &mut Vec<Finding>) -> Result<(), Finding> {
    if grid.cell_width < MIN_CELL.0 || grid.cell_height < MIN_CELL.1 {
        return Err(strict::too_small(header, MIN_CELL));
    }
    if grid.cell_width < CELL.0 || grid.cell_height < CELL.1 {
        notes.push(strict::too_small(header, CELL));
    }
    Ok(())
}

/// A sheet whose cells the manifest describes. It looks around only where it is laid out as version 2 is.
fn described_grid(
    header: &SheetHeader,
    frame: FrameSize,
    marked: SpriteVersion,
) -> Result<(SpriteVersion, Grid, Fit), Finding> {
    let columns = frame.columns.unwrap_or(header.width / frame.width);
    let rows = frame.rows.unwrap_or(header.height / frame.height);
    let covers = |cells: u32, size: u32, all: u32| u64::from(cells) * u64::from(size) == u64::from(all);
    if !covers(columns, frame.width, header.width) || !covers(rows, frame.height, header.height) {
        return Err(Finding::new(
            "frame-grid",
            format!(
                "\"frame\" in pet.json describes {columns} × {rows} frames of {} × {} pixels, which do not cover the sheet of {} × {} exactly.",
                frame.width, frame.height, header.width, header.height
            ),
            "Correct its numbers, or leave \"frame\" out.",
        ));
    }
    if u64::from(columns) * u64::from(rows) > u64::from(MAX_DIALECT_FRAMES) {
        return Err(Finding::new(
            "frame-count",
            format!("\"frame\" in pet.json describes more than {MAX_DIALECT_FRAMES} frames."),
            "Use fewer and larger frames.",
        ));
    }
    let grid = Grid { columns, rows, cell_width: frame.width, cell_height: frame.height };
    let of_version_2 = marked == SpriteVersion::V2
        && Grid::of_format(header.width, header.height, SpriteVersion::V2.rows()) == Some(grid);
    let version = if of_version_2 { SpriteVersion::V2 } else { SpriteVersion::V1 };
    Ok((version, grid, Fit::Contain))
}
