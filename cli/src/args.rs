//! The arguments. What can be checked without asking anybody is checked while they are parsed, with the code that
//! the app itself checks with; only a message is left to its command, since a refused message is no wrong usage.

mod agents;
mod control;
mod help;
mod values;

pub use agents::{Configure, Doctor, Hook, Mcp, Target};
pub use control::{Control, InvalidValue, SettingName, Settings};

use clap::{ArgGroup, Parser, Subcommand};
use openpets_ipc::{ClickUrl, LeaseId, Reaction, RequestedPetId, SessionNonce};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A desktop pet that shows what your coding agents are doing.
#[derive(Debug, Parser)]
#[command(name = "openpets", version, after_help = help::TOP, disable_help_subcommand = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the command can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the app
    #[command(after_help = help::RUN)]
    Run(Run),
    /// Tell whether the app runs and what it shows
    #[command(after_help = help::STATUS)]
    Status(Status),
    /// List the pets
    #[command(after_help = help::PETS)]
    Pets(Pets),
    /// Search the gallery for pets
    #[command(after_help = help::SEARCH)]
    Search(Search),
    /// Install a pet, from the catalog or from this machine
    #[command(after_help = help::INSTALL, visible_alias = "install-pet")]
    Install(Install),
    /// Remove an installed pet
    #[command(after_help = help::UNINSTALL)]
    Uninstall(OnePet),
    /// Tell the default pet, or choose another one
    #[command(after_help = help::DEFAULT)]
    Default(DefaultPet),
    /// List the settings, or change one
    #[command(after_help = help::SETTINGS)]
    Settings(Settings),
    /// Freeze all pets
    #[command(after_help = help::PAUSE)]
    Pause(Control),
    /// Let frozen pets go on
    #[command(after_help = help::RESUME)]
    Resume(Control),
    /// Take the default pet off the screen
    #[command(after_help = help::HIDE)]
    Hide(Control),
    /// Bring the default pet back
    #[command(after_help = help::SHOW)]
    Show(Control),
    /// Put every pet where it would be if nobody had moved it
    #[command(after_help = help::RESET)]
    Reset(Control),
    /// Show a reaction
    #[command(after_help = help::REACT)]
    React(React),
    /// Say a line in a bubble
    #[command(after_help = help::SAY)]
    Say(Say),
    /// Show a picture in a bubble
    #[command(after_help = help::MEDIA)]
    Media(Media),
    /// Route a script to a pet of its own
    #[command(after_help = help::LEASE)]
    Lease(Lease),
    /// Tell which agent drives which pet, and why
    #[command(after_help = help::SESSIONS)]
    Sessions(Sessions),
    /// Show what an agent tells its hook; configured in the agent
    #[command(after_help = help::HOOK)]
    Hook(Hook),
    /// Connect a coding agent, or tell which are connected
    #[command(after_help = help::CONFIGURE)]
    Configure(Configure),
    /// Tell what is wrong with the connections of agents
    #[command(after_help = help::DOCTOR)]
    Doctor(Doctor),
    /// Serve an agent over MCP; configured in the agent
    #[command(after_help = help::MCP)]
    Mcp(Mcp),
    /// Quit the app and wait until it has ended
    #[command(after_help = help::QUIT)]
    Quit(Quit),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(Completions),
}

/// `openpets run`
#[derive(Debug, clap::Args)]
pub struct Run {
    /// Run without windows, even if there is a display
    #[arg(long)]
    pub headless: bool,
    /// Passed on to openpets-desktop
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub rest: Vec<OsString>,
}

/// `openpets status`
#[derive(Debug, clap::Args)]
pub struct Status {
    /// Ask about this lease; exit code 1 when it has ended
    #[arg(long, value_name = "ID", value_parser = values::lease)]
    pub lease: Option<LeaseId>,
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets search`
#[derive(Debug, clap::Args)]
pub struct Search {
    /// Words that a pet's id, name or description has
    #[arg(value_name = "WORDS")]
    pub words: Vec<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets install`
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("from").required(true).multiple(false))]
pub struct Install {
    /// A pet of the catalog
    #[arg(value_name = "ID", value_parser = values::pet, group = "from")]
    pub pet: Option<RequestedPetId>,
    /// A package in a ZIP file
    #[arg(long, value_name = "PATH", group = "from")]
    pub from_zip: Option<PathBuf>,
    /// A folder with a package
    #[arg(long, value_name = "PATH", group = "from")]
    pub from_folder: Option<PathBuf>,
    /// Do without the app if it is not running
    #[arg(long)]
    pub standalone: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets uninstall`
#[derive(Debug, clap::Args)]
pub struct OnePet {
    /// The pet
    #[arg(value_name = "ID", value_parser = values::pet)]
    pub pet: RequestedPetId,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets default`
#[derive(Debug, clap::Args)]
pub struct DefaultPet {
    /// The pet to be it from now on
    #[arg(value_name = "ID", value_parser = values::pet)]
    pub pet: Option<RequestedPetId>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets pets`
#[derive(Debug, clap::Args)]
pub struct Pets {
    /// Only those that cannot be shown
    #[arg(long)]
    pub broken: bool,
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets react`
#[derive(Debug, clap::Args)]
pub struct React {
    /// What to show
    #[arg(value_parser = values::reaction())]
    pub reaction: Reaction,
    /// Through this lease; on the default pet without one
    #[arg(long, value_name = "ID", value_parser = values::lease)]
    pub lease: Option<LeaseId>,
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets say`
#[derive(Debug, clap::Args)]
pub struct Say {
    /// One line of 1 to 140 characters, without code, addresses, paths or secrets
    pub message: String,
    /// Show this reaction too
    #[arg(long, value_parser = values::reaction())]
    pub reaction: Option<Reaction>,
    /// Through this lease; on the default pet without one
    #[arg(long, value_name = "ID", value_parser = values::lease)]
    pub lease: Option<LeaseId>,
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets media`
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("time").multiple(false))]
pub struct Media {
    /// A .png, .jpg, .jpeg, .webp or .gif file of at most 10 MiB
    pub path: PathBuf,
    /// Say this line with it, under the rules of `openpets say`
    #[arg(long)]
    pub message: Option<String>,
    /// Show this reaction too
    #[arg(long, value_parser = values::reaction())]
    pub reaction: Option<Reaction>,
    /// How long, 1s to 30s [default: 8s]
    #[arg(long, value_name = "TIME", value_parser = values::duration, group = "time")]
    pub duration: Option<Duration>,
    /// The same in milliseconds, 1000 to 30000
    #[arg(long, value_name = "N", value_parser = values::milliseconds, group = "time")]
    pub duration_ms: Option<Duration>,
    /// Opened by a click on the bubble: https, or an app's own scheme
    #[arg(long, value_name = "URL", value_parser = values::click_url)]
    pub click_url: Option<ClickUrl>,
    /// Through this lease; on the default pet without one
    #[arg(long, value_name = "ID", value_parser = values::lease)]
    pub lease: Option<LeaseId>,
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets lease`
#[derive(Debug, clap::Args)]
pub struct Lease {
    /// What to do with leases.
    #[command(subcommand)]
    pub action: LeaseAction,
}

/// What can be done with leases.
#[derive(Debug, Subcommand)]
pub enum LeaseAction {
    /// Get a lease and print its id; it ends after 15 s without a heartbeat
    Acquire(Acquire),
    /// Keep a lease alive for another 15 s
    Heartbeat(OneLease),
    /// Give a lease back
    Release(OneLease),
    /// List every lease, those of other programs too
    List(LeaseList),
}

/// `openpets lease acquire`
#[derive(Debug, clap::Args)]
pub struct Acquire {
    /// The pet to reach; the pet pool or the default pet without one
    #[arg(long, value_name = "ID", value_parser = values::pet)]
    pub pet: Option<RequestedPetId>,
    /// End the lease with this process, for example the script's own: $$
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub client_pid: Option<u32>,
    /// With --client-pid: the same text finds the same lease again
    #[arg(long, value_name = "TEXT", requires = "client_pid", value_parser = values::nonce)]
    pub nonce: Option<SessionNonce>,
    /// Print everything about it as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets lease heartbeat` and `openpets lease release`
#[derive(Debug, clap::Args)]
pub struct OneLease {
    /// The lease
    #[arg(value_name = "ID", value_parser = values::lease)]
    pub lease: LeaseId,
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets lease list`
#[derive(Debug, clap::Args)]
pub struct LeaseList {
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets sessions`
#[derive(Debug, clap::Args)]
pub struct Sessions {
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets quit`
#[derive(Debug, clap::Args)]
pub struct Quit {
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets completions`
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

impl Command {
    /// Whether the result goes to a program.
    #[must_use]
    pub const fn wants_json(&self) -> bool {
        match self {
            Self::Run(_) | Self::Hook(_) | Self::Mcp(_) | Self::Completions(_) => false,
            Self::Status(args) => args.json,
            Self::Pets(args) => args.json,
            Self::Search(args) => args.json,
            Self::Install(args) => args.json,
            Self::Uninstall(args) => args.json,
            Self::Default(args) => args.json,
            Self::React(args) => args.json,
            Self::Say(args) => args.json,
            Self::Media(args) => args.json,
            Self::Sessions(args) => args.json,
            Self::Settings(args) => args.json,
            Self::Pause(args)
            | Self::Resume(args)
            | Self::Hide(args)
            | Self::Show(args)
            | Self::Reset(args) => args.json,
            Self::Configure(args) => args.json,
            Self::Doctor(args) => args.json,
            Self::Quit(args) => args.json,
            Self::Lease(args) => match &args.action {
                LeaseAction::Acquire(args) => args.json,
                LeaseAction::Heartbeat(args) | LeaseAction::Release(args) => args.json,
                LeaseAction::List(args) => args.json,
            },
        }
    }
}

#[cfg(test)]
mod tests;
