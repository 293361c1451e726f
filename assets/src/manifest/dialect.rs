//! The frames and animations that Codex' terminal reads from a manifest: `frame` says where the cells of the sheet
//! are, `animations` which of them play for each state.
//!
//! Only the tolerant rules look at them; OpenPets itself does not.

mod animations;

pub(crate) use animations::Animation;

use crate::{Finding, PetState};
use serde_json::{Map, Value};

/// Most frames of a sheet whose cells the manifest describes; Codex' own bound.
pub(crate) const MAX_DIALECT_FRAMES: u32 = 256;

/// What a manifest says in this dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// The cells of the sheet, if they are not the format's.
    pub(crate) frame: Option<FrameSize>,
    /// Animations that replace those of the format's table, at most one a state.
    pub(crate) animations: Vec<Animation>,
}

/// A cell, and how many of them there are. All at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FrameSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) columns: Option<u32>,
    pub(crate) rows: Option<u32>,
}

impl Dialect {
    /// What the manifest says; nothing if it says nothing.
    pub(super) fn read(
        document: &Map<String, Value>,
        notes: &mut Vec<Finding>,
    ) -> Result<Option<Self>, Finding> {
        let frame = document.get("frame").filter(|value| !value.is_null()).map(frame_size).transpose()?;
        let animations = match document.get("animations").filter(|value| !value.is_null()) {
            Some(value) => animations::read(value, notes)?,
            None => Vec::new(),
        };
        Ok((frame.is_some() || !animations.is_empty()).then_some(Self { frame, animations }))
    }

    /// The animation that replaces the state's row.
    pub(crate) fn animation(&self, state: PetState) -> Option<&Animation> {
        self.animations.iter().find(|animation| animation.state == state)
    }

    /// Whether every animation keeps to the cells that there are.
    pub(crate) fn check_range(&self, cells: u16) -> Result<(), Finding> {
        let outside =
            |animation: &&Animation| animation.frames.iter().any(|&frame| frame >= u64::from(cells));
        match self.animations.iter().find(outside) {
            None => Ok(()),
            Some(animation) => Err(Finding::new(
                "animation-frame-range",
                format!(
                    "The animation \"{}\" in pet.json has a frame that the sheet does not have: its frames are 0 to {}.",
                    animation.state,
                    cells.saturating_sub(1)
                ),
                "Correct the numbers, or \"frame\" in pet.json.",
            )),
        }
    }
}

fn frame_size(value: &Value) -> Result<FrameSize, Finding> {
    let wrong = || {
        Finding::new(
            "frame-form",
            "\"frame\" in pet.json does not say how large a frame is.",
            "Write {\"width\": …, \"height\": …} in pixels there, and perhaps \"columns\" and \"rows\", or leave it out.",
        )
    };
    let fields = value.as_object().ok_or_else(wrong)?;
    let number = |key: &str| match fields.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.filter(|number| *number > 0).map(Some).ok_or_else(wrong)
        }
    };
    Ok(FrameSize {
        width: number("width")?.ok_or_else(wrong)?,
        height: number("height")?.ok_or_else(wrong)?,
        columns: number("columns")?,
        rows: number("rows")?,
    })
}

#[cfg(test)]
mod tests;
