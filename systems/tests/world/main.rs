//! The headless world as a whole: commands in, answers and changed pets out.

mod lease_machine;
mod leases;
mod presentation;
mod support;
