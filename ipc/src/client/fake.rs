//! A server for the client's tests: it does what it is told with each connection, also what no server should.

use crate::Client;
use crate::places::Platform;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use tempfile::TempDir;

pub(super) const TOKEN: &str = "0123456789abcdef";

/// The place of a server and its discovery file.
pub(super) struct Place {
    folder: TempDir,
}

impl Place {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("openpets")).unwrap();
        Self { folder }
    }

    pub(super) fn socket(&self) -> PathBuf {
        self.folder.path().join("openpets/openpets-1.sock")
    }

    pub(super) fn discovery(&self) -> PathBuf {
        self.folder.path().join("ipc.json")
    }

    /// Writes a discovery file that names `endpoint` and the process `pid`.
    pub(super) fn announce(&self, endpoint: &str, pid: u32) -> Client {
        let file = json!({
            "protocol": "openpets-ipc",
            "protocolVersion": 1,
            "endpoint": endpoint,
            "token": TOKEN,
            "appVersion": "1.2.3",
            "pid": pid,
            "platform": Platform::CURRENT,
        });
        std::fs::write(self.discovery(), file.to_string()).unwrap();
        std::fs::set_permissions(self.discovery(), std::fs::Permissions::from_mode(0o600)).unwrap();
        Client::with_discovery(self.discovery()).unwrap()
    }

    /// Serves every connection with `answer` in a thread of its own.
    pub(super) fn serve(&self, answer: impl Fn(&Value, &mut UnixStream) + Send + 'static) -> Client {
        let listener = UnixListener::bind(self.socket()).unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut line = String::new();
                BufReader::new(&stream).read_line(&mut line).unwrap();
                answer(&serde_json::from_str(&line).unwrap(), &mut stream);
            }
        });
        self.announce(self.socket().to_str().unwrap(), std::process::id())
    }

    /// Serves with these bytes, in which `ID` stands for the request's id.
    pub(super) fn serve_text(&self, text: impl Into<String>) -> Client {
        let text = text.into();
        self.serve(move |request, stream| {
            let bytes = text.replace("ID", request["id"].as_str().unwrap());
            // A client that has read enough may be gone.
            let _ = stream.write_all(bytes.as_bytes());
        })
    }
}
