//! Listening on TCP instead of the platform's own socket, which a person asks for with two variables.

use crate::endpoint::{EndpointError, check_length, is_near, parse_tcp};
use std::net::SocketAddrV4;

/// The variable that names the address to listen on.
pub const BIND_VARIABLE: &str = "OPENPETS_IPC_BIND";
/// The variable that names another address for the discovery file.
pub const ENDPOINT_VARIABLE: &str = "OPENPETS_IPC_ENDPOINT";

/// Where to listen on TCP and what to tell clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TcpBind {
    /// To listen on; 0.0.0.0 is every address, port 0 is any free port.
    pub listen: SocketAddrV4,
    /// What the discovery file names; the address that was bound when absent.
    pub advertise: Option<SocketAddrV4>,
}

/// A combination of the two variables that makes no sense. Every message names the variable to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BindError {
    /// The address to listen on breaks a rule.
    #[error("OPENPETS_IPC_BIND: {0}")]
    Bind(EndpointError),
    /// The address to advertise breaks a rule.
    #[error("OPENPETS_IPC_ENDPOINT: {0}")]
    Endpoint(EndpointError),
    /// Nothing listens there.
    #[error("OPENPETS_IPC_ENDPOINT needs OPENPETS_IPC_BIND: set the address to listen on too, or unset it")]
    EndpointWithoutBind,
    /// No client can connect to 0.0.0.0.
    #[error(
        "OPENPETS_IPC_BIND on 0.0.0.0 needs OPENPETS_IPC_ENDPOINT: name the address that clients connect to"
    )]
    EndpointMissing,
    /// The two ports contradict each other.
    #[error("OPENPETS_IPC_ENDPOINT must have the same port as OPENPETS_IPC_BIND, unless that is 0")]
    Ports,
    /// Not text.
    #[error("{0} is not valid UTF-8")]
    NotText(&'static str),
}

/// Reads the two variables.
#[derive(Debug, Clone, Copy)]
pub struct BindConfig;

impl BindConfig {
    /// What this process's environment asks for.
    ///
    /// # Errors
    /// See [`BindError`]; the app must not start then.
    pub fn from_env() -> Result<Option<TcpBind>, BindError> {
        let read = |name: &'static str| match std::env::var(name) {
            Ok(value) => Ok(Some(value)),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => Err(BindError::NotText(name)),
        };
        Self::from_vars(read(BIND_VARIABLE)?.as_deref(), read(ENDPOINT_VARIABLE)?.as_deref())
    }

    /// What the two values ask for; an empty one counts as unset. `None` is the platform's own socket.
    ///
    /// # Errors
    /// See [`BindError`].
    pub fn from_vars(bind: Option<&str>, endpoint: Option<&str>) -> Result<Option<TcpBind>, BindError> {
        let bind = bind.filter(|value| !value.is_empty());
        let endpoint = endpoint.filter(|value| !value.is_empty());
        let Some(bind) = bind else {
            return if endpoint.is_some() { Err(BindError::EndpointWithoutBind) } else { Ok(None) };
        };
        let listen = address(bind).map_err(BindError::Bind)?;
        if !listen.ip().is_unspecified() && !is_near(*listen.ip()) {
            return Err(BindError::Bind(EndpointError::Range));
        }
        let Some(endpoint) = endpoint else {
            return if listen.ip().is_unspecified() {
                Err(BindError::EndpointMissing)
            } else {
                Ok(Some(TcpBind { listen, advertise: None }))
            };
        };
        let advertise = address(endpoint).map_err(BindError::Endpoint)?;
        if !is_near(*advertise.ip()) {
            return Err(BindError::Endpoint(EndpointError::Range));
        }
        if advertise.port() == 0 {
            return Err(BindError::Endpoint(EndpointError::Port));
        }
        if listen.port() != 0 && listen.port() != advertise.port() {
            return Err(BindError::Ports);
        }
        Ok(Some(TcpBind { listen, advertise: Some(advertise) }))
    }
}

fn address(text: &str) -> Result<SocketAddrV4, EndpointError> {
    check_length(text)?;
    parse_tcp(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations() {
        let read = BindConfig::from_vars;
        let bound = |listen: &str, advertise: Option<&str>| {
            Ok(Some(TcpBind {
                listen: listen.parse().unwrap(),
                advertise: advertise.map(|address| address.parse().unwrap()),
            }))
        };
        assert_eq!(read(None, None), Ok(None));
        assert_eq!(read(Some(""), Some("")), Ok(None));
        assert_eq!(read(Some("tcp://127.0.0.1:0"), None), bound("127.0.0.1:0", None));
        assert_eq!(
            read(Some("tcp://0.0.0.0:80"), Some("tcp://10.0.0.1:80")),
            bound("0.0.0.0:80", Some("10.0.0.1:80"))
        );
        assert_eq!(
            read(Some("tcp://127.0.0.1:0"), Some("tcp://10.0.0.1:81")),
            bound("127.0.0.1:0", Some("10.0.0.1:81"))
        );
        for (bind, endpoint, error) in [
            (None, Some("tcp://127.0.0.1:80"), BindError::EndpointWithoutBind),
            (Some("tcp://0.0.0.0:80"), None, BindError::EndpointMissing),
            (Some("tcp://0.0.0.0:0"), None, BindError::EndpointMissing),
            (Some("tcp://127.0.0.1:80"), Some("tcp://127.0.0.1:81"), BindError::Ports),
            (Some("tcp://8.8.8.8:80"), None, BindError::Bind(EndpointError::Range)),
            (Some("tcp://localhost:80"), None, BindError::Bind(EndpointError::Host)),
            (Some("127.0.0.1:80"), None, BindError::Bind(EndpointError::Form)),
            (Some("/run/openpets/openpets-1.sock"), None, BindError::Bind(EndpointError::Form)),
            (Some("tcp://127.0.0.1:0"), Some("tcp://0.0.0.0:80"), BindError::Endpoint(EndpointError::Range)),
            (Some("tcp://127.0.0.1:0"), Some("tcp://127.0.0.1:0"), BindError::Endpoint(EndpointError::Port)),
            (Some("tcp://127.0.0.1:0"), Some("tcp://x:1"), BindError::Endpoint(EndpointError::Host)),
        ] {
            assert_eq!(read(bind, endpoint), Err(error));
            let message = error.to_string();
            assert!(message.contains(BIND_VARIABLE) || message.contains(ENDPOINT_VARIABLE), "{message}");
        }
    }
}
