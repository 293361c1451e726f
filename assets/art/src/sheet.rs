//! The sheet: all cells of all rows in one picture, and its files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use image_webp::{ColorType, WebPEncoder};

use crate::canvas::{CELL_HEIGHT, CELL_WIDTH};
use crate::figure;
use crate::rows::{self, Row};

/// Columns of the atlas.
pub const COLUMNS: u32 = 8;
/// Rows of a version 2 atlas.
pub const ROWS: u32 = 11;
/// Frames in each row that a player uses, the neutral pose included.
pub const USED: [u32; ROWS as usize] = [7, 8, 8, 4, 5, 8, 6, 6, 6, 8, 8];

/// A picture with straight (not premultiplied) alpha, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, alpha for every pixel.
    pub rgba: Vec<u8>,
}

impl Sheet {
    /// Draws the whole sheet.
    pub fn draw() -> Result<Self> {
        let (width, height) = (COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT);
        let mut sheet = Self { width, height, rgba: vec![0; (width * height * 4) as usize] };
        for (row, Row { frames, mirrored, .. }) in rows::all().iter().enumerate() {
            for (column, pose) in frames.iter().enumerate() {
                let cell = figure::draw(pose).context("out of memory")?;
                sheet.place(column, row, &cell, *mirrored);
            }
        }
        Ok(sheet)
    }

    /// Copies a cell of premultiplied pixels to its place.
    fn place(&mut self, column: usize, row: usize, cell: &[[u8; 4]], mirrored: bool) {
        let (across, down) = (CELL_WIDTH as usize, CELL_HEIGHT as usize);
        for (index, pixel) in cell.iter().enumerate() {
            let (x, y) = (index % across, index / across);
            let x = if mirrored { across - 1 - x } else { x };
            let start = ((row * down + y) * self.width as usize + column * across + x) * 4;
            self.rgba[start..start + 4].copy_from_slice(&straight(*pixel));
        }
    }

    /// The sheet as a lossless WebP file.
    pub fn webp(&self) -> Result<Vec<u8>> {
        let mut file = Vec::new();
        WebPEncoder::new(&mut file).encode(&self.rgba, self.width, self.height, ColorType::Rgba8)?;
        Ok(file)
    }

    /// Writes sheet and manifest into `folder`.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("spritesheet.webp"), self.webp()?)?;
        fs::write(folder.join("pet.json"), MANIFEST)?;
        Ok(())
    }
}

/// The pet's manifest.
const MANIFEST: &str = r#"{
  "id": "builtin",
  "displayName": "Nibble",
  "description": "A fluffy clothes moth drawn to the glow of your screen. Nibble is half a byte tall, means well, and has eaten only one corner of the scarf.",
  "spritesheetPath": "spritesheet.webp",
  "spriteVersionNumber": 2
}
"#;

/// Channels are rounded to multiples of this: invisible, and saves a tenth of the file.
const STEP: u32 = 2;

/// Premultiplied to straight alpha; nothing hides under transparent pixels.
fn straight([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    if a == 0 {
        return [0; 4];
    }
    let channel = |c: u8| {
        let full = (u32::from(c) * 255 + u32::from(a) / 2) / u32::from(a);
        // White stays white; everything else is at most 255 after `min`.
        if full >= 255 { 255 } else { ((full + STEP / 2) / STEP * STEP).min(255) as u8 }
    };
    [channel(r), channel(g), channel(b), a]
}
