//! `openpets run`: becomes the app.

use crate::exit::Failed;
use std::path::PathBuf;
use std::process::Command;

const APP: &str = if cfg!(windows) { "openpets-desktop.exe" } else { "openpets-desktop" };

pub(crate) fn run(arguments: &[String]) -> Result<(), Failed> {
    let mut command = Command::new(find_app());
    command.args(arguments);
    become_it(command)
}

/// Beside this program, as both are installed together; else wherever the system finds it.
fn find_app() -> PathBuf {
    std::env::current_exe()
        .ok()
        .and_then(|ours| ours.canonicalize().ok())
        .map(|ours| ours.with_file_name(APP))
        .filter(|app| app.is_file())
        .unwrap_or_else(|| PathBuf::from(APP))
}

fn cannot_start(error: &std::io::Error) -> Failed {
    Failed::because(format_args!(
        "cannot start {APP}: {error}; it belongs beside the openpets command or in a folder of PATH"
    ))
}

#[cfg(unix)]
fn become_it(mut command: Command) -> Result<(), Failed> {
    use std::os::unix::process::CommandExt;
    Err(cannot_start(&command.exec()))
}

#[cfg(not(unix))]
fn become_it(mut command: Command) -> Result<(), Failed> {
    let status = command.status().map_err(|error| cannot_start(&error))?;
    if status.success() { Ok(()) } else { Err(Failed::Quietly(crate::exit::Exit::Failed)) }
}
