//! The command line.

use clap::{Args, Parser, Subcommand};
use openpets_ipc::{LeaseId, Reaction, RequestedPetId, SessionNonce};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  openpets run
  openpets react working
  openpets say 'Tests are green' --reaction success
  openpets media chart.png --message 'Look at this'
  openpets status --json

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the app is not running.";

/// An animated pet on your screen shows what your coding agents are doing.
#[derive(Debug, Parser)]
#[command(name = "openpets", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the app
    Run {
        /// Given on to the app, for example --headless
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Tell whether the app runs and what it shows
    Status {
        /// Print the answer of the app as JSON
        #[arg(long)]
        json: bool,
        /// Ask about this lease
        #[arg(long, value_parser = lease_id)]
        lease: Option<LeaseId>,
    },
    /// List the pets, and what is wrong with broken ones
    Pets {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a reaction
    React {
        /// One of idle, thinking, working, editing, running, testing, waiting, waving, success, error, celebrating
        reaction: Reaction,
        #[command(flatten)]
        target: Target,
    },
    /// Say a line of up to 140 characters
    Say {
        message: String,
        /// Shown with it
        #[arg(long)]
        reaction: Option<Reaction>,
        #[command(flatten)]
        target: Target,
    },
    /// Show a local picture: png, jpg, webp or gif, up to 10 MiB
    Media(Media),
    /// Leases route an agent to a pet of its own; for scripts
    #[command(subcommand)]
    Lease(Lease),
    /// End the app
    Quit,
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
}

/// Which pet, and how to tell what happened.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// Reach the pet of this lease instead of the default pet
    #[arg(long, value_parser = lease_id)]
    pub(crate) lease: Option<LeaseId>,
    /// Print the answer of the app as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Media {
    pub(crate) path: PathBuf,
    /// Said with it
    #[arg(long)]
    pub(crate) message: Option<String>,
    /// Shown with it
    #[arg(long)]
    pub(crate) reaction: Option<Reaction>,
    /// How long, such as 8s or 2500ms: 1 to 30 seconds
    #[arg(long, value_parser = duration, default_value = "8s")]
    pub(crate) duration: Duration,
    /// Opened by a click on the picture
    #[arg(long, value_name = "URL")]
    pub(crate) click_url: Option<String>,
    #[command(flatten)]
    pub(crate) target: Target,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Lease {
    /// Get a lease and print its id
    Acquire {
        /// The pet to hold
        #[arg(long, value_parser = pet_id)]
        pet: Option<RequestedPetId>,
        /// End the lease when this process ends
        #[arg(long, value_name = "PID", value_parser = clap::value_parser!(u32).range(1..))]
        client_pid: Option<u32>,
        /// With the pid, the identity of this client
        #[arg(long, value_parser = nonce)]
        nonce: Option<SessionNonce>,
        /// Print the whole lease as JSON
        #[arg(long)]
        json: bool,
    },
    /// Keep a lease for another 15 seconds
    Heartbeat {
        #[arg(value_parser = lease_id)]
        lease: LeaseId,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Give a lease back
    Release {
        #[arg(value_parser = lease_id)]
        lease: LeaseId,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List every live lease
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

fn lease_id(text: &str) -> Result<LeaseId, String> {
    LeaseId::try_from(text.to_owned()).map_err(|error| error.to_string())
}

fn pet_id(text: &str) -> Result<RequestedPetId, String> {
    RequestedPetId::try_from(text.to_owned()).map_err(|error| error.to_string())
}

fn nonce(text: &str) -> Result<SessionNonce, String> {
    SessionNonce::try_from(text.to_owned()).map_err(|error| error.to_string())
}

/// `8s`, `2500ms`; a bare number is in milliseconds, as on the wire.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, to_millis) = match text {
        _ if text.ends_with("ms") => (&text[..text.len() - 2], 1.0),
        _ if text.ends_with('s') => (&text[..text.len() - 1], 1000.0),
        _ => (text, 1.0),
    };
    let number: f64 = number.parse().map_err(|_| "a time looks like 8s or 2500ms".to_owned())?;
    openpets_ipc::MediaRequest::parse_duration(number * to_millis).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        <Arguments as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn the_examples_are_understood() {
        let examples: Vec<&str> = EXAMPLES.lines().filter(|line| line.starts_with("  openpets")).collect();
        assert_eq!(examples.len(), 5);
        for example in examples {
            // Words as a shell would see them, as far as the examples need it.
            let quoted = example.split('\'').enumerate();
            let words = quoted.flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            });
            assert!(Arguments::try_parse_from(words).is_ok(), "{example}");
        }
    }

    #[test]
    fn times_have_units_and_bounds() {
        assert_eq!(duration("8s"), Ok(Duration::from_secs(8)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2500ms"), Ok(Duration::from_millis(2500)));
        assert_eq!(duration("2500"), Ok(Duration::from_millis(2500)));
        for wrong in ["", "s", "-1s", "31s", "0", "soon", "NaN", "inf"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
