//! The MCP server: three tools with which an agent drives its pet, over standard input and output.
//!
//! The agent starts it and ends it. In between it holds one lease (see `keeper.rs`), so that the agent's pet is its own,
//! and so that the app knows when the agent has gone. It starts at once whether the app runs or not.

mod app;
mod keeper;
mod server;
mod stdio;
mod tools;
mod trouble;
mod who;

pub use stdio::{ServeError, serve};

#[cfg(test)]
mod fake;
#[cfg(test)]
mod surface;
