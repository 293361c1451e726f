//! What can go wrong: exit code, sentence, JSON.

use crate::app::{Outcome, Place, app, refusal};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

fn parsed(outcome: &Outcome) -> Value {
    assert_eq!(outcome.stderr, "");
    assert_eq!(outcome.stdout.lines().count(), 1);
    serde_json::from_str(&outcome.stdout).unwrap()
}

#[test]
fn not_running() {
    let place = Place::empty();
    let all: [&[&str]; 9] = [
        &["status"],
        &["react", "idle"],
        &["say", "Hi"],
        &["lease", "acquire"],
        &["lease", "heartbeat", "l"],
        &["lease", "release", "l"],
        &["lease", "list"],
        &["quit"],
        &["status", "--lease", "l"],
    ];
    for arguments in all {
        let outcome = place.openpets(arguments);
        assert_eq!((outcome.code, &*outcome.stdout), (3, ""), "{arguments:?}");
        assert!(outcome.stderr.starts_with("openpets: OpenPets is not running"), "{}", outcome.stderr);
        let outcome = place.openpets(&[arguments, &["--json"]].concat());
        let json = parsed(&outcome);
        assert_eq!((outcome.code, &json["ok"], &json["appRunning"]), (3, &json!(false), &json!(false)));
        assert!(json["unavailableReason"].as_str().unwrap().contains("not running"));
    }
}

#[test]
fn left_over_from_a_crash() {
    let place = Place::empty();
    place.announce(1);
    let outcome = place.openpets(&["react", "idle"]);
    assert_eq!(outcome.code, 3);
    assert!(outcome.stderr.contains("left over from a crash"), "{}", outcome.stderr);
}

#[test]
fn unsafe_and_malformed_files() {
    let (place, requests) = app(json!({"ok": true, "shown": true}));
    std::fs::set_permissions(place.discovery(), std::fs::Permissions::from_mode(0o644)).unwrap();
    let outcome = place.openpets(&["react", "idle"]);
    assert_eq!((outcome.code, &*outcome.stdout), (1, ""));
    assert!(outcome.stderr.contains("is not trusted"), "{}", outcome.stderr);
    let outcome = place.openpets(&["status", "--json"]);
    assert_eq!((outcome.code, &parsed(&outcome)["error"]["code"]), (1, &json!("unsafe_discovery")));
    std::fs::set_permissions(place.discovery(), std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::write(place.discovery(), "{").unwrap();
    let outcome = place.openpets(&["status", "--json"]);
    assert_eq!((outcome.code, &parsed(&outcome)["error"]["code"]), (1, &json!("malformed_discovery")));
    assert!(requests.try_recv().is_err(), "nothing was sent");
}

#[test]
fn refused_by_the_app() {
    let place = Place::empty();
    let _requests = place.serve(|request| refusal(request, "unknown_lease", "That lease has ended."));
    let outcome = place.openpets(&["lease", "heartbeat", "l1"]);
    assert_eq!((outcome.code, &*outcome.stdout), (1, ""));
    assert_eq!(outcome.stderr, "openpets: That lease has ended. (unknown_lease)\n");
    let outcome = place.openpets(&["lease", "heartbeat", "l1", "--json"]);
    assert_eq!(outcome.code, 1);
    assert_eq!(
        parsed(&outcome),
        json!({"ok": false, "error": {"code": "unknown_lease", "message": "That lease has ended."}})
    );
}

#[test]
fn a_nonsensical_answer() {
    for answer in ["", "garbage\n", "{\"id\":\"x\",\"ok\":true,\"result\":{}}\n"] {
        let place = Place::empty();
        let _requests = place.serve(|_| answer.to_owned());
        let outcome = place.openpets(&["react", "idle"]);
        assert_eq!((outcome.code, &*outcome.stdout), (1, ""));
        assert!(outcome.stderr.contains("breaks the protocol"), "{}", outcome.stderr);
        let outcome = place.openpets(&["react", "idle", "--json"]);
        assert_eq!(parsed(&outcome)["error"]["code"], "bad_response");
    }
}

#[test]
fn refused_before_anything_is_sent() {
    let (place, requests) = app(json!({"ok": true, "shown": true}));
    let folder = place.path().join("folder.png");
    std::fs::create_dir(&folder).unwrap();
    let all: [(&[&str], &str); 6] = [
        (&["say", "see https://example.com"], "web addresses"),
        (&["say", ""], "1 to 140 characters"),
        (&["media", "none.png"], "existing file"),
        (&["media", "folder.png"], "regular file"),
        (&["media", "notes.txt"], ".png"),
        (&["media", "none.png", "--message", "a\nb"], "single line"),
    ];
    for (arguments, rule) in all {
        let outcome = place.openpets(arguments);
        assert_eq!((outcome.code, &*outcome.stdout), (1, ""));
        assert!(
            outcome.stderr.contains(rule) && outcome.stderr.contains("nothing was sent"),
            "{}",
            outcome.stderr
        );
        let outcome = place.openpets(&[arguments, &["--json"]].concat());
        assert_eq!(parsed(&outcome)["error"]["code"], "invalid_params");
    }
    assert!(requests.try_recv().is_err());
}

#[test]
fn wrong_usage() {
    let (place, requests) = app(json!({"ok": true, "shown": true}));
    let outcome = place.openpets(&["react", "dancing"]);
    assert_eq!((outcome.code, &*outcome.stdout), (2, ""));
    for reaction in openpets_ipc::Reaction::ALL {
        assert!(outcome.stderr.contains(reaction.name()), "{}", outcome.stderr);
    }
    let all: [&[&str]; 5] =
        [&[], &["dance"], &["say"], &["media", "a.png", "--duration", "1h"], &["lease", "heartbeat", "a\nb"]];
    for arguments in all {
        let outcome = place.openpets(arguments);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{arguments:?}");
        assert!(!outcome.stderr.is_empty());
    }
    assert!(requests.try_recv().is_err());
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let place = Place::empty();
    for arguments in [["completions", "bash"], ["--help", ""]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let arguments = arguments.into_iter().filter(|argument| !argument.is_empty());
        let output = place.command().args(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let (place, _requests) = app(json!({"ok": true, "shown": true}));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command().args(["react", "idle"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot write the result"));
}
