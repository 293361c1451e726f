//! Which pet a command reaches.

use super::model::By;
use crate::lease::model::Target;
use crate::lease::{Lease, LeaseIndex};
use crate::pets::{Display, OnScreen, Paused, Pet, Role};
use crate::session::Session;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_time::{Real, Time};
use openpets_ipc::reply::HiddenReason;
use openpets_ipc::{Failure, LeaseId};

/// Finds the pet that a command reaches and says whether it can be seen.
#[derive(SystemParam)]
pub(crate) struct Targets<'w, 's> {
    time: Res<'w, Time<Real>>,
    leases: Res<'w, LeaseIndex>,
    lease_data: Query<'w, 's, &'static Lease>,
    sessions: Query<'w, 's, &'static Session>,
    pets: Query<'w, 's, (Entity, &'static Pet, &'static Role)>,
    paused: Res<'w, Paused>,
    display: Res<'w, Display>,
    commands: Commands<'w, 's>,
}

/// The pet that a command reaches.
#[derive(Debug, Clone)]
pub(crate) struct Reached {
    pub(crate) pet: Entity,
    pub(crate) pet_id: String,
    /// The lease holds this pet, it does not follow the default one.
    pub(crate) explicit: bool,
}

impl Targets<'_, '_> {
    /// The lease lives.
    pub(crate) fn is_live(&self, id: &LeaseId) -> bool {
        self.lease(id).is_some()
    }

    fn lease(&self, id: &LeaseId) -> Option<&Lease> {
        let lease = self.lease_data.get(self.leases.get(id)?).ok()?;
        (lease.expires > self.time.elapsed()).then_some(lease)
    }

    /// The pet that a command with this lease reaches; without one, that of the session's agent, else the default pet.
    ///
    /// # Errors
    /// `unknown_lease` when the lease has ended.
    pub(crate) fn reach(&self, by: By) -> Result<Reached, Failure> {
        let target = match by.lease {
            None => by.session.and_then(|session| self.of_session(session)).unwrap_or(&Target::Default),
            Some(id) => &self.lease(id).ok_or_else(crate::lease::unknown_lease)?.target,
        };
        let found = self.pets.iter().find(|(_, pet, role)| match target {
            Target::Default => **role == Role::Default,
            Target::Explicit(id) => **role == Role::Agent && pet.id == *id,
        });
        // The window of an explicit lease opens in the update that acquires it, after this one looks.
        let (pet, data, _) = found.ok_or_else(|| {
            Failure::new(openpets_ipc::Code::Busy, "the pet is just appearing; try again in a moment")
        })?;
        Ok(Reached { pet, pet_id: data.id.clone(), explicit: matches!(target, Target::Explicit(_)) })
    }

    /// What the lease of a session's agent reaches.
    fn of_session(&self, session: Entity) -> Option<&Target> {
        let agent = self.sessions.get(session).ok()?.process?;
        let lease = |entity| self.lease_data.get(entity).ok();
        self.leases.of_agent(agent, lease, self.time.elapsed()).map(|lease| &lease.target)
    }

    /// Brings the pet on screen, which activity of an agent does, or says why it cannot be seen.
    pub(crate) fn bring_on_screen(&mut self, reached: &Reached) -> Option<HiddenReason> {
        if self.paused.0 {
            return Some(HiddenReason::Paused);
        }
        if !self.display.available {
            return Some(HiddenReason::NoDisplay);
        }
        self.commands.entity(reached.pet).insert_if_new(OnScreen);
        None
    }
}
