//! What an agent is told when the app cannot be used. Nothing about sockets, files or tokens: an agent passes on what it
//! reads.

use openpets_ipc::ClientError;
use openpets_ipc::reply::Code;

/// A sentence for the agent, with what can be done.
pub(crate) fn sentence(error: &ClientError) -> &'static str {
    match error {
        error if error.is_not_running() => {
            "OpenPets is not running. The user can start it with `openpets run`; go on without it until then."
        }
        ClientError::Discovery(_) | ClientError::ForeignSocket => {
            "OpenPets cannot be reached safely. `openpets status` tells the user why."
        }
        ClientError::ConnectTimeout | ClientError::ResponseTimeout => {
            "OpenPets does not answer; it may hang. The user can quit and start it again."
        }
        ClientError::BadResponse(_) => "OpenPets' answer cannot be read. Both programs should be updated.",
        ClientError::Refused(failure) if failure.code == Code::Busy.name() => {
            "OpenPets has too much to do. Try again later."
        }
        ClientError::Refused(failure) if failure.code == Code::UnknownLease.name() => {
            "OpenPets ended this session's lease twice in a row. Try again later."
        }
        ClientError::Refused(_) => "OpenPets refused the request. Both programs should be updated.",
        _ => "The connection to OpenPets failed. Try again later.",
    }
}

/// Whether something that calls itself OpenPets is there at all.
pub(crate) const fn is_there(error: &ClientError) -> bool {
    matches!(
        error,
        ClientError::ConnectTimeout
            | ClientError::ResponseTimeout
            | ClientError::Broken(_)
            | ClientError::BadResponse(_)
            | ClientError::Refused(_)
    )
}
