use super::*;
use crate::PetState;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

fn state(json: Value) -> State {
    State::parse(json.to_string().as_bytes()).unwrap()
}

#[test]
fn wrong_types_fall_back_to_defaults() {
    let odd = state(json!({"preferences": {
        "defaultPetId": 7, "openDefaultPetOnLaunch": "yes", "petScale": 3, "petPoolOrder": ["cat", 4, "dog"],
        "waitingAnimationDurationMs": -5, "reactionAnimationOverrides": {"working": "running-left", "error": "waving"},
    }}));
    assert_eq!(odd.default_pet_id(), "builtin");
    assert!(odd.open_default_pet_on_launch());
    assert_eq!(odd.pet_scale(), 1.0);
    assert_eq!(odd.pet_pool_order(), ["cat", "dog"]);
    assert_eq!(odd.waiting_animation_duration_ms(), None);
    assert_eq!(odd.reaction_override("working"), None);
    assert_eq!(odd.reaction_override("error"), Some(PetState::Waving));
}

#[test]
fn eight_screens_are_remembered_in_the_order_of_use() {
    let mut state = State::default();
    for screen in 0..8 {
        state.set_position(&format!("{screen}"), screen as f32, 0.0);
    }
    state.set_position("0", 50.4, -3.0);
    state.set_position("8", 8.0, 0.0);
    assert_eq!(state.monitor_position("0"), Some((50.0, -3.0)));
    assert_eq!(state.monitor_position("1"), None);
    assert_eq!(state.position(), Some((8.0, 0.0)));
    state.set_position("odd", f32::NAN, f32::INFINITY);
    assert!(state.monitor_position("odd").is_some(), "a number all the same");
}

#[test]
fn an_update_keeps_what_others_wrote_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    let (file, first, _) = StateFile::open(folder.path()).unwrap();
    assert_eq!(first, State::default());
    file.update(|state| state.record_message("builtin", SystemTime::now())).unwrap();
    let mut json: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    json["pets"]["installed"] = json!([{"id": "cat", "futureField": [1, 2]}]);
    fs::write(&path, json.to_string()).unwrap();
    file.update(|state| state.set_position("0,0,10x10", 1.0, 2.0)).unwrap();
    let after: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(after["pets"], json["pets"]);
    assert_eq!(after["activity"]["messagesSent"], 1);
    assert_eq!(after["defaultPet"]["position"], json!({"x": 1, "y": 2}));
}

#[test]
fn a_damaged_file_is_kept_and_the_last_good_one_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    let (file, ..) = StateFile::open(folder.path()).unwrap();
    for _ in 0..2 {
        file.update(|state| state.record_message("builtin", SystemTime::now())).unwrap();
    }
    fs::write(&path, "{\"version\":1,\"pref").unwrap();
    assert!(matches!(file.update(|_| ()), Err(StateError::Damaged { .. })));
    let (_, state, recovery) = StateFile::open(folder.path()).unwrap();
    let recovery = recovery.unwrap();
    assert!(recovery.from_backup);
    assert_eq!(fs::read_to_string(&recovery.set_aside).unwrap(), "{\"version\":1,\"pref");
    assert_eq!(state.section("activity").unwrap()["messagesSent"], 1);
    assert_eq!(StateFile::open(folder.path()).unwrap().2, None, "said once");
    // Without a backup too.
    fs::write(&path, "[]").unwrap();
    fs::remove_file(folder.path().join("openpets-state.json.bak")).unwrap();
    let (_, state, recovery) = StateFile::open(folder.path()).unwrap();
    assert_eq!(state, State::default());
    assert!(!recovery.unwrap().from_backup);
}

#[cfg(unix)]
#[test]
fn the_file_is_private_and_leaves_nothing_beside_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (file, ..) = StateFile::open(folder.path()).unwrap();
    file.update(|_| ()).unwrap();
    file.update(|_| ()).unwrap();
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["openpets-state.json", "openpets-state.json.bak"]);
    let mode = fs::metadata(folder.path().join(&names[0])).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn too_large_a_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    fs::write(&path, vec![b' '; 5 << 20]).unwrap();
    assert!(matches!(StateFile::open(folder.path()), Err(StateError::TooLarge { .. })));
    assert_eq!(fs::metadata(&path).unwrap().len(), 5 << 20);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be: works for root as well.
    let not_a_folder = folder.path().join("data");
    fs::write(&not_a_folder, "").unwrap();
    let file = StateFile::open(Path::new(&not_a_folder)).map(|(file, ..)| file);
    assert!(file.is_err() || file.unwrap().update(|_| ()).is_err());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-zA-Z]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(known_or_not(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn known_or_not() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("preferences".to_owned()),
        Just("defaultPet".to_owned()),
        Just("perMonitorPositions".to_owned()),
        Just("activity".to_owned()),
        Just("petPoolOrder".to_owned()),
        Just("reactionCounts".to_owned()),
        "[a-z]{1,6}",
    ]
}

proptest! {
    #[test]
    fn no_document_is_too_odd_and_unknown_fields_survive(
        document in prop::collection::hash_map(known_or_not(), any_json(), 0..6),
        unknown in any_json(),
    ) {
        let mut document: Map<String, Value> = document.into_iter().collect();
        document.insert("someone-elses".to_owned(), unknown.clone());
        let mut state = State { document };
        let _ = (state.default_pet_id().len(), state.pet_scale(), state.pet_pool_order(), state.position());
        state.set_position("m", 1.0, 2.0);
        state.record_reaction("cat", "idle", SystemTime::now());
        state.record_message("cat", SystemTime::now());
        let read = State::parse(&state.to_bytes()).unwrap();
        prop_assert_eq!(&read, &state);
        prop_assert_eq!(&read.document["someone-elses"], &unknown);
        prop_assert_eq!(read.monitor_position("m"), Some((1.0, 2.0)));
    }
}
