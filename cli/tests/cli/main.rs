//! The `openpets` program as a process, against a server of ours in this one.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a panic is the report, in what the tests share too")]

mod app;
mod configure;
mod control;
mod disk;
mod errors;
mod help;
mod hook;
mod install;
mod mcp;
mod requests;
mod sessions;
mod settings;
mod start;
