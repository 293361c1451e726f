//! What well-behaved clients see.

use super::place::Place;
use super::{Limits, Wire, ask, code, hello, request, world};
use crate::bind::TcpBind;
use crate::endpoint::Endpoint;
use crate::{Client, MAX_MESSAGE_BYTES, Origin};
use serde_json::{Value, json};
use std::sync::mpsc;

fn tcp() -> Option<TcpBind> {
    Some(TcpBind { listen: "127.0.0.1:0".parse().unwrap(), advertise: None })
}

#[test]
fn one_line_each_way_and_then_the_end() {
    for bind in [None, tcp()] {
        let place = Place::new();
        let running = place.run(Limits::default(), bind, world::quick);
        assert_eq!(matches!(running.agent.endpoint, Endpoint::Tcp(_)), bind.is_some());
        assert_eq!(place.socket().exists(), bind.is_none());
        let result =
            json!({"ok": true, "protocol": "openpets-ipc", "protocolVersion": 1, "appVersion": "1.2.3"});
        let expected = json!({"id": "r1", "ok": true, "result": result});
        // Reading to the end comes back although this side stays open.
        assert_eq!(Wire::connect(&running.agent).send(hello(&running.agent)).response(), expected);
        // In pieces, and closed behind the request as some clients do.
        let line = hello(&running.agent);
        let mut wire = Wire::connect(&running.agent);
        for piece in line.as_bytes().chunks(7) {
            wire.send(piece);
        }
        assert_eq!(wire.end().response(), expected);
    }
}

#[test]
fn our_own_client() {
    let place = Place::new();
    let _running = place.run(Limits::default(), None, world::quick);
    let client = Client::with_discovery(place.discovery()).unwrap();
    assert_eq!(client.hello().unwrap().app_version, "1.2.3");
}

#[test]
fn tokens_and_methods() {
    let place = Place::new();
    let (seen, commands) = mpsc::channel();
    let running = place.run(Limits::default(), None, move |inbox| {
        for inbound in inbox {
            seen.send(inbound.origin).unwrap();
            world::answer(inbound);
        }
    });
    let mut wrong = running.agent.clone();
    wrong.token = "0123456789abcdef".to_owned();
    assert_eq!(code(&ask(&wrong, "hello", &json!({}))), "invalid_token");
    assert_eq!(code(&ask(&wrong, "nonsense", &json!({}))), "invalid_token");
    assert_eq!(code(&ask(&running.agent, "nonsense", &json!({}))), "unknown_method");
    assert_eq!(code(&ask(&running.agent, "pet.react", &json!({"reaction": "x"}))), "invalid_params");
    for method in ["control.quit", "control.show", "lease.list"] {
        assert_eq!(code(&ask(&running.agent, method, &json!({}))), "forbidden");
    }
    assert!(commands.try_recv().is_err(), "what is refused must not reach the world");
    for method in ["control.quit", "control.show", "lease.list", "hello"] {
        assert_eq!(code(&ask(&running.control, method, &json!({}))), "ok");
        assert_eq!(commands.recv().unwrap(), Origin::Control);
    }
    assert_eq!(code(&ask(&running.agent, "hello", &json!({}))), "ok");
    assert_eq!(commands.recv().unwrap(), Origin::Agent);
}

#[test]
fn pictures_are_looked_at() {
    let place = Place::new();
    let (watcher, commands) = mpsc::channel();
    let running = place.run(Limits::default(), None, world::watched(watcher));
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.png");
    let params = json!({"path": picture.to_str().unwrap()});
    assert_eq!(code(&ask(&running.agent, "pet.showMedia", &params)), "invalid_params");
    let file = std::fs::File::create(&picture).unwrap();
    file.set_len(crate::MAX_MEDIA_BYTES + 1).unwrap();
    assert_eq!(code(&ask(&running.agent, "pet.showMedia", &params)), "invalid_params");
    assert!(commands.try_recv().is_err(), "what is refused must not reach the world");
    file.set_len(crate::MAX_MEDIA_BYTES).unwrap();
    let mut wire = Wire::connect(&running.agent);
    wire.send(request(&running.agent, "pet.showMedia", &params));
    world::answer(commands.recv().unwrap());
    assert_eq!(code(&wire.response()), "ok");
}

#[test]
fn the_largest_request_and_answer() {
    for bind in [None, tcp()] {
        let place = Place::new();
        let running = place.run(Limits::default(), bind, world::quick);
        let line = hello(&running.agent);
        let largest = format!("{}{line}", " ".repeat(MAX_MESSAGE_BYTES - line.len()));
        assert_eq!(code(&Wire::connect(&running.agent).send(&largest).response()), "ok");
        let too_large = format!(" {largest}");
        assert_eq!(code(&Wire::connect(&running.agent).send(too_large).response()), "invalid_request");
        let pets = ask(&running.agent, "pets.list", &json!({}));
        assert!(pets["result"]["omitted"].as_u64().unwrap() > 0);
        assert!(pets.to_string().len() > MAX_MESSAGE_BYTES - 500);
    }
}

#[test]
fn only_the_first_line_counts() {
    let place = Place::new();
    let (watcher, commands) = mpsc::channel();
    let running = place.run(Limits::default(), None, world::watched(watcher));
    let mut wire = Wire::connect(&running.agent);
    wire.send(hello(&running.agent)).send(hello(&running.agent)).send("more");
    world::answer(commands.recv().unwrap());
    assert_eq!(code(&wire.response()), "ok");
    assert!(commands.try_recv().is_err());
}

/// More than are served at a time, so that some must wait.
#[test]
fn three_hundred_at_once() {
    for (bind, connections) in [(None, 256), (tcp(), 256), (None, 3)] {
        let place = Place::new();
        let limits = Limits { connections, ..Limits::default() };
        let running = place.run(limits, bind, world::quick);
        let agent = &running.agent;
        std::thread::scope(|scope| {
            let clients: Vec<_> = (0..300)
                .map(|number| {
                    scope.spawn(move || {
                        let line = hello(agent).replace("\"r1\"", &format!("\"client-{number}\""));
                        let response = Wire::connect(agent).send(line).response();
                        assert_eq!(
                            (code(&response), &response["id"]),
                            ("ok", &json!(format!("client-{number}")))
                        );
                    })
                })
                .collect();
            clients.into_iter().for_each(|client| client.join().unwrap());
        });
    }
}

#[test]
fn a_slow_reader_loses_nothing_and_holds_nobody_up() {
    let place = Place::new();
    let running = place.run(Limits::default(), None, world::quick);
    let mut slow = Wire::connect(&running.agent);
    slow.send(request(&running.agent, "pets.list", &json!({})));
    for _ in 0..20 {
        assert_eq!(code(&ask(&running.agent, "hello", &json!({}))), "ok");
    }
    let response: Value = slow.response();
    assert!(response["result"]["pets"].as_array().unwrap().len() > 50);
}
