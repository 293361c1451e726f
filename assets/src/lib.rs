//! Pets as files and as pixels: packages, the library on disk, the state file shared with OpenPets, and the
//! composer that turns a frame, a badge or a line of text into premultiplied pixels. No window, no Bevy.

mod animation;
#[cfg(feature = "install")]
pub mod catalog;
#[cfg(feature = "compose")]
pub mod compose;
mod dirs;
mod files;
mod finding;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod id;
#[cfg(feature = "install")]
pub mod install;
mod library;
mod manifest;
mod package;
mod rules;
pub mod sheet;
mod state;
#[cfg(feature = "watch")]
mod watch;

pub use animation::{Clip, Clips, Frame, FrameAt, GAZE_DIRECTIONS, PetState, RowFormat, Timing, frame_at};
pub use dirs::{LibraryDirs, NoUserData, USER_DATA_VARIABLE};
pub use finding::Finding;
pub use id::{InvalidPetId, PetId};
pub use library::{Library, MAX_CODEX_PETS, MAX_INSTALLED_PETS, PetEntry, load_sheet};
pub use manifest::{MANIFEST_NAME, MAX_MANIFEST_BYTES, Manifest, SpriteVersion};
pub use package::{PetPackage, PetSource, Stamp};
pub use rules::Rules;
pub use sheet::{Layout, Sheet, SheetHeader};
pub use state::{Recovery, Replacement, State, StateError, StateFile};
#[cfg(feature = "watch")]
pub use watch::watch_library;
