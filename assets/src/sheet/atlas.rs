//! Which sizes a sheet may have: the strict rules, which accept what OpenPets accepts.

use super::{COLUMNS, SheetHeader};
use crate::{Finding, SpriteVersion};

/// The size of a cell in the format's own size, and the least that is accepted.
const CELL: (u32, u32) = (192, 208);
/// Four times the format's own size in both directions, for dense screens: 184 MB decoded.
const MAX_PIXELS: u64 = (4 * 1536) * (4 * 1872);

/// The only size of a version 2 sheet.
const V2_SIZE: (u32, u32) = (CELL.0 * COLUMNS, CELL.1 * SpriteVersion::V2.rows());

pub(super) fn check(header: &SheetHeader, version: SpriteVersion) -> Result<(), Finding> {
    if header.animated {
        return Err(Finding::new(
            "sheet-animated",
            "The sheet is an animated WebP.",
            "Export it as a single image that has all frames side by side.",
        ));
    }
    match version {
        SpriteVersion::V1 => check_v1(header),
        SpriteVersion::V2 => check_v2(header),
    }
}

fn check_v1(&SheetHeader { width, height, .. }: &SheetHeader) -> Result<(), Finding> {
    let size = format!("The sheet is {width} × {height} pixels");
    let rows = SpriteVersion::V1.rows();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Finding::new(
            "sheet-too-many-pixels",
            format!("{size}, more than four times the usual size in each direction."),
            "Export it as 1536 × 1872 pixels.",
        ));
    }
    if (width, height) == V2_SIZE {
        return Err(Finding::new(
            "sheet-version-unmarked",
            format!("{size}, the size of a version 2 sheet, but pet.json does not say so."),
            "Add \"spriteVersionNumber\": 2 to pet.json.",
        ));
    }
    if width < CELL.0 * COLUMNS || height < CELL.1 * rows {
        return Err(Finding::new(
            "sheet-too-small",
            format!("{size}; a cell must have at least {} × {}.", CELL.0, CELL.1),
            "Export it as 1536 × 1872 pixels.",
        ));
    }
    if width % COLUMNS != 0 || height % rows != 0 {
        return Err(Finding::new(
            "sheet-grid",
            format!("{size}, which does not divide into {COLUMNS} columns and {rows} rows."),
            "Export it as 1536 × 1872 pixels.",
        ));
    }
    Ok(())
}

fn check_v2(header: &SheetHeader) -> Result<(), Finding> {
    let &SheetHeader { width, height, .. } = header;
    if (width, height) != V2_SIZE {
        return Err(Finding::new(
            "sheet-version-size",
            format!(
                "The sheet is {width} × {height} pixels, but pet.json says version 2, which is {} × {}.",
                V2_SIZE.0, V2_SIZE.1
            ),
            "Export it in that size, or leave \"spriteVersionNumber\" out of pet.json.",
        ));
    }
    if !header.alpha {
        return Err(Finding::new(
            "sheet-no-alpha",
            "The sheet has no transparency, which version 2 needs.",
            "Export it with an alpha channel.",
        ));
    }
    Ok(())
}
