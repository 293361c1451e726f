//! Where clients connect, and which of them are let in. A peer that has no business here is dropped before a
//! byte of it is read.

use super::error::StartError;
use crate::bind::TcpBind;
use crate::endpoint::{Endpoint, is_near};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

/// Connections that the system holds until they are accepted: more than every agent of a busy machine at once.
const TCP_QUEUE: u32 = 1024;

/// The one place where an app listens.
#[derive(Debug)]
pub(super) enum Listener {
    #[cfg(unix)]
    Unix(super::socket::Socket),
    #[cfg(windows)]
    Pipe(super::pipe::Pipe),
    Tcp {
        listener: TcpListener,
        /// Only this machine can reach it, so nobody else may.
        loopback: bool,
    },
}

/// A client that may speak.
#[derive(Debug)]
pub(super) enum Stream {
    #[cfg(unix)]
    Unix(tokio::net::UnixStream),
    #[cfg(windows)]
    Pipe(super::pipe::PipeStream),
    Tcp(TcpStream),
}

impl Listener {
    /// Listens on TCP if that was asked for, else on the platform's own kind. Gives the endpoint for clients.
    pub(super) fn bind(tcp: Option<TcpBind>, socket_dir: &Path) -> Result<(Self, Endpoint), StartError> {
        let (listener, place) = match tcp {
            Some(tcp) => Self::bind_tcp(tcp)?,
            None => Self::bind_own(socket_dir)?,
        };
        // Whatever the clients' rules are, they apply to what we tell them.
        match Endpoint::parse(&place) {
            Ok(endpoint) => Ok((listener, endpoint)),
            Err(rule) => Err(StartError::Endpoint { place, rule }),
        }
    }

    #[cfg(unix)]
    fn bind_own(socket_dir: &Path) -> Result<(Self, String), StartError> {
        let socket = super::socket::Socket::bind(socket_dir)?;
        let place = socket.path().display().to_string();
        Ok((Self::Unix(socket), place))
    }

    #[cfg(windows)]
    fn bind_own(_socket_dir: &Path) -> Result<(Self, String), StartError> {
        let pipe = super::pipe::Pipe::bind()?;
        let place = pipe.name().to_owned();
        Ok((Self::Pipe(pipe), place))
    }

    fn bind_tcp(TcpBind { listen, advertise }: TcpBind) -> Result<(Self, String), StartError> {
        let open = || {
            let socket = TcpSocket::new_v4()?;
            // On Windows this would let two programs share a port.
            #[cfg(unix)]
            socket.set_reuseaddr(true)?;
            socket.bind(SocketAddr::V4(listen))?;
            let listener = socket.listen(TCP_QUEUE)?;
            let bound = listener.local_addr()?;
            Ok((listener, bound))
        };
        let (listener, bound) =
            open().map_err(|source| StartError::Listen { place: format!("tcp://{listen}"), source })?;
        let told = advertise.map_or(bound, SocketAddr::V4);
        Ok((Self::Tcp { listener, loopback: listen.ip().is_loopback() }, format!("tcp://{told}")))
    }

    /// Waits for the next client; `None` is one that was dropped. Cancel-safe.
    ///
    /// # Errors
    /// When the system has no descriptor or memory left.
    pub(super) async fn accept(&mut self) -> io::Result<Option<Stream>> {
        match self {
            #[cfg(unix)]
            Self::Unix(socket) => {
                let (stream, _) = socket.listener.accept().await?;
                let user = rustix::process::geteuid().as_raw();
                let ours = stream.peer_cred().is_ok_and(|peer| peer.uid() == user);
                Ok(ours.then_some(Stream::Unix(stream)))
            }
            #[cfg(windows)]
            Self::Pipe(pipe) => pipe.accept().await.map(|stream| Some(Stream::Pipe(stream))),
            Self::Tcp { listener, loopback } => {
                let (stream, peer) = listener.accept().await?;
                if !may_speak(peer.ip(), *loopback) {
                    return Ok(None);
                }
                // Every answer is one small write: nothing follows that it could wait for. It fails where the client
                // is gone, which reading finds out.
                let _ = stream.set_nodelay(true);
                Ok(Some(Stream::Tcp(stream)))
            }
        }
    }
}

/// Whether a TCP peer is near enough.
fn may_speak(peer: IpAddr, loopback: bool) -> bool {
    match peer {
        IpAddr::V4(peer) if loopback => peer.is_loopback(),
        IpAddr::V4(peer) => is_near(peer),
        IpAddr::V6(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_peers_only() {
        let cases = [
            ("127.0.0.1", true, true),
            ("127.8.8.8", true, true),
            ("10.0.0.1", false, true),
            ("172.16.0.1", false, true),
            ("192.168.7.7", false, true),
            ("169.254.1.1", false, true),
            ("8.8.8.8", false, false),
            ("172.32.0.1", false, false),
            ("0.0.0.0", false, false),
            ("::1", false, false),
            ("::ffff:127.0.0.1", false, false),
        ];
        for (peer, to_loopback, to_private) in cases {
            let peer = peer.parse().unwrap();
            assert_eq!((may_speak(peer, true), may_speak(peer, false)), (to_loopback, to_private), "{peer}");
        }
    }
}
