use super::*;
use proptest::prelude::*;
use serde_json::json;

fn read(document: &Value) -> (Result<Option<Dialect>, &'static str>, Vec<&'static str>) {
    let mut notes = Vec::new();
    let dialect = Dialect::read(document.as_object().unwrap(), &mut notes).map_err(|finding| finding.rule);
    (dialect, notes.iter().map(|note| note.rule).collect())
}

/// What is read of these animations, with notes.
fn animations(value: Value) -> (Vec<Animation>, Vec<&'static str>) {
    let (dialect, notes) = read(&json!({ "animations": value }));
    (dialect.unwrap().map_or(Vec::new(), |dialect| dialect.animations), notes)
}

/// The rule that one animation of idle breaks.
fn rule(fields: Value) -> &'static str {
    read(&json!({"animations": {"idle": fields}})).0.map_or_else(|rule| rule, |_| "ok")
}

#[test]
fn a_manifest_may_say_nothing() {
    for nothing in [json!({}), json!({"frame": null, "animations": null}), json!({"animations": {}})] {
        assert_eq!(read(&nothing), (Ok(None), vec![]));
    }
}

#[test]
fn a_frame_has_a_size() {
    let frame =
        |value: Value| read(&json!({ "frame": value })).0.map(|dialect| dialect.unwrap().frame.unwrap());
    let size = FrameSize { width: 3, height: 5, columns: None, rows: Some(2) };
    assert_eq!(frame(json!({"width": 3, "height": 5, "rows": 2})), Ok(size));
    for bad in [
        json!("3x5"),
        json!({"width": 3}),
        json!({"width": 0, "height": 5}),
        json!({"width": 3, "height": 5, "columns": 0}),
        json!({"width": 3.5, "height": 5}),
        json!({"width": -3, "height": 5}),
        json!({"width": 4_294_967_296u64, "height": 5}),
        json!({"width": "3", "height": 5}),
    ] {
        assert_eq!(frame(bad.clone()), Err("frame-form"), "{bad}");
    }
}

#[test]
fn an_animation_has_defaults() {
    let (read, notes) = animations(json!({"idle": {"frames": [0, 1, 0]}}));
    let expected = Animation {
        state: PetState::Idle,
        frames: vec![0, 1, 0],
        frame_ms: 125,
        repeats: None,
        then: PetState::Idle,
    };
    assert_eq!((read, notes), (vec![expected], vec![]));
    let all = json!({"sad": {"frames": [3], "fps": 60, "loop": false, "fallback": "move_left"}});
    let expected = Animation {
        state: PetState::Failed,
        frames: vec![3],
        frame_ms: 17,
        repeats: Some(1),
        then: PetState::RunningLeft,
    };
    assert_eq!(animations(all), (vec![expected], vec![]));
    let empty = json!({"idle": {"frames": [3], "fps": null, "loop": null, "fallback": ""}});
    assert_eq!(animations(empty).0[0].frame_ms, 125);
    assert_eq!(animations(json!({"idle": {"frames": [3], "fps": 0.001}})).0[0].frame_ms, u16::MAX);
}

#[test]
fn states_have_further_names() {
    for (name, state) in [
        ("move_right", PetState::RunningRight),
        ("move_left", PetState::RunningLeft),
        ("wave", PetState::Waving),
        ("bounce", PetState::Jumping),
        ("sad", PetState::Failed),
        ("running_right", PetState::RunningRight),
        ("running-left", PetState::RunningLeft),
        ("review", PetState::Review),
    ] {
        let (read, notes) = animations(json!({name: {"frames": [1]}}));
        assert_eq!((read[0].state, notes), (state, vec![]), "{name}");
    }
}

#[test]
fn a_states_own_name_counts() {
    for (first, second, frame) in
        [("wave", "waving", 2), ("waving", "wave", 1), ("move_left", "move-left", 1)]
    {
        let (read, notes) = animations(json!({first: {"frames": [1]}, second: {"frames": [2]}}));
        assert_eq!((read.len(), &read[0].frames[..]), (1, &[frame][..]), "{first} {second}");
        assert_eq!(notes, ["animation-doubled"]);
    }
}

#[test]
fn unknown_names_are_noted_and_cleaned() {
    let mut notes = Vec::new();
    let document = json!({"animations": {
        "dance\u{1b}[2J": {"frames": []}, "x".repeat(99): 5, "a": 1, "b": 2, "c": 3,
        "idle": {"frames": [0], "fallback": "dance"},
    }});
    let dialect = Dialect::read(document.as_object().unwrap(), &mut notes).unwrap().unwrap();
    assert_eq!((dialect.animations.len(), dialect.animations[0].then), (1, PetState::Idle));
    let rules: Vec<_> = notes.iter().map(|note| note.rule).collect();
    assert_eq!(rules, ["animation-fallback-unknown", "animation-unknown"]);
    let sentence = &notes[1].sentence;
    assert!(sentence.contains("\"dance\u{fffd}[2J\"") && sentence.ends_with("\"b\", …."), "{sentence}");
    assert!(!sentence.contains(&"x".repeat(33)), "{sentence}");
}

#[test]
fn every_way_of_being_wrong_has_its_rule() {
    assert_eq!(read(&json!({"animations": []})).0, Err("animation-form"));
    for bad in [
        json!([0]),
        json!({"frames": 5}),
        json!({"frames": ["a"]}),
        json!({"frames": [-1]}),
        json!({"frames": [1.5]}),
        json!({"frames": [0], "fps": "8"}),
        json!({"frames": [0], "loop": 1}),
        json!({"frames": [0], "fallback": 1}),
    ] {
        assert_eq!(rule(bad.clone()), "animation-form", "{bad}");
    }
    assert_eq!(rule(json!({})), "animation-empty");
    assert_eq!(rule(json!({"frames": []})), "animation-empty");
    assert_eq!(rule(json!({"frames": vec![0; 1024]})), "ok");
    assert_eq!(rule(json!({"frames": vec![0; 1025]})), "animation-too-long");
    for fps in [json!(0), json!(-8), json!(60.001), json!(1e300)] {
        assert_eq!(rule(json!({"frames": [0], "fps": fps})), "animation-fps", "{fps}");
    }
}

#[test]
fn animations_must_come_to_rest() {
    let circle =
        |value: Value| read(&json!({ "animations": value })).0.map(|_| "ok").unwrap_or_else(|rule| rule);
    let ends = |then: &str| json!({"frames": [0], "loop": false, "fallback": then});
    assert_eq!(circle(json!({"idle": ends("idle")})), "ok");
    assert_eq!(circle(json!({"waving": ends("jumping"), "jumping": ends("failed")})), "ok");
    assert_eq!(circle(json!({"waving": ends("waving")})), "animation-circle");
    assert_eq!(circle(json!({"waving": ends("sad"), "sad": ends("wave")})), "animation-circle");
    assert_eq!(
        circle(json!({"idle": ends("waving")})),
        "animation-circle",
        "waving ends in idle by the table"
    );
    assert_eq!(circle(json!({"idle": ends("running")})), "ok");
    let looping = json!({"frames": [0], "fallback": "wave"});
    assert_eq!(circle(json!({"waving": ends("sad"), "sad": looping})), "ok");
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z_]{0,9}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let names = prop::sample::select(vec![
            "width", "height", "columns", "rows", "frames", "fps", "loop", "fallback", "idle", "wave", "sad",
            "new",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..5).prop_map(|fields| {
                Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn arbitrary_values_never_panic_and_what_is_read_can_play(frame in any_json(), animations in any_json()) {
        if let (Ok(Some(dialect)), _) = read(&json!({"frame": frame, "animations": animations})) {
            for animation in &dialect.animations {
                prop_assert!(!animation.frames.is_empty() && animation.frame_ms >= 17);
            }
        }
    }
}
