//! The end of sessions: their agent says so, its process has gone, or nothing was heard for long.

use super::components::Session;
use super::model::{FORGET_AFTER, SWEEP_PERIOD};
use crate::clock::now;
use crate::lease::Processes;
use crate::reaction::Reaction;
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_ipc::Reaction as Kind;
use std::time::Duration;

/// When to sweep again.
#[derive(Resource, Debug, Default)]
pub(super) struct NextSweep(Option<Duration>);

pub(super) fn sweep_is_due(next: Res<NextSweep>, time: Res<Time<Real>>) -> bool {
    next.0.is_some_and(|due| due <= time.elapsed())
}

pub(super) fn sweep_ended_sessions(world: &mut World) {
    world.resource_mut::<NextSweep>().0 = None;
    let now = now(world);
    let mut sessions = world.query::<(Entity, &Session)>();
    let processes = world.resource::<Processes>();
    let ended: Vec<Entity> = sessions
        .iter(world)
        .filter(|(_, session)| match session.process {
            Some(process) => !processes.is_alive(process),
            None => session.active + FORGET_AFTER <= now,
        })
        .map(|(entity, _)| entity)
        .collect();
    for entity in ended {
        end_session(world, entity);
    }
}

/// Sweeps only while there are sessions.
pub(super) fn wake_for_sweep(
    sessions: Query<(), With<Session>>,
    time: Res<Time<Real>>,
    mut next_sweep: ResMut<NextSweep>,
    mut next: ResMut<NextWake>,
) {
    if sessions.is_empty() {
        next_sweep.0 = None;
    } else {
        next.at(*next_sweep.0.get_or_insert(time.elapsed() + SWEEP_PERIOD));
    }
}

/// Ends a session. A pet that it kept busy is idle again.
pub(super) fn end_session(world: &mut World, entity: Entity) {
    let now = now(world);
    world.despawn(entity);
    let mut reactions = world.query::<&mut Reaction>();
    for mut reaction in reactions.iter_mut(world) {
        if reaction.session() == Some(entity) && reaction.kind.is_busy() {
            reaction.show(Kind::Idle, Default::default(), Duration::ZERO, now);
        }
    }
}
