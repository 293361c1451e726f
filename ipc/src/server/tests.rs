//! The server over real sockets, with a thread that stands for the world.

mod connections;
mod files;
mod hostile;
mod place;
mod shutdown;
mod world;

use super::limits::Limits;
use crate::discovery::Discovery;
use crate::endpoint::Endpoint;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// No test waits this long unless the server hangs.
const HANGS: Duration = Duration::from_secs(20);

/// Long enough for a busy machine to be quicker, short enough to be waited for.
const SHORT: Duration = Duration::from_millis(150);

/// A raw client, which may do what ours never does.
enum Wire {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Wire {
    fn connect(discovery: &Discovery) -> Self {
        match &discovery.endpoint {
            Endpoint::Unix(path) => Self::unix(UnixStream::connect(path).unwrap()),
            Endpoint::Tcp(address) => {
                let stream = TcpStream::connect(address).unwrap();
                stream.set_read_timeout(Some(HANGS)).unwrap();
                Self::Tcp(stream)
            }
            Endpoint::Pipe(_) => unreachable!("not on Unix"),
        }
    }

    fn unix(stream: UnixStream) -> Self {
        stream.set_read_timeout(Some(HANGS)).unwrap();
        Self::Unix(stream)
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        match self {
            Self::Unix(stream) => stream.write_all(bytes.as_ref()).unwrap(),
            Self::Tcp(stream) => stream.write_all(bytes.as_ref()).unwrap(),
        }
        self
    }

    fn end(&mut self) -> &mut Self {
        match self {
            Self::Unix(stream) => stream.shutdown(Shutdown::Write).unwrap(),
            Self::Tcp(stream) => stream.shutdown(Shutdown::Write).unwrap(),
        }
        self
    }

    /// Everything until the server closes its half.
    fn rest(&mut self) -> String {
        let mut text = String::new();
        match self {
            Self::Unix(stream) => stream.read_to_string(&mut text).unwrap(),
            Self::Tcp(stream) => stream.read_to_string(&mut text).unwrap(),
        };
        text
    }

    /// The one line that a request is answered with.
    fn response(&mut self) -> Value {
        let text = self.rest();
        let line = text.strip_suffix('\n').unwrap_or_else(|| panic!("no whole line: {text:?}"));
        assert!(!line.contains('\n'), "more than one line: {text:?}");
        serde_json::from_str(line).unwrap()
    }
}

fn request(discovery: &Discovery, method: &str, params: &Value) -> String {
    let request =
        json!({"id": "r1", "version": 1, "token": discovery.token, "method": method, "params": params});
    format!("{request}\n")
}

fn hello(discovery: &Discovery) -> String {
    request(discovery, "hello", &json!({}))
}

/// One request over one connection.
fn ask(discovery: &Discovery, method: &str, params: &Value) -> Value {
    Wire::connect(discovery).send(request(discovery, method, params)).response()
}

fn code(response: &Value) -> &str {
    response["error"]["code"].as_str().unwrap_or("ok")
}
