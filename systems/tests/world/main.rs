//! The headless world as a whole: commands in, answers and changed pets out.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test reports")]

mod control;
mod lease_machine;
mod leases;
mod library;
mod presentation;
mod sessions;
mod support;
