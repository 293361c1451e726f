//! Pets as files and as pixels: packages, the library on disk, the state file shared with OpenPets, and the
//! composer that turns a frame, a badge or a line of text into premultiplied pixels. No window, no Bevy.

#[cfg(feature = "compose")]
pub mod compose;
