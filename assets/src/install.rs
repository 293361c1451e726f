//! Getting pets onto this machine, and off it again.

mod progress;

pub use progress::{Observer, Progress, Unattended};
