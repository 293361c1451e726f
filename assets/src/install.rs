//! Getting pets onto this machine, and off it again.
//!
//! Everything is prepared in a staging folder beside the pets, checked there byte by byte, and then put into place in
//! one step. Killed at any moment, an installer leaves the old pet or the new one; [`recover`] cleans up the rest.

pub(crate) mod archive;
mod error;
mod folder;
mod journal;
mod lock;
mod place;
mod preview;
mod progress;
mod recover;
mod run;
mod stage;

pub use error::InstallError;
pub use progress::{Observer, Progress, Unattended};
pub use recover::recover;
pub use run::{Installed, Wish, install, uninstall};
