//! The `openpets` program as a process, against a server of ours in this one.
#![cfg(unix)]

mod app;
mod control;
mod errors;
mod help;
mod requests;
mod start;
