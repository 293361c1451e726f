//! An app for tests: it can be down, hang, start again and forget everything, and it remembers what it was asked.

use crate::app::{App, Reach};
use openpets_ipc::reply::{Code, Failure};
use openpets_ipc::{Answer, ClientError, Command, LeaseId};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::sleep;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    Down,
    Up,
    Hung,
}

/// A handle; clones mean the same app.
#[derive(Clone)]
pub(crate) struct FakeApp(Arc<Mutex<State>>);

struct State {
    condition: Condition,
    reach: Reach,
    leases: Vec<String>,
    minted: usize,
    received: Vec<String>,
}

impl FakeApp {
    pub(crate) fn new(condition: Condition) -> Self {
        Self(Arc::new(Mutex::new(State {
            condition,
            reach: Reach::Here,
            leases: Vec::new(),
            minted: 0,
            received: Vec::new(),
        })))
    }

    pub(crate) fn elsewhere(self) -> Self {
        self.0.lock().unwrap().reach = Reach::Elsewhere;
        self
    }

    pub(crate) fn become_(&self, condition: Condition) {
        let mut state = self.0.lock().unwrap();
        state.condition = condition;
        if condition == Condition::Down {
            state.leases.clear();
        }
    }

    /// As after too many missed heartbeats.
    pub(crate) fn forget_leases(&self) {
        self.0.lock().unwrap().leases.clear();
    }

    pub(crate) fn leases(&self) -> Vec<String> {
        self.0.lock().unwrap().leases.clone()
    }

    /// What it was asked since the last time.
    pub(crate) fn received(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().received)
    }
}

impl App for FakeApp {
    async fn send(
        &self,
        make: impl FnOnce(Reach) -> Command + Send + 'static,
    ) -> Result<Answer, ClientError> {
        let (condition, reach) = {
            let state = self.0.lock().unwrap();
            (state.condition, state.reach)
        };
        match condition {
            Condition::Down => return Err(ClientError::NothingListens),
            Condition::Hung => {
                sleep(Duration::from_secs(3)).await;
                return Err(ClientError::ResponseTimeout);
            }
            Condition::Up => {}
        }
        self.0.lock().unwrap().answer(&make(reach)).map(Answer::from).map_err(ClientError::Refused)
    }
}

impl State {
    fn answer(&mut self, command: &Command) -> Result<Value, Failure> {
        match command {
            Command::AcquireLease(wish) => {
                let agent = wish.source.as_ref().map(|source| source.agent.to_string()).unwrap_or_default();
                self.received.push(format!("acquire for {agent}"));
                // Who is known is recognised.
                if wish.client_pid.is_none() || self.leases.is_empty() {
                    self.minted += 1;
                    self.leases.push(format!("lease-{}", self.minted));
                }
                let lease = self.leases.last().cloned().unwrap_or_default();
                Ok(snapshot(&lease, wish.requested_pet.as_ref().map(ToString::to_string)))
            }
            Command::HeartbeatLease { lease } => {
                self.received.push(format!("heartbeat {lease}"));
                self.alive(lease)?;
                Ok(json!({"leaseId": lease, "expiresAt": 2}))
            }
            Command::ReleaseLease { lease } => {
                self.received.push(format!("release {lease}"));
                let before = self.leases.len();
                self.leases.retain(|held| held != lease.as_str());
                Ok(json!({"released": self.leases.len() < before}))
            }
            Command::Status { lease: Some(lease) } => {
                self.received.push(format!("status {lease}"));
                if self.alive(lease).is_err() {
                    return Ok(json!({
                        "ok": false, "appRunning": true, "leaseId": lease, "leaseActive": false,
                        "staleReason": "unknown_lease",
                    }));
                }
                let mut status = snapshot(lease.as_str(), None);
                status["ok"] = true.into();
                status["appRunning"] = true.into();
                Ok(status)
            }
            Command::React { reaction, lease: Some(lease), .. } => {
                self.received.push(format!("react {reaction} {lease}"));
                self.alive(lease)?;
                Ok(json!({"ok": true, "reaction": reaction, "shown": true}))
            }
            Command::Say { message, lease: Some(lease), .. } => {
                self.received.push(format!("say {message:?} {lease}"));
                self.alive(lease)?;
                Ok(json!({"ok": true, "shown": false, "reason": "bubbles_disabled"}))
            }
            other => Err(Failure::new(Code::InternalError, format!("unexpected {other:?}"))),
        }
    }

    fn alive(&self, lease: &LeaseId) -> Result<(), Failure> {
        if self.leases.iter().any(|held| held == lease.as_str()) {
            Ok(())
        } else {
            Err(Failure::new(Code::UnknownLease, "the lease has ended"))
        }
    }
}

fn snapshot(lease: &str, pet: Option<String>) -> Value {
    json!({
        "leaseId": lease, "targetKind": "default", "actualTargetPetId": pet.as_deref().unwrap_or("builtin"),
        "actualTargetPetName": "Nibble", "usingDefaultPet": pet.is_none(), "expiresAt": 1, "leaseActive": true,
    })
}
