//! Finds leases without looking at all of them. Changed only together with the [`Lease`] entities.

use super::components::Lease;
use super::model::Target;
use bevy_ecs::prelude::*;
use openpets_ipc::{LeaseId, SessionNonce};
use std::collections::{BTreeMap, HashMap};

/// Leases by id and client, and how many hold each pet.
#[derive(Resource, Debug, Default)]
pub struct LeaseIndex {
    by_id: HashMap<LeaseId, Entity>,
    by_client: HashMap<(u32, SessionNonce), Entity>,
    explicit: BTreeMap<String, usize>,
    pooled: BTreeMap<String, usize>,
}

impl LeaseIndex {
    pub(super) fn insert(&mut self, entity: Entity, lease: &Lease) {
        self.by_id.insert(lease.id.clone(), entity);
        if let Some(client) = client_key(lease) {
            self.by_client.insert(client, entity);
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

    pub(super) fn entities(&self) -> impl Iterator<Item = Entity> {
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
