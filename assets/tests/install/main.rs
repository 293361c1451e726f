//! Installing what strangers packed: nothing hostile or broken gets in, and nothing of it stays.

mod accepted;
#[cfg(target_os = "linux")]
mod again;
mod cancelled;
mod cases;
mod folders;
#[cfg(target_os = "linux")]
mod memory;
mod pets;
mod place;
mod refused;
mod zip;
