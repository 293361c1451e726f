//! Which sizes a sheet may have by the strict rules, which accept what OpenPets accepts.

use super::SheetHeader;
use super::grid::{CELL, COLUMNS, Grid};
use crate::{Finding, SpriteVersion};

/// Four times the format's own size in both directions, for dense screens: 184 MB decoded.
const MAX_PIXELS: u64 = (4 * 1536) * (4 * 1872);

/// The only size of a version 2 sheet.
const V2_SIZE: (u32, u32) = (CELL.0 * COLUMNS, CELL.1 * SpriteVersion::V2.rows());

/// The grid of a sheet of this version.
pub(super) fn grid(header: &SheetHeader, version: SpriteVersion) -> Result<Grid, Finding> {
    match version {
        SpriteVersion::V1 => version_1(header),
        SpriteVersion::V2 => version_2(header),
    }
}

fn version_1(header: &SheetHeader) -> Result<Grid, Finding> {
    check_pixels(header)?;
    let &SheetHeader { width, height, .. } = header;
    if (width, height) == V2_SIZE {
        return Err(unmarked(header));
    }
    let rows = SpriteVersion::V1.rows();
    if width < CELL.0 * COLUMNS || height < CELL.1 * rows {
        return Err(too_small(header, CELL));
    }
    let grid = Grid::of_format(width, height, rows).ok_or_else(|| no_grid(header))?;
    Ok(grid.widened().unwrap_or(grid))
}

fn version_2(header: &SheetHeader) -> Result<Grid, Finding> {
    let &SheetHeader { width, height, .. } = header;
    match Grid::of_format(width, height, SpriteVersion::V2.rows()) {
        Some(grid) if (width, height) == V2_SIZE => Ok(grid),
        _ => Err(version_size(header)),
    }
}

fn size(&SheetHeader { width, height, .. }: &SheetHeader) -> String {
    format!("The sheet is {width} × {height} pixels")
}

/// The bound on what is decoded, whatever the layout.
pub(super) fn check_pixels(header: &SheetHeader) -> Result<(), Finding> {
    if u64::from(header.width) * u64::from(header.height) <= MAX_PIXELS {
        return Ok(());
    }
    Err(Finding::new(
        "sheet-too-many-pixels",
        format!("{}, more than four times the usual size in each direction.", size(header)),
        "Export it as 1536 × 1872 pixels.",
    ))
}

pub(super) fn unmarked(header: &SheetHeader) -> Finding {
    Finding::new(
        "sheet-version-unmarked",
        format!("{}, the size of a version 2 sheet, but pet.json does not say so.", size(header)),
        "Add \"spriteVersionNumber\": 2 to pet.json.",
    )
}

/// `least`: the smallest cell there may be.
pub(super) fn too_small(header: &SheetHeader, least: (u32, u32)) -> Finding {
    Finding::new(
        "sheet-too-small",
        format!("{}; a cell must have at least {} × {}.", size(header), least.0, least.1),
        "Export it as 1536 × 1872 pixels.",
    )
}

pub(super) fn no_grid(header: &SheetHeader) -> Finding {
    Finding::new(
        "sheet-grid",
        format!(
            "{}, which does not divide into {COLUMNS} columns and {} rows.",
            size(header),
            SpriteVersion::V1.rows()
        ),
        "Export it as 1536 × 1872 pixels.",
    )
}

pub(super) fn version_size(header: &SheetHeader) -> Finding {
    Finding::new(
        "sheet-version-size",
        format!("{}, but pet.json says version 2, which is {} × {}.", size(header), V2_SIZE.0, V2_SIZE.1),
        "Export it in that size, or leave \"spriteVersionNumber\" out of pet.json.",
    )
}

pub(super) fn no_alpha() -> Finding {
    Finding::new(
        "sheet-no-alpha",
        "The sheet has no transparency, which version 2 needs.",
        "Export it with an alpha channel.",
    )
}
