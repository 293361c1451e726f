//! Draws the built-in pet: Nibble, a fluffy moth with feather antennae and a scarf.
//!
//! A frame is a [`pose::Pose`], plain numbers; [`rows`] lists them, [`parts`] and [`props`] draw from them,
//! [`figure`] puts one cell together and [`sheet`] the whole atlas. To change a frame, change its numbers in
//! `rows/`, run `cargo run -p openpets-art -- --preview DIR`, look, and commit the written sheet.

pub mod canvas;
pub mod expression;
pub mod figure;
pub mod palette;
pub mod parts;
pub mod pose;
pub mod preview;
pub mod props;
pub mod rim;
pub mod rows;
pub mod shape;
pub mod sheet;
