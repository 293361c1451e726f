//! The real process against a stand-in app that remembers what it was asked. What agents see is tested in `mcp` itself.

use crate::app::{Place, ok};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

fn start(place: &Place, arguments: &[&str]) -> Child {
    place
        .command()
        .arg("mcp")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Says hello, so that there is a session.
fn initialize(server: &mut Child) -> Value {
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"},
    }});
    writeln!(server.stdin.as_mut().unwrap(), "{hello}").unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap()
}

fn app_with_lease(place: &Place) -> Receiver<Value> {
    place.serve(|request| {
        let lease = json!({
            "leaseId": "lease-1", "targetKind": "default", "actualTargetPetId": "builtin",
            "actualTargetPetName": "Nibble", "usingDefaultPet": true, "expiresAt": 1, "leaseActive": true,
        });
        let result = if request["method"] == "lease.release" { json!({"released": true}) } else { lease };
        ok(request, &result)
    })
}

/// The requests until the lease was given back, by name.
fn until_release(received: &Receiver<Value>) -> Vec<String> {
    let mut methods = Vec::new();
    while methods.last().is_none_or(|method| method != "lease.release") {
        let request = received.recv_timeout(Duration::from_secs(20)).unwrap();
        methods.push(request["method"].as_str().unwrap().to_owned());
    }
    methods
}

fn end(mut server: Child) -> (i32, String) {
    drop(server.stdin.take());
    let outcome = server.wait_with_output().unwrap();
    (outcome.status.code().unwrap(), String::from_utf8(outcome.stderr).unwrap())
}

#[test]
fn the_lease_is_given_back_once_however_it_ends() {
    for how in ["input", "-TERM", "-INT", "-HUP"] {
        let place = Place::empty();
        let received = app_with_lease(&place);
        let mut server = start(&place, &[]);
        assert!(initialize(&mut server)["result"].is_object());
        let first = received.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(first["method"], "lease.acquire");
        assert_eq!(first["params"]["clientPid"], server.id());
        assert_eq!(first["params"]["source"]["pid"], std::process::id());
        if how == "input" {
            assert_eq!(end(server), (0, String::new()));
        } else {
            assert!(Command::new("kill").args([how, &server.id().to_string()]).status().unwrap().success());
            assert_eq!(server.wait().unwrap().code(), Some(0), "{how}");
        }
        // Perhaps once more under the agent's name.
        let methods = until_release(&received);
        assert!(methods[..methods.len() - 1].iter().all(|method| method == "lease.acquire"), "{methods:?}");
        assert!(received.recv_timeout(Duration::from_millis(50)).is_err(), "{how}: something after the end");
    }
}

#[test]
fn it_starts_and_ends_without_an_app() {
    let place = Place::empty();
    let mut server = start(&place, &["--pet", "cat"]);
    assert_eq!(initialize(&mut server)["result"]["serverInfo"]["name"], "openpets");
    assert_eq!(end(server), (0, String::new()));
}

#[test]
fn an_agent_that_says_nothing_is_no_failure() {
    assert_eq!(end(start(&Place::empty(), &[])), (0, String::new()));
}

#[test]
fn what_does_not_speak_mcp_is_told_so() {
    let mut server = start(&Place::empty(), &[]);
    let stdin = server.stdin.as_mut().unwrap();
    stdin.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n").unwrap();
    let (code, complaint) = end(server);
    assert_eq!(code, 1);
    assert_eq!(
        complaint,
        "openpets: the agent did not speak MCP: its first message must be a request, such as `initialize`\n"
    );
}

/// Standard input and output need not be pipes.
#[test]
fn files_do_too() {
    let place = Place::empty();
    let input = place.path().join("requests");
    let output = place.path().join("answers");
    std::fs::write(&input, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").unwrap();
    let status = place
        .command()
        .arg("mcp")
        .stdin(std::fs::File::open(input).unwrap())
        .stdout(std::fs::File::create(&output).unwrap())
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(std::fs::read_to_string(output).unwrap(), "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
}
