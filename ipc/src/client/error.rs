//! Why a request was not carried out. The variants are what a caller decides by; the sentences are for people.

use crate::discovery::DiscoveryError;
use crate::places::NoHome;
use crate::reply::{Code, Failure};
use std::io;

/// Why there is no answer, or a negative one. Never repeats what was sent or received, and never the token.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// There is no discovery file ([`ClientError::is_not_running`]), or it cannot be trusted.
    #[error(transparent)]
    Discovery(#[from] DiscoveryError),
    /// The discovery file is left over: nothing listens where it points.
    #[error("OpenPets is not running (its discovery file is left over from a crash); start it again")]
    NothingListens,
    /// The socket belongs to another user, who would get the token.
    #[error(
        "the socket named by the discovery file belongs to another user; nothing was sent; restart OpenPets"
    )]
    ForeignSocket,
    /// The app does not take connections.
    #[error("OpenPets took no connection in time; it may hang: quit and start it again")]
    ConnectTimeout,
    /// The app took the request but does not answer.
    #[error("OpenPets did not answer in time; it may hang: quit and start it again")]
    ResponseTimeout,
    /// The system refuses the connection for another reason.
    #[error("cannot connect to OpenPets: {0}")]
    Connect(#[source] io::Error),
    /// The connection broke.
    #[error("the connection to OpenPets broke: {0}; try again")]
    Broken(#[source] io::Error),
    /// The request would break the protocol's limit.
    #[error("the request is larger than the 16 KiB of one message; shorten its path or address")]
    RequestTooLarge,
    /// JSON is Unicode; such a path cannot be sent.
    #[error("the path is not valid Unicode and cannot be sent; rename the file")]
    PathNotText,
    /// What came back is no answer to the request.
    #[error("OpenPets sent a response that breaks the protocol: {0}; update both programs")]
    BadResponse(BadResponse),
    /// The app understood the request and said no.
    #[error(transparent)]
    Refused(#[from] Failure),
}

/// The rule that a response breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadResponse {
    /// The connection was closed without a byte.
    #[error("it closed the connection without an answer")]
    Nothing,
    /// The connection was closed in the middle.
    #[error("it ends before its line break")]
    Incomplete,
    /// Over 16 KiB.
    #[error("it is larger than 16 KiB")]
    TooLarge,
    /// Not UTF-8, not JSON, not an object with `id` and `ok`, or without what belongs to `ok`.
    #[error("it is not a JSON object of a response")]
    Shape,
    /// To somebody else's request.
    #[error("it answers another request")]
    OtherId,
    /// `result` is not what the method answers.
    #[error("its result lacks fields of the method, or has them in other types")]
    Result,
}

impl From<NoHome> for ClientError {
    fn from(error: NoHome) -> Self {
        Self::Discovery(error.into())
    }
}

impl ClientError {
    /// The app simply does not run, as opposed to one that hangs, refuses or cannot be trusted.
    #[must_use]
    pub const fn is_not_running(&self) -> bool {
        match self {
            Self::Discovery(error) => error.is_not_running(),
            Self::NothingListens => true,
            _ => false,
        }
    }

    /// The lease that the request named has ended; a new one can be had.
    #[must_use]
    pub fn is_unknown_lease(&self) -> bool {
        matches!(self, Self::Refused(failure) if failure.code == Code::UnknownLease.name())
    }

    /// A stable name for scripts: the protocol's code for a refusal, a word of ours for the rest.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            error if error.is_not_running() => "not_running",
            Self::Discovery(DiscoveryError::Malformed { .. }) => "malformed_discovery",
            Self::Discovery(DiscoveryError::Unsafe { .. }) | Self::ForeignSocket => "unsafe_discovery",
            Self::Discovery(_) => "no_discovery",
            Self::ConnectTimeout | Self::ResponseTimeout => "timeout",
            Self::BadResponse(_) => "bad_response",
            Self::RequestTooLarge | Self::PathNotText => "invalid_params",
            Self::Refused(failure) => &failure.code,
            _ => "connection_failed",
        }
    }
}
