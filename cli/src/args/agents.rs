//! The arguments of what agents call, and of what connects them.

use super::values;
use openpets_agents::configure::Agent;
use openpets_ipc::{AgentKind, RequestedPetId};
use std::path::PathBuf;

/// `openpets hook`
#[derive(Debug, clap::Args)]
pub struct Hook {
    /// Marks an entry of an agent's configuration as written by OpenPets
    #[arg(long)]
    pub openpets_managed: bool,
    /// The entry stands in a project's configuration, so it comes before that of the whole machine
    #[arg(long)]
    pub project_local: bool,
    /// The pet to reach; that of the agent's MCP server, or the default pet, without one
    #[arg(long, value_name = "ID", value_parser = values::pet)]
    pub pet: Option<RequestedPetId>,
    /// The agent that calls
    #[arg(long, value_name = "NAME", default_value = "claude-code", value_parser = values::agent)]
    pub agent: AgentKind,
    /// Explain what would happen and why; send nothing
    #[arg(long)]
    pub dry_run: bool,
    /// With --dry-run: explain this event, instead of one on standard input
    #[arg(long, value_name = "NAME", requires = "dry_run")]
    pub event: Option<String>,
    /// With --event: the tool that it is about
    #[arg(long, value_name = "NAME", requires = "event")]
    pub tool: Option<String>,
    /// With --event: the command that a shell is to run
    #[arg(long, value_name = "TEXT", requires = "event")]
    pub command: Option<String>,
}

/// `openpets configure`
#[derive(Debug, clap::Args)]
pub struct Configure {
    /// The agent; without one, every agent of this machine is listed
    #[arg(long, value_name = "NAME", value_parser = values::target())]
    pub agent: Option<Target>,
    /// The pet that the agent is to drive; the pet pool or the default pet without one
    #[arg(long, value_name = "ID", value_parser = values::pet, requires = "agent")]
    pub pet: Option<RequestedPetId>,
    /// Configure this project [default: the folder that you are in]
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Configure the agent for all projects
    #[arg(long, conflicts_with = "cwd", requires = "agent")]
    pub global: bool,
    /// Take everything of OpenPets out again
    #[arg(long, requires = "agent", conflicts_with = "pet")]
    pub remove: bool,
    /// Replace, or remove, an entry of this name that is not ours
    #[arg(long, requires = "agent")]
    pub force: bool,
    /// Show exactly what would change, and change nothing
    #[arg(long, requires = "agent")]
    pub dry_run: bool,
    /// Do not ask
    #[arg(long, short, requires = "agent", conflicts_with = "dry_run")]
    pub yes: bool,
    /// Print the result as JSON; with it, too, changes need --yes
    #[arg(long)]
    pub json: bool,
}

/// What is to be configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// An agent that we know.
    Agent(Agent),
    /// Any other: its entry is printed.
    Generic,
}

/// `openpets doctor`
#[derive(Debug, clap::Args)]
pub struct Doctor {
    /// Look at this project too [default: the folder that you are in]
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets mcp`
#[derive(Debug, clap::Args)]
pub struct Mcp {
    /// The pet to reach; the pet pool or the default pet without one
    #[arg(long, value_name = "ID", value_parser = values::pet)]
    pub pet: Option<RequestedPetId>,
}
