//! Keeps the one lease of this server: gets it, keeps it alive, gets another one when it has ended, and gives it back
//! exactly once.

use crate::app::{App, Reach};
use crate::who::Identity;
use openpets_ipc::reply::LeaseSnapshot;
use openpets_ipc::{AgentKind, Answer, BadResponse, ClientError, Command, LeaseId};
use std::time::Duration;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{MissedTickBehavior, interval};

/// A third of what a lease lives without a heartbeat. An app that was not there is looked for as often.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(5);

/// The lease and what it takes to get one.
pub(crate) struct Keeper<A> {
    app: A,
    inner: Mutex<Inner>,
}

struct Inner {
    identity: Identity,
    lease: Lease,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Lease {
    /// None yet, or none any more.
    Wanted,
    Held(LeaseId),
    /// The server ends.
    GivenBack,
}

impl<A: App> Keeper<A> {
    pub(crate) fn new(app: A, identity: Identity) -> Self {
        Self { app, inner: Mutex::new(Inner { identity, lease: Lease::Wanted }) }
    }

    /// Gets a lease now and keeps one for as long as this is polled.
    pub(crate) async fn keep(&self) {
        let mut beats = interval(HEARTBEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beats.tick().await;
            self.beat().await;
        }
    }

    /// A heartbeat, or a lease if there is none. The next beat tries again what fails.
    async fn beat(&self) {
        let mut inner = self.inner.lock().await;
        let Lease::Held(lease) = inner.lease.clone() else {
            let _ = self.acquire(&mut inner).await;
            return;
        };
        match self.app.send(move |_| Command::HeartbeatLease { lease }).await {
            Err(error) if error.is_unknown_lease() => {
                inner.lease = Lease::Wanted;
                let _ = self.acquire(&mut inner).await;
            }
            // Another app will know nothing of it.
            Err(error) if error.is_not_running() => inner.lease = Lease::Wanted,
            _ => {}
        }
    }

    /// Sends a command that needs the lease. One that has ended meanwhile is replaced, and the command sent again.
    pub(crate) async fn send(
        &self,
        make: impl Fn(&Identity, Reach, LeaseId) -> Command + Clone + Send + 'static,
    ) -> Result<Answer, ClientError> {
        let mut renewed = false;
        loop {
            let (identity, lease) = self.lease().await?;
            let (make, id) = (make.clone(), lease.clone());
            match self.app.send(move |reach| make(&identity, reach, id)).await {
                Err(error) if error.is_unknown_lease() && !renewed => {
                    renewed = true;
                    self.lost(&lease).await;
                }
                outcome => return outcome,
            }
        }
    }

    /// Told by the app in an answer rather than a refusal.
    pub(crate) async fn lost(&self, lease: &LeaseId) {
        let mut inner = self.inner.lock().await;
        if inner.lease == Lease::Held(lease.clone()) {
            inner.lease = Lease::Wanted;
        }
    }

    /// The agent has told its name; so does its lease.
    pub(crate) async fn name(&self, agent: AgentKind) {
        let mut inner = self.inner.lock().await;
        if inner.identity.agent == agent {
            return;
        }
        inner.identity.agent = agent;
        if let Lease::Held(old) = inner.lease.clone() {
            // The same client gets the same lease, unless the app cannot tell who asks.
            if self.acquire(&mut inner).await.is_ok() && inner.lease != Lease::Held(old.clone()) {
                let _ = self.app.send(move |_| Command::ReleaseLease { lease: old }).await;
            }
        }
    }

    /// The pet that the agent is configured for.
    pub(crate) async fn identity(&self) -> Identity {
        self.inner.lock().await.identity.clone()
    }

    /// Gives the lease back. There will be no other.
    pub(crate) async fn give_back(&self) {
        let mut inner = self.inner.lock().await;
        if let Lease::Held(lease) = std::mem::replace(&mut inner.lease, Lease::GivenBack) {
            // If that fails, the app notices that this process is gone.
            let _ = self.app.send(move |_| Command::ReleaseLease { lease }).await;
        }
    }

    /// The lease that is held, or a new one.
    async fn lease(&self) -> Result<(Identity, LeaseId), ClientError> {
        let mut inner = self.inner.lock().await;
        let lease = match &inner.lease {
            Lease::Held(lease) => lease.clone(),
            _ => self.acquire(&mut inner).await?,
        };
        Ok((inner.identity.clone(), lease))
    }

    async fn acquire(&self, inner: &mut MutexGuard<'_, Inner>) -> Result<LeaseId, ClientError> {
        if inner.lease == Lease::GivenBack {
            // Nobody is there any more who could make use of it.
            return Err(ClientError::NothingListens);
        }
        let identity = inner.identity.clone();
        let answer = self.app.send(move |reach| Command::AcquireLease(identity.wish(reach))).await?;
        let snapshot: LeaseSnapshot = answer.read()?;
        let lease = LeaseId::try_from(snapshot.lease_id)
            .map_err(|_| ClientError::BadResponse(BadResponse::Result))?;
        inner.lease = Lease::Held(lease.clone());
        Ok(lease)
    }
}

#[cfg(test)]
mod tests;
