//! Any sequence of lease operations leaves the world consistent, and agrees with a model that is too simple to
//! be wrong: a map from lease to its end.

use crate::support::{TestWorld, client_request, lease_id, pet_request};
use bevy_ecs::prelude::*;
use openpets_ipc::reply::LeaseSnapshot;
use openpets_ipc::{AcquireLease, Command, LeaseId, Reply};
use openpets_systems::lease::model::Target;
use openpets_systems::lease::{Lease, LeaseIndex};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

#[derive(Debug, Clone)]
enum Op {
    Acquire(Option<&'static str>),
    AcquireAs(u32, Option<&'static str>),
    Heartbeat(usize),
    Release(usize),
    Sleep(u64),
    Kill(u32),
}

fn op() -> impl Strategy<Value = Op> {
    let pet = prop_oneof![Just(None), Just(Some("cat")), Just(Some("dog")), Just(Some("gone"))];
    prop_oneof![
        pet.clone().prop_map(Op::Acquire),
        (0..4_u32, pet).prop_map(|(client, pet)| Op::AcquireAs(client, pet)),
        (0..8_usize).prop_map(Op::Heartbeat),
        (0..8_usize).prop_map(Op::Release),
        (0..12_000_u64).prop_map(Op::Sleep),
        (0..4_u32).prop_map(Op::Kill),
    ]
}

/// What must be true of a lease at any time.
struct Expected {
    end: u64,
    holder: Option<u32>,
    requested: Option<&'static str>,
}

/// What must be true of all of them.
#[derive(Default)]
struct Model {
    now: u64,
    ends: BTreeMap<String, Expected>,
    /// Released, replaced, or held by a killed client: must not be in the world any more.
    gone: BTreeSet<String>,
    /// Every lease ever seen, so that operations also hit dead ones.
    seen: Vec<String>,
}

impl Model {
    fn is_live(&self, lease: &str) -> bool {
        self.ends.get(lease).is_some_and(|lease| lease.end > self.now)
    }

    fn forget(&mut self, which: impl Fn(&str, &Expected) -> bool) {
        let gone: Vec<String> =
            self.ends.iter().filter(|(id, held)| which(id, held)).map(|(id, _)| id.clone()).collect();
        for id in &gone {
            self.ends.remove(id);
        }
        self.gone.extend(gone);
    }

    fn pick(&self, index: usize) -> Option<LeaseId> {
        self.seen.get(index % self.seen.len().max(1)).map(|id| lease_id(id))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]
    #[test]
    fn any_sequence_is_consistent(ops in prop::collection::vec(op(), 1..40)) {
        let mut world = TestWorld::new(&["cat", "dog"], "{}");
        let mut model = Model::default();
        for op in ops {
            apply(&mut world, &mut model, op)?;
            check(&mut world, &model)?;
        }
    }
}

fn apply(world: &mut TestWorld, model: &mut Model, op: Op) -> Result<(), TestCaseError> {
    match op {
        Op::Acquire(pet) => {
            let lease = world.acquire(pet.map_or_else(AcquireLease::default, pet_request));
            check_target(pet, &lease)?;
            let expected = Expected { end: model.now + 15_000, holder: None, requested: pet };
            model.ends.insert(lease.lease_id.clone(), expected);
            model.seen.push(lease.lease_id);
        }
        Op::AcquireAs(client, pet) => {
            let pid = 100 + client;
            let lease = world.acquire(client_request(pet, pid, "nonce"));
            check_target(pet, &lease)?;
            // The same wish gives the same lease while it lives; a client never has two.
            let before = model.ends.iter().find(|(id, held)| held.holder == Some(pid) && model.is_live(id));
            if let Some((id, held)) = before {
                prop_assert_eq!(*id == lease.lease_id, held.requested == pet);
            }
            model.forget(|id, held| held.holder == Some(pid) && *id != lease.lease_id);
            let expected = Expected { end: model.now + 15_000, holder: Some(pid), requested: pet };
            model.ends.insert(lease.lease_id.clone(), expected);
            model.seen.push(lease.lease_id);
        }
        Op::Heartbeat(index) => {
            let Some(lease) = model.pick(index) else { return Ok(()) };
            let alive = model.is_live(lease.as_str());
            let outcome = world.ask(Command::HeartbeatLease { lease: lease.clone() });
            prop_assert_eq!(outcome.is_ok(), alive);
            let now = model.now;
            if let Some(lease) = model.ends.get_mut(lease.as_str()).filter(|_| alive) {
                lease.end = now + 15_000;
            }
        }
        Op::Release(index) => {
            let Some(lease) = model.pick(index) else { return Ok(()) };
            let alive = model.is_live(lease.as_str());
            let released = matches!(
                world.ask(Command::ReleaseLease { lease: lease.clone() }),
                Ok(Reply::Release(result)) if result.released
            );
            prop_assert_eq!(released, alive);
            model.forget(|id, _| id == lease.as_str());
        }
        Op::Sleep(ms) => {
            world.sleep(Duration::from_millis(ms));
            model.now += ms;
        }
        Op::Kill(client) => {
            world.processes.kill(100 + client);
            // Long enough for a sweep, which sees it.
            world.sleep(Duration::from_secs(5));
            model.now += 5_000;
            model.forget(|_, held| held.holder == Some(100 + client));
        }
    }
    Ok(())
}

fn check_target(pet: Option<&str>, lease: &LeaseSnapshot) -> Result<(), TestCaseError> {
    let (actual, reason) = match pet {
        Some(held @ ("cat" | "dog")) => (held, None),
        Some(_) => ("builtin", Some("pet_not_installed")),
        None => ("builtin", None),
    };
    prop_assert_eq!(lease.actual_target_pet_id.as_str(), actual);
    prop_assert_eq!(lease.fallback_reason.as_deref(), reason);
    Ok(())
}

fn check(world: &mut TestWorld, model: &Model) -> Result<(), TestCaseError> {
    let mut leases = world.app.world_mut().query::<(Entity, &Lease)>();
    let leases: Vec<(Entity, Lease)> =
        leases.iter(world.app.world()).map(|(entity, lease)| (entity, lease.clone())).collect();
    let index = world.app.world().resource::<LeaseIndex>();
    prop_assert_eq!(index.len(), leases.len());
    let mut held = BTreeSet::new();
    for (entity, lease) in &leases {
        prop_assert_eq!(index.get(&lease.id), Some(*entity));
        if let Target::Explicit(pet) = &lease.target {
            held.insert(pet.clone());
        }
    }
    let open: BTreeSet<String> = world.agent_pets().into_iter().collect();
    prop_assert_eq!(open, held);
    let in_world: BTreeSet<&str> = leases.iter().map(|(_, lease)| lease.id.as_str()).collect();
    for id in model.ends.keys().filter(|id| model.is_live(id)) {
        prop_assert!(in_world.contains(id.as_str()), "a live lease is missing");
    }
    for id in &in_world {
        prop_assert!(!model.gone.contains(*id), "a dead lease is still there");
    }
    // A sweep comes at least every 5 s, so nothing outlives its end by more.
    for (id, lease) in &model.ends {
        prop_assert!(lease.end + 5_000 > model.now || !in_world.contains(id.as_str()), "never swept");
    }
    Ok(())
}
