//! A pet's frames at the size of its screen, ready to be painted.

use super::canvas::Canvas;
use super::mask::{Coverage, MaskRect};
use super::packed::PackedFrame;
use super::pixel::premultiply;
use super::resample::resample;
use crate::{PetState, Sheet};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Device pixels for each pixel of the format's own cell: half size on a plain screen to one and a half times on
/// one with a factor of 4.
pub const SCALES: RangeInclusive<f32> = 0.5..=6.0;

/// The format's own cell. Sheets with denser cells are shown at the same size, only sharper.
const CELL: (f32, f32) = (192.0, 208.0);

/// The frames of one pet at one scale.
#[derive(Debug)]
pub struct FrameSet {
    cell: (u32, u32),
    /// Different frames; rows share those that are the same.
    frames: Vec<PackedFrame>,
    rows: [Row; PetState::ALL.len()],
}

#[derive(Debug)]
struct Row {
    /// Indices of `frames`. Empty: the sheet does not implement the state.
    frames: Vec<usize>,
    mask: Arc<[MaskRect]>,
}

impl FrameSet {
    /// Prepares the frames of a sheet. `scale`: device pixels for each pixel of a 192 × 208 cell, brought into
    /// [`SCALES`]. `flip`: mirrored, with the rows of the two directions exchanged, so that the pet still looks where
    /// it goes.
    ///
    /// Takes some tens of milliseconds, and memory for one frame beside what it returns.
    #[must_use]
    pub fn prepare(sheet: &Sheet, scale: f32, flip: bool) -> Self {
        let scale = if scale.is_nan() { 1.0 } else { scale.clamp(*SCALES.start(), *SCALES.end()) };
        let cell = ((CELL.0 * scale).round() as u32, (CELL.1 * scale).round() as u32);
        let mut frames = Vec::new();
        let mut known = HashMap::new();
        let mut rows = PetState::ALL.map(|state| {
            let source = if flip { state.mirrored() } else { state };
            let mut coverage = Coverage::new(cell.0, cell.1);
            let indices = (0..sheet.frame_count(source)).map(|column| {
                let mut canvas = resample(&premultiplied_cell(sheet, column, source.row()), cell.0, cell.1);
                if flip {
                    canvas.pixels.chunks_exact_mut(cell.0 as usize).for_each(<[u32]>::reverse);
                }
                coverage.add(&canvas);
                let packed = PackedFrame::pack(&canvas);
                *known.entry(packed).or_insert_with_key(|packed| {
                    frames.push(packed.clone());
                    frames.len() - 1
                })
            });
            let frames = indices.collect();
            Row { frames, mask: coverage.rects(scale).into() }
        });
        let idle = Arc::clone(&rows[PetState::Idle.row()].mask);
        for row in rows.iter_mut().filter(|row| row.frames.is_empty()) {
            row.mask = Arc::clone(&idle);
        }
        Self { cell, frames, rows }
    }

    /// Width and height of a whole cell in device pixels: the size of the canvas to draw on.
    #[must_use]
    pub const fn cell_size(&self) -> (u32, u32) {
        self.cell
    }

    /// How many frames the state's row has. 0: the sheet does not implement it, and idle shows instead.
    #[must_use]
    pub const fn frame_count(&self, state: PetState) -> usize {
        self.rows[state.row()].frames.len()
    }

    /// Paints a frame over `canvas`, which should be of [`FrameSet::cell_size`]. The first frame after the last is
    /// the last; a state that the sheet does not implement shows as idle; a sheet without idle shows nothing.
    pub fn draw(&self, canvas: &mut Canvas, state: PetState, index: usize) {
        let row = &self.rows[state.row()].frames;
        let row = if row.is_empty() { &self.rows[PetState::Idle.row()].frames } else { row };
        let frame = row.get(index).or(row.last()).and_then(|&frame| self.frames.get(frame));
        if let Some(frame) = frame {
            frame.draw(canvas);
        }
    }

    /// Where the pet takes the mouse while it plays the state, in device pixels of the cell: what any of the row's
    /// frames covers.
    #[must_use]
    pub fn input_mask(&self, state: PetState) -> Arc<[MaskRect]> {
        Arc::clone(&self.rows[state.row()].mask)
    }

    /// Bytes that the frames take.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.frames.iter().map(|frame| size_of::<PackedFrame>() + frame.heap_bytes()).sum()
    }
}

fn premultiplied_cell(sheet: &Sheet, column: usize, row: usize) -> Canvas {
    let mut pixels = Vec::with_capacity(sheet.cell_width as usize * sheet.cell_height as usize);
    for line in sheet.cell_rows(column, row) {
        pixels.extend(line.chunks_exact(4).map(|p| premultiply([p[0], p[1], p[2], p[3]])));
    }
    Canvas { width: sheet.cell_width, height: sheet.cell_height, pixels }
}

#[cfg(test)]
mod tests;
