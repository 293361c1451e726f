//! Wire contracts of OpenPets: what a request must look like, what it means, and how it travels.
//!
//! Nothing here knows Bevy, winit or a pet's pixels. A request is validated into a [`Command`] before anything
//! else sees it; a result is one of the shapes in [`reply`].

mod bind;
mod client;
mod command;
mod discovery;
mod endpoint;
mod ids;
#[cfg(feature = "server")]
mod inbound;
mod install;
#[cfg(feature = "server")]
mod json;
mod media;
mod message;
mod method;
#[cfg(feature = "server")]
mod params;
mod places;
mod private_dir;
mod reaction;
pub mod reply;
#[cfg(feature = "server")]
mod request;
#[cfg(feature = "server")]
mod response;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "server")]
mod server;
mod setting;
mod source;
#[cfg(feature = "server")]
mod token;

pub use bind::{BIND_VARIABLE, BindConfig, BindError, ENDPOINT_VARIABLE, TcpBind};
pub use client::{Answer, BadResponse, Client, ClientError, Patience, StatusAnswer};
pub use command::{AcquireLease, Command, Origin};
pub use discovery::{
    Discovery, DiscoveryError, MAX_DISCOVERY_BYTES, MalformedDiscovery, TOKEN_LENGTH, UnsafeFile,
};
pub use endpoint::{Endpoint, EndpointError, MAX_ENDPOINT_LENGTH};
pub use ids::{InstallKey, InvalidId, LeaseId, RequestedPetId, SessionNonce};
#[cfg(feature = "server")]
pub use inbound::{INBOX_CAPACITY, Inbound, Inbox, InboxSender, Outcome, Refused, Wake, inbox};
pub use install::{InstallFrom, InstallPet, MAX_PACKAGE_PATH_BYTES, PackageKind, PackageRule};
pub use media::{
    ClickUrl, ClickUrlRule, DEFAULT_MEDIA_DURATION, MAX_CLICK_URL_LENGTH, MAX_MEDIA_BYTES, MEDIA_DURATIONS,
    MediaRequest, MediaRule,
};
pub use message::{MAX_MESSAGE_LENGTH, MessageRule, SpeechText, check_own_line};
pub use method::Method;
pub use places::{DISCOVERY_VARIABLE, NoHome, Places, Platform, control_file_beside};
pub use private_dir::{UnsafeDir, ensure_private_dir, ensure_unshared_dir};
pub use reaction::{Reaction, UnknownReaction};
pub use reply::{Code, Failure, Reply};
#[cfg(feature = "server")]
pub use request::{MAX_REQUEST_ID_LENGTH, Rejection, Request, parse_request};
#[cfg(feature = "server")]
pub use response::{failure_line, success_line};
#[cfg(feature = "server")]
pub use server::{Server, ServerConfig, StartError, prepare_discovery_dir};
pub use setting::{PetSize, Setting, SettingRule, Theme};
pub use source::{AgentKind, Label, Source, SourceRule};
#[cfg(feature = "server")]
pub use token::{NoRandomness, Tokens};

/// The name of the local protocol.
pub const PROTOCOL: &str = "openpets-ipc";
/// The version of the local protocol.
pub const PROTOCOL_VERSION: u32 = 1;
/// The largest message, each way, its line break included: the limit of the existing clients.
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;
