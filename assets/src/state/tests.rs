use super::*;
use crate::PetState;
use proptest::prelude::*;
use std::time::SystemTime;

fn state(json: Value) -> State {
    State::parse(json.to_string().as_bytes()).unwrap()
}

#[test]
fn wrong_types_fall_back_to_defaults() {
    let odd = state(json!({"preferences": {
        "defaultPetId": 7, "openDefaultPetOnLaunch": "yes", "petScale": 3, "petPoolOrder": ["cat", 4, "dog", "cat"],
        "waitingAnimationDurationMs": -5, "petConfinementEnabled": null, "reactionAnimationOverrides": {"working": "running-left", "error": "waving"},
    }}));
    assert_eq!(odd.default_pet_id(), "builtin");
    assert!(odd.open_default_pet_on_launch());
    assert!(odd.pet_confinement_enabled());
    assert_eq!(odd.pet_scale(), 1.0);
    assert_eq!(odd.pet_pool_order(), ["cat", "dog"]);
    assert_eq!(odd.waiting_animation_duration_ms(), None);
    assert_eq!(odd.reaction_override("working"), None);
    assert_eq!(odd.reaction_override("error"), Some(PetState::Waving));
}

#[test]
fn a_pool_without_pets_is_none() {
    let enabled = |preferences| state(json!({"preferences": preferences})).pet_pool_enabled();
    assert!(!enabled(json!({})));
    assert!(!enabled(json!({"petPoolEnabled": true})));
    assert!(!enabled(json!({"petPoolEnabled": true, "petPoolOrder": [7]})));
    assert!(enabled(json!({"petPoolOrder": ["cat"]})));
    assert!(!enabled(json!({"petPoolEnabled": false, "petPoolOrder": ["cat"]})));
}

#[test]
fn each_pet_is_flipped_or_not() {
    let cat = state(
        json!({"preferences": {"defaultPetId": "cat", "petHorizontalFlip": {"cat": true, "dog": false, "eel": 1}}}),
    );
    assert!(cat.pet_horizontal_flip() && cat.is_pet_flipped("cat"));
    assert!(!cat.is_pet_flipped("dog") && !cat.is_pet_flipped("eel") && !cat.is_pet_flipped("fox"));
    let flipped = |value| state(json!({"preferences": {"petHorizontalFlip": value}})).is_pet_flipped("fox");
    assert!(flipped(json!(true)));
    assert!(!flipped(json!("yes")));
    assert!(!State::default().is_pet_flipped("fox"));
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
    assert_eq!(state.document()["defaultPet"]["position"], json!({"x": 8, "y": 0}), "whole numbers");
    state.set_position("odd", f32::NAN, f32::INFINITY);
    assert_eq!(state.monitor_position("odd"), None);
    assert_eq!(state.position(), Some((8.0, 0.0)));
}

#[test]
fn activity_is_counted_and_what_is_no_count_is_left_alone() {
    let now = SystemTime::UNIX_EPOCH + std::time::Duration::from_millis(1234);
    let mut state = state(json!({"activity": {
        "messagesSent": 2.0, "reactionCounts": {"error": 5}, "perPetActivityCounts": {"eel": {"n": 1}},
    }}));
    state.record_message("eel", now);
    state.record_reaction("cat", "editing", now);
    assert_eq!((state.messages_sent(), state.reactions_sent()), (3, 1));
    assert_eq!(state.reaction_counts().collect::<Vec<_>>(), [("error", 5), ("editing", 1)]);
    assert_eq!(state.pet_activity_counts().collect::<Vec<_>>(), [("cat", 1)]);
    assert_eq!(state.last_activity_at(), Some(1234));
    assert_eq!(state.document()["activity"]["perPetActivityCounts"]["eel"], json!({"n": 1}));
    for pet in 0..2_000 {
        state.record_message(&pet.to_string(), now);
    }
    assert!(state.pet_activity_counts().count() <= 1_000);
    assert_eq!(state.messages_sent(), 2_003);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
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
        // As text, which also tells the order of fields and the last digit of numbers.
        prop_assert_eq!(read.document["someone-elses"].to_string(), unknown.to_string());
        prop_assert_eq!(read.monitor_position("m"), Some((1.0, 2.0)));
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = State::parse(&bytes);
    }
}
