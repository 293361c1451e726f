//! The rows of the sheet: one file an animation, each a list of [`Pose`]s.

mod failed;
mod gaze;
mod idle;
mod jumping;
mod review;
mod running;
mod waiting;
mod waving;
mod working;

use crate::pose::Pose;

/// One row of the sheet.
#[derive(Debug)]
pub struct Row {
    /// The state's name in the atlas.
    pub name: &'static str,
    /// Its frames, by column.
    pub frames: Vec<Pose>,
    /// Whether the frames are drawn mirrored.
    pub mirrored: bool,
}

/// All rows, in the order of a version 2 atlas.
pub fn all() -> Vec<Row> {
    let row = |name, frames| Row { name, frames, mirrored: false };
    let (above, below) = gaze::frames();
    vec![
        row("idle", idle::frames()),
        row("running-right", running::frames()),
        Row { name: "running-left", frames: running::frames(), mirrored: true },
        row("waving", waving::frames()),
        row("jumping", jumping::frames()),
        row("failed", failed::frames()),
        row("waiting", waiting::frames()),
        row("running", working::frames()),
        row("review", review::frames()),
        row("gaze, up to down", above),
        row("gaze, down to up", below),
    ]
}
