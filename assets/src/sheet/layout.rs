//! What a sheet's header and its manifest tell together: whether it can be shown, and where its cells are.

use super::grid::{COLUMNS, Fit, Grid};
use super::{SheetFormat, SheetHeader, strict, tolerant};
use crate::{Finding, Manifest, Rules, SpriteVersion};

/// A sheet whose header keeps the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// What the header says.
    pub header: SheetHeader,
    /// Which layout it really has: the tolerant rules tell a version 2 sheet by its size.
    pub version: SpriteVersion,
    /// Where its cells are.
    pub grid: Grid,
    /// How its cells come to the size of the format's.
    pub fit: Fit,
    /// The pixels must tell whether there is the transparency that version 2 needs, as the header does not.
    pub(super) doubtful_alpha: bool,
    /// What is odd about the header, but does no harm.
    pub notes: Vec<Finding>,
}

pub(super) fn lay_out(header: SheetHeader, manifest: &Manifest, rules: Rules) -> Result<Layout, Finding> {
    let mut notes = Vec::new();
    if header.animated {
        return Err(Finding::new(
            "sheet-animated",
            format!("The sheet is an animated {}.", header.format),
            "Export it as a single image that has all frames side by side.",
        ));
    }
    if header.format != SheetFormat::WebP {
        rules.tolerate(super::header::not_webp("a PNG picture"), &mut notes)?;
    }
    let (version, grid, fit) = match rules {
        Rules::Strict => {
            let version = manifest.sprite_version;
            (version, strict::grid(&header, version)?, Fit::Stretch)
        }
        Rules::Tolerant => tolerant::grid(&header, manifest, &mut notes)?,
    };
    let doubtful_alpha = version == SpriteVersion::V2 && !header.alpha;
    if doubtful_alpha {
        if rules == Rules::Strict || !header.hidden_alpha {
            return Err(strict::no_alpha());
        }
        notes.push(Finding::new(
            "sheet-alpha-unmarked",
            "The sheet's header does not announce the transparency that version 2 needs; OpenPets refuses that.",
            "Export it with an alpha channel.",
        ));
    }
    if header.bits > 8 {
        notes.push(Finding::new(
            "sheet-16-bit",
            format!("The sheet has {} bits for each colour; it is shown with 8.", header.bits),
            "Export it with 8 bits: nobody will see a difference.",
        ));
    }
    if grid.columns > COLUMNS && fit == Fit::Stretch {
        notes.push(Finding::new(
            "sheet-wide",
            format!(
                "The sheet is read in {} columns of {} × {} pixels; programs that know only 8 show it squeezed.",
                grid.columns, grid.cell_width, grid.cell_height
            ),
            "Export it in 8 columns to have it look the same everywhere.",
        ));
    }
    Ok(Layout { header, version, grid, fit, doubtful_alpha, notes })
}
