//! Finds leases without looking at all of them. Changed only together with the [`Lease`] entities.

use super::components::{Lease, Process};
use super::model::Target;
use bevy_ecs::prelude::*;
use openpets_ipc::{LeaseId, SessionNonce};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// Leases by id and client, and how many hold each pet.
#[derive(Resource, Debug, Default)]
pub struct LeaseIndex {
    by_id: HashMap<LeaseId, Entity>,
    by_client: HashMap<(u32, SessionNonce), Entity>,
    by_agent: HashMap<u32, Vec<Entity>>,
    explicit: BTreeMap<String, usize>,
    pooled: BTreeMap<String, usize>,
}

impl LeaseIndex {
    pub(super) fn insert(&mut self, entity: Entity, lease: &Lease) {
        self.by_id.insert(lease.id.clone(), entity);
        if let Some(client) = client_key(lease) {
            self.by_client.insert(client, entity);
        }
        if let Some(agent) = lease.agent {
            self.by_agent.entry(agent.pid).or_default().push(entity);
        }
        if let Target::Explicit(pet) = &lease.target {
            *self.explicit.entry(pet.clone()).or_default() += 1;
        }
        if let Some(pet) = &lease.pool_pet {
            *self.pooled.entry(pet.clone()).or_default() += 1;
        }
    }

    pub(super) fn remove(&mut self, entity: Entity, lease: &Lease) {
        self.by_id.remove(&lease.id);
        if let Some(client) = client_key(lease)
            && self.by_client.get(&client) == Some(&entity)
        {
            self.by_client.remove(&client);
        }
        if let Some(agent) = lease.agent
            && let Some(held) = self.by_agent.get_mut(&agent.pid)
        {
            held.retain(|other| *other != entity);
            if held.is_empty() {
                self.by_agent.remove(&agent.pid);
            }
        }
        if let Target::Explicit(pet) = &lease.target {
            decrement(&mut self.explicit, pet);
        }
        if let Some(pet) = &lease.pool_pet {
            decrement(&mut self.pooled, pet);
        }
    }

    /// The lease with this id, dead or alive.
    #[must_use]
    pub fn get(&self, id: &LeaseId) -> Option<Entity> {
        self.by_id.get(id).copied()
    }

    pub(super) fn of_client(&self, pid: u32, nonce: &SessionNonce) -> Option<Entity> {
        self.by_client.get(&(pid, nonce.clone())).copied()
    }

    /// The lease that reaches an agent's pet, if it holds just one that lives: with more, its process has several
    /// sessions and does not tell which one has which.
    pub(crate) fn of_agent<'a>(
        &self,
        agent: Process,
        lease: impl Fn(Entity) -> Option<&'a Lease>,
        now: Duration,
    ) -> Option<&'a Lease> {
        let mut held = self
            .entities_of_agent(agent)
            .filter_map(lease)
            .filter(|lease| lease.agent == Some(agent) && lease.expires > now);
        held.next().filter(|_| held.next().is_none())
    }

    /// The leases of the process with that id, dead or alive.
    pub(super) fn entities_of_agent(&self, agent: Process) -> impl Iterator<Item = Entity> {
        self.by_agent.get(&agent.pid).into_iter().flatten().copied()
    }

    /// An explicit lease holds this pet.
    #[must_use]
    pub fn holds(&self, pet: &str) -> bool {
        self.explicit.contains_key(pet)
    }

    /// No other session may get this pet from the pool.
    pub(super) fn is_taken(&self, pet: &str) -> bool {
        self.holds(pet) || self.pooled.contains_key(pet)
    }

    /// The pets that explicit leases hold, in order.
    pub fn held_pets(&self) -> impl Iterator<Item = &str> {
        self.explicit.keys().map(String::as_str)
    }

    /// How many leases there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// There is no lease.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    pub(crate) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.by_id.values().copied()
    }
}

fn client_key(lease: &Lease) -> Option<(u32, SessionNonce)> {
    Some((lease.client?.pid, lease.nonce.clone()?))
}

fn decrement(counts: &mut BTreeMap<String, usize>, pet: &str) {
    if let Some(count) = counts.get_mut(pet) {
        *count -= 1;
        if *count == 0 {
            counts.remove(pet);
        }
    }
}
