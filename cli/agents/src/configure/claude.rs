//! Claude Code's own command, which writes its MCP servers.

use super::agent::Scope;
use super::roots::Roots;
use super::server::NAME;
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The name of the program.
const PROGRAM: &str = "claude";

/// A command that has not ended by then is ended.
const PATIENCE: Duration = Duration::from_secs(10);

/// What it may tell of why it failed, in bytes.
const MAX_COMPLAINT_BYTES: u64 = 4096;

/// Why Claude Code's command did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ClaudeError {
    /// Not in `PATH`.
    #[error("`claude` is not in PATH; install Claude Code, or add its folder to PATH")]
    NotFound,
    /// The system says no.
    #[error("cannot start {path}: {source}")]
    Start {
        /// The program.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It said no.
    #[error("`{command}` failed{}", .complaint.as_ref().map(|text| format!(": {text}")).unwrap_or_default())]
    Failed {
        /// What was called.
        command: String,
        /// The first line of what it said.
        complaint: Option<String>,
    },
    /// It hangs.
    #[error("`{0}` did not end within 10 s; it was ended")]
    Hangs(String),
}

/// One call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    arguments: Vec<String>,
    /// Where it is called: what it takes for the project.
    folder: PathBuf,
}

impl Call {
    pub(super) fn add(scope: Scope, folder: &Path, entry: &Value) -> Self {
        let arguments = ["mcp", "add-json", "--scope", scope.name(), NAME].map(str::to_owned);
        Self { arguments: [&arguments[..], &[entry.to_string()]].concat(), folder: folder.to_owned() }
    }

    pub(super) fn remove(scope: Scope, folder: &Path) -> Self {
        let arguments = ["mcp", "remove", "--scope", scope.name(), NAME].map(str::to_owned);
        Self { arguments: arguments.into(), folder: folder.to_owned() }
    }

    /// The words of the command, the program first.
    pub(super) fn words(&self) -> Vec<String> {
        std::iter::once(PROGRAM.to_owned()).chain(self.arguments.iter().cloned()).collect()
    }

    /// As a person would type it.
    pub(super) fn shown(&self) -> String {
        shown(&self.arguments)
    }

    pub(super) fn run(&self, roots: &Roots) -> Result<(), ClaudeError> {
        run(&program(roots)?, &self.arguments, &self.folder)
    }
}

/// Makes sure that there is a Claude Code that works.
pub(super) fn check(roots: &Roots) -> Result<(), ClaudeError> {
    run(&program(roots)?, &["--version".to_owned()], &roots.home)
}

/// Makes sure that there is one at all, without starting it.
pub(super) fn find(roots: &Roots) -> Result<(), ClaudeError> {
    program(roots).map(|_| ())
}

fn program(roots: &Roots) -> Result<PathBuf, ClaudeError> {
    roots.find_program(PROGRAM).ok_or(ClaudeError::NotFound)
}

fn shown(arguments: &[String]) -> String {
    let quoted = |word: &String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@".contains(c);
        if word.chars().all(plain) { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) }
    };
    std::iter::once(PROGRAM.to_owned()).chain(arguments.iter().map(quoted)).collect::<Vec<_>>().join(" ")
}

fn run(
    program: &Path,
    arguments: &[impl AsRef<OsStr> + AsRef<str>],
    folder: &Path,
) -> Result<(), ClaudeError> {
    let command =
        shown(&arguments.iter().map(|word| AsRef::<str>::as_ref(word).to_owned()).collect::<Vec<_>>());
    let mut child = Command::new(program)
        .args(arguments.iter().map(|word| AsRef::<OsStr>::as_ref(word)))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|source| ClaudeError::Start { path: program.to_owned(), source })?;
    let complaint = child.stderr.take().map(|stderr| {
        // Read on the side, since a full pipe would hold it up; a child of its own may keep it open for ever.
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.take(MAX_COMPLAINT_BYTES).read_to_end(&mut text);
            let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
        });
        receiver
    });
    match wait(&mut child) {
        Some(true) => Ok(()),
        Some(false) => {
            let text = complaint.and_then(|receiver| receiver.recv_timeout(Duration::from_secs(1)).ok());
            let line = text.and_then(|text| {
                text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
            });
            Err(ClaudeError::Failed { command, complaint: line })
        }
        None => Err(ClaudeError::Hangs(command)),
    }
}

/// Whether it succeeded; nothing if it had to be ended.
fn wait(child: &mut Child) -> Option<bool> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(10)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}
