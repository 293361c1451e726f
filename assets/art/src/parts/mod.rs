//! The parts of the pet. Each draws itself from the numbers of a [`crate::pose::Pose`].

pub mod antennae;
pub mod arms;
pub mod body;
pub mod eyes;
pub mod head;
pub mod legs;
pub mod mouth;
pub mod scarf;
pub mod wings;
