//! OpenPets.
fn main() {}
