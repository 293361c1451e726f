//! `openpets hook`.

use crate::app::{Outcome, Place, app};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

const MANAGED: [&str; 2] = ["hook", "--openpets-managed"];

/// Runs a hook with this on its standard input.
fn hook(place: &Place, arguments: &[&str], payload: &[u8]) -> Outcome {
    let mut command = place.command();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A hook that has seen enough reads no further.
    let _ = child.stdin.take().unwrap().write_all(payload);
    child.wait_with_output().unwrap().into()
}

fn silent() -> Outcome {
    Outcome::done("")
}

fn event(name: &str, more: &Value) -> Vec<u8> {
    let mut event = json!({"session_id": "s-1", "cwd": "/srv/site", "hook_event_name": name});
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    event.to_string().into_bytes()
}

/// An app that accepts every reaction.
fn quiet_app() -> (Place, std::sync::mpsc::Receiver<Value>) {
    app(json!({"reaction": "editing", "displayMessage": null, "deliveredToPetId": "nibble"}))
}

#[test]
fn a_step_of_an_agent_becomes_a_reaction() {
    let (place, requests) = quiet_app();
    let payload = event(
        "PreToolUse",
        &json!({"tool_name": "Edit", "tool_input": {"file_path": "/srv/site/secret.html"}}),
    );
    assert_eq!(hook(&place, &MANAGED, &payload), silent());
    let request = requests.recv().unwrap();
    assert_eq!(request["method"], "pet.react");
    assert_eq!(request["params"]["reaction"], "editing");
    let source = &request["params"]["source"];
    assert_eq!(source["agent"], "claude-code");
    assert_eq!(source["session"], "s-1");
    assert_eq!(source["event"], "PreToolUse");
    assert_eq!(source["tool"], "Edit");
    assert_eq!(source["folder"], "site");
    assert_eq!(source["pid"], std::process::id(), "whoever started the hook");
    assert!(!request.to_string().contains("secret"), "{request}");
}

#[test]
fn the_agents_end_of_work_is_told_in_words_of_ours() {
    let (place, requests) = quiet_app();
    let mut command = place.command();
    command.env("LANG", "de_DE.UTF-8").args(MANAGED).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(&event("Stop", &json!({}))).unwrap();
    assert!(child.wait().unwrap().success());
    let request = requests.recv().unwrap();
    assert_eq!((&request["method"], &request["params"]["reaction"]), (&json!("pet.say"), &json!("success")));
    let german: Value = serde_json::from_str(include_str!("../../agents/lines/de.json")).unwrap();
    let said = &request["params"]["message"];
    assert!(german["success"].as_array().unwrap().contains(said), "{said}");
}

#[test]
fn a_hook_with_a_pet_reaches_it_by_a_lease() {
    let place = Place::empty();
    let requests = place.serve(|request| {
        let result = if request["method"] == "lease.acquire" {
            json!({
                "leaseId": "lease-7", "requestedPetId": "cat", "targetKind": "explicit",
                "actualTargetPetId": "cat", "actualTargetPetName": "Cat", "usingDefaultPet": false,
                "expiresAt": 1, "leaseActive": true,
            })
        } else {
            json!({})
        };
        crate::app::ok(request, &result)
    });
    let arguments = ["hook", "--openpets-managed", "--pet", "cat", "--agent", "codex"];
    let payload = event("UserPromptSubmit", &json!({"prompt": "my secret"}));
    assert_eq!(hook(&place, &arguments, &payload), silent());
    let acquire = requests.recv().unwrap();
    assert_eq!(acquire["method"], "lease.acquire", "{acquire}");
    assert_eq!(acquire["params"]["requestedPetId"], "cat");
    assert_eq!(acquire["params"]["sessionNonce"], "s-1");
    let react = requests.recv().unwrap();
    assert_eq!(react["params"]["leaseId"], "lease-7", "{react}");
    assert_eq!(react["params"]["reaction"], "thinking");
    assert_eq!(react["params"]["source"]["agent"], "codex");
}

#[test]
fn the_end_of_a_session_is_told() {
    let (place, requests) = app(json!({"ok": true, "ended": true}));
    assert_eq!(hook(&place, &MANAGED, &event("SessionEnd", &json!({"reason": "exit"}))), silent());
    assert_eq!(requests.recv().unwrap()["method"], "session.end");
}

#[test]
fn what_says_nothing_sends_nothing() {
    let (place, requests) = quiet_app();
    for payload in [
        event("PostToolUse", &json!({"tool_name": "Edit"})),
        event("SubagentStop", &json!({})),
        event("PreToolUse", &json!({"tool_name": "mcp__openpets__openpets_say"})),
        event("Later", &json!({})),
    ] {
        assert_eq!(hook(&place, &MANAGED, &payload), silent());
    }
    assert!(requests.try_recv().is_err());
}

#[test]
fn bad_payloads_do_nothing_and_harm_nothing() {
    let (place, requests) = quiet_app();
    let large =
        event("PreToolUse", &json!({"tool_name": "Edit", "tool_input": {"content": "x".repeat(64 * 1024)}}));
    let just_over = [event("Stop", &json!({})), vec![b' '; 64 * 1024 + 1]].concat()[..64 * 1024 + 1].to_vec();
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000)).into_bytes();
    for payload in [
        Vec::new(),
        b"   \n".to_vec(),
        b"not json".to_vec(),
        b"{\"hook_event_name\":".to_vec(),
        b"[1, 2]".to_vec(),
        b"{\"hook_event_name\": 5}".to_vec(),
        b"\x00\xff\xfe\x80binary\x1b[2J".to_vec(),
        (0..=255).cycle().take(10_000).collect(),
        deep,
        large,
        just_over,
    ] {
        let shown = String::from_utf8_lossy(&payload[..payload.len().min(40)]).into_owned();
        assert_eq!(hook(&place, &MANAGED, &payload), silent(), "{shown}");
    }
    assert!(requests.try_recv().is_err());
}

#[test]
fn names_of_strangers_are_made_harmless() {
    let (place, requests) = quiet_app();
    let hostile = format!("\u{1b}]0;owned\u{7}\n\u{202e}{}", "x".repeat(5_000));
    let payload = event("PreToolUse", &json!({"tool_name": hostile, "session_id": hostile, "cwd": hostile}));
    assert_eq!(hook(&place, &MANAGED, &payload), silent());
    let request = requests.recv().unwrap();
    let tool = request["params"]["source"]["tool"].as_str().unwrap();
    assert!(tool.chars().count() <= 64 && !tool.chars().any(char::is_control), "{tool:?}");
    assert!(!tool.contains('\u{202e}'));
}

#[test]
fn a_hook_never_stops_its_agent() {
    let place = Place::empty();
    assert_eq!(hook(&place, &MANAGED, &event("Stop", &json!({}))), silent(), "no app");
    // An entry of a later version, for this one.
    assert_eq!(hook(&place, &["hook", "--openpets-managed", "--later"], b"{}"), silent());
    assert_eq!(hook(&place, &["hook", "--openpets-managed", "--pet", "../x"], b"{}"), silent());
    // By hand the mistake is told, and still nobody is stopped.
    let outcome = hook(&place, &["hook", "--later"], b"{}");
    assert_eq!((outcome.code, &*outcome.stdout), (0, ""));
    assert!(outcome.stderr.contains("unexpected argument '--later'"), "{}", outcome.stderr);
    // An app that talks nonsense, and one whose files are damaged.
    let nonsense = Place::empty();
    let _requests = nonsense.serve(|_| "nonsense\n".to_owned());
    assert_eq!(hook(&nonsense, &MANAGED, &event("Stop", &json!({}))), silent());
    std::fs::write(nonsense.discovery(), "{").unwrap();
    assert_eq!(hook(&nonsense, &MANAGED, &event("Stop", &json!({}))), silent());
}

#[test]
fn a_dry_run_explains_and_sends_nothing() {
    let (place, requests) = app(json!({
        "ok": true, "protocol": "openpets-ipc", "protocolVersion": 1, "appVersion": "1.2.3",
    }));
    let arguments = "hook --dry-run --event PreToolUse --tool Bash --command";
    let arguments: Vec<&str> = arguments.split(' ').chain(["cargo test -q"]).collect();
    let outcome = place.openpets(&arguments);
    let folder = place.path().to_str().unwrap();
    let name = place.path().file_name().unwrap().to_str().unwrap();
    insta::assert_snapshot!(outcome.stdout.replace(folder, "~").replace(name, "site"), @r"
    event      PreToolUse, tool Bash, a run of tests, in site
    rules      none in ~/.config/openpets/hooks.toml
    because    that is built in; none of your rules fits
    reaction   testing
    line       none
    pet        the pet that the agent's MCP server holds, else the default pet
    app        OpenPets 1.2.3 is running
    ");
    assert_eq!(requests.recv().unwrap()["method"], "hello");
    assert!(requests.try_recv().is_err());
    assert!(!place.path().join(".local").exists(), "nothing is remembered");
}

#[test]
fn a_dry_run_tells_of_the_persons_rules() {
    let place = Place::empty();
    let rules = place.path().join(".config/openpets/hooks.toml");
    std::fs::create_dir_all(rules.parent().unwrap()).unwrap();
    std::fs::write(
        &rules,
        "[[rule]]\nevent = \"Stop\"\nproject = \"site\"\nreaction = \"celebrating\"\nsay = \"none\"\n",
    )
    .unwrap();
    let explained = hook(&place, &["hook", "--dry-run", "--pet", "cat"], &event("Stop", &json!({})));
    let folder = place.path().to_str().unwrap();
    insta::assert_snapshot!(explained.stdout.replace(folder, "~"), @r"
    event      Stop, in site
    rules      1 in ~/.config/openpets/hooks.toml
    because    rule 1 of your file fits first
    reaction   celebrating
    line       none
    pet        cat, by a lease of its own
    app        nothing would be sent: OpenPets is not running (there is no ~/ipc.json); start it first
    ");
    std::fs::write(&rules, "[[rule]]\nevnt = \"Stop\"\n").unwrap();
    let explained = hook(&place, &["hook", "--dry-run"], &event("Stop", &json!({})));
    assert!(explained.stdout.contains("rules      ignored, all of them: "), "{}", explained.stdout);
    assert!(explained.stdout.contains("line 2"), "{}", explained.stdout);
    let explained = hook(&place, &["hook", "--dry-run"], b"{");
    assert_eq!(
        explained,
        Outcome::done("Nothing would happen: the payload is not JSON: line 1, column 1.\n")
    );
    assert!(
        hook(&place, &["hook", "--dry-run"], b"")
            .stdout
            .starts_with("Nothing would happen: there is no payload")
    );
}

/// Ten agents, twenty steps each, all at once.
fn storm(place: &Place, session: impl Fn(usize) -> String + Sync, step: impl Fn(usize) -> Vec<u8> + Sync) {
    std::thread::scope(|scope| {
        for agent in 0..10 {
            let (session, step) = (&session, &step);
            scope.spawn(move || {
                for number in 0..20 {
                    let mut payload: Value = serde_json::from_slice(&step(number)).unwrap();
                    payload["session_id"] = session(agent).into();
                    assert_eq!(hook(place, &MANAGED, payload.to_string().as_bytes()), silent());
                }
            });
        }
    });
}

#[test]
fn of_many_hooks_at_once_none_is_lost_and_their_memory_stays_sound() {
    let (place, requests) = quiet_app();
    let memory = place.path().join(".local/state/openpets/claude-hook-throttle.json");
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut sound = 0;
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                if let Ok(bytes) = std::fs::read(&memory) {
                    serde_json::from_slice::<Value>(&bytes).unwrap();
                    sound += 1;
                }
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            sound
        });
        storm(
            &place,
            |agent| format!("agent-{agent}"),
            |number| {
                // Never the same reaction twice in a row, so that no cool-down holds one back.
                let tool = if number % 2 == 0 { "Edit" } else { "Bash" };
                event("PreToolUse", &json!({"tool_name": tool, "tool_input": {"command": "ls"}}))
            },
        );
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
    assert_eq!(requests.try_iter().count(), 200);
    let left = std::fs::read_dir(memory.parent().unwrap()).unwrap().count();
    assert_eq!(left, 2, "the memory and its lock");
}

#[test]
fn many_hooks_at_once_keep_the_cool_downs() {
    let (place, requests) = quiet_app();
    let start = std::time::Instant::now();
    storm(&place, |_| "one".to_owned(), |_| event("Stop", &json!({})));
    let most = |pause: u64| 1 + usize::try_from(start.elapsed().as_secs() / pause).unwrap();
    let (most_lines, most_reactions) = (most(20), most(10));
    let sent: Vec<Value> = requests.try_iter().collect();
    let lines = sent.iter().filter(|request| request["method"] == "pet.say").count();
    assert!((1..=most_lines).contains(&lines), "{lines}");
    assert!((1..=most_reactions).contains(&sent.len()), "{}", sent.len());
}
