//! Real processes for end-to-end tests: the app, the command, X servers, compositors and other people's clients,
//! each test with folders of its own.

mod app;
mod gallery;
mod npm;
mod process;
mod screen;
mod xserver;

pub use app::{App, AppOptions, Folders, copy_pet, install_twin, plain_sheet, shared_pet, zip_of};
pub use gallery::Gallery;
pub use npm::node_client;
pub use process::{Running, binary, wait_until};
pub use screen::{DEFAULT_PLACE, Rgb, Screenshot};
pub use xserver::XServer;
