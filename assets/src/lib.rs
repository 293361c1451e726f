//! Pets as files and as pixels: packages, the library on disk, the state file shared with OpenPets, and the
//! composer that turns a frame, a badge or a line of text into premultiplied pixels. No window, no Bevy.

mod animation;
#[cfg(feature = "compose")]
pub mod compose;
mod files;
mod finding;
mod id;
mod manifest;
mod package;
pub mod sheet;

pub use animation::{FrameAt, PetState, Timing, frame_at};
pub use finding::Finding;
pub use id::{InvalidPetId, PetId};
pub use manifest::{MANIFEST_NAME, MAX_MANIFEST_BYTES, Manifest, SpriteVersion};
pub use package::{PetPackage, PetSource};
pub use sheet::{Sheet, SheetHeader};
