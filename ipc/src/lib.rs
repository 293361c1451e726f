//! Wire contracts of OpenPets: what a request must look like, what it means, and how it travels.
//!
//! Nothing here knows Bevy, winit or a pet's pixels. A request is validated into a [`Command`] before anything
//! else sees it; a result is one of the shapes in [`reply`].

mod command;
mod ids;
#[cfg(feature = "server")]
mod inbound;
mod media;
mod message;
mod reaction;
pub mod reply;

pub use command::{AcquireLease, Command, Origin};
pub use ids::{InvalidId, LeaseId, RequestedPetId, SessionNonce};
#[cfg(feature = "server")]
pub use inbound::{INBOX_CAPACITY, Inbound, Inbox, InboxSender, Outcome, Refused, Wake, inbox};
pub use media::{ClickUrl, MediaRequest};
pub use message::SpeechText;
pub use reaction::{Reaction, UnknownReaction};
pub use reply::{Code, Failure, Reply};
