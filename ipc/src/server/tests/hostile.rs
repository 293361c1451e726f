//! Clients that break the rules or vanish, and worlds that do not answer.

use super::place::Place;
use super::{HANGS, Limits, SHORT, Wire, ask, code, hello, request, world};
use crate::bind::TcpBind;
use crate::inbound::{INBOX_CAPACITY, Inbound};
use crate::{Command, Origin};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

#[test]
fn far_too_much_is_answered_and_the_answer_arrives() {
    let tcp = TcpBind { listen: "127.0.0.1:0".parse().unwrap(), advertise: None };
    for bind in [None, Some(tcp)] {
        let place = Place::new();
        let running = place.run(Limits::default(), bind, world::quick);
        for bytes in ["x".repeat(16 * 1024), "x".repeat(300 * 1024), "x\n".repeat(200 * 1024)] {
            // Written as a whole before anything is read, like a simple client does.
            let response = Wire::connect(&running.agent).send(bytes).response();
            assert_eq!((code(&response), &response["id"]), ("invalid_request", &Value::Null));
        }
    }
}

#[test]
fn half_a_request() {
    let place = Place::new();
    let limits = Limits { idle: SHORT, request: 2 * HANGS, connections: 1, ..Limits::default() };
    let running = place.run(limits, None, world::quick);
    let line = hello(&running.agent);
    for half in ["", &line[..line.len() / 2], &line[..line.len() - 1]] {
        // Silent, then dropped without an answer; and its place is free again.
        assert_eq!(Wire::connect(&running.agent).send(half).rest(), "");
        assert_eq!(Wire::connect(&running.agent).send(half).end().rest(), "");
        assert_eq!(code(&ask(&running.agent, "hello", &json!({}))), "ok");
    }
}

#[test]
fn drop_by_drop() {
    let place = Place::new();
    // Never silent for long, but never done.
    let limits = Limits { idle: 2 * HANGS, request: SHORT, ..Limits::default() };
    let running = place.run(limits, None, world::quick);
    let Wire::Unix(mut stream) = Wire::connect(&running.agent) else { panic!("a Unix socket") };
    stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < HANGS);
        match stream.read(&mut [0]) {
            Ok(0) => break,
            Ok(_) => panic!("nothing was asked"),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            // Closed with a byte unread.
            Err(error) => break assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        }
        if stream.write_all(b" ").is_err() {
            break;
        }
    }
}

#[test]
fn a_client_that_never_closes_holds_its_place_only_for_a_while() {
    let place = Place::new();
    let limits = Limits { farewell: SHORT, connections: 1, ..Limits::default() };
    let running = place.run(limits, None, world::quick);
    let mut open = Wire::connect(&running.agent);
    assert_eq!(code(&open.send(hello(&running.agent)).response()), "ok");
    assert_eq!(code(&ask(&running.agent, "hello", &json!({}))), "ok");
    drop(open);
}

#[test]
fn more_than_are_served_at_a_time_wait() {
    let place = Place::new();
    let (watcher, commands) = mpsc::channel();
    let running = place.run(Limits { connections: 2, ..Limits::default() }, None, world::watched(watcher));
    let mut wires: Vec<_> = (0..3).map(|_| Wire::connect(&running.agent)).collect();
    for wire in &mut wires {
        wire.send(hello(&running.agent));
    }
    let held = [commands.recv().unwrap(), commands.recv().unwrap()];
    assert!(commands.recv_timeout(SHORT).is_err(), "there are only two places");
    for inbound in held {
        world::answer(inbound);
    }
    for mut wire in wires.drain(..2) {
        assert_eq!(code(&wire.response()), "ok");
    }
    world::answer(commands.recv().unwrap());
    assert_eq!(code(&wires[0].response()), "ok");
}

#[test]
fn a_client_that_vanishes() {
    let place = Place::new();
    let (watcher, commands) = mpsc::channel();
    let running = place.run(Limits::default(), None, world::watched(watcher));
    Wire::connect(&running.agent).send(hello(&running.agent));
    // It is gone by now; what it asked for is done all the same.
    world::answer(commands.recv().unwrap());
    let mut wire = Wire::connect(&running.agent);
    wire.send(hello(&running.agent));
    world::answer(commands.recv().unwrap());
    assert_eq!(code(&wire.response()), "ok");
}

#[test]
fn worlds_that_do_not_answer() {
    let place = Place::new();
    let (watcher, commands) = mpsc::channel();
    let limits = Limits { answer: SHORT, ..Limits::default() };
    let running = place.run(limits, None, world::watched(watcher));
    let mut late = Wire::connect(&running.agent);
    late.send(hello(&running.agent));
    let held = commands.recv().unwrap();
    let response = late.response();
    assert_eq!((code(&response), &response["id"]), ("internal_error", &json!("r1")));
    assert!(held.reply.is_closed());

    let mut dropped = Wire::connect(&running.agent);
    dropped.send(hello(&running.agent));
    drop(commands.recv().unwrap());
    assert_eq!(code(&dropped.response()), "internal_error");
}

#[test]
fn a_world_that_is_gone() {
    let place = Place::new();
    let (gone, seen) = mpsc::channel();
    let running = place.run(Limits::default(), None, move |inbox| {
        drop(inbox);
        gone.send(()).unwrap();
    });
    seen.recv().unwrap();
    assert_eq!(code(&ask(&running.agent, "hello", &json!({}))), "internal_error");
}

#[test]
fn a_full_queue() {
    let place = Place::new();
    let (open, gate) = mpsc::channel::<()>();
    let running = place.run(Limits::default(), None, move |inbox| {
        gate.recv().unwrap();
        world::quick(inbox);
    });
    for _ in 0..INBOX_CAPACITY {
        let (reply, _) = oneshot::channel();
        running.sender.try_send(Inbound { command: Command::Hello, origin: Origin::Agent, reply }).unwrap();
    }
    assert_eq!(code(&ask(&running.agent, "hello", &json!({}))), "busy");
    open.send(()).unwrap();
    while code(&ask(&running.agent, "hello", &json!({}))) == "busy" {}
}

#[test]
fn any_bytes_get_one_line_or_none() {
    let place = Place::new();
    let running = place.run(Limits::default(), None, world::quick);
    let valid = request(&running.agent, "pet.say", &json!({"message": "Hi", "reaction": "idle"}));
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..200),
        // A valid request with one byte changed.
        (0..valid.len(), any::<u8>()).prop_map(|(at, byte)| {
            let mut bytes = valid.clone().into_bytes();
            bytes[at] = byte;
            bytes
        }),
    ];
    proptest!(ProptestConfig::with_cases(200), |(bytes in bytes)| {
        let answered = Wire::connect(&running.agent).send(&bytes).end().rest();
        if bytes.contains(&b'\n') {
            let response: Value = serde_json::from_str(answered.trim_end()).unwrap();
            prop_assert_eq!(response["ok"].as_bool().unwrap(), response["error"].is_null());
        } else {
            prop_assert_eq!(answered, "");
        }
    });
    assert_eq!(code(&ask(&running.agent, "hello", &json!({}))), "ok");
}
