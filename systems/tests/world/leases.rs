//! Leases in the running world.

use crate::support::{TestWorld, client_request, lease_id, pet_request};
use openpets_ipc::reply::{HiddenReason, TargetKind};
use openpets_ipc::{AcquireLease, Command, Reaction as Kind, Reply};
use openpets_systems::lease::model::MAX_HELD_PETS;
use openpets_systems::pets::Paused;
use openpets_systems::settings::Preferences;
use std::time::Duration;

fn react(kind: Kind, lease: Option<&str>) -> Command {
    Command::React { reaction: kind, lease: lease.map(lease_id), source: None }
}

#[test]
fn the_first_explicit_lease_opens_a_pet_and_the_last_one_closes_it() {
    let mut world = TestWorld::new(&["cat", "dog"], "{}");
    let first = world.acquire(pet_request("cat"));
    let second = world.acquire(pet_request("cat"));
    assert_eq!((first.target_kind, first.using_default_pet), (TargetKind::Explicit, false));
    assert_eq!(world.agent_pets(), ["cat"]);
    world.ask(Command::ReleaseLease { lease: lease_id(&first.lease_id) }).unwrap();
    assert_eq!(world.agent_pets(), ["cat"]);
    world.ask(Command::ReleaseLease { lease: lease_id(&second.lease_id) }).unwrap();
    assert!(world.agent_pets().is_empty());
}

#[test]
fn release_is_idempotent_and_a_dead_lease_is_a_status_not_an_error() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let lease = lease_id(&world.acquire(pet_request("cat")).lease_id);
    let release = |world: &mut TestWorld| match world.ask(Command::ReleaseLease { lease: lease.clone() }) {
        Ok(Reply::Release(result)) => result.released,
        other => panic!("{other:?}"),
    };
    assert!(release(&mut world));
    assert!(!release(&mut world));
    let status = world.ask(Command::Status { lease: Some(lease.clone()) });
    assert!(matches!(status, Ok(Reply::StaleLease(stale)) if !stale.ok && !stale.lease_active));
    let failure = world.ask(Command::HeartbeatLease { lease: lease.clone() }).unwrap_err();
    assert_eq!(failure.code, "unknown_lease");
    assert_eq!(world.ask(react(Kind::Working, Some(lease.as_str()))).unwrap_err().code, "unknown_lease");
}

#[test]
fn heartbeats_keep_a_lease_and_silence_ends_it() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let lease = lease_id(&world.acquire(pet_request("cat")).lease_id);
    for _ in 0..3 {
        world.sleep(Duration::from_secs(14));
        world.ask(Command::HeartbeatLease { lease: lease.clone() }).unwrap();
    }
    world.sleep(Duration::from_secs(16));
    assert!(world.agent_pets().is_empty(), "the sweep took it after one long sleep");
}

#[test]
fn an_expired_lease_is_dead_before_the_sweep_has_seen_it() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let lease = lease_id(&world.acquire(pet_request("cat")).lease_id);
    world.sleep(Duration::from_secs(14));
    // The sweep has just run; the next one is 5 s away, the end of the lease 1 s.
    world.sleep(Duration::from_millis(1001));
    assert_eq!(world.ask(Command::HeartbeatLease { lease }).unwrap_err().code, "unknown_lease");
}

#[test]
fn the_same_client_gets_its_lease_back_and_another_request_replaces_it() {
    let mut world = TestWorld::new(&["cat", "dog"], "{}");
    let first = world.acquire(client_request(Some("cat"), 77, "n1"));
    let again = world.acquire(client_request(Some("cat"), 77, "n1"));
    assert_eq!(first.lease_id, again.lease_id);
    let reused_pid = world.acquire(client_request(Some("cat"), 77, "n2"));
    assert_ne!(first.lease_id, reused_pid.lease_id);
    let other = world.acquire(client_request(Some("dog"), 77, "n1"));
    assert_ne!(first.lease_id, other.lease_id);
    assert_eq!(world.agent_pets(), ["cat", "dog"]);
    let status = world.ask(Command::Status { lease: Some(lease_id(&first.lease_id)) });
    assert!(matches!(status, Ok(Reply::StaleLease(_))), "the replaced lease is released");
}

#[test]
fn two_clients_in_one_update_do_not_get_the_same_pool_pet() {
    let mut world =
        TestWorld::new(&["cat", "dog"], r#"{"petPoolEnabled":true,"petPoolOrder":["cat","dog"]}"#);
    let answers: Vec<_> =
        (0..2).map(|_| world.send(Command::AcquireLease(AcquireLease::default()))).collect();
    world.app.update();
    let mut pets: Vec<String> = answers
        .into_iter()
        .map(|answer| match TestWorld::take(answer) {
            Ok(Reply::Lease(lease)) => lease.actual_target_pet_id,
            other => panic!("{other:?}"),
        })
        .collect();
    pets.sort();
    assert_eq!(pets, ["cat", "dog"]);
}

#[test]
fn the_pool_turned_off_releases_its_leases_and_turned_on_gives_pets_again() {
    let on = r#"{"petPoolEnabled":true,"petPoolOrder":["cat"]}"#;
    let off = r#"{"petPoolEnabled":false,"petPoolOrder":["cat"]}"#;
    let mut world = TestWorld::new(&["cat"], on);
    let pooled = world.acquire(AcquireLease::default());
    assert_eq!(pooled.actual_target_pet_id, "cat");
    set_preferences(&mut world, off);
    assert!(world.agent_pets().is_empty());
    let plain = world.acquire(AcquireLease::default());
    assert_eq!(plain.target_kind, TargetKind::Default);
    set_preferences(&mut world, on);
    assert_eq!(world.agent_pets(), ["cat"]);
    let status = world.ask(Command::Status { lease: Some(lease_id(&plain.lease_id)) });
    assert!(matches!(status, Ok(Reply::LeaseStatus(s)) if s.lease.actual_target_pet_id == "cat"));
}

fn set_preferences(world: &mut TestWorld, preferences: &str) {
    let path = world.folder.path().join("openpets-state.json");
    std::fs::write(path, format!("{{\"version\":1,\"preferences\":{preferences}}}")).unwrap();
    let (_, state, _) = openpets_assets::StateFile::open(world.folder.path()).unwrap();
    world.app.insert_resource(Preferences(state));
    world.app.update();
}

#[test]
fn a_killed_client_frees_its_lease_with_the_next_sweep() {
    let mut world = TestWorld::new(&["cat"], "{}");
    world.acquire(client_request(Some("cat"), 4711, "n"));
    world.processes.kill(4711);
    world.sleep(Duration::from_secs(5));
    assert!(world.agent_pets().is_empty());
}

#[test]
fn fallbacks_say_why() {
    let mut world = TestWorld::new(&["cat"], r#"{"defaultPetId":"gone"}"#);
    let reason = |world: &mut TestWorld, pet: Option<&str>| {
        world.acquire(pet.map_or_else(AcquireLease::default, pet_request)).fallback_reason.unwrap_or_default()
    };
    assert_eq!(reason(&mut world, Some("Not An Id")), "invalid_pet_id");
    assert_eq!(reason(&mut world, Some("dog")), "pet_not_installed");
    assert_eq!(reason(&mut world, None), "default_broken_fallback_builtin");
    assert_eq!(reason(&mut world, Some("cat")), "");
}

#[test]
fn there_is_an_end_to_pets_at_once_but_not_to_leases_on_them() {
    let names: Vec<String> = (0..=MAX_HELD_PETS).map(|pet| format!("pet-{pet}")).collect();
    let mut world = TestWorld::new(&names.iter().map(String::as_str).collect::<Vec<_>>(), "{}");
    for name in &names[..MAX_HELD_PETS] {
        assert_eq!(world.acquire(pet_request(name)).fallback_reason, None);
    }
    let surplus = world.acquire(pet_request(&names[MAX_HELD_PETS]));
    assert_eq!(surplus.fallback_reason.as_deref(), Some("too_many_pets"));
    assert_eq!(world.acquire(pet_request(&names[0])).target_kind, TargetKind::Explicit);
    assert_eq!(world.agent_pets().len(), MAX_HELD_PETS);
}

#[test]
fn a_lease_reaches_its_own_pet_and_says_so() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let lease = world.acquire(pet_request("cat")).lease_id;
    let explicit = world.shown(react(Kind::Editing, Some(&lease)));
    assert_eq!((explicit.shown, explicit.lease_id.as_deref()), (true, Some(lease.as_str())));
    let default = world.acquire(AcquireLease::default()).lease_id;
    assert_eq!(world.shown(react(Kind::Editing, Some(&default))).lease_id, None);
    world.app.insert_resource(Paused(true));
    let paused = world.shown(react(Kind::Editing, None));
    assert_eq!((paused.shown, paused.reason), (false, Some(HiddenReason::Paused)));
}
