//! What the person does with pets while the app runs, and what is kept of it.

use crate::support::{TestWorld, pet_request, screen};
use bevy_math::Vec2;
use openpets_assets::State;
use openpets_ipc::reply::HiddenReason;
use openpets_ipc::{Command, PetSize, Reaction as Kind, Setting, SpeechText};
use openpets_systems::motion::{DragPet, Position, pet_size, placement};
use openpets_systems::pets::OnScreen;
use openpets_systems::settings::{Preferences, Saver};
use openpets_systems::speech::Bubble;

fn say(line: &str) -> Command {
    Command::Say { message: SpeechText::parse(line).unwrap(), reaction: None, lease: None, source: None }
}

fn react(kind: Kind) -> Command {
    Command::React { reaction: kind, lease: None, source: None }
}

/// What stands in the state file in the end.
fn saved(world: &mut TestWorld) -> State {
    world.app.world_mut().resource_mut::<Saver>().finish();
    openpets_assets::StateFile::peek(world.folder.path()).unwrap()
}

#[test]
fn a_pause_freezes_everything_and_ends() {
    let mut world = TestWorld::new(&[], "{}");
    let pet = world.default_pet();
    assert!(world.shown(say("Hello")).shown);
    world.ask(Command::Pause { paused: true }).unwrap();
    assert!(world.app.world().get::<Bubble>(pet).is_none(), "frozen pets say nothing");
    let shown = world.shown(react(Kind::Working));
    assert_eq!((shown.shown, shown.reason), (false, Some(HiddenReason::Paused)));
    assert_eq!(world.shown(say("Hello")).reason, Some(HiddenReason::Paused));
    world.ask(Command::Pause { paused: false }).unwrap();
    assert!(world.shown(say("Hello")).shown);
}

#[test]
fn a_hidden_pet_comes_back_with_its_agent_or_when_asked() {
    let mut world = TestWorld::new(&[], "{}");
    let pet = world.default_pet();
    world.shown(say("Hello"));
    world.ask(Command::Hide).unwrap();
    assert!(world.app.world().get::<OnScreen>(pet).is_none());
    assert!(world.app.world().get::<Bubble>(pet).is_none());
    world.ask(Command::Show).unwrap();
    assert!(world.app.world().get::<OnScreen>(pet).is_some());
    world.ask(Command::Hide).unwrap();
    assert!(world.shown(react(Kind::Waving)).shown);
    assert!(world.app.world().get::<OnScreen>(pet).is_some());
}

#[test]
fn settings_take_effect_at_once_and_are_kept() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let pet = world.default_pet();
    world.shown(say("Hello"));
    for setting in [
        Setting::Size(PetSize::Huge),
        Setting::Flip(true),
        Setting::Bubbles(false),
        Setting::ShowAtStart(false),
        Setting::Gaze(false),
    ] {
        world.ask(Command::Set(setting)).unwrap();
    }
    assert!(world.app.world().get::<Bubble>(pet).is_none(), "bubbles are off");
    assert_eq!(world.shown(say("Hello")).reason, Some(HiddenReason::BubblesDisabled));
    // A larger pet is wholly on screen.
    let size = pet_size(world.app.world().resource::<Preferences>());
    assert_eq!(size, Vec2::new(288.0, 312.0));
    let position = world.get::<Position>(pet).0;
    assert_eq!(position, placement::clamp(position, size, screen().work_area));
    let state = saved(&mut world);
    assert!((state.pet_scale() - 1.5).abs() < f32::EPSILON);
    assert!(state.is_pet_flipped("builtin") && !state.is_pet_flipped("cat"));
    assert!(
        !state.speech_bubbles_enabled() && !state.open_default_pet_on_launch() && !state.pet_gaze_enabled()
    );
}

#[test]
fn places_are_forgotten_when_asked() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let pet = world.default_pet();
    let first = world.get::<Position>(pet);
    world.acquire(pet_request("cat"));
    world.app.world_mut().write_message(DragPet::Put { pet, position: Vec2::new(10.0, 20.0) });
    world.app.update();
    assert_eq!(world.get::<Position>(pet).0, Vec2::new(10.0, 20.0));
    world.ask(Command::ResetPlaces).unwrap();
    assert_eq!(world.get::<Position>(pet), first);
    let state = saved(&mut world);
    assert_eq!((state.position(), state.monitor_position("0,0,1280x800")), (None, None));
}
