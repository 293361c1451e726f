//! Why a server does not start.

use crate::endpoint::EndpointError;
use crate::private_dir::UnsafeDir;
use crate::token::NoRandomness;
use std::io;
use std::path::PathBuf;

/// The app cannot be reached by clients, so it must not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The folder of the discovery file or of the socket is not safe.
    #[error(transparent)]
    Dir(#[from] UnsafeDir),
    /// The system gives no random bytes.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The address is taken, or not this machine's, or the path is too long.
    #[error("cannot listen on {place}: {source}")]
    Listen {
        /// The socket, pipe or address.
        place: String,
        /// What the system said.
        source: io::Error,
    },
    /// No client would connect there.
    #[error("clients would refuse the endpoint {place}: {rule}")]
    Endpoint {
        /// The socket, pipe or address.
        place: String,
        /// The rule it breaks.
        rule: EndpointError,
    },
    /// The discovery file cannot have this path.
    #[error(
        "{0} cannot be the discovery file: it needs a file name, and not control.json, which is another app's control file"
    )]
    DiscoveryPath(PathBuf),
    /// The discovery or the control file cannot be written.
    #[error("cannot write {path}: {source}")]
    Announce {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
