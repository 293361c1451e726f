//! Exit codes, which scripts decide by.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: done. Also when something was accepted but is not shown.
    Done,
    /// 1: the operation failed, or a message or file was refused by a rule.
    Failed,
    /// 2: the arguments make no sense.
    Usage,
    /// 3: the app is not running.
    NotRunning,
    /// 130: called off by Ctrl-C, as shells report it.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::NotRunning => 3,
            Exit::Interrupted => 130,
        })
    }
}
