//! The way from a sheet to a pet's frames: every cell that is played is premultiplied, scaled, packed, and kept once.

use super::super::canvas::Canvas;
use super::super::mask::{Coverage, MaskRect};
use super::super::packed::PackedFrame;
use super::super::pixel::premultiply;
use super::super::resample::resample;
use super::{FrameSet, Row};
use crate::sheet::{CELL, Fit};
use crate::{Clips, PetState, Sheet};
use std::collections::HashMap;
use std::sync::Arc;

/// `scale` is within bounds.
pub(super) fn prepare(sheet: &Sheet, scale: f32, flip: bool) -> FrameSet {
    let clips = if flip { Arc::new(sheet.clips.mirrored()) } else { Arc::clone(&sheet.clips) };
    let cell = ((CELL.0 as f32 * scale).round() as u32, (CELL.1 as f32 * scale).round() as u32);
    let mut shelf = Shelf {
        sheet,
        cell,
        scale,
        flip,
        frames: Vec::new(),
        by_cell: HashMap::new(),
        by_look: HashMap::new(),
    };
    let rows = rows(&mut shelf, &clips);

    let looks = if flip { sheet.looks.mirrored() } else { sheet.looks };
    let cells: Vec<u16> = std::iter::once(looks.neutral).chain(looks.gaze.into_iter().flatten()).collect();
    let (looks, looks_mask) = shelf.take(&cells);
    let gaze = looks.get(1..).and_then(|gaze| gaze.try_into().ok());
    FrameSet { cell, neutral: looks[0], gaze, looks_mask, frames: shelf.frames, clips, rows }
}

fn rows(shelf: &mut Shelf, clips: &Clips) -> [Row; PetState::ALL.len()] {
    PetState::ALL.map(|state| {
        let (frames, mask) = shelf.take(clips.get(state).map_or(&[], |clip| clip.cells()));
        Row { frames, mask }
    })
}

/// The frames that are ready.
struct Shelf<'a> {
    sheet: &'a Sheet,
    cell: (u32, u32),
    scale: f32,
    flip: bool,
    frames: Vec<PackedFrame>,
    /// The frame of each cell that was taken.
    by_cell: HashMap<u16, usize>,
    /// Frames that look the same are the same.
    by_look: HashMap<PackedFrame, usize>,
}

impl Shelf<'_> {
    /// The frames of these cells, and the mask of all of them together.
    fn take(&mut self, cells: &[u16]) -> (Vec<usize>, Arc<[MaskRect]>) {
        let mut coverage = Coverage::new(self.cell.0, self.cell.1);
        let frames = cells.iter().map(|&cell| self.frame(cell, &mut coverage)).collect();
        (frames, coverage.rects(self.scale).into())
    }

    /// The picture of a cell at the size at which it shows.
    fn fitted(&self, picture: &Canvas) -> Canvas {
        let (width, height) = match self.sheet.fit {
            Fit::Stretch => self.cell,
            Fit::Contain => contained((picture.width, picture.height), self.cell),
        };
        let scaled = resample(picture, width, height);
        if (width, height) == self.cell {
            return scaled;
        }
        let mut canvas = Canvas::new(self.cell.0, self.cell.1);
        // It stands in the middle of the lower edge.
        canvas.blit(&scaled, ((self.cell.0 - width) / 2) as i32, (self.cell.1 - height) as i32);
        canvas
    }

    fn frame(&mut self, cell: u16, coverage: &mut Coverage) -> usize {
        if let Some(&known) = self.by_cell.get(&cell) {
            let mut canvas = Canvas::new(self.cell.0, self.cell.1);
            self.frames[known].draw(&mut canvas);
            coverage.add(&canvas);
            return known;
        }
        let mut canvas = self.fitted(&premultiplied_cell(self.sheet, cell));
        if self.flip {
            canvas.pixels.chunks_exact_mut(self.cell.0 as usize).for_each(<[u32]>::reverse);
        }
        coverage.add(&canvas);
        let frames = &mut self.frames;
        let index = *self.by_look.entry(PackedFrame::pack(&canvas)).or_insert_with_key(|packed| {
            frames.push(packed.clone());
            frames.len() - 1
        });
        self.by_cell.insert(cell, index);
        index
    }
}

/// As large as a picture of `from` can be in a cell of `to`, in its own proportions.
fn contained(from: (u32, u32), to: (u32, u32)) -> (u32, u32) {
    let scale = (f64::from(to.0) / f64::from(from.0)).min(f64::from(to.1) / f64::from(from.1));
    let side = |from: u32, to: u32| ((f64::from(from) * scale).round() as u32).clamp(1, to);
    (side(from.0, to.0), side(from.1, to.1))
}

pub(super) fn premultiplied_cell(sheet: &Sheet, cell: u16) -> Canvas {
    let (width, height) = (sheet.grid.cell_width, sheet.grid.cell_height);
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    for line in sheet.cell_lines(cell) {
        pixels.extend(line.chunks_exact(4).map(|p| premultiply([p[0], p[1], p[2], p[3]])));
    }
    Canvas { width, height, pixels }
}
