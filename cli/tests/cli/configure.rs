//! `openpets configure` and `openpets doctor` as a person and as a script call them. What they do to files is tested in
//! `agents`.

use crate::app::{Outcome, Place, app};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A home with Cursor in it.
fn place_with_cursor() -> Place {
    let place = Place::empty();
    fs::create_dir(place.path().join(".cursor")).unwrap();
    fs::create_dir(place.path().join("site")).unwrap();
    fs::write(place.path().join(".cursor/mcp.json"), "{\n  \"mcpServers\": {}\n}\n").unwrap();
    place
}

fn run(place: &Place, arguments: &[&str]) -> Outcome {
    let mut command = place.command();
    command.current_dir(place.path().join("site")).args(arguments);
    command.env("PATH", place.path().join("bin"));
    command.output().unwrap().into()
}

fn json_of(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:?}"))
}

fn config(place: &Place) -> String {
    fs::read_to_string(place.path().join(".cursor/mcp.json")).unwrap()
}

fn program() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_openpets"));
    program.canonicalize().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn a_preview_is_an_exact_diff_and_changes_nothing() {
    let place = place_with_cursor();
    let before = config(&place);
    let outcome = run(&place, &["configure", "--agent", "cursor", "--global", "--dry-run"]);
    assert_eq!((outcome.code, &*outcome.stderr), (0, ""));
    let file = place.path().join(".cursor/mcp.json");
    let expected = format!(
        "--- {0}\n+++ {0}\n@@ -1,3 +1,8 @@\n {{\n-  \"mcpServers\": {{}}\n+  \"mcpServers\": {{\n\
         +    \"openpets\": {{\n+      \"command\": \"{1}\",\n+      \"args\": [\"mcp\"]\n+    }}\n+  }}\n }}\n",
        file.display(),
        program()
    );
    assert_eq!(outcome.stdout, expected);
    assert_eq!(config(&place), before);
    assert_eq!(fs::read_dir(place.path().join(".cursor")).unwrap().count(), 1);
}

#[test]
fn without_a_terminal_it_wants_to_be_told() {
    let place = place_with_cursor();
    let before = config(&place);
    for more in [&[][..], &["--json"]] {
        let outcome = run(&place, &[&["configure", "--agent", "cursor", "--global"], more].concat());
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(format!("{}{}", outcome.stdout, outcome.stderr).contains("--yes"), "{outcome:?}");
        assert_eq!(config(&place), before);
    }
}

#[test]
fn in_with_yes_and_out_again() {
    let place = place_with_cursor();
    let before = config(&place);
    let connect = ["configure", "--agent", "cursor", "--global", "--pet", "cat", "--yes"];
    let outcome = run(&place, &connect);
    assert_eq!((outcome.code, &*outcome.stderr), (0, ""));
    assert!(outcome.stdout.contains("change ") && outcome.stdout.contains("As it was: "), "{outcome:?}");
    let written: Value = serde_json::from_str(&config(&place)).unwrap();
    let entry = json!({"command": program(), "args": ["mcp", "--pet", "cat"]});
    assert_eq!(written["mcpServers"]["openpets"], entry);
    assert!(run(&place, &connect).stdout.contains("nothing to do"));
    let outcome = run(&place, &["configure", "--agent", "cursor", "--global", "--remove", "-y"]);
    assert_eq!((outcome.code, config(&place)), (0, before));
    assert_eq!(fs::read_dir(place.path().join(".cursor")).unwrap().count(), 1);
}

#[test]
fn scripts_get_json() {
    let place = place_with_cursor();
    let preview = json_of(&run(&place, &["configure", "--agent", "opencode", "--json", "--dry-run"]));
    assert_eq!((&preview["applied"], &preview["scope"]), (&json!(false), &json!("project")));
    let done = json_of(&run(&place, &["configure", "--agent", "opencode", "--json", "--yes"]));
    assert_eq!((&done["ok"], &done["applied"]), (&json!(true), &json!(true)));
    let actions: Vec<&str> =
        done["steps"].as_array().unwrap().iter().map(|step| step["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["create"; 3]);
    assert_eq!(done["steps"], preview["steps"]);
    let doctor = run(&place, &["doctor", "--json"]);
    let found = json_of(&doctor);
    assert_eq!((doctor.code, &found["ok"], &found["app"]["running"]), (0, &json!(true), &json!(false)));
    let status = |agent: &str| {
        let agents = found["agents"].as_array().unwrap();
        agents.iter().find(|found| found["agent"] == agent).map(|found| found["status"].clone())
    };
    assert_eq!(status("opencode"), Some("installed".into()));
    assert_eq!(status("cursor"), Some("missing".into()));
    assert_eq!(status("zed"), None);
}

#[test]
fn wrong_usage_is_told_apart() {
    let place = place_with_cursor();
    for (arguments, code, told) in [
        (&["configure", "--agent", "emacs"][..], 2, "possible values: claude"),
        (&["configure", "--global"], 2, "--agent"),
        (&["configure", "--agent", "cursor", "--global", "--cwd", "."], 2, "cannot be used with"),
        (&["configure", "--agent", "windsurf", "--cwd", "."], 2, "--global"),
        (&["configure", "--agent", "cursor", "--cwd", "nowhere"], 2, "is not a folder"),
        (&["configure", "--agent", "cursor", "--cwd", ".."], 2, "home folder"),
        (&["configure", "--agent", "claude", "--yes"], 1, "`claude` is not in PATH"),
    ] {
        let outcome = run(&place, arguments);
        assert_eq!(outcome.code, code, "{arguments:?} {outcome:?}");
        assert!(outcome.stderr.contains(told), "{arguments:?} {outcome:?}");
    }
    fs::write(place.path().join(".cursor/mcp.json"), "{").unwrap();
    let outcome = run(&place, &["configure", "--agent", "cursor", "--global", "--yes", "--json"]);
    assert_eq!((outcome.code, &json_of(&outcome)["error"]["code"]), (1, &json!("invalid")));
}

#[test]
fn any_other_client_gets_its_entry_printed() {
    let outcome = run(&place_with_cursor(), &["configure", "--agent", "generic", "--pet", "cat", "--json"]);
    let entry = json!({"command": program(), "args": ["mcp", "--pet", "cat"]});
    assert_eq!(json_of(&outcome), json!({"mcpServers": {"openpets": entry}}));
}

#[test]
fn the_doctor_tells_what_to_do() {
    let place = place_with_cursor();
    run(&place, &["configure", "--agent", "cursor", "--global", "--yes"]);
    let healthy = run(&place, &["doctor"]);
    assert_eq!(healthy.code, 0, "{healthy:?}");
    assert!(healthy.stdout.contains("Cursor, user: installed"), "{healthy:?}");
    let gone = config(&place).replace(&program(), "/nowhere/openpets");
    fs::write(place.path().join(".cursor/mcp.json"), gone).unwrap();
    let ill = run(&place, &["doctor"]);
    assert_eq!(ill.code, 1);
    assert!(ill.stdout.contains("/nowhere/openpets is gone"), "{ill:?}");
    assert!(ill.stdout.contains("next: openpets configure --agent cursor --global"), "{ill:?}");
    // What it advises helps.
    assert_eq!(run(&place, &["configure", "--agent", "cursor", "--global", "--yes"]).code, 0);
    assert_eq!(run(&place, &["doctor"]).code, 0);
}

#[test]
fn the_doctor_asks_the_app() {
    let hello = json!({"ok": true, "protocol": "openpets-ipc", "protocolVersion": 1, "appVersion": "1.2.3"});
    let (place, _requests) = app(hello);
    fs::create_dir(place.path().join("site")).unwrap();
    assert!(run(&place, &["doctor"]).stdout.starts_with("OpenPets 1.2.3 is running.\n"));
}

/// With a terminal the person decides. `script` of Linux makes one.
#[cfg(target_os = "linux")]
#[test]
fn a_person_is_asked() {
    for (answer, changed) in [("n", false), ("", false), ("y", true)] {
        let place = place_with_cursor();
        let before = config(&place);
        let mut command = Command::new("script");
        command.arg("-qec").arg(format!("{} configure --agent cursor --global", program())).arg("/dev/null");
        command
            .env("HOME", place.path())
            .env_remove("XDG_CONFIG_HOME")
            .current_dir(place.path().join("site"));
        let mut terminal = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        writeln!(terminal.stdin.take().unwrap(), "{answer}").unwrap();
        let shown = String::from_utf8(terminal.wait_with_output().unwrap().stdout).unwrap();
        assert!(shown.contains("Change this? [y/N]") && shown.contains("+    \"openpets\""), "{shown}");
        assert_eq!(config(&place) != before, changed, "{answer}: {shown}");
    }
}
