//! Installing what strangers packed: nothing hostile or broken gets in, and nothing of it stays.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a panic is how a test reports, and a skipped part must be seen in the test output"
)]

mod accepted;
#[cfg(target_os = "linux")]
mod again;
mod cancelled;
mod cases;
mod folders;
#[cfg(target_os = "linux")]
mod killed;
#[cfg(target_os = "linux")]
mod memory;
mod pets;
mod place;
mod refused;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod stopped;
#[cfg(target_os = "linux")]
mod survivor;
mod zip;
