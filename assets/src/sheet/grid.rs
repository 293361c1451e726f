//! Where the cells of a sheet are.

/// The format's own cell.
pub(crate) const CELL: (u32, u32) = (192, 208);
/// Columns of the format's sheet.
pub(crate) const COLUMNS: u32 = 8;
/// Most columns of a wide sheet. The widest seen have 48.
const MAX_COLUMNS: u32 = 64;
/// From this many columns on a sheet is wide: in 8 columns its cells would be at least half as wide again as the
/// format's. A little wider cells may be meant so.
const MIN_WIDE_COLUMNS: u32 = 12;

/// Columns and rows of cells of the same size that cover a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Cells across, 1 to 256.
    pub columns: u32,
    /// Cells down, 1 to 256. There are at most 704 cells in all.
    pub rows: u32,
    /// Pixels across of one cell, at least 1.
    pub cell_width: u32,
    /// Pixels down of one cell, at least 1.
    pub cell_height: u32,
}

/// How cells come to the size of the format's, where their proportions are others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fit {
    /// Made as wide and as high, as OpenPets does.
    Stretch,
    /// As large as they can be in their own proportions, standing in the middle of the lower edge.
    Contain,
}

impl Grid {
    /// How many cells there are.
    #[must_use]
    pub const fn cells(&self) -> u16 {
        (self.columns * self.rows) as u16
    }

    /// The number of a cell, counted row by row from the top left.
    #[must_use]
    pub const fn cell(&self, column: u32, row: u32) -> u16 {
        (row * self.columns + column) as u16
    }

    /// The grid of the format's columns and this many rows, if the sheet divides into it.
    pub(super) fn of_format(width: u32, height: u32, rows: u32) -> Option<Self> {
        let grid = Self { columns: COLUMNS, rows, cell_width: width / COLUMNS, cell_height: height / rows };
        let covers = width.is_multiple_of(COLUMNS) && height.is_multiple_of(rows);
        (covers && width > 0 && height > 0).then_some(grid)
    }

    /// Whether a cell has exactly the proportions of the format's.
    pub(super) const fn has_format_cells(&self) -> bool {
        self.cell_width as u64 * CELL.1 as u64 == self.cell_height as u64 * CELL.0 as u64
    }

    /// The same sheet in more columns, if it is a wide one: its cells would be much wider than the format's, and
    /// have exactly the format's proportions when there are more of them.
    pub(super) fn widened(&self) -> Option<Self> {
        let (width, across) = (self.columns * self.cell_width, self.cell_height * CELL.0);
        if across % CELL.1 != 0 || width % (across / CELL.1) != 0 {
            return None;
        }
        let cell_width = across / CELL.1;
        let columns = width / cell_width;
        (MIN_WIDE_COLUMNS..=MAX_COLUMNS).contains(&columns).then_some(Self { columns, cell_width, ..*self })
    }
}
