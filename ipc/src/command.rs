//! What a validated request means. A `Command` that exists is well formed: every rule that needs nothing but the
//! request has been checked. What depends on the world (does the pet exist, is the lease alive *now*) is left
//! to the systems.

use crate::ids::{InstallKey, LeaseId, RequestedPetId, SessionNonce};
use crate::install::InstallPet;
use crate::media::MediaRequest;
use crate::message::SpeechText;
use crate::reaction::Reaction;
use crate::setting::Setting;
use crate::source::Source;

/// One validated request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Who are you?
    Hello,
    /// The state of the app or, with a lease, of that lease.
    Status {
        /// The lease asked about; a dead one is an answer, not an error.
        lease: Option<LeaseId>,
    },
    /// Every pet of the library.
    ListPets,
    /// Route this client to a pet.
    AcquireLease(AcquireLease),
    /// Keep a lease alive for another TTL.
    HeartbeatLease {
        /// The lease to extend.
        lease: LeaseId,
    },
    /// Give a lease back; idempotent.
    ReleaseLease {
        /// The lease to end.
        lease: LeaseId,
    },
    /// Show a reaction.
    React {
        /// What to show.
        reaction: Reaction,
        /// Through which lease; without one, the pet of the agent's session or the default pet.
        lease: Option<LeaseId>,
        /// Which agent it comes from.
        source: Option<Source>,
    },
    /// Say a line.
    Say {
        /// What to say.
        message: SpeechText,
        /// Shown with it.
        reaction: Option<Reaction>,
        /// Through which lease; without one, the pet of the agent's session or the default pet.
        lease: Option<LeaseId>,
        /// Which agent it comes from.
        source: Option<Source>,
    },
    /// Show a local picture.
    ShowMedia(MediaRequest),
    /// Install a pet.
    InstallPet(InstallPet),
    /// How far an installation is. Needs the control token.
    InstallProgress {
        /// The key that the request brought.
        key: InstallKey,
    },
    /// Call an installation off. Needs the control token.
    CancelInstall {
        /// The key that the request brought.
        key: InstallKey,
    },
    /// Remove an installed pet from this machine. Needs the control token.
    UninstallPet {
        /// Which one.
        pet: RequestedPetId,
    },
    /// Make a pet the default one. Needs the control token.
    SetDefaultPet {
        /// Which one.
        pet: RequestedPetId,
    },
    /// An agent's session is over.
    EndSession {
        /// Which one.
        source: Source,
    },
    /// The sessions of agents, and what they have their pets do. Needs the control token, since it tells about other
    /// clients.
    ListSessions,
    /// Change a setting. Needs the control token.
    Set(Setting),
    /// Freeze all pets, or let them go on. Needs the control token.
    Pause {
        /// They are frozen.
        paused: bool,
    },
    /// Take the default pet off the screen until it is shown or active again. Needs the control token.
    Hide,
    /// Put every pet where it would be if nobody had moved it. Needs the control token.
    ResetPlaces,
    /// Every live lease. Needs the control token, since it tells about other clients.
    ListLeases,
    /// Quit the app. Needs the control token.
    Quit,
    /// Bring the default pet forward. Needs the control token; a second start sends it.
    Show,
}

impl Command {
    /// Whether carrying it out may take as long as a download.
    #[must_use]
    pub const fn is_install(&self) -> bool {
        matches!(self, Self::InstallPet(_))
    }
}

/// The parameters of `lease.acquire`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AcquireLease {
    /// The pet asked for; the pool or the default pet without one.
    pub requested_pet: Option<RequestedPetId>,
    /// The client's process, for liveness.
    pub client_pid: Option<u32>,
    /// With the pid, the identity of one client process.
    pub session_nonce: Option<SessionNonce>,
    /// The agent that the client works for.
    pub source: Option<Source>,
}

/// Where a command came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Local IPC with the agents' token.
    Agent,
    /// Local IPC with the control token: one of the person's own programs.
    Control,
}
