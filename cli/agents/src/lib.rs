//! What connects coding agents with OpenPets. A library of its own, since the settings window uses it as the command
//! line does.

pub mod configure;
pub mod hook;
mod opencode;
