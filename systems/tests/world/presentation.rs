//! What pets show and say, and what is kept of it.

use crate::support::TestWorld;
use bevy_ecs::entity::Entity;
use bevy_math::Vec2;
use openpets_assets::{Frame, PetState};
use openpets_ipc::reply::HiddenReason;
use openpets_ipc::{Command, Reaction as Kind, SpeechText};
use openpets_systems::motion::{DragPet, Position};
use openpets_systems::pets::{Display, OnScreen};
use openpets_systems::reaction::{Reaction, ShownFrame};
use openpets_systems::settings::Saver;
use openpets_systems::speech::Bubble;
use openpets_systems::wake::NextWake;
use std::time::Duration;

fn react(kind: Kind) -> Command {
    Command::React { reaction: kind, lease: None, source: None }
}

fn say(line: &str, reaction: Option<Kind>) -> Command {
    Command::Say { message: SpeechText::parse(line).unwrap(), reaction, lease: None, source: None }
}

fn shown(world: &TestWorld, pet: Entity) -> (PetState, usize) {
    match world.get::<ShownFrame>(pet).0 {
        Frame::Row { state, index } => (state, index),
        other => panic!("{other:?} is no frame of a row"),
    }
}

#[test]
fn every_reaction_plays_its_row_and_ends_by_itself() {
    for (kind, state) in [
        (Kind::Thinking, PetState::Review),
        (Kind::Working, PetState::Running),
        (Kind::Editing, PetState::Running),
        (Kind::Running, PetState::Running),
        (Kind::Testing, PetState::Waiting),
        (Kind::Waiting, PetState::Waiting),
        (Kind::Waving, PetState::Waving),
        (Kind::Success, PetState::Jumping),
        (Kind::Celebrating, PetState::Jumping),
        (Kind::Error, PetState::Failed),
    ] {
        let mut world = TestWorld::new(&[], "{}");
        let pet = world.default_pet();
        assert!(world.shown(react(kind)).shown);
        assert_eq!(shown(&world, pet).0, state, "{kind}");
        // A busy one lasts two minutes, the others four seconds.
        let lasts = if kind.is_busy() { 120_000 } else { 4_000 };
        world.sleep(Duration::from_millis(lasts - 1));
        assert_eq!(world.get::<Reaction>(pet).kind, kind, "{kind}");
        world.sleep(Duration::from_millis(1));
        assert_eq!(shown(&world, pet).0, PetState::Idle, "{kind}");
        assert_eq!(world.get::<Reaction>(pet).kind, Kind::Idle, "{kind}");
    }
}

#[test]
fn a_cheer_plays_twice_and_then_idles_while_the_reaction_lasts() {
    let mut world = TestWorld::new(&[], "{}");
    let pet = world.default_pet();
    world.shown(react(Kind::Success));
    world.sleep(Duration::from_millis(1679));
    assert_eq!(world.get::<ShownFrame>(pet).0, Frame::Row { state: PetState::Jumping, index: 4 });
    world.sleep(Duration::from_millis(1));
    assert_eq!(shown(&world, pet).0, PetState::Idle);
    assert_eq!(world.get::<Reaction>(pet).kind, Kind::Success);
}

#[test]
fn the_loop_wakes_exactly_when_the_next_frame_is_due() {
    let mut world = TestWorld::new(&[], "{}");
    let pet = world.default_pet();
    world.shown(react(Kind::Working));
    let start = world.app.world().resource::<bevy_time::Time<bevy_time::Real>>().elapsed();
    assert_eq!(world.app.world().resource::<NextWake>().deadline(), Some(start + Duration::from_millis(120)));
    world.sleep(Duration::from_millis(119));
    assert_eq!(shown(&world, pet).1, 0);
    world.sleep(Duration::from_millis(1));
    assert_eq!(shown(&world, pet).1, 1);
}

#[test]
fn a_message_is_said_and_a_remark_does_not_talk_over_it() {
    let mut world = TestWorld::new(&[], "{}");
    let pet = world.default_pet();
    assert!(world.shown(say("Found it", None)).shown);
    let text = |world: &TestWorld| world.get::<Bubble>(pet).content.text.unwrap().to_string();
    assert_eq!(text(&world), "Found it");
    world.shown(react(Kind::Editing));
    assert_eq!(text(&world), "Found it");
    world.shown(say("And fixed it", None));
    assert_eq!(text(&world), "And fixed it");
    world.sleep(Duration::from_secs(5));
    assert!(world.app.world().get::<Bubble>(pet).is_none());
    world.shown(react(Kind::Testing));
    assert!(world.get::<Bubble>(pet).own);
}

#[test]
fn bubbles_off_means_reactions_only() {
    let mut world = TestWorld::new(&[], r#"{"speechBubblesEnabled":false}"#);
    let pet = world.default_pet();
    let said = world.shown(say("Hello", Some(Kind::Waving)));
    assert_eq!((said.shown, said.reason), (false, Some(HiddenReason::BubblesDisabled)));
    assert!(world.app.world().get::<Bubble>(pet).is_none());
    assert_eq!(shown(&world, pet).0, PetState::Waving);
    assert!(world.shown(react(Kind::Waving)).shown);
}

#[test]
fn activity_brings_a_hidden_pet_on_screen_but_not_without_a_display() {
    let mut world = TestWorld::new(&[], r#"{"openDefaultPetOnLaunch":false}"#);
    let pet = world.default_pet();
    assert!(world.app.world().get::<OnScreen>(pet).is_none());
    assert!(world.shown(react(Kind::Waving)).shown);
    assert!(world.app.world().get::<OnScreen>(pet).is_some());

    world.app.insert_resource(Display { available: false });
    let unseen = world.shown(react(Kind::Waving));
    assert_eq!((unseen.shown, unseen.reason), (false, Some(HiddenReason::NoDisplay)));
}

#[test]
fn a_drag_moves_the_pet_keeps_it_on_screen_and_is_remembered() {
    let mut world = TestWorld::new(&[], "{}");
    let pet = world.default_pet();
    let start = world.get::<Position>(pet).0;
    assert_eq!(start, Vec2::new(1064.0, 538.0));
    let grab = start + Vec2::new(90.0, 100.0);
    world.app.world_mut().write_message(DragPet::Start { pet, pointer: grab });
    world.app.world_mut().write_message(DragPet::Move { pet, pointer: grab - Vec2::new(300.0, 200.0) });
    world.app.update();
    assert_eq!(world.get::<Position>(pet).0, start - Vec2::new(300.0, 200.0));
    assert_eq!(shown(&world, pet).0, PetState::RunningLeft);
    world.app.world_mut().write_message(DragPet::Move { pet, pointer: Vec2::new(-5000.0, 300.0) });
    world.app.world_mut().write_message(DragPet::End { pet });
    world.app.update();
    assert_eq!(world.get::<Position>(pet).0.x, 0.0);
    world.app.world_mut().resource_mut::<Saver>().finish();
    let (_, state, _) = openpets_assets::StateFile::open(world.folder.path()).unwrap();
    let place = world.get::<Position>(pet).0;
    assert_eq!(state.monitor_position("0,0,1280x800"), Some((place.x, place.y)));
}

#[test]
fn a_pet_that_the_window_manager_moved_stays_there_and_is_remembered() {
    let mut world = TestWorld::new(&[], "{}");
    let pet = world.default_pet();
    world.app.world_mut().write_message(DragPet::Put { pet, position: Vec2::new(100.0, 9000.0) });
    world.app.update();
    assert_eq!(world.get::<Position>(pet).0, Vec2::new(100.0, 770.0 - 208.0), "inside the work area");
    world.app.world_mut().resource_mut::<Saver>().finish();
    let (_, state, _) = openpets_assets::StateFile::open(world.folder.path()).unwrap();
    assert_eq!(state.position(), Some((100.0, 562.0)));
}

#[test]
fn what_could_not_be_saved_is_saved_later() {
    let mut world = TestWorld::new(&[], "{}");
    let path = world.folder.path().join("openpets-state.json");
    let good = std::fs::read(&path).unwrap();
    std::fs::write(&path, "damaged meanwhile").unwrap();
    world.shown(react(Kind::Editing));
    world.sleep(Duration::from_secs(11));
    world.sleep(Duration::from_secs(1));
    std::fs::write(&path, good).unwrap();
    world.shown(react(Kind::Testing));
    world.app.world_mut().resource_mut::<Saver>().finish();
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(json["activity"]["reactionCounts"], serde_json::json!({"editing": 1, "testing": 1}));
}

#[test]
fn counters_are_kept_and_messages_are_not() {
    let mut world = TestWorld::new(&[], "{}");
    world.shown(say("A private remark", Some(Kind::Waving)));
    world.shown(react(Kind::Editing));
    world.app.world_mut().resource_mut::<Saver>().finish();
    let text = std::fs::read_to_string(world.folder.path().join("openpets-state.json")).unwrap();
    assert!(!text.contains("private"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["activity"]["messagesSent"], 1);
    assert_eq!(json["activity"]["reactionsSent"], 2);
    assert_eq!(json["activity"]["reactionCounts"]["editing"], 1);
}
