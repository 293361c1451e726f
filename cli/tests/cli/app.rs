//! A stand-in for the app: a socket, a discovery file, and answers as told.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::mpsc::{Receiver, channel};
use tempfile::TempDir;

/// What the program under test finds.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    /// Nothing runs here.
    pub(crate) fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("openpets")).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn discovery(&self) -> PathBuf {
        self.path().join("ipc.json")
    }

    pub(crate) fn control(&self) -> PathBuf {
        self.path().join("control.json")
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.path().join("openpets/openpets-1.sock")
    }

    /// Writes both files, as an app with this process id does.
    pub(crate) fn announce(&self, pid: u32) {
        for (path, token) in [(self.discovery(), "agent-token-0000"), (self.control(), "control-token-00")] {
            let file = json!({
                "protocol": "openpets-ipc", "protocolVersion": 1, "endpoint": self.socket(), "token": token,
                "appVersion": "1.2.3", "pid": pid, "platform": openpets_ipc::Platform::CURRENT,
            });
            std::fs::write(&path, file.to_string()).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
    }

    /// Answers every request with the line that `answer` makes of it; the requests come back.
    pub(crate) fn serve(&self, answer: impl Fn(&Value) -> String + Send + 'static) -> Receiver<Value> {
        let listener = UnixListener::bind(self.socket()).unwrap();
        let (sender, received) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut line = String::new();
                BufReader::new(&stream).read_line(&mut line).unwrap();
                let request: Value = serde_json::from_str(&line).unwrap();
                // Nobody may be left to read either.
                let _ = stream.write_all(answer(&request).as_bytes());
                let _ = sender.send(request);
            }
        });
        self.announce(std::process::id());
        received
    }

    /// Runs `openpets` here.
    pub(crate) fn openpets(&self, arguments: &[&str]) -> Outcome {
        self.command().args(arguments).output().unwrap().into()
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_openpets"));
        command.current_dir(self.path());
        command.env("OPENPETS_DISCOVERY_FILE", self.discovery());
        command.env("OPENPETS_USER_DATA", self.path().join("data"));
        command.env("HOME", self.path());
        // Nothing of whoever runs the tests.
        for variable in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "CLAUDE_PROJECT_DIR", "LC_ALL", "LC_MESSAGES"] {
            command.env_remove(variable);
        }
        command.env("LANG", "C.UTF-8");
        command
    }
}

/// An app that answers everything with this result.
pub(crate) fn app(result: Value) -> (Place, Receiver<Value>) {
    let place = Place::empty();
    let received = place.serve(move |request| ok(request, &result));
    (place, received)
}

pub(crate) fn ok(request: &Value, result: &Value) -> String {
    format!("{}\n", json!({"id": request["id"], "ok": true, "result": result}))
}

pub(crate) fn refusal(request: &Value, code: &str, message: &str) -> String {
    format!("{}\n", json!({"id": request["id"], "ok": false, "error": {"code": code, "message": message}}))
}

/// How a call ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Outcome {
    /// Done, with this on stdout and nothing on stderr.
    pub(crate) fn done(stdout: &str) -> Self {
        Self { code: 0, stdout: stdout.to_owned(), stderr: String::new() }
    }
}
