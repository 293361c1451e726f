//! What the commands send, and what they print of the answers.

use crate::app::{Outcome, app};
use serde_json::{Value, json};

fn pet(id: &str, name: &str) -> Value {
    json!({"id": id, "displayName": name, "builtIn": id == "builtin", "broken": false})
}

fn status() -> Value {
    json!({
        "ok": true, "appRunning": true, "protocolVersion": 1, "appVersion": "1.2.3",
        "defaultPet": pet("cat", "A Cat"), "paused": false, "defaultPetVisible": true,
        "openDefaultPetOnLaunch": true, "speechBubblesEnabled": false, "later": [1],
    })
}

fn lease() -> Value {
    json!({
        "leaseId": "l1", "requestedPetId": "dog", "targetKind": "default", "actualTargetPetId": "cat",
        "actualTargetPetName": "A Cat", "usingDefaultPet": true, "fallbackReason": "pet_not_installed",
        "expiresAt": 5, "leaseActive": true, "clientPid": 7, "terminalOwnerPid": 6, "terminalAppName": "foot",
    })
}

fn with(mut value: Value, more: Value) -> Value {
    for (key, more) in more.as_object().unwrap() {
        value[key] = more.clone();
    }
    value
}

#[test]
fn status_of_the_app() {
    let (place, requests) = app(status());
    let expected = "OpenPets 1.2.3 is running.\n  default pet  A Cat (cat), visible\n  paused       no\n  bubbles      off\n";
    assert_eq!(place.openpets(&["status"]), Outcome::done(expected));
    let request = requests.recv().unwrap();
    assert_eq!((&request["method"], &request["token"]), (&json!("status"), &json!("agent-token-0000")));
    // As it came: same order, nothing left out.
    assert_eq!(place.openpets(&["status", "--json"]), Outcome::done(&format!("{}\n", status())));
}

#[test]
fn status_of_a_lease() {
    let (place, requests) = app(with(json!({"ok": true, "appRunning": true}), lease()));
    let outcome = place.openpets(&["status", "--lease", "l1"]);
    insta::assert_snapshot!(outcome.stdout, @r"
    Lease l1 is alive and ends now.
      pet          A Cat (cat), the default pet
      fallback     pet_not_installed
      client       process 7
      terminal     foot, process 6
    ");
    assert_eq!(requests.recv().unwrap()["params"], json!({"leaseId": "l1"}));
    let (place, _requests) = app(json!({
        "ok": false, "appRunning": true, "leaseId": "l1", "leaseActive": false, "staleReason": "unknown_lease",
    }));
    let outcome = place.openpets(&["status", "--lease", "l1"]);
    assert_eq!((outcome.code, &*outcome.stdout), (1, "Lease l1 has ended; acquire a new one.\n"));
    assert_eq!(place.openpets(&["status", "--lease", "l1", "--json"]).code, 1);
}

#[test]
fn pets() {
    let broken =
        with(pet("sad", "Sad\u{1b}[2J"), json!({"broken": true, "brokenReason": "No sheet. Add one."}));
    let result = json!({
        "ok": true, "pets": [pet("builtin", "Nibble"), pet("cat", "A Cat"), broken],
        "defaultPetId": "cat", "omitted": 2,
    });
    let (place, requests) = app(result.clone());
    let outcome = place.openpets(&["pets"]);
    insta::assert_snapshot!(outcome.stdout, @r"
    builtin  Nibble   built in
    cat      A Cat    default
    sad      Sad�[2J  broken: No sheet. Add one.
    … and 2 more
    ");
    assert_eq!(requests.recv().unwrap()["method"], "pets.list");
    assert_eq!(place.openpets(&["pets", "--json"]), Outcome::done(&format!("{result}\n")));
}

#[test]
fn reactions_and_speech() {
    let (place, requests) = app(json!({"ok": true, "shown": true}));
    assert_eq!(place.openpets(&["react", "working", "--lease", "l1"]), Outcome::done("shown\n"));
    let request = requests.recv().unwrap();
    assert_eq!(request["method"], "pet.react");
    assert_eq!(request["params"], json!({"reaction": "working", "leaseId": "l1"}));
    assert_eq!(place.openpets(&["say", " Hi there ", "--reaction", "waving"]), Outcome::done("shown\n"));
    let request = requests.recv().unwrap();
    assert_eq!(request["method"], "pet.say");
    assert_eq!(request["params"], json!({"message": "Hi there", "reaction": "waving"}));
}

#[test]
fn accepted_but_not_shown() {
    for (reason, sentence) in [
        ("paused", "accepted, but not shown: the pets are paused"),
        ("hidden", "accepted, but not shown: the pet is hidden"),
        ("bubbles_disabled", "accepted, but not shown: speech bubbles are turned off"),
        ("away", "accepted, but not shown: the pet visits another computer"),
        ("no_display", "accepted, but not shown: the app runs without a display"),
        (
            "asleep",
            "accepted, but not shown: the app gives a reason that this version does not know; see --json",
        ),
    ] {
        let result = json!({"ok": true, "reaction": "idle", "shown": false, "reason": reason});
        let (place, _requests) = app(result.clone());
        assert_eq!(place.openpets(&["react", "idle"]), Outcome::done(&format!("{sentence}\n")));
        assert_eq!(place.openpets(&["react", "idle", "--json"]), Outcome::done(&format!("{result}\n")));
    }
}

#[test]
fn media() {
    let (place, requests) = app(json!({"ok": true, "shown": true}));
    let picture = std::fs::canonicalize(place.path()).unwrap().join("a.png");
    std::fs::write(&picture, "x").unwrap();
    let arguments =
        ["media", "a.png", "--message", "Look", "--duration", "12s", "--click-url", "https://example.com/"];
    assert_eq!(place.openpets(&arguments), Outcome::done("shown\n"));
    let request = requests.recv().unwrap();
    assert_eq!(request["method"], "pet.showMedia");
    assert_eq!(
        request["params"],
        json!({"path": picture, "message": "Look", "durationMs": 12000, "clickUrl": "https://example.com/"})
    );
    assert_eq!(place.openpets(&["media", "a.png", "--duration-ms", "1500", "--json"]).code, 0);
    assert_eq!(requests.recv().unwrap()["params"]["durationMs"], 1500);
}

#[test]
fn leases() {
    let (place, requests) = app(lease());
    let outcome = place.openpets(&["lease", "acquire", "--pet", "dog", "--client-pid", "7", "--nonce", "n"]);
    assert_eq!((outcome.code, &*outcome.stdout), (0, "l1\n"));
    assert_eq!(outcome.stderr, "openpets: A Cat stands in (pet_not_installed)\n");
    let request = requests.recv().unwrap();
    assert_eq!(request["method"], "lease.acquire");
    assert_eq!(request["params"], json!({"requestedPetId": "dog", "clientPid": 7, "sessionNonce": "n"}));
    let json = place.openpets(&["lease", "acquire", "--json"]);
    assert_eq!(json, Outcome::done(&format!("{}\n", lease())));

    let (place, requests) = app(json!({"leaseId": "l1", "expiresAt": 5}));
    assert_eq!(place.openpets(&["lease", "heartbeat", "l1"]), Outcome::done("extended; ends now\n"));
    assert_eq!(requests.recv().unwrap()["method"], "lease.heartbeat");
    for (released, sentence) in [(true, "released\n"), (false, "had ended already\n")] {
        let (place, requests) = app(json!({"released": released}));
        assert_eq!(place.openpets(&["lease", "release", "l1"]), Outcome::done(sentence));
        assert_eq!(requests.recv().unwrap()["method"], "lease.release");
    }
}

#[test]
fn lease_list() {
    let other = json!({
        "leaseId": "longer-id", "targetKind": "explicit", "actualTargetPetId": "dog", "actualTargetPetName": "D",
        "usingDefaultPet": false, "expiresAt": 5, "leaseActive": true,
    });
    let result = json!({"ok": true, "leases": [lease(), other], "omitted": 1});
    let (place, requests) = app(result.clone());
    insta::assert_snapshot!(place.openpets(&["lease", "list"]).stdout, @r"
    l1         cat  foot, process 7  ends now
    longer-id  dog  -                ends now
    … and 1 more
    ");
    let request = requests.recv().unwrap();
    assert_eq!((&request["method"], &request["token"]), (&json!("lease.list"), &json!("control-token-00")));
    assert_eq!(place.openpets(&["lease", "list", "--json"]), Outcome::done(&format!("{result}\n")));
    let (place, _requests) = app(json!({"ok": true, "leases": []}));
    assert_eq!(place.openpets(&["lease", "list"]), Outcome::done("no leases\n"));
}
