//! The `openpets` command. Everything is in the library, so that tests reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    openpets_cli::run(std::env::args_os())
}
