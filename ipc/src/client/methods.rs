//! The methods of the protocol, each with the shape of its answer.

use super::{Answer, Client, ClientError};
use crate::command::{AcquireLease, Command};
use crate::ids::{InstallKey, LeaseId, RequestedPetId};
use crate::install::InstallPet;
use crate::media::MediaRequest;
use crate::message::SpeechText;
use crate::reaction::Reaction;
use crate::reply::{
    CancelledResult, DefaultPetResult, DoneResult, HeartbeatResult, HelloResult, InstallProgressResult,
    InstalledResult, LeaseListResult, LeaseSnapshot, LeaseStatusResult, PetListResult, ReleaseResult,
    SessionEndResult, SessionListResult, ShownResult, StaleLeaseResult, StatusResult, UninstalledResult,
};
use crate::setting::Setting;
use crate::source::Source;
use serde_json::Value;

/// What `status` answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusAnswer {
    /// Asked without a lease.
    App(StatusResult),
    /// Asked about a lease that is alive.
    Lease(LeaseStatusResult),
    /// Asked about a lease that has ended.
    Stale(StaleLeaseResult),
}

impl StatusAnswer {
    /// Reads an answer to [`Command::Status`].
    ///
    /// # Errors
    /// When it has none of the three shapes.
    pub fn read(answer: &Answer) -> Result<Self, ClientError> {
        match answer.json().get("leaseActive").and_then(Value::as_bool) {
            None => answer.read().map(Self::App),
            Some(true) => answer.read().map(Self::Lease),
            Some(false) => answer.read().map(Self::Stale),
        }
    }
}

/// Each method fails as [`Client::send`] does, or with [`super::BadResponse::Result`].
#[allow(clippy::missing_errors_doc, reason = "said once for all of them")]
impl Client {
    /// Who listens there.
    pub fn hello(&self) -> Result<HelloResult, ClientError> {
        self.send(&Command::Hello)?.read()
    }

    /// The state of the app or of one lease.
    pub fn status(&self, lease: Option<&LeaseId>) -> Result<StatusAnswer, ClientError> {
        StatusAnswer::read(&self.send(&Command::Status { lease: lease.cloned() })?)
    }

    /// Every pet of the library.
    pub fn list_pets(&self) -> Result<PetListResult, ClientError> {
        self.send(&Command::ListPets)?.read()
    }

    /// Routes this client to a pet.
    pub fn acquire_lease(&self, wish: AcquireLease) -> Result<LeaseSnapshot, ClientError> {
        self.send(&Command::AcquireLease(wish))?.read()
    }

    /// Keeps a lease alive for another TTL.
    pub fn heartbeat(&self, lease: &LeaseId) -> Result<HeartbeatResult, ClientError> {
        self.send(&Command::HeartbeatLease { lease: lease.clone() })?.read()
    }

    /// Gives a lease back; idempotent.
    pub fn release(&self, lease: &LeaseId) -> Result<ReleaseResult, ClientError> {
        self.send(&Command::ReleaseLease { lease: lease.clone() })?.read()
    }

    /// Shows a reaction; on the default pet without a lease.
    pub fn react(&self, reaction: Reaction, lease: Option<&LeaseId>) -> Result<ShownResult, ClientError> {
        self.send(&Command::React { reaction, lease: lease.cloned(), source: None })?.read()
    }

    /// Says a line, with a reaction if one is given.
    pub fn say(
        &self,
        message: SpeechText,
        reaction: Option<Reaction>,
        lease: Option<&LeaseId>,
    ) -> Result<ShownResult, ClientError> {
        self.send(&Command::Say { message, reaction, lease: lease.cloned(), source: None })?.read()
    }

    /// Shows a local picture.
    pub fn show_media(&self, media: MediaRequest) -> Result<ShownResult, ClientError> {
        self.send(&Command::ShowMedia(media))?.read()
    }

    /// Installs a pet; the answer may take a minute.
    pub fn install(&self, wish: InstallPet) -> Result<InstalledResult, ClientError> {
        self.send(&Command::InstallPet(wish))?.read()
    }

    /// How far an installation is. Needs the control token.
    pub fn install_progress(&self, key: &InstallKey) -> Result<InstallProgressResult, ClientError> {
        self.send(&Command::InstallProgress { key: key.clone() })?.read()
    }

    /// Calls an installation off. Needs the control token.
    pub fn cancel_install(&self, key: &InstallKey) -> Result<CancelledResult, ClientError> {
        self.send(&Command::CancelInstall { key: key.clone() })?.read()
    }

    /// Removes an installed pet from this machine. Needs the control token.
    pub fn uninstall(&self, pet: &RequestedPetId) -> Result<UninstalledResult, ClientError> {
        self.send(&Command::UninstallPet { pet: pet.clone() })?.read()
    }

    /// Makes a pet the default one. Needs the control token.
    pub fn set_default_pet(&self, pet: &RequestedPetId) -> Result<DefaultPetResult, ClientError> {
        self.send(&Command::SetDefaultPet { pet: pet.clone() })?.read()
    }

    /// An agent's session is over; whatever it left on its pet ends too.
    pub fn end_session(&self, source: Source) -> Result<SessionEndResult, ClientError> {
        self.send(&Command::EndSession { source })?.read()
    }

    /// The sessions of agents. Needs the control token.
    pub fn list_sessions(&self) -> Result<SessionListResult, ClientError> {
        self.send(&Command::ListSessions)?.read()
    }

    /// Every live lease. Needs the control token.
    pub fn list_leases(&self) -> Result<LeaseListResult, ClientError> {
        self.send(&Command::ListLeases)?.read()
    }

    /// Quits the app. Needs the control token. The answer comes before the app has ended; see
    /// [`Client::wait_until_gone`].
    pub fn quit(&self) -> Result<DoneResult, ClientError> {
        self.send(&Command::Quit)?.read()
    }

    /// Changes a setting. Needs the control token.
    pub fn set(&self, setting: Setting) -> Result<DoneResult, ClientError> {
        self.send(&Command::Set(setting))?.read()
    }

    /// Freezes all pets, or lets them go on. Needs the control token.
    pub fn pause(&self, paused: bool) -> Result<DoneResult, ClientError> {
        self.send(&Command::Pause { paused })?.read()
    }

    /// Takes the default pet off the screen. Needs the control token.
    pub fn hide(&self) -> Result<DoneResult, ClientError> {
        self.send(&Command::Hide)?.read()
    }

    /// Puts every pet where it would be if nobody had moved it. Needs the control token.
    pub fn reset_places(&self) -> Result<DoneResult, ClientError> {
        self.send(&Command::ResetPlaces)?.read()
    }

    /// Brings the default pet forward. Needs the control token.
    pub fn show(&self) -> Result<DoneResult, ClientError> {
        self.send(&Command::Show)?.read()
    }
}
