//! The results of commands, as they stand on the wire. One definition serves the server that writes them and
//! the client that reads them.

use crate::reaction::Reaction;
use serde::{Deserialize, Serialize};

/// What a command that was carried out answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// To `hello`.
    Hello(HelloResult),
    /// To `status` without a lease.
    Status(StatusResult),
    /// To `status` with a live lease.
    LeaseStatus(LeaseStatusResult),
    /// To `status` with a dead lease.
    StaleLease(StaleLeaseResult),
    /// To `pets.list`.
    Pets(PetListResult),
    /// To `lease.acquire`.
    Lease(LeaseSnapshot),
    /// To `session.end`.
    SessionEnd(SessionEndResult),
    /// To `session.list`.
    Sessions(SessionListResult),
    /// To `lease.list`.
    Leases(LeaseListResult),
    /// To `lease.heartbeat`.
    Heartbeat(HeartbeatResult),
    /// To `lease.release`.
    Release(ReleaseResult),
    /// To `pet.react`, `pet.say` and `pet.showMedia`.
    Shown(ShownResult),
    /// To `pets.install` and `pets.install-local`.
    Installed(InstalledResult),
    /// To `pets.install-progress`.
    InstallProgress(InstallProgressResult),
    /// To `pets.install-cancel`.
    InstallCancelled(CancelledResult),
    /// To `pets.uninstall`.
    Uninstalled(UninstalledResult),
    /// To `pets.set-default`.
    DefaultPet(DefaultPetResult),
    /// To the control methods that have nothing to tell.
    Done(DoneResult),
}

/// To `hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HelloResult {
    /// Always true.
    pub ok: bool,
    /// `openpets-ipc`.
    pub protocol: String,
    /// 1.
    pub protocol_version: u32,
    /// The version of the app.
    pub app_version: String,
}

/// A pet of the library, as clients see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PetSummary {
    /// The id of its package.
    pub id: String,
    /// The name for people.
    pub display_name: String,
    /// Ships with the app.
    pub built_in: bool,
    /// Cannot be shown.
    pub broken: bool,
    /// Why it cannot be shown and what to do; an addition of ours, which older clients ignore.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken_reason: Option<String>,
}

/// To `status` without a lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusResult {
    /// Always true.
    pub ok: bool,
    /// Always true.
    pub app_running: bool,
    /// 1.
    pub protocol_version: u32,
    /// The version of the app.
    pub app_version: String,
    /// The pet that commands without a lease reach.
    pub default_pet: PetSummary,
    /// Pets are frozen and answer `shown:false`.
    pub paused: bool,
    /// The default pet is on screen.
    pub default_pet_visible: bool,
    /// The preference of that name.
    pub open_default_pet_on_launch: bool,
    /// The preference of that name.
    pub speech_bubbles_enabled: bool,
    /// The preferred default pet, when another one has to stand in for it; an addition of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_in_for: Option<String>,
    /// Why the default pet is not visible, other than by the person's wish; an addition of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_reason: Option<HiddenReason>,
}

/// To `status` with a live lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaseStatusResult {
    /// Always true.
    pub ok: bool,
    /// Always true.
    pub app_running: bool,
    /// The lease.
    #[serde(flatten)]
    pub lease: LeaseSnapshot,
}

/// To `status` with a dead lease: a result, not an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StaleLeaseResult {
    /// Always false.
    pub ok: bool,
    /// Always true.
    pub app_running: bool,
    /// The id asked about.
    pub lease_id: String,
    /// Always false.
    pub lease_active: bool,
    /// `unknown_lease`.
    pub stale_reason: String,
}

/// To `pets.list`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PetListResult {
    /// Always true.
    pub ok: bool,
    /// Every pet that fits one message.
    pub pets: Vec<PetSummary>,
    /// The default pet's id.
    pub default_pet_id: String,
    /// Pets left out because the answer would have exceeded one message; an addition of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

/// Whether a lease follows the default pet or holds one pet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// Whatever the default pet is at the moment.
    Default,
    /// One pet, whose window is open while such leases live.
    Explicit,
}

/// A lease at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaseSnapshot {
    /// To be sent with reactions and messages.
    pub lease_id: String,
    /// What the client asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested_pet_id: Option<String>,
    /// What kind of target it got.
    pub target_kind: TargetKind,
    /// The pet it reaches now.
    pub actual_target_pet_id: String,
    /// The name of that pet.
    pub actual_target_pet_name: String,
    /// The same as a default target.
    pub using_default_pet: bool,
    /// Why it did not get what it asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<String>,
    /// When it ends without a heartbeat: milliseconds since the Unix epoch.
    pub expires_at: u64,
    /// Always true in a snapshot.
    pub lease_active: bool,
    /// The client process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_pid: Option<u32>,
    /// The terminal or editor that the client runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal_owner_pid: Option<u32>,
    /// The name of that program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal_app_name: Option<String>,
}

/// To `lease.list`, a method of ours for the person's own programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaseListResult {
    /// Always true.
    pub ok: bool,
    /// Every live lease that fits one message.
    pub leases: Vec<LeaseSnapshot>,
    /// Leases left out because the answer would have exceeded one message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

/// To `session.end`, a method of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionEndResult {
    /// Always true.
    pub ok: bool,
    /// False when there was no such session.
    pub ended: bool,
}

/// To `session.list`, a method of ours for the person's own programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionListResult {
    /// Always true.
    pub ok: bool,
    /// The sessions of agents, the one that was active last first.
    pub sessions: Vec<SessionSummary>,
    /// Sessions left out because the answer would have exceeded one message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

/// A session of an agent: who drives which pet, and why it does what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionSummary {
    /// The kind of agent; unknown for clients that do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The agent's process, else the client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The terminal or editor that it runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal_owner_pid: Option<u32>,
    /// The name of that program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal_app_name: Option<String>,
    /// The name of its working folder, if the person allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The pet it reaches now.
    pub actual_target_pet_id: String,
    /// The name of that pet.
    pub actual_target_pet_name: String,
    /// It follows the default pet.
    pub using_default_pet: bool,
    /// It holds a lease.
    pub lease_active: bool,
    /// When it was first seen: milliseconds since the Unix epoch.
    pub started_at: u64,
    /// When it was last active, likewise.
    pub last_active_at: u64,
    /// The last reaction it asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<SessionAct>,
}

/// What a session had its pet do, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionAct {
    /// The reaction.
    pub reaction: Reaction,
    /// What happened in the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// With which of its tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// When: milliseconds since the Unix epoch.
    pub at: u64,
    /// The pet still shows it.
    pub showing: bool,
    /// When it ends by itself, likewise; nothing while it lasts as long as the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<u64>,
}

/// To `lease.heartbeat`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeartbeatResult {
    /// The lease.
    pub lease_id: String,
    /// Its new end: milliseconds since the Unix epoch.
    pub expires_at: u64,
}

/// To `lease.release`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseResult {
    /// False when there was nothing to release any more.
    pub released: bool,
}

/// To `pet.react`, `pet.say` and `pet.showMedia`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownResult {
    /// Always true.
    pub ok: bool,
    /// The reaction, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reaction: Option<Reaction>,
    /// Whether it can be seen on a screen.
    pub shown: bool,
    /// Why it cannot be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<HiddenReason>,
    /// Only for an explicit target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_id: Option<String>,
}

/// Why something was accepted but is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HiddenReason {
    /// The person paused all pets.
    Paused,
    /// The pet is not on screen.
    Hidden,
    /// Speech bubbles are turned off.
    BubblesDisabled,
    /// The pet visits another machine.
    Away,
    /// The app runs without a display.
    NoDisplay,
    /// A reason that this version does not know; only read, never sent.
    #[serde(other)]
    Other,
}

/// To `pets.install` and `pets.install-local`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstalledResult {
    /// Always true.
    pub ok: bool,
    /// The id of its package.
    pub pet_id: String,
    /// The name for people.
    pub display_name: String,
    /// Always true.
    pub installed: bool,
    /// It took the place of an installed pet of the same id; an addition of ours.
    #[serde(default)]
    pub replaced: bool,
    /// What OpenPets would refuse, but we can show all the same; an addition of ours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// To `pets.install-progress`, a method of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallProgressResult {
    /// Always true.
    pub ok: bool,
    /// How far it is.
    pub step: InstallStep,
    /// Bytes that are here, of a download.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received_bytes: Option<u64>,
    /// Bytes in all, where the server tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_bytes: Option<u64>,
}

/// How far an installation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InstallStep {
    /// No installation has this key: not yet, or not any more.
    Unknown,
    /// Others come first.
    Waiting,
    /// The catalog is asked.
    LookingUp,
    /// The package is fetched.
    Downloading,
    /// Everything in the package is checked.
    Checking,
    /// It is put into its place, and cannot be called off any more.
    Placing,
    /// A step that this version does not know; only read, never sent.
    #[serde(other)]
    Other,
}

/// To `pets.install-cancel`, a method of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelledResult {
    /// Always true.
    pub ok: bool,
    /// False when there was nothing to call off any more.
    pub cancelled: bool,
}

/// To `pets.uninstall`, a method of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UninstalledResult {
    /// Always true.
    pub ok: bool,
    /// The id of the pet that was removed.
    pub pet_id: String,
}

/// To `pets.set-default`, a method of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DefaultPetResult {
    /// Always true.
    pub ok: bool,
    /// The pet that is the default one now.
    pub default_pet: PetSummary,
}

/// To a control method that has nothing to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoneResult {
    /// Always true.
    pub ok: bool,
}

/// A command that failed: a code for programs and a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message} ({code})")]
pub struct Failure {
    /// One of the codes of the protocol.
    pub code: String,
    /// What failed, which rule, what to do. Never repeats what the client sent.
    pub message: String,
}

impl Failure {
    /// A failure with one of the codes of the protocol.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code: code.name().to_owned(), message: message.into() }
    }
}

/// The codes of the protocol. Not ours to change; `busy` and `forbidden` are additions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// Not JSON, not an object, no usable id, or too large.
    InvalidRequest,
    /// Not version 1.
    InvalidVersion,
    /// Not the token of the discovery file.
    InvalidToken,
    /// No such method.
    UnknownMethod,
    /// The parameters break a rule.
    InvalidParams,
    /// The lease has expired or never was.
    UnknownLease,
    /// A pet could not be installed.
    InstallFailed,
    /// Our fault.
    InternalError,
    /// Too many requests wait already; try again.
    Busy,
    /// A control method with the agents' token.
    Forbidden,
}

impl Code {
    /// The code on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::InvalidVersion => "invalid_version",
            Self::InvalidToken => "invalid_token",
            Self::UnknownMethod => "unknown_method",
            Self::InvalidParams => "invalid_params",
            Self::UnknownLease => "unknown_lease",
            Self::InstallFailed => "install_failed",
            Self::InternalError => "internal_error",
            Self::Busy => "busy",
            Self::Forbidden => "forbidden",
        }
    }
}
