//! What the HTTP library's errors mean to the person in front of the screen.

use crate::catalog::Cause;
use std::io::{self, ErrorKind};
use ureq::{Error, Timeout};

/// What the verifier of certificates says where none are installed. Only its text tells this from other failures; a
/// test notices when it changes.
const NO_AUTHORITIES: &str = "No CA certificates were loaded from the system";

/// The cause, without anything that the server wrote.
pub(super) fn cause_of(error: Error) -> Cause {
    match error {
        Error::Timeout(Timeout::Resolve | Timeout::Connect) => Cause::Unreachable,
        Error::Timeout(_) => Cause::Timeout,
        Error::Io(error) => match tls_error(&error) {
            Some(error) => cause_of_tls(error),
            None if is_end(&error) => Cause::Truncated,
            None => Cause::Unreachable,
        },
        Error::Rustls(error) => cause_of_tls(&error),
        Error::Tls(_) | Error::TlsRequired => Cause::Tls,
        Error::HostNotFound | Error::ConnectionFailed => Cause::Unreachable,
        Error::ConnectProxyFailed(_) | Error::InvalidProxyUrl => Cause::Proxy,
        _ => Cause::Malformed("http"),
    }
}

/// Whether the connection broke off.
pub(super) fn is_broken(error: &Error) -> bool {
    matches!(error, Error::Io(error) if is_end(error))
}

fn is_end(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
    )
}

/// The error of the encryption below an error of the connection.
fn tls_error(error: &io::Error) -> Option<&rustls::Error> {
    error.get_ref()?.downcast_ref()
}

fn cause_of_tls(error: &rustls::Error) -> Cause {
    match error {
        rustls::Error::General(text) if text == NO_AUTHORITIES => Cause::NoAuthorities,
        _ => Cause::Tls,
    }
}
