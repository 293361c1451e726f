//! Connects agents with OpenPets by entries in their configuration, and takes them out again.
//!
//! An agent has a few parts, each a file with some content of ours. A [`Plan`] is worked out without touching
//! anything, can be shown, and is then applied as a whole. Everything else in the files stays, in its order and with its
//! comments; what is not ours is not touched; what we put in is found again, by us and by OpenPets' own programs, and when it
//! is taken out the file is as it was, byte for byte.

mod agent;
mod claude;
mod content;
mod file;
mod part;
mod plan;
mod report;
mod roots;
mod server;
mod words;

pub use agent::{Agent, Scope, UnknownAgent};
pub use claude::ClaudeError;
pub use content::Invalid;
pub use file::FileError;
pub use plan::{Action, ApplyError, ClaudeStep, ConfigureError, FileStep, Plan, Request, Step};
pub use report::{Entry, Outdated, Report, Status, report};
pub use roots::{NoHomeFolder, Roots};
pub use server::Server;

/// The entry for agents that are not in [`Agent::ALL`], as most of them want it.
#[must_use]
pub fn generic(server: &Server) -> serde_json::Value {
    serde_json::json!({"mcpServers": {"openpets": {"command": server.program, "args": server.args()}}})
}
