//! This program again, as a process of its own that can be measured and killed.

use std::process::{Command, Stdio};

/// Tells the process what to do; without it, the tests that are such processes have nothing to do.
const VARIABLE: &str = "OPENPETS_TEST_AGAIN";

/// The test of this name as a process of its own. It is told `task`, and what it prints goes to a pipe.
pub(crate) fn again(test: &str, task: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(VARIABLE, task);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// What this process was told.
pub(crate) fn task() -> Option<String> {
    std::env::var(VARIABLE).ok()
}
