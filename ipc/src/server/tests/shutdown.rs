//! The end of a server.

use super::place::Place;
use super::{HANGS, Limits, SHORT, Wire, code, hello, world};
use crate::discovery::Discovery;
use serde_json::Value;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::mpsc;

#[test]
fn open_requests_finish() {
    let place = Place::new();
    let (watcher, commands) = mpsc::channel();
    let running = place.run(Limits { shutdown: HANGS, ..Limits::default() }, None, world::watched(watcher));
    let mut open = Wire::connect(&running.agent);
    open.send(hello(&running.agent));
    let held = commands.recv().unwrap();
    let ended = running.stop();
    // Nobody finds it any more, but who was in is still answered.
    while place.socket().exists() {
        std::thread::yield_now();
    }
    assert!(!place.discovery().exists() && !place.control().exists());
    assert!(UnixStream::connect(place.socket()).is_err());
    world::answer(held);
    assert_eq!(code(&open.response()), "ok");
    drop(open);
    ended.join().unwrap();
}

#[test]
fn open_connections_do_not_hold_it_up() {
    let place = Place::new();
    let (watcher, commands) = mpsc::channel();
    let running = place.run(Limits { shutdown: SHORT, ..Limits::default() }, None, world::watched(watcher));
    let (mut silent, mut waiting) = (Wire::connect(&running.agent), Wire::connect(&running.agent));
    waiting.send(hello(&running.agent));
    let _held = commands.recv().unwrap();
    running.stop().join().unwrap();
    assert_eq!(silent.rest(), "");
    assert_eq!(waiting.rest(), "");
}

#[test]
fn files_of_another_app_stay() {
    let change = |path: &Path, field: &str, value: Value| {
        let mut file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        file[field] = value;
        std::fs::write(path, file.to_string()).unwrap();
    };
    let place = Place::new();
    let running = place.run(Limits::default(), None, world::quick);
    change(&place.discovery(), "token", "another-token-of-another".into());
    change(&place.control(), "pid", 1.into());
    running.stop().join().unwrap();
    assert_eq!(Discovery::read(&place.discovery()).unwrap().token, "another-token-of-another");
    assert_eq!(Discovery::read(&place.control()).unwrap().pid, 1);
    assert!(!place.socket().exists());

    let running = place.run(Limits::default(), None, world::quick);
    let endpoint = place.socket_dir().join("openpets-1.sock");
    change(&place.discovery(), "endpoint", endpoint.to_str().unwrap().into());
    running.stop().join().unwrap();
    assert!(place.discovery().exists() && !place.control().exists());
}
