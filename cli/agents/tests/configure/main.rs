//! Configuring agents, on real files: everything comes back byte for byte, and nothing that is not ours is touched.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a panic is the report, in what the tests share too")]

mod bad_input;
mod claude;
mod corpus;
mod reports;
mod world;
