//! `openpets-desktop`: the app that shows pets and answers agents.

mod app;
mod instance;
mod ipc_thread;
mod memory;
#[cfg(target_os = "linux")]
mod present;
mod start;
mod waker;
mod window;

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

/// An animated pet on your screen shows what your coding agents are doing.
#[derive(Debug, Parser)]
#[command(name = "openpets-desktop", version)]
struct Arguments {
    /// Answer agents without showing pets
    #[arg(long)]
    headless: bool,
}

fn main() -> ExitCode {
    memory::return_large_blocks();
    let arguments = Arguments::parse();
    log_to_stderr();
    match start::start(arguments.headless) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "openpets: {}", explain(&error));
            ExitCode::FAILURE
        }
    }
}

/// The whole chain of causes. Some errors tell their cause themselves; it is not told twice.
fn explain(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |told, cause| {
        let cause = cause.to_string();
        if told.is_empty() {
            cause
        } else if told.contains(&cause) {
            told
        } else {
            format!("{told}: {cause}")
        }
    })
}

/// Warnings, and more with `OPENPETS_DEBUG=1`. Tokens and messages are never logged.
fn log_to_stderr() {
    let debug = std::env::var_os("OPENPETS_DEBUG").is_some_and(|value| value == "1");
    let level = if debug { tracing::Level::DEBUG } else { tracing::Level::WARN };
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(debug).init();
}
