//! What the person is told about sessions.

use super::components::{Act, Session};
use crate::clock::{epoch_ms, now};
use crate::lease::model::Target;
use crate::lease::{Lease, LeaseIndex};
use crate::pets::{Pet, PetLibrary, Role};
use crate::reaction::Reaction;
use crate::settings::Preferences;
use bevy_ecs::prelude::*;
use openpets_ipc::reply::{SessionAct, SessionListResult, SessionSummary};

/// Every session, and every lease of a client that tells of none, as it were one; the last active first.
pub(super) fn list(world: &mut World) -> SessionListResult {
    let mut sessions = world.query::<(Entity, &Session)>();
    let told: Vec<(Entity, Session)> =
        sessions.iter(world).map(|(entity, session)| (entity, session.clone())).collect();
    let now = now(world);
    let mut summaries: Vec<SessionSummary> =
        told.iter().map(|(entity, session)| of_session(world, *entity, session)).collect();
    let silent: Vec<Lease> = world
        .resource::<LeaseIndex>()
        .entities()
        .filter_map(|entity| world.get::<Lease>(entity))
        .filter(|lease| lease.expires > now)
        .filter(|lease| {
            lease.agent.is_none() || told.iter().all(|(_, session)| session.process != lease.agent)
        })
        .cloned()
        .collect();
    for lease in silent {
        let summary = of_lease(world, &lease);
        summaries.push(summary);
    }
    summaries.sort_by_key(|summary| std::cmp::Reverse((summary.last_active_at, summary.pid)));
    SessionListResult { ok: true, sessions: summaries, omitted: None }
}

fn of_session(world: &mut World, entity: Entity, session: &Session) -> SessionSummary {
    let lease = session.process.and_then(|agent| {
        world.resource::<LeaseIndex>().of_agent(agent, |entity| world.get::<Lease>(entity), now(world))
    });
    let lease = lease.cloned();
    let target = lease.as_ref().map_or(Target::Default, |lease| lease.target.clone());
    let last = session.last.clone().map(|act| {
        let by = |reaction: &Reaction| reaction.session() == Some(entity) && reaction.kind == act.reaction;
        told(world, act.clone(), by)
    });
    let owner = session.owner.as_ref();
    let (pet, using_default_pet) = reached(world, &target);
    SessionSummary {
        agent: Some(session.agent.to_string()),
        pid: session.process.map(|process| process.pid),
        terminal_owner_pid: owner.map(|owner| owner.process.pid),
        terminal_app_name: owner.map(|owner| owner.name.clone()),
        folder: session.folder.as_ref().map(ToString::to_string),
        actual_target_pet_name: world.resource::<PetLibrary>().name_of(&pet),
        actual_target_pet_id: pet,
        using_default_pet,
        lease_active: lease.is_some(),
        started_at: epoch_ms(world, session.started),
        last_active_at: epoch_ms(world, session.active),
        last,
    }
}

/// A client of which only its lease is known.
fn of_lease(world: &mut World, lease: &Lease) -> SessionSummary {
    let mut reactions = world.query::<&Reaction>();
    let shown = reactions.iter(world).find(|reaction| reaction.lease() == Some(&lease.id)).cloned();
    let last = shown.map(|reaction| {
        let act = Act { reaction: reaction.kind, event: None, tool: None, at: reaction.since };
        told(world, act, |shown| shown.lease() == Some(&lease.id))
    });
    let owner = lease.owner.as_ref();
    let (pet, using_default_pet) = reached(world, &lease.target);
    SessionSummary {
        agent: None,
        pid: lease.client.map(|client| client.pid),
        terminal_owner_pid: owner.map(|owner| owner.process.pid),
        terminal_app_name: owner.map(|owner| owner.name.clone()),
        folder: None,
        actual_target_pet_name: world.resource::<PetLibrary>().name_of(&pet),
        actual_target_pet_id: pet,
        using_default_pet,
        lease_active: true,
        started_at: epoch_ms(world, lease.acquired),
        last_active_at: last.as_ref().map_or(epoch_ms(world, lease.acquired), |act| act.at),
        last,
    }
}

/// The pet, and whether it is the default one.
fn reached(world: &mut World, target: &Target) -> (String, bool) {
    match target {
        Target::Explicit(pet) => (pet.clone(), false),
        Target::Default => {
            let mut pets = world.query::<(&Pet, &Role)>();
            let shown =
                pets.iter(world).find(|(_, role)| **role == Role::Default).map(|(pet, _)| pet.id.clone());
            let library = world.resource::<PetLibrary>();
            let preferences = world.resource::<Preferences>();
            (shown.unwrap_or_else(|| library.effective_default(preferences).id.clone()), true)
        }
    }
}

/// An act as it is told: is a pet still showing it, and until when.
fn told(world: &mut World, act: Act, by: impl Fn(&Reaction) -> bool) -> SessionAct {
    let mut reactions = world.query::<&Reaction>();
    let showing = reactions.iter(world).find(|reaction| by(reaction)).map(Reaction::deadline);
    SessionAct {
        reaction: act.reaction,
        event: act.event.map(String::from),
        tool: act.tool.map(String::from),
        at: epoch_ms(world, act.at),
        showing: showing.is_some(),
        ends_at: showing.flatten().map(|end| epoch_ms(world, end)),
    }
}
