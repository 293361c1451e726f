//! One file a command. Each turns its arguments into a request or two and the answer into text.

mod completions;
mod configure;
mod control;
mod default_pet;
mod doctor;
mod hook;
mod install;
mod lease;
mod mcp;
mod media;
mod pets;
mod quit;
mod react;
mod run;
mod say;
mod search;
mod sessions;
mod settings;
mod shown;
mod status;
mod uninstall;

use crate::args::Command;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::{Client, ClientError};

/// Carries out one command.
pub(crate) fn run(command: Command, output: &mut Output) -> Result<Exit, CommandError> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Status(args) => status::run(args, output),
        Command::Pets(args) => pets::run(&args, output),
        Command::Search(args) => search::run(&args, output),
        Command::Install(args) => install::run(&args, output),
        Command::Uninstall(args) => uninstall::run(args, output),
        Command::Default(args) => default_pet::run(args, output),
        Command::React(args) => react::run(args, output),
        Command::Say(args) => say::run(args, output),
        Command::Media(args) => media::run(args, output),
        Command::Lease(args) => lease::run(args.action, output),
        Command::Sessions(args) => sessions::run(&args, output),
        Command::Settings(args) => settings::run(&args, output),
        Command::Pause(args) => {
            let pause = openpets_ipc::Command::Pause { paused: true };
            control::run(&pause, "All pets are frozen.", &args, output)
        }
        Command::Resume(args) => {
            let resume = openpets_ipc::Command::Pause { paused: false };
            control::run(&resume, "The pets go on.", &args, output)
        }
        Command::Hide(args) => control::run(
            &openpets_ipc::Command::Hide,
            "The default pet is hidden until its agent is active again, or `openpets show`.",
            &args,
            output,
        ),
        Command::Show(args) => {
            control::run(&openpets_ipc::Command::Show, "The default pet is shown.", &args, output)
        }
        Command::Reset(args) => control::run(
            &openpets_ipc::Command::ResetPlaces,
            "Every pet is back in its place.",
            &args,
            output,
        ),
        Command::Hook(args) => Ok(hook::run(&args, output)),
        Command::Configure(args) => configure::run(&args, output),
        Command::Doctor(args) => doctor::run(&args, output),
        Command::Mcp(args) => mcp::run(args),
        Command::Quit(args) => quit::run(&args, output),
        Command::Completions(args) => completions::run(&args, output),
    }
}

/// The client with the token for the person's own programs.
fn control() -> Result<Client, CommandError> {
    match Client::control() {
        // OpenPets of old writes the discovery file alone.
        Err(error) if error.is_not_running() && Client::discover().is_ok_and(|app| app.hello().is_ok()) => {
            Err(CommandError::NoControl)
        }
        other => other.map_err(CommandError::from),
    }
}

/// Reads what the app answered for people; for scripts it is printed as it came.
fn answer<T: serde::de::DeserializeOwned>(
    answer: &openpets_ipc::Answer,
    json: bool,
    output: &mut Output,
) -> Result<Option<T>, ClientError> {
    if json {
        output.json(answer.json());
        Ok(None)
    } else {
        answer.read().map(Some)
    }
}
