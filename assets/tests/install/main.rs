//! Installing what strangers packed: nothing hostile or broken gets in, and nothing of it stays.

mod accepted;
mod cases;
mod pets;
mod place;
mod refused;
mod zip;
