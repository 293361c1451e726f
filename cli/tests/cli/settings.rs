//! `openpets settings`, `pause`, `resume`, `hide`, `show` and `reset`.

use crate::app::{Outcome, Place, app};
use serde_json::{Value, json};

fn state(place: &Place) -> Value {
    let text = std::fs::read(place.path().join("data/openpets-state.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn a_setting_goes_to_the_running_app() {
    for (name, value, wire) in [
        ("size", "1.25", json!({"name": "petScale", "value": 1.25})),
        ("flip", "on", json!({"name": "petHorizontalFlip", "value": true})),
        ("bubbles", "off", json!({"name": "speechBubblesEnabled", "value": false})),
        ("show-at-start", "off", json!({"name": "openDefaultPetOnLaunch", "value": false})),
        ("gaze", "off", json!({"name": "petGazeEnabled", "value": false})),
        ("theme", "dark", json!({"name": "appearanceTheme", "value": "dark"})),
        ("folders", "on", json!({"name": "agentFoldersShown", "value": true})),
    ] {
        let (place, requests) = app(json!({"ok": true}));
        let outcome = place.openpets(&["settings", name, value]);
        assert_eq!(outcome, Outcome::done(&format!("{name} is {value} from now on.\n")));
        let request = requests.recv().unwrap();
        assert_eq!((&request["method"], &request["params"]), (&json!("settings.set"), &wire));
        assert_eq!(request["token"], "control-token-00");
    }
}

#[test]
fn without_the_app_it_is_written_down() {
    let place = Place::empty();
    assert_eq!(place.openpets(&["settings", "size", "1.5"]).code, 0);
    assert_eq!(place.openpets(&["settings", "flip", "on"]).code, 0);
    assert_eq!(place.openpets(&["settings", "size"]), Outcome::done("1.5\n"));
    assert_eq!(place.openpets(&["settings", "flip"]), Outcome::done("on\n"));
    let preferences = state(&place)["preferences"].clone();
    assert_eq!(preferences, json!({"petScale": 1.5, "petHorizontalFlip": {"builtin": true}}));
    let listed = place.openpets(&["settings", "--json"]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    assert_eq!((&listed["settings"]["size"], &listed["settings"]["gaze"]), (&json!(1.5), &json!(true)));
    assert!(place.openpets(&["settings"]).stdout.contains("theme          system"));
}

#[test]
fn wrong_names_and_values_are_wrong_usage() {
    let place = Place::empty();
    for (arguments, told) in [
        (&["settings", "colour", "red"][..], "possible values: size"),
        (&["settings", "size", "2"], "size is 0.5, 0.75, 1, 1.25 or 1.5"),
        (&["settings", "flip", "maybe"], "flip is on or off"),
        (&["settings", "theme", "pink"], "theme is light, dark or system"),
    ] {
        let outcome = place.openpets(arguments);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    }
    assert!(!place.path().join("data/openpets-state.json").exists());
}

#[test]
fn pets_as_a_whole() {
    for (command, method, params) in [
        ("pause", "control.pause", json!({"paused": true})),
        ("resume", "control.pause", json!({"paused": false})),
        ("hide", "control.hide", Value::Null),
        ("show", "control.show", Value::Null),
        ("reset", "control.reset-places", Value::Null),
    ] {
        let (place, requests) = app(json!({"ok": true}));
        let outcome = place.openpets(&[command]);
        assert_eq!((outcome.code, &*outcome.stderr), (0, ""), "{command}");
        assert!(!outcome.stdout.is_empty());
        let request = requests.recv().unwrap();
        assert_eq!((&request["method"], &request["params"]), (&json!(method), &params));
        assert_eq!(Place::empty().openpets(&[command]).code, 3);
    }
}
