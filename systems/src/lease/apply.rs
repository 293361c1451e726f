//! Lease commands. Exclusive: resolving and registering are one step, also for several clients in one update.

use super::components::Lease;
use super::components::Process;
use super::index::LeaseIndex;
use super::model::{self, Fallback, HOOK_TTL, MAX_HELD_PETS, MAX_LEASES, TTL, Target};
use super::process::Processes;
use crate::clock::{epoch_ms, now};
use crate::commands::{CommandCompleted, CommandReceived, RequestId};
use crate::pets::PetLibrary;
use crate::session::{Callers, Session};
use crate::settings::Preferences;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use openpets_ipc::reply::{
    HeartbeatResult, LeaseListResult, LeaseSnapshot, LeaseStatusResult, ReleaseResult, StaleLeaseResult,
    TargetKind,
};
use openpets_ipc::{AcquireLease, Code, Command, Failure, LeaseId, Outcome, Reply};
use std::time::Duration;

pub(super) fn apply_lease_commands(
    world: &mut World,
    reader: &mut SystemState<MessageReader<CommandReceived>>,
) {
    let Ok(mut messages) = reader.get_mut(world) else { return };
    let received: Vec<CommandReceived> = messages.read().filter(|m| is_ours(&m.command)).cloned().collect();
    for message in received {
        let outcome = match message.command {
            Command::AcquireLease(request) => acquire(world, request, message.request),
            Command::HeartbeatLease { lease } => heartbeat(world, &lease),
            Command::ReleaseLease { lease } => Ok(release(world, &lease)),
            Command::Status { lease: Some(lease) } => Ok(status(world, &lease)),
            Command::ListLeases => Ok(list(world)),
            _ => continue,
        };
        world.write_message(CommandCompleted { request: message.request, outcome });
    }
}

fn is_ours(command: &Command) -> bool {
    matches!(
        command,
        Command::AcquireLease(_)
            | Command::HeartbeatLease { .. }
            | Command::ReleaseLease { .. }
            | Command::Status { lease: Some(_) }
            | Command::ListLeases
    )
}

/// The lease with this id, if it has not expired.
fn live(world: &World, id: &LeaseId) -> Option<Entity> {
    let entity = world.resource::<LeaseIndex>().get(id)?;
    (world.get::<Lease>(entity)?.expires > now(world)).then_some(entity)
}

fn acquire(world: &mut World, request: AcquireLease, id: RequestId) -> Outcome {
    drop_expired(world);
    let session = world.resource::<Callers>().of(id);
    let agent = session.and_then(|session| world.get::<Session>(session)?.process);
    if let Some(entity) = reacquire(world, &request, agent) {
        return Ok(Reply::Lease(snapshot(world, entity)));
    }
    if world.resource::<LeaseIndex>().len() >= MAX_LEASES {
        return Err(Failure::new(
            Code::Busy,
            "too many leases are live; release some or wait until they expire",
        ));
    }
    let failed = |_| Failure::new(Code::InternalError, "the system gave no random numbers");
    let id = random_lease_id().map_err(failed)?;
    let resolution = resolve(world, request.requested_pet.as_ref().map(|pet| pet.as_str()));
    let processes = world.resource::<Processes>();
    // A hook tells what has happened; clients that send heartbeats do not when they acquire.
    let by_hook = request.source.as_ref().is_some_and(|source| source.event.is_some());
    let ttl = if by_hook { HOOK_TTL } else { TTL };
    let lease = Lease {
        id,
        requested: request.requested_pet,
        target: resolution.target,
        pool_pet: resolution.pool_pet,
        fallback: resolution.fallback,
        acquired: now(world),
        ttl,
        expires: now(world) + ttl,
        client: request.client_pid.map(|pid| processes.identify(pid)),
        nonce: request.session_nonce,
        owner: request.client_pid.and_then(|pid| processes.terminal_owner(pid)),
        agent,
    };
    let entity = world.spawn(lease.clone()).id();
    world.resource_mut::<LeaseIndex>().insert(entity, &lease);
    Ok(Reply::Lease(snapshot(world, entity)))
}

/// The same client process asks again while its lease lives: it keeps lease and pet, unless it asks for
/// something else or its pet has gone.
fn reacquire(world: &mut World, request: &AcquireLease, agent: Option<Process>) -> Option<Entity> {
    let (pid, nonce) = (request.client_pid?, request.session_nonce.as_ref()?);
    let entity = world.resource::<LeaseIndex>().of_client(pid, nonce)?;
    let lease = world.get::<Lease>(entity)?.clone();
    let still_good = match &lease.target {
        Target::Default => true,
        Target::Explicit(pet) => {
            let preferences = world.resource::<Preferences>();
            let shelf = world.resource::<PetLibrary>().shelf(preferences);
            model::Shelf::health(&shelf, pet) == model::Health::Healthy
        }
    };
    if lease.requested == request.requested_pet && still_good {
        if agent.is_some() && lease.agent != agent {
            replace_lease(world, entity, Lease { agent, ..lease });
        }
        extend(world, entity);
        return Some(entity);
    }
    remove_lease(world, entity);
    None
}

pub(super) fn resolve(world: &World, requested: Option<&str>) -> model::Resolution {
    let index = world.resource::<LeaseIndex>();
    let shelf = world.resource::<PetLibrary>().shelf(world.resource::<Preferences>());
    // Without random numbers the first spare pet has to do.
    let random = getrandom::u32().unwrap_or_default();
    let resolution = model::resolve(requested, &shelf, |pet| index.is_taken(pet), random);
    match &resolution.target {
        Target::Explicit(pet) if !index.holds(pet) && index.held_pets().count() >= MAX_HELD_PETS => {
            model::default_target(Some(Fallback::TooManyPets))
        }
        _ => resolution,
    }
}

fn heartbeat(world: &mut World, id: &LeaseId) -> Outcome {
    let Some(entity) = live(world, id) else { return Err(unknown_lease()) };
    let expires = extend(world, entity);
    Ok(Reply::Heartbeat(HeartbeatResult { lease_id: id.to_string(), expires_at: epoch_ms(world, expires) }))
}

fn release(world: &mut World, id: &LeaseId) -> Reply {
    let released = live(world, id).is_some();
    // One that has expired need not wait for the sweep.
    if let Some(entity) = world.resource::<LeaseIndex>().get(id) {
        remove_lease(world, entity);
    }
    Reply::Release(ReleaseResult { released })
}

fn status(world: &World, id: &LeaseId) -> Reply {
    match live(world, id) {
        Some(entity) => Reply::LeaseStatus(LeaseStatusResult {
            ok: true,
            app_running: true,
            lease: snapshot(world, entity),
        }),
        None => Reply::StaleLease(StaleLeaseResult {
            ok: false,
            app_running: true,
            lease_id: id.to_string(),
            lease_active: false,
            stale_reason: Code::UnknownLease.name().to_owned(),
        }),
    }
}

fn list(world: &World) -> Reply {
    let mut live: Vec<(Duration, Entity)> = world
        .resource::<LeaseIndex>()
        .entities()
        .filter_map(|entity| Some((world.get::<Lease>(entity)?.expires, entity)))
        .filter(|(expires, _)| *expires > now(world))
        .collect();
    live.sort_unstable();
    let leases = live.into_iter().map(|(_, entity)| snapshot(world, entity)).collect();
    Reply::Leases(LeaseListResult { ok: true, leases, omitted: None })
}

/// What a client is told whose lease is dead.
pub(crate) fn unknown_lease() -> Failure {
    Failure::new(Code::UnknownLease, "this lease has ended; acquire a new one")
}

fn extend(world: &mut World, entity: Entity) -> Duration {
    let now = now(world);
    let Some(mut lease) = world.get_mut::<Lease>(entity) else { return now };
    lease.expires = now + lease.ttl;
    lease.expires
}

fn drop_expired(world: &mut World) {
    let now = now(world);
    let index = world.resource::<LeaseIndex>();
    let expired: Vec<Entity> = index
        .entities()
        .filter(|entity| world.get::<Lease>(*entity).is_none_or(|lease| lease.expires <= now))
        .collect();
    for entity in expired {
        remove_lease(world, entity);
    }
}

/// Ends a lease: the entity and every trace in the index.
pub(super) fn remove_lease(world: &mut World, entity: Entity) {
    if let Some(lease) = world.get::<Lease>(entity).cloned() {
        world.resource_mut::<LeaseIndex>().remove(entity, &lease);
    }
    world.despawn(entity);
}

/// Ends the leases that the hooks of an agent hold: they have no client that would.
pub(crate) fn release_hook_leases(world: &mut World, agent: Process) {
    let held: Vec<Entity> = world.resource::<LeaseIndex>().entities_of_agent(agent).collect();
    for entity in held {
        if world.get::<Lease>(entity).is_some_and(|lease| lease.agent == Some(agent) && lease.ttl == HOOK_TTL)
        {
            remove_lease(world, entity);
        }
    }
}

/// Changes a lease together with the index.
pub(super) fn replace_lease(world: &mut World, entity: Entity, lease: Lease) {
    let Some(before) = world.get::<Lease>(entity).cloned() else { return };
    let mut index = world.resource_mut::<LeaseIndex>();
    index.remove(entity, &before);
    index.insert(entity, &lease);
    world.entity_mut(entity).insert(lease);
}

/// Gives a living session a pet of the pool.
pub(super) fn retarget_from_pool(world: &mut World, entity: Entity) {
    let resolution = resolve(world, None);
    let Some(lease) = world.get::<Lease>(entity).cloned() else { return };
    let pooled = Lease {
        target: resolution.target,
        pool_pet: resolution.pool_pet,
        fallback: resolution.fallback,
        ..lease
    };
    replace_lease(world, entity, pooled);
}

/// A lease as clients see it. The default pet is looked up now, not when the lease was acquired.
fn snapshot(world: &World, entity: Entity) -> LeaseSnapshot {
    #[expect(clippy::expect_used, reason = "callers looked the entity up or spawned it in the same step")]
    let lease = world.get::<Lease>(entity).expect("the lease exists");
    let library = world.resource::<PetLibrary>();
    let preferences = world.resource::<Preferences>();
    let (target_kind, pet) = match &lease.target {
        Target::Default => (TargetKind::Default, library.effective_default(preferences).id.as_str()),
        Target::Explicit(pet) => (TargetKind::Explicit, pet.as_str()),
    };
    let using_default_pet = target_kind == TargetKind::Default;
    let stand_in = (using_default_pet && library.default_has_fallen_back(preferences))
        .then_some(Fallback::DefaultBrokenFallbackBuiltin);
    LeaseSnapshot {
        lease_id: lease.id.to_string(),
        requested_pet_id: lease.requested.as_ref().map(ToString::to_string),
        target_kind,
        actual_target_pet_id: pet.to_owned(),
        actual_target_pet_name: library.name_of(pet),
        using_default_pet,
        fallback_reason: lease.fallback.or(stand_in).map(|reason| reason.name().to_owned()),
        expires_at: epoch_ms(world, lease.expires),
        lease_active: true,
        client_pid: lease.client.map(|client| client.pid),
        terminal_owner_pid: lease.owner.as_ref().map(|owner| owner.process.pid),
        terminal_app_name: lease.owner.as_ref().map(|owner| owner.name.clone()),
    }
}

/// 16 random bytes: a lease is a small secret among the clients of one user.
fn random_lease_id() -> Result<LeaseId, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    #[expect(clippy::expect_used, reason = "38 hexadecimal and ASCII characters are within the rules")]
    Ok(LeaseId::try_from(format!("lease-{hex}")).expect("a well-formed lease id"))
}
