//! Where the app listens, as text in the discovery file. The text comes from a file that another program wrote,
//! so every rule is checked before anything connects: a client must not be talked into sending its token to a
//! host name, a public address or somebody else's socket.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The longest endpoint: UTF-16 code units, as the existing clients count.
pub const MAX_ENDPOINT_LENGTH: usize = 240;

const TCP_SCHEME: &str = "tcp://";
const PIPE_PREFIX: &str = r"\\.\pipe\openpets-";

/// A well-formed endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Endpoint {
    /// A Unix socket: absolute, `openpets-<pid>.sock` in a folder `openpets` or in `/tmp/openpets-<uid>`.
    Unix(PathBuf),
    /// The full name of a Windows pipe, `\\.\pipe\openpets-…`.
    Pipe(String),
    /// A loopback, private or link-local address and a port from 1.
    Tcp(SocketAddrV4),
}

/// A rule that an endpoint breaks. Never repeats the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// Empty or too long.
    #[error("an endpoint must have 1 to 240 characters")]
    Length,
    /// Contains NUL.
    #[error("an endpoint must not contain NUL")]
    Nul,
    /// None of the three forms.
    #[error(
        "an endpoint must be an absolute socket path, a pipe \\\\.\\pipe\\openpets-… or tcp://<IPv4>:<port>"
    )]
    Form,
    /// `user@` before the host.
    #[error("a TCP endpoint must not carry user info")]
    UserInfo,
    /// Something after the port.
    #[error("a TCP endpoint must end after its port, without path, query or fragment")]
    Trailing,
    /// A name, IPv6 or an unusual spelling of IPv4.
    #[error("a TCP endpoint's host must be a dotted IPv4 address such as 127.0.0.1, not a name")]
    Host,
    /// An address that is not near.
    #[error("a TCP endpoint's address must be loopback, private (10/8, 172.16/12, 192.168/16) or link-local")]
    Range,
    /// Not a port.
    #[error("a TCP endpoint's port must be a plain number from 1 to 65535")]
    Port,
    /// `..` or `://` in a path.
    #[error("a socket path must not contain `..` or `://`")]
    Traversal,
    /// Not the name of one of our sockets.
    #[error("a socket must be named openpets-<pid>.sock")]
    SocketName,
    /// Not in one of our folders.
    #[error("a socket must lie in a folder named openpets or in /tmp/openpets-<uid>")]
    SocketParent,
    /// Not the name of one of our pipes.
    #[error("a pipe must be named \\\\.\\pipe\\openpets-… and contain no further slash")]
    PipeName,
}

impl Endpoint {
    /// Checks every rule of the three forms; which form fits which platform is the discovery file's business.
    ///
    /// # Errors
    /// The first rule that the text breaks.
    pub fn parse(text: &str) -> Result<Self, EndpointError> {
        check_length(text)?;
        if text.starts_with(TCP_SCHEME) {
            let address = parse_tcp(text)?;
            if !is_near(*address.ip()) {
                return Err(EndpointError::Range);
            }
            if address.port() == 0 {
                return Err(EndpointError::Port);
            }
            Ok(Self::Tcp(address))
        } else if text.starts_with('/') {
            parse_socket(text).map(Self::Unix)
        } else if text.starts_with(r"\\") {
            parse_pipe(text).map(Self::Pipe)
        } else {
            Err(EndpointError::Form)
        }
    }

    /// Whether the numbers of processes mean the same there as here. Over TCP they may be those of another machine.
    #[must_use]
    pub const fn shares_processes(&self) -> bool {
        !matches!(self, Self::Tcp(_))
    }
}

impl FromStr for Endpoint {
    type Err = EndpointError;

    fn from_str(text: &str) -> Result<Self, EndpointError> {
        Self::parse(text)
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => path.display().fmt(f),
            Self::Pipe(name) => f.write_str(name),
            Self::Tcp(address) => write!(f, "{TCP_SCHEME}{address}"),
        }
    }
}

/// Addresses that a client may send its token to, and that a peer may come from: loopback 127/8, private 10/8,
/// 172.16/12 and 192.168/16, link-local 169.254/16.
pub(crate) const fn is_near(address: Ipv4Addr) -> bool {
    address.is_loopback() || address.is_private() || address.is_link_local()
}

pub(crate) fn check_length(text: &str) -> Result<(), EndpointError> {
    if text.is_empty() || text.encode_utf16().count() > MAX_ENDPOINT_LENGTH {
        return Err(EndpointError::Length);
    }
    if text.contains('\0') {
        return Err(EndpointError::Nul);
    }
    Ok(())
}

/// `tcp://<canonical IPv4>:<port from 0>`; the ranges are left to the caller.
pub(crate) fn parse_tcp(text: &str) -> Result<SocketAddrV4, EndpointError> {
    let rest = text.strip_prefix(TCP_SCHEME).ok_or(EndpointError::Form)?;
    if rest.contains('@') {
        return Err(EndpointError::UserInfo);
    }
    if rest.contains(['/', '?', '#', '\\']) {
        return Err(EndpointError::Trailing);
    }
    // A host without a port is a port problem; one with several colons is IPv6, a host problem.
    let (host, port) = rest.rsplit_once(':').unwrap_or((rest, ""));
    let address: Ipv4Addr = host.parse().map_err(|_| EndpointError::Host)?;
    if address.to_string() != host {
        return Err(EndpointError::Host);
    }
    let number: u16 = port.parse().map_err(|_| EndpointError::Port)?;
    if number.to_string() != port {
        return Err(EndpointError::Port);
    }
    Ok(SocketAddrV4::new(address, number))
}

fn parse_socket(text: &str) -> Result<PathBuf, EndpointError> {
    if text.contains("..") || text.contains("://") {
        return Err(EndpointError::Traversal);
    }
    let (parent, name) = text.rsplit_once('/').ok_or(EndpointError::Form)?;
    if socket_pid(name).is_none() {
        return Err(EndpointError::SocketName);
    }
    let parent = Path::new(parent);
    let in_tmp = parent.parent() == Some(Path::new("/tmp"))
        && parent.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
            name.strip_prefix("openpets-")
                .is_some_and(|uid| uid.parse::<u32>().is_ok_and(|n| n.to_string() == uid))
        });
    if !in_tmp && parent.file_name() != Some("openpets".as_ref()) {
        return Err(EndpointError::SocketParent);
    }
    Ok(PathBuf::from(text))
}

fn parse_pipe(text: &str) -> Result<String, EndpointError> {
    match text.strip_prefix(PIPE_PREFIX) {
        Some(rest) if !rest.is_empty() && !rest.contains(['/', '\\']) => Ok(text.to_owned()),
        _ => Err(EndpointError::PipeName),
    }
}

/// The file name of the socket of one process.
pub(crate) fn socket_name(pid: u32) -> String {
    format!("openpets-{pid}.sock")
}

/// The process that a socket of ours belongs to; nothing for any other file name.
pub(crate) fn socket_pid(name: &str) -> Option<u32> {
    let pid: u32 = name.strip_prefix("openpets-")?.strip_suffix(".sock")?.parse().ok()?;
    (pid > 0 && socket_name(pid) == name).then_some(pid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use EndpointError as E;
    use proptest::prelude::*;

    #[test]
    fn tcp() {
        for good in [
            "tcp://127.0.0.1:1",
            "tcp://127.9.9.9:65535",
            "tcp://10.0.0.1:4242",
            "tcp://172.16.0.1:80",
            "tcp://172.31.255.255:80",
            "tcp://192.168.1.2:80",
            "tcp://169.254.1.1:80",
        ] {
            let endpoint = Endpoint::parse(good).unwrap();
            assert!(matches!(endpoint, Endpoint::Tcp(_)));
            assert_eq!(endpoint.to_string(), good);
        }
        for (bad, rule) in [
            ("tcp://localhost:80", E::Host),
            ("tcp://010.0.0.1:80", E::Host),
            ("tcp://10.0.1:80", E::Host),
            ("tcp://167772161:80", E::Host),
            ("tcp://0x7f.0.0.1:80", E::Host),
            ("tcp://[::1]:80", E::Host),
            ("tcp://:80", E::Host),
            ("tcp://", E::Host),
            ("tcp://a@127.0.0.1:80", E::UserInfo),
            ("tcp://127.0.0.1:80/", E::Trailing),
            ("tcp://127.0.0.1:80?x", E::Trailing),
            ("tcp://127.0.0.1:80#x", E::Trailing),
            ("tcp://127.0.0.1", E::Port),
            ("tcp://127.0.0.1:", E::Port),
            ("tcp://127.0.0.1:0", E::Port),
            ("tcp://127.0.0.1:080", E::Port),
            ("tcp://127.0.0.1:+80", E::Port),
            ("tcp://127.0.0.1:65536", E::Port),
            ("tcp://127.0.0.1:80 ", E::Port),
            ("tcp://0.0.0.0:80", E::Range),
            ("tcp://8.8.8.8:80", E::Range),
            ("tcp://172.32.0.1:80", E::Range),
            ("tcp://172.15.0.1:80", E::Range),
            ("tcp://100.64.0.1:80", E::Range),
            ("TCP://127.0.0.1:80", E::Form),
            ("http://127.0.0.1:80", E::Form),
        ] {
            assert_eq!(Endpoint::parse(bad), Err(rule), "{bad}");
        }
    }

    #[test]
    fn sockets() {
        for good in [
            "/run/user/1000/openpets/openpets-4242.sock",
            "/tmp/openpets-0/openpets-1.sock",
            "/openpets/openpets-1.sock",
        ] {
            let endpoint = Endpoint::parse(good).unwrap();
            assert_eq!(endpoint, Endpoint::Unix(good.into()));
            assert_eq!(endpoint.to_string(), good);
        }
        for (bad, rule) in [
            ("openpets/openpets-1.sock", E::Form),
            ("/run/../openpets/openpets-1.sock", E::Traversal),
            ("/run/x://openpets/openpets-1.sock", E::Traversal),
            ("/run/openpets/other-1.sock", E::SocketName),
            ("/run/openpets/openpets-.sock", E::SocketName),
            ("/run/openpets/openpets-0.sock", E::SocketName),
            ("/run/openpets/openpets-01.sock", E::SocketName),
            ("/run/openpets/openpets-1.socket", E::SocketName),
            ("/run/openpets/", E::SocketName),
            ("/run/other/openpets-1.sock", E::SocketParent),
            ("/openpets-1.sock", E::SocketParent),
            ("/tmp/openpets-me/openpets-1.sock", E::SocketParent),
            ("/tmp/a/openpets-1/openpets-1.sock", E::SocketParent),
            ("/var/openpets-1/openpets-1.sock", E::SocketParent),
        ] {
            assert_eq!(Endpoint::parse(bad), Err(rule), "{bad}");
        }
    }

    #[test]
    fn pipes() {
        let good = r"\\.\pipe\openpets-0a1b-77";
        assert_eq!(Endpoint::parse(good).unwrap(), Endpoint::Pipe(good.to_owned()));
        for bad in
            [r"\\.\pipe\other-1", r"\\.\pipe\openpets-", r"\\host\pipe\openpets-1", r"\\.\pipe\openpets-a/b"]
        {
            assert_eq!(Endpoint::parse(bad), Err(E::PipeName), "{bad}");
        }
    }

    #[test]
    fn length_and_nul() {
        assert_eq!(Endpoint::parse(""), Err(E::Length));
        let path = |padding: usize| format!("/{}/openpets/openpets-1.sock", "x".repeat(padding));
        let fixed = path(0).len();
        assert!(Endpoint::parse(&path(MAX_ENDPOINT_LENGTH - fixed)).is_ok());
        assert_eq!(Endpoint::parse(&path(MAX_ENDPOINT_LENGTH - fixed + 1)), Err(E::Length));
        assert_eq!(Endpoint::parse("/a\0/openpets/openpets-1.sock"), Err(E::Nul));
    }

    proptest! {
        #[test]
        fn what_is_accepted_reads_back(text in r"(tcp://|/tmp/|/|\\\\\.\\pipe\\)?[a-z0-9.:/@\\-]{0,40}(\.sock)?") {
            if let Ok(endpoint) = Endpoint::parse(&text) {
                prop_assert_eq!(Endpoint::parse(&endpoint.to_string()), Ok(endpoint));
            }
        }
    }
}
