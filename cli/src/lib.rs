//! The `openpets` command: drives the running app from a terminal, a script or an agent's hook.
//!
//! A call is done in a few milliseconds, so there is no runtime and nothing of Bevy here. Results go to stdout, as
//! text for people or as JSON; errors go to stderr; the exit code tells what happened (see [`Exit`]).

pub mod args;
mod commands;
mod error;
mod exit;
mod output;

pub use exit::Exit;

use args::Args;
use clap::Parser;
use error::CommandError;
use output::Output;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Parses the arguments, the program's name first, and does what they ask for.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = as_install_pet(arguments.into_iter().collect());
    let is_hook = arguments.get(1).is_some_and(|command| command == "hook");
    match Args::try_parse_from(&arguments) {
        Ok(args) => carry_out(args).into(),
        // To an agent, 2 says that its step is forbidden. An entry of a later version must not do that.
        Err(_) if is_hook && arguments.iter().any(|argument| argument == "--openpets-managed") => {
            Exit::Done.into()
        }
        Err(error) => {
            // Help and version come this way too. Nobody is left to tell when the terminal is gone.
            let _ = error.print();
            if error.use_stderr() && !is_hook { Exit::Usage.into() } else { Exit::Done.into() }
        }
    }
}

/// Under the name `install-pet` this program takes the place of OpenPets' installer of that name.
fn as_install_pet(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let called = arguments.first().map(Path::new).and_then(Path::file_stem);
    if called.is_some_and(|name| name == "install-pet") {
        arguments.splice(..1, ["openpets", "install", "--standalone"].map(OsString::from));
    }
    arguments
}

fn carry_out(args: Args) -> Exit {
    let json = args.command.wants_json();
    let mut output = Output::default();
    let exit = match commands::run(args.command, &mut output) {
        Ok(exit) => exit,
        Err(error) => report(&error, json, &mut output),
    };
    match output.write_out() {
        Ok(()) => exit,
        Err(error) => {
            output::complain(&CommandError::Output(error).to_string());
            Exit::Failed
        }
    }
}

/// An error is the result of a command that was asked for JSON; for people it is a sentence on stderr.
fn report(error: &CommandError, json: bool, output: &mut Output) -> Exit {
    if json {
        output.json(&error.json());
    } else {
        output::complain(&error.to_string());
    }
    error.exit()
}
