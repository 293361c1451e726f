//! `openpets sessions`.

use crate::app::{Outcome, app};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

fn ms_ago(milliseconds: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap() - milliseconds
}

fn session(more: &Value) -> Value {
    let mut session = json!({
        "actualTargetPetId": "nibble", "actualTargetPetName": "Nibble", "usingDefaultPet": false,
        "leaseActive": true, "startedAt": ms_ago(300_500), "lastActiveAt": ms_ago(0),
    });
    session.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    session
}

#[test]
fn who_drives_which_pet_and_why() {
    let sessions = [
        session(&json!({
            "agent": "claude-code", "pid": 4242, "terminalOwnerPid": 4000, "terminalAppName": "kitty", "folder": "site",
            "last": {"reaction": "working", "event": "PreToolUse", "tool": "Edit", "at": ms_ago(8_500),
                     "showing": true, "endsAt": ms_ago(0) + 111_900},
        })),
        session(&json!({
            "agent": "my-agent\u{1b}[2J", "pid": 7, "usingDefaultPet": true,
            "last": {"reaction": "success", "event": "Stop", "at": ms_ago(200_000), "showing": false},
        })),
        session(&json!({"last": {"reaction": "thinking", "at": ms_ago(1_500), "showing": true}})),
        session(&json!({"agent": "mcp"})),
    ];
    let (place, requests) = app(json!({"ok": true, "sessions": sessions, "omitted": 3}));
    let outcome = place.openpets(&["sessions"]);
    let request = requests.recv().unwrap();
    assert_eq!((&request["method"], &request["token"]), (&json!("session.list"), &json!("control-token-00")));
    insta::assert_snapshot!(outcome.stdout, @r"
    Claude Code, process 4242 in kitty, in the folder site, drives Nibble (nibble)
      working because of PreToolUse Edit, 8 s ago, ends in 111 s
    my-agent�[2J, process 7, drives Nibble (nibble), the default pet
      was success because of Stop, 3 min ago; over
    A client that does not tell its name, drives Nibble (nibble)
      thinking, 1 s ago, lasts as long as its session
    An MCP client, drives Nibble (nibble)
      has shown nothing yet; connected 5 min ago
    … and 3 more
    ");
}

#[test]
fn no_sessions() {
    let (place, _requests) = app(json!({"ok": true, "sessions": []}));
    assert_eq!(place.openpets(&["sessions"]), Outcome::done("no sessions: no agent has been heard of\n"));
}
