//! The client against servers that behave in every way.

use super::fake::{Place, TOKEN};
use super::*;
use crate::discovery::DiscoveryError;
use crate::ids::LeaseId;
use crate::message::SpeechText;
use crate::reaction::Reaction;
use crate::reply::HiddenReason;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::sync::mpsc;

/// Short, for servers that never answer.
const IMPATIENT: Patience = Patience { connect: SHORT, response: SHORT, install: SHORT };
const SHORT: Duration = Duration::from_millis(50);

fn rule(error: &ClientError) -> BadResponse {
    match error {
        ClientError::BadResponse(rule) => *rule,
        other => panic!("{other}"),
    }
}

#[test]
fn what_is_sent_and_what_is_read() {
    let place = Place::new();
    let (sender, received) = mpsc::channel();
    let client = place.serve(move |request, stream| {
        sender.send(request.clone()).unwrap();
        let id = &request["id"];
        let result = r#"{"ok":true,"shown":false,"reason":"hidden","leaseId":"l1","later":1}"#;
        // Bytes after the first line do not count.
        writeln!(stream, r#"{{"id":{id},"ok":true,"result":{result}}}{}"#, "\nmore").unwrap();
    });
    let lease = LeaseId::try_from("l1".to_owned()).unwrap();
    let shown = client.say(SpeechText::parse("Hi").unwrap(), None, Some(&lease)).unwrap();
    assert_eq!(shown.reason, Some(HiddenReason::Hidden));
    let request = received.recv().unwrap();
    assert_eq!(request["version"], 1);
    assert_eq!(request["token"], TOKEN);
    assert_eq!(request["method"], "pet.say");
    assert_eq!(request["params"], serde_json::json!({"message": "Hi", "leaseId": "l1"}));
    let answer =
        client.send(&Command::React { reaction: Reaction::Idle, lease: None, source: None }).unwrap();
    assert_eq!(answer.json()["later"], 1);
    assert_ne!(received.recv().unwrap()["id"], request["id"]);
}

#[test]
fn the_three_kinds_of_status() {
    for (result, is_kind) in [
        (
            r#"{"ok":true,"appRunning":true,"protocolVersion":1,"appVersion":"1","defaultPet":{"id":"a","displayName":"A","builtIn":true,"broken":false},"paused":false,"defaultPetVisible":true,"openDefaultPetOnLaunch":true,"speechBubblesEnabled":true}"#,
            (|status| matches!(status, StatusAnswer::App(_))) as fn(StatusAnswer) -> bool,
        ),
        (
            r#"{"ok":true,"appRunning":true,"leaseId":"l","targetKind":"default","actualTargetPetId":"a","actualTargetPetName":"A","usingDefaultPet":true,"expiresAt":5,"leaseActive":true}"#,
            |status| matches!(status, StatusAnswer::Lease(_)),
        ),
        (
            r#"{"ok":false,"appRunning":true,"leaseId":"l","leaseActive":false,"staleReason":"unknown_lease"}"#,
            |status| matches!(status, StatusAnswer::Stale(_)),
        ),
    ] {
        let place = Place::new();
        let client = place.serve_text(format!("{{\"id\":\"ID\",\"ok\":true,\"result\":{result}}}\n"));
        assert!(is_kind(client.status(None).unwrap()), "{result}");
    }
}

#[test]
fn over_tcp() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut line = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(&stream), &mut line).unwrap();
        let request: serde_json::Value = serde_json::from_str(&line).unwrap();
        let id = &request["id"];
        writeln!(stream, r#"{{"id":{id},"ok":true,"result":{{"released":true}}}}"#).unwrap();
    });
    let place = Place::new();
    let client = place.announce(&format!("tcp://{address}"), 1);
    let lease = LeaseId::try_from("l".to_owned()).unwrap();
    assert!(client.release(&lease).unwrap().released);
}

#[test]
fn nothing_on_a_tcp_port() {
    // Free for a moment at least: it was just given to us.
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let place = Place::new();
    let error = place.announce(&format!("tcp://{address}"), 1).hello().unwrap_err();
    assert!(matches!(error, ClientError::NothingListens), "{error}");
}

#[test]
fn refusals_keep_their_code() {
    let place = Place::new();
    let client = place
        .serve_text("{\"id\":\"ID\",\"ok\":false,\"error\":{\"code\":\"busy\",\"message\":\"Later.\"}}\n");
    let error = client.hello().unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), ("busy", "Later. (busy)"));
    assert!(!error.is_not_running());
}

#[test]
fn answers_that_are_none() {
    for (text, expected) in [
        (String::new(), BadResponse::Nothing),
        ("{\"id\":\"ID\",\"ok\":tr".to_owned(), BadResponse::Incomplete),
        ("{\"id\":\"ID\",\"ok\":true,\"result\":{}}".to_owned(), BadResponse::Incomplete),
        ("\n".to_owned(), BadResponse::Shape),
        ("HTTP/1.1 400 Bad Request\r\n".to_owned(), BadResponse::Shape),
        ("{\"id\":\"other\",\"ok\":true,\"result\":{}}\n".to_owned(), BadResponse::OtherId),
        ("{\"id\":\"ID\",\"ok\":true,\"result\":{}}\n".to_owned(), BadResponse::Result),
        ("x".repeat(crate::MAX_MESSAGE_BYTES * 2), BadResponse::TooLarge),
        (format!("{}\n", "x".repeat(crate::MAX_MESSAGE_BYTES)), BadResponse::TooLarge),
    ] {
        let place = Place::new();
        let client = place.serve_text(text.clone());
        assert_eq!(rule(&client.hello().unwrap_err()), expected, "{text:.40}");
    }
}

#[test]
fn the_largest_answer_passes() {
    let place = Place::new();
    let frame = r#"{"id":"","ok":true,"result":{"released":true,"pad":""}}"#.len() + 1;
    let client = place.serve(move |request, stream| {
        let id = request["id"].as_str().unwrap();
        let pad = "x".repeat(crate::MAX_MESSAGE_BYTES - frame - id.len());
        let line =
            format!("{{\"id\":\"{id}\",\"ok\":true,\"result\":{{\"released\":true,\"pad\":\"{pad}\"}}}}\n");
        assert_eq!(line.len(), crate::MAX_MESSAGE_BYTES);
        stream.write_all(line.as_bytes()).unwrap();
    });
    assert!(client.release(&LeaseId::try_from("l".to_owned()).unwrap()).unwrap().released);
}

#[test]
fn a_server_that_never_answers() {
    let place = Place::new();
    let client = place.serve(|_, stream| {
        // Until the client hangs up.
        let _ = stream.read(&mut [0]);
    });
    let error = client.patient(IMPATIENT).hello().unwrap_err();
    assert!(matches!(error, ClientError::ResponseTimeout), "{error}");
    assert_eq!(error.code(), "timeout");
}

#[test]
fn dribbling_does_not_buy_time() {
    let place = Place::new();
    let client = place.serve(|_, stream| {
        // Each byte well within the limit, the line never; until the client hangs up.
        while stream.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let error = client.patient(IMPATIENT).hello().unwrap_err();
    assert!(matches!(error, ClientError::ResponseTimeout), "{error}");
}

#[test]
fn an_answer_before_the_request_was_read() {
    let place = Place::new();
    let listener = std::os::unix::net::UnixListener::bind(place.socket()).unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream
            .write_all(
                b"{\"id\":null,\"ok\":false,\"error\":{\"code\":\"invalid_request\",\"message\":\"M\"}}\n",
            )
            .unwrap();
        // Closed without having read a byte.
    });
    let client = place.announce(place.socket().to_str().unwrap(), 1);
    let error = client.hello().unwrap_err();
    assert_eq!(error.code(), "invalid_request");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_queue_does_not_block_for_ever() {
    use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};
    let place = Place::new();
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = || rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None).unwrap();
    let address = SocketAddrUnix::new(place.socket()).unwrap();
    let listener = socket();
    rustix::net::bind(&listener, &address).unwrap();
    rustix::net::listen(&listener, 0).unwrap();
    let mut waiting = Vec::new();
    loop {
        let one = socket();
        match rustix::net::connect(&one, &address) {
            Ok(()) => waiting.push(one),
            Err(error) => break assert_eq!(error, rustix::io::Errno::AGAIN),
        }
    }
    let client = place.announce(place.socket().to_str().unwrap(), 1).patient(IMPATIENT);
    let error = client.hello().unwrap_err();
    assert!(matches!(error, ClientError::ConnectTimeout), "{error}");
}

#[test]
fn not_running() {
    let place = Place::new();
    let error = Client::with_discovery(place.discovery()).unwrap_err();
    assert!(matches!(error, ClientError::Discovery(DiscoveryError::NotRunning(_))), "{error}");
    assert!(error.is_not_running());
    let client = place.announce(place.socket().to_str().unwrap(), 1);
    // First no socket at all, then one whose owner has died.
    for _ in 0..2 {
        let error = client.hello().unwrap_err();
        assert!(matches!(error, ClientError::NothingListens), "{error}");
        assert_eq!((error.is_not_running(), error.code()), (true, "not_running"));
        drop(std::os::unix::net::UnixListener::bind(place.socket()));
    }
}

#[test]
fn an_unsafe_file_is_not_used() {
    let place = Place::new();
    let client = place.announce(place.socket().to_str().unwrap(), 1);
    std::fs::set_permissions(client.path(), std::fs::Permissions::from_mode(0o644)).unwrap();
    let error = Client::with_discovery(client.path()).unwrap_err();
    assert_eq!((error.is_not_running(), error.code()), (false, "unsafe_discovery"));
    std::fs::set_permissions(client.path(), std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::write(client.path(), "{}").unwrap();
    assert_eq!(Client::with_discovery(client.path()).unwrap_err().code(), "malformed_discovery");
}

/// A process id that no process has any more.
fn ended_process() -> u32 {
    let mut child = std::process::Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

#[test]
fn gone_or_not() {
    let place = Place::new();
    let alive = place.serve_text("{\"id\":\"ID\",\"ok\":true,\"result\":{\"ok\":true}}\n");
    assert!(!alive.wait_until_gone(Duration::ZERO), "announced and alive");
    // Another container's process cannot be seen, but it answers.
    let elsewhere = place.announce(place.socket().to_str().unwrap(), ended_process());
    assert!(!elsewhere.wait_until_gone(Duration::ZERO), "announced and listening");
    std::fs::remove_file(place.socket()).unwrap();
    assert!(elsewhere.wait_until_gone(Duration::ZERO), "crashed");
    std::fs::remove_file(place.discovery()).unwrap();
    assert!(!alive.wait_until_gone(Duration::ZERO), "on its way out");
    assert!(elsewhere.wait_until_gone(Duration::ZERO), "ended");
}
