//! What the log tells of requests: methods, codes and times, and nothing that a client sent. In a process of its
//! own, since what is logged is a matter of the whole process.

#![cfg(feature = "server")]

use openpets_ipc::{Discovery, Endpoint, Inbox, Server, ServerConfig, TcpBind, control_file_beside, inbox};
use serde_json::{Value, json};
use std::fmt::{Debug, Write as _};
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Every event of ours as text.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("openpets")
    }

    fn event(&self, event: &Event<'_>) {
        let mut text = Text::default();
        event.record(&mut text);
        if let Ok(mut lines) = self.0.lock() {
            lines.push(text.0);
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// A world that answers nothing: the connection does it then.
fn drain(inbox: Inbox) {
    for inbound in inbox {
        drop(inbound);
    }
}

#[test]
fn one_line_for_each_request() {
    let lines = Lines::default();
    tracing::subscriber::set_global_default(lines.clone()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runtime/ipc.json");
    let bind = Some(TcpBind { listen: "127.0.0.1:0".parse().unwrap(), advertise: None });
    let config = ServerConfig { app_version: "1.2.3".to_owned(), bind, discovery: path.clone() };
    let (sender, inbox) = inbox(Arc::new(|| {}));
    std::thread::spawn(move || drain(inbox));
    let (stop, stopped) = oneshot::channel::<()>();
    let (started, ready) = std::sync::mpsc::channel();
    let server = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = Server::start(config, sender).unwrap();
            started.send(()).unwrap();
            server.run(async { drop(stopped.await) }).await;
        });
    });
    ready.recv().unwrap();

    let agent = Discovery::read(&path).unwrap();
    let control = Discovery::read(&control_file_beside(&path)).unwrap();
    let Endpoint::Tcp(address) = agent.endpoint else { panic!("bound to TCP") };
    let ask = |token: &str, method: &str, params: Value| {
        let request =
            json!({"id": "private-id", "version": 1, "token": token, "method": method, "params": params});
        let mut stream = TcpStream::connect(address).unwrap();
        writeln!(stream, "{request}").unwrap();
        stream.read_to_string(&mut String::new()).unwrap();
    };
    ask(&agent.token, "pet.say", json!({"message": "private words", "leaseId": "private-lease"}));
    ask(&agent.token, "lease.heartbeat", json!({"leaseId": ["private"]}));
    ask(&agent.token, "control.quit", json!({}));
    ask(&agent.token, "private.method", json!({}));
    ask("private-private", "hello", json!({}));
    stop.send(()).unwrap();
    server.join().unwrap();

    let expected = [
        ("pet.say", "internal_error"),
        ("lease.heartbeat", "invalid_params"),
        ("control.quit", "forbidden"),
        ("-", "unknown_method"),
        ("-", "invalid_token"),
    ];
    let lines = lines.0.lock().unwrap();
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, (method, code)) in lines.iter().zip(expected) {
        assert!(line.contains(&format!("method={method:?} code={code:?} micros=")), "{line}");
        for secret in ["private", &agent.token, &control.token] {
            assert!(!line.contains(secret), "{line}");
        }
    }
}
