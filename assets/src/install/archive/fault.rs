//! Why reading an archive's structure stopped: a broken rule, or the disk.

use super::{FETCH_AGAIN, finding};
use crate::Finding;
use std::io;

pub(super) enum Fault {
    Finding(Finding),
    Io(io::Error),
}

impl From<Finding> for Fault {
    fn from(finding: Finding) -> Self {
        Self::Finding(finding)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Finding(finding) => finding,
            Fault::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => truncated(),
            Fault::Io(error) => unreadable(&error),
        }
    }
}

pub(super) fn truncated() -> Finding {
    finding("zip-truncated", "The archive ends too early.", FETCH_AGAIN)
}

pub(super) fn unreadable(error: &io::Error) -> Finding {
    finding(
        "zip-unreadable",
        format!("The archive cannot be read: {error}."),
        "Check the file's permissions and the disk.",
    )
}
