//! A connection to where the app listens, bounded in time.

use super::error::ClientError;
use crate::endpoint::Endpoint;
use std::io::{self, ErrorKind};
use std::net::{SocketAddrV4, TcpStream};
use std::time::Duration;

/// One request's connection.
#[derive(Debug)]
pub(super) enum Connection {
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixStream),
    Tcp(TcpStream),
    #[cfg(windows)]
    Pipe(std::fs::File),
}

pub(super) fn connect(endpoint: &Endpoint, limit: Duration) -> Result<Connection, ClientError> {
    match endpoint {
        Endpoint::Tcp(address) => tcp(*address, limit).map(Connection::Tcp),
        #[cfg(unix)]
        Endpoint::Unix(path) => unix::connect(path, limit).map(Connection::Unix),
        #[cfg(windows)]
        Endpoint::Pipe(name) => pipe::connect(name, limit).map(Connection::Pipe),
        // Reading the discovery file has refused the other platforms' forms.
        #[allow(unreachable_patterns, reason = "which forms remain depends on the platform")]
        _ => Err(ClientError::Connect(ErrorKind::Unsupported.into())),
    }
}

fn tcp(address: SocketAddrV4, limit: Duration) -> Result<TcpStream, ClientError> {
    let stream = TcpStream::connect_timeout(&address.into(), limit).map_err(failed)?;
    // One small write each way: waiting for more to send would only delay it.
    stream.set_nodelay(true).map_err(ClientError::Connect)?;
    Ok(stream)
}

fn failed(error: io::Error) -> ClientError {
    match error.kind() {
        ErrorKind::ConnectionRefused | ErrorKind::NotFound => ClientError::NothingListens,
        ErrorKind::TimedOut | ErrorKind::WouldBlock => ClientError::ConnectTimeout,
        _ => ClientError::Connect(error),
    }
}

#[cfg(unix)]
mod unix {
    use super::{ClientError, failed};
    use rustix::net::{AddressFamily, SocketAddrUnix, SocketType, sockopt};
    use std::io;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::path::Path;
    use std::time::Duration;

    /// Connecting to a Unix socket blocks while its queue is full. On Linux the time-out for sending ends that
    /// wait too, which the standard library can only set once it is over; elsewhere a full queue refuses at once.
    pub(super) fn connect(path: &Path, limit: Duration) -> Result<UnixStream, ClientError> {
        let address = SocketAddrUnix::new(path).map_err(broken)?;
        let socket = socket().map_err(broken)?;
        sockopt::set_socket_timeout(&socket, sockopt::Timeout::Send, Some(limit)).map_err(broken)?;
        rustix::io::retry_on_intr(|| rustix::net::connect(&socket, &address))
            .map_err(|error| failed(error.into()))?;
        check_owner(&socket)?;
        Ok(socket.into())
    }

    fn broken(error: rustix::io::Errno) -> ClientError {
        ClientError::Connect(io::Error::from(error))
    }

    #[cfg(not(target_vendor = "apple"))]
    fn socket() -> rustix::io::Result<OwnedFd> {
        let flags = rustix::net::SocketFlags::CLOEXEC;
        rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)
    }

    #[cfg(target_vendor = "apple")]
    fn socket() -> rustix::io::Result<OwnedFd> {
        let socket = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
        rustix::io::fcntl_setfd(&socket, rustix::io::FdFlags::CLOEXEC)?;
        Ok(socket)
    }

    /// After a crash and a cleaned `/tmp`, somebody else may listen where the left-over file points.
    #[cfg(target_os = "linux")]
    fn check_owner(socket: &OwnedFd) -> Result<(), ClientError> {
        let peer = sockopt::socket_peercred(socket).map_err(broken)?;
        if peer.uid == rustix::process::geteuid() { Ok(()) } else { Err(ClientError::ForeignSocket) }
    }

    #[cfg(not(target_os = "linux"))]
    fn check_owner(_: &OwnedFd) -> Result<(), ClientError> {
        Ok(())
    }
}

#[cfg(windows)]
mod pipe {
    use super::{ClientError, failed};
    use std::fs::{File, OpenOptions};
    use std::time::{Duration, Instant};

    /// Every instance of the pipe serves another client at the moment.
    const ERROR_PIPE_BUSY: i32 = 231;
    /// The system has no call of the standard library to wait for a free instance.
    const RETRY: Duration = Duration::from_millis(5);

    pub(super) fn connect(name: &str, limit: Duration) -> Result<File, ClientError> {
        let start = Instant::now();
        loop {
            match OpenOptions::new().read(true).write(true).open(name) {
                Err(error) if error.raw_os_error() == Some(ERROR_PIPE_BUSY) => {
                    if start.elapsed() >= limit {
                        return Err(ClientError::ConnectTimeout);
                    }
                    std::thread::sleep(RETRY);
                }
                opened => return opened.map_err(failed),
            }
        }
    }
}
