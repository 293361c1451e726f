//! The bar that shows how far an installation is, on a terminal.

use openpets_ipc::reply::{InstallProgressResult, InstallStep};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};

/// Cells between the brackets.
const WIDTH: u64 = 24;

/// Goes back to the start of the line and clears it.
const CLEAR: &str = "\r\u{1b}[K";

/// A line on stderr that is drawn over again, and gone in the end.
pub(in crate::commands) struct Bar {
    /// What stands there; nothing where nobody sees it.
    shown: Option<RefCell<String>>,
}

impl Bar {
    /// A bar if a person wants one and looks at a terminal that can move its cursor.
    pub(in crate::commands) fn for_terminal(wanted: bool) -> Self {
        let able = wanted
            && io::stderr().is_terminal()
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        Self { shown: able.then(RefCell::default) }
    }

    /// Shows how far it is.
    pub(super) fn show(&self, progress: &InstallProgressResult) {
        let Some(shown) = &self.shown else { return };
        let line = line(progress);
        if *shown.borrow() != line {
            write(&format!("{CLEAR}{line}"));
            *shown.borrow_mut() = line;
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.shown.as_ref().is_some_and(|shown| !shown.borrow().is_empty()) {
            write(CLEAR);
        }
    }
}

/// Nobody is left to show it to when this fails.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

fn line(progress: &InstallProgressResult) -> String {
    match (progress.step, progress.received_bytes, progress.total_bytes) {
        (InstallStep::Downloading, Some(received), Some(total)) if total > 0 => {
            let received = received.min(total);
            let done = (received * WIDTH / total) as usize;
            let bar = format!("{}{}", "#".repeat(done), "-".repeat(WIDTH as usize - done));
            format!("Downloading [{bar}] {} of {}", megabytes(received), megabytes(total))
        }
        (InstallStep::Downloading, Some(received), _) => {
            format!("Downloading, {} so far", megabytes(received))
        }
        (InstallStep::Downloading, ..) => "Downloading".to_owned(),
        (InstallStep::Waiting, ..) => "Waiting for another installation".to_owned(),
        (InstallStep::LookingUp, ..) => "Looking in the catalog".to_owned(),
        (InstallStep::Checking, ..) => "Checking the package".to_owned(),
        (InstallStep::Placing, ..) => "Putting it into place".to_owned(),
        (InstallStep::Unknown | InstallStep::Other, ..) => String::new(),
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let at = |step, received_bytes, total_bytes| {
            line(&InstallProgressResult { ok: true, step, received_bytes, total_bytes })
        };
        assert_eq!(
            at(InstallStep::Downloading, Some(1_000_000), Some(4_000_000)),
            "Downloading [######------------------] 1.0 MB of 4.0 MB"
        );
        assert_eq!(at(InstallStep::Downloading, Some(9), Some(4)).matches('#').count(), 24);
        assert_eq!(at(InstallStep::Downloading, Some(250_000), None), "Downloading, 0.2 MB so far");
        assert_eq!(at(InstallStep::Downloading, Some(0), Some(0)), "Downloading, 0.0 MB so far");
        assert_eq!(at(InstallStep::Checking, None, None), "Checking the package");
        assert_eq!(at(InstallStep::Unknown, None, None), "");
    }
}
