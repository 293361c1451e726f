//! What a decoded sheet draws: the clip of each row, the neutral pose and the looks in every direction.

use super::grid::COLUMNS;
use super::{Fit, Sheet};
use crate::animation::{Clip, Clips, GAZE_DIRECTIONS, row_ms};
use crate::manifest::Dialect;
use crate::{Finding, PetState, SpriteVersion};

/// The column of the neutral pose in the first row of a version 2 sheet, where idle has no frame any more.
const NEUTRAL_COLUMN: u32 = 6;
/// The first of the two rows of looks in a version 2 sheet.
const GAZE_ROW: u32 = 9;
/// Looks in each of the two rows.
const GAZE_COLUMNS: u32 = 8;

/// Where to find a pet looking around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// The cell of the pet looking straight ahead.
    pub neutral: u16,
    /// The cells of the pet looking in every direction, clockwise from up; nothing for a pet that does not look
    /// around.
    pub gaze: Option<[u16; GAZE_DIRECTIONS as usize]>,
}

impl Looks {
    /// Those of the pet drawn flipped: it looks to the right where the sheet has it look to the left.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirrored = |cells: [u16; GAZE_DIRECTIONS as usize]| {
            std::array::from_fn(|direction| cells[(cells.len() - direction) % cells.len()])
        };
        Self { neutral: self.neutral, gaze: self.gaze.map(mirrored) }
    }
}

/// Which cells have anything drawn in them.
pub(super) struct Drawn<'a> {
    sheet: &'a Sheet,
    cells: Vec<bool>,
}

impl<'a> Drawn<'a> {
    pub(super) fn look(sheet: &'a Sheet) -> Self {
        let cells = (0..sheet.grid.cells()).map(|cell| !sheet.is_cell_empty(cell)).collect();
        Self { sheet, cells }
    }

    /// Whether anything is drawn in the cell; not in one outside of the grid.
    fn has(&self, cell: u16) -> bool {
        self.cells.get(usize::from(cell)).copied().unwrap_or(false)
    }

    fn is_drawn(&self, column: u32, row: u32) -> bool {
        column < self.sheet.grid.columns && self.has(self.cell(column, row))
    }

    fn cell(&self, column: u32, row: u32) -> u16 {
        self.sheet.grid.cell(column, row)
    }

    /// The clip of each state: what the manifest says, or the format's table.
    ///
    /// The frames of a row end at its last drawn cell. An empty cell between drawn ones is left out, since a pet
    /// must not blink out; the others keep their durations.
    pub(super) fn clips(&self, dialect: Option<&Dialect>, notes: &mut Vec<Finding>) -> Clips {
        let mut holes = 0;
        let clips = Clips::each(|state| {
            let (frames, repeats, then) = match dialect.and_then(|dialect| dialect.animation(state)) {
                Some(animation) => {
                    // That they are cells of the sheet was checked with its header.
                    let cells = animation.frames.iter().map(|&cell| (cell as u16, animation.frame_ms));
                    (cells.collect(), animation.repeats, animation.then)
                }
                None => (self.row(state), state.format().repeats, PetState::Idle),
            };
            let drawn: Vec<_> = frames.iter().copied().filter(|(cell, _)| self.has(*cell)).collect();
            if !drawn.is_empty() {
                holes += frames.len() - drawn.len();
            }
            Clip::new(&drawn, repeats, then)
        });
        if holes > 0 {
            notes.push(Finding::new(
                "cells-skipped",
                format!("{holes} frames are empty cells between drawn ones, and are skipped."),
                "Draw them, or move the frames together.",
            ));
        }
        let unused = if dialect.is_some() { 0 } else { self.unused_cells() };
        if unused > 0 {
            notes.push(Finding::new(
                "cells-unused",
                format!("{unused} cells are drawn behind the frames of their rows, and never show."),
                "Leave cells empty that the format does not use.",
            ));
        }
        clips
    }

    /// The cells of the state's row up to the last that is drawn, with their milliseconds.
    fn row(&self, state: PetState) -> Vec<(u16, u16)> {
        let row = state.row() as u32;
        let count = (0..self.frames_of(state))
            .rev()
            .find(|&column| self.is_drawn(column, row))
            .map_or(0, |last| last + 1);
        (0..count)
            .map(|column| (self.cell(column, row), row_ms(state, column as usize, count as usize)))
            .collect()
    }

    /// How many frames the state's row may have: as many as the format's table says, and in a wide sheet as many as
    /// there are. In a grid that is not the format's, only the first row means anything.
    fn frames_of(&self, state: PetState) -> u32 {
        let grid = self.sheet.grid;
        let usual = state.format().frames_ms.len() as u32;
        match self.sheet.fit {
            Fit::Contain if grid.columns != COLUMNS && state != PetState::Idle => 0,
            Fit::Stretch if grid.columns > COLUMNS => grid.columns,
            _ => usual.min(grid.columns),
        }
    }

    /// Cells drawn where the format has no frames.
    fn unused_cells(&self) -> usize {
        let behind = |state: PetState| {
            let row = state.row() as u32;
            let cells = self.frames_of(state)..self.sheet.grid.columns;
            cells.filter(|&column| self.is_drawn(column, row) && !self.is_neutral_place(column, row)).count()
        };
        PetState::ALL.into_iter().map(behind).sum()
    }

    fn is_neutral_place(&self, column: u32, row: u32) -> bool {
        self.sheet.version == SpriteVersion::V2 && (column, row) == (NEUTRAL_COLUMN, 0)
    }

    /// Where the pet looks straight ahead and around: on a version 2 sheet as the format says, with the neutral
    /// pose for looks that are not drawn. Otherwise the first frame of idle is the neutral pose.
    pub(super) fn looks(&self, clips: &Clips, notes: &mut Vec<Finding>) -> Looks {
        let idle = clips.get(PetState::Idle).map_or(0, |clip| clip.cells()[0]);
        if self.sheet.version != SpriteVersion::V2 {
            return Looks { neutral: idle, gaze: None };
        }
        let neutral = if self.is_drawn(NEUTRAL_COLUMN, 0) {
            self.cell(NEUTRAL_COLUMN, 0)
        } else {
            notes.push(Finding::new(
                "neutral-missing",
                "The neutral pose of version 2, the seventh cell of the first row, is empty; the first frame of idle stands in.",
                "Draw the pet looking straight ahead there.",
            ));
            idle
        };
        let mut missing = 0;
        let gaze: [u16; GAZE_DIRECTIONS as usize] = std::array::from_fn(|direction| {
            let direction = direction as u32;
            let (column, row) = (direction % GAZE_COLUMNS, GAZE_ROW + direction / GAZE_COLUMNS);
            if self.is_drawn(column, row) {
                return self.cell(column, row);
            }
            missing += 1;
            neutral
        });
        if missing > 0 {
            notes.push(Finding::new(
                "gaze-missing",
                format!("{missing} of the 16 looks of version 2 are empty; the neutral pose stands in."),
                "Draw the pet looking around in the last two rows.",
            ));
        }
        Looks { neutral, gaze: (missing < GAZE_DIRECTIONS).then_some(gaze) }
    }
}
