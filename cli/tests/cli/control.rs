//! `openpets quit`.

use crate::app::{Outcome, Place, app, ok, refusal};
use serde_json::json;
use std::process::{Command, Stdio};

#[test]
fn quit_waits_for_the_end() {
    // A process that stands for the app: it ends when its stdin does.
    let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let pid = child.id();
    let stdin = std::sync::Mutex::new(child.stdin.take());
    let place = Place::empty();
    let files = [place.discovery(), place.control()];
    let child = std::sync::Mutex::new(child);
    let requests = place.serve(move |request| {
        drop(stdin.lock().unwrap().take());
        child.lock().unwrap().wait().unwrap();
        for file in &files {
            std::fs::remove_file(file).unwrap();
        }
        ok(request, &json!({"ok": true}))
    });
    place.announce(pid);
    assert_eq!(place.openpets(&["quit"]), Outcome::done("OpenPets has quit.\n"));
    let request = requests.recv().unwrap();
    assert_eq!((&request["method"], &request["token"]), (&json!("control.quit"), &json!("control-token-00")));
    assert_eq!(place.openpets(&["quit"]).code, 3);
}

#[test]
fn an_app_that_dies_instead_of_answering_has_quit() {
    let place = Place::empty();
    let files = [place.discovery(), place.control()];
    let _requests = place.serve(move |_| {
        for file in &files {
            std::fs::remove_file(file).unwrap();
        }
        String::new()
    });
    assert_eq!(place.openpets(&["quit", "--json"]), Outcome::done("{\"ok\":true}\n"));
}

#[test]
fn an_app_that_stays() {
    let (place, _requests) = app(json!({"ok": true}));
    let outcome = place.openpets(&["quit"]);
    assert_eq!((outcome.code, &*outcome.stdout), (1, ""));
    assert!(outcome.stderr.contains(&std::process::id().to_string()), "{}", outcome.stderr);
}

#[test]
fn an_app_without_a_control_file() {
    let place = Place::empty();
    let requests = place.serve(|request| match request["method"].as_str() {
        Some("hello") => ok(
            request,
            &json!({"ok": true, "protocol": "openpets-ipc", "protocolVersion": 1, "appVersion": "0.9.0"}),
        ),
        _ => refusal(request, "unknown_method", "No."),
    });
    std::fs::remove_file(place.control()).unwrap();
    for arguments in [&["quit"][..], &["lease", "list"]] {
        let outcome = place.openpets(arguments);
        assert_eq!(outcome.code, 1);
        assert!(outcome.stderr.contains("no control file"), "{}", outcome.stderr);
        assert_eq!(requests.recv().unwrap()["method"], "hello");
    }
}
