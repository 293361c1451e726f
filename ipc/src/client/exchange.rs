//! One line out, one line in, before a deadline. The deadline covers the whole exchange: a server that sends a
//! byte now and then does not get more time by it.

use super::connect::Connection;
use super::error::{BadResponse, ClientError};
use crate::MAX_MESSAGE_BYTES;
use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

/// Sends the request and returns the response without its line break.
pub(super) fn exchange(
    connection: Connection,
    request: Vec<u8>,
    limit: Duration,
) -> Result<Vec<u8>, ClientError> {
    // A limit beyond the end of time is no limit, but still not a reason to panic.
    let start = Instant::now();
    let deadline = start.checked_add(limit).unwrap_or(start);
    match connection {
        #[cfg(unix)]
        Connection::Unix(stream) => until(stream, &request, deadline),
        Connection::Tcp(stream) => until(stream, &request, deadline),
        #[cfg(windows)]
        Connection::Pipe(pipe) => pipe::in_another_thread(pipe, request, deadline),
    }
}

/// A stream whose calls can be bounded.
trait Bounded: Read + Write {
    fn bound(&self, limit: Duration) -> io::Result<()>;
}

macro_rules! bounded_socket {
    ($socket:ty) => {
        impl Bounded for $socket {
            fn bound(&self, limit: Duration) -> io::Result<()> {
                self.set_read_timeout(Some(limit))?;
                self.set_write_timeout(Some(limit))
            }
        }
    };
}

#[cfg(unix)]
bounded_socket!(std::os::unix::net::UnixStream);
bounded_socket!(std::net::TcpStream);

fn until(mut stream: impl Bounded, request: &[u8], deadline: Instant) -> Result<Vec<u8>, ClientError> {
    match send(&mut stream, request, deadline) {
        // The app may have answered and closed before it had read everything: the answer tells why.
        Err(ClientError::Broken(_)) => {}
        sent => sent?,
    }
    receive(&mut stream, deadline)
}

fn send(stream: &mut impl Bounded, mut rest: &[u8], deadline: Instant) -> Result<(), ClientError> {
    while !rest.is_empty() {
        stream.bound(remaining(deadline)?).map_err(ClientError::Broken)?;
        match stream.write(rest) {
            Ok(0) => return Err(ClientError::Broken(ErrorKind::WriteZero.into())),
            Ok(written) => rest = &rest[written..],
            Err(error) => interrupted(error)?,
        }
    }
    Ok(())
}

fn receive(stream: &mut impl Bounded, deadline: Instant) -> Result<Vec<u8>, ClientError> {
    let bad = |rule| Err(ClientError::BadResponse(rule));
    let mut line = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        stream.bound(remaining(deadline)?).map_err(ClientError::Broken)?;
        match stream.read(&mut chunk) {
            Ok(0) if line.is_empty() => return bad(BadResponse::Nothing),
            Ok(0) => return bad(BadResponse::Incomplete),
            Ok(read) => {
                // What follows the first line is not ours.
                let end = chunk[..read].iter().position(|byte| *byte == b'\n');
                line.extend_from_slice(&chunk[..end.unwrap_or(read)]);
                // The line break counts.
                if line.len() >= MAX_MESSAGE_BYTES {
                    return bad(BadResponse::TooLarge);
                }
                if end.is_some() {
                    return Ok(line);
                }
            }
            Err(error) => interrupted(error)?,
        }
    }
}

fn remaining(deadline: Instant) -> Result<Duration, ClientError> {
    match deadline.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(ClientError::ResponseTimeout),
        remaining => Ok(remaining),
    }
}

/// What a call that failed means: try again, too late, or broken.
fn interrupted(error: io::Error) -> Result<(), ClientError> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        ErrorKind::WouldBlock | ErrorKind::TimedOut => Err(ClientError::ResponseTimeout),
        _ => Err(ClientError::Broken(error)),
    }
}

/// Calls on a pipe cannot be bounded, so another thread makes them. One that never comes back ends with the
/// process.
#[cfg(windows)]
mod pipe {
    use super::{Bounded, ClientError, Duration, Instant, io, remaining, until};
    use std::fs::File;
    use std::sync::mpsc;

    impl Bounded for File {
        fn bound(&self, _: Duration) -> io::Result<()> {
            Ok(())
        }
    }

    pub(super) fn in_another_thread(
        pipe: File,
        request: Vec<u8>,
        deadline: Instant,
    ) -> Result<Vec<u8>, ClientError> {
        let (sender, receiver) = mpsc::sync_channel(1);
        std::thread::Builder::new()
            .name("openpets-pipe".to_owned())
            .spawn(move || {
                // Nobody waits any more when this fails.
                let _ = sender.send(until(pipe, &request, deadline));
            })
            .map_err(ClientError::Broken)?;
        receiver.recv_timeout(remaining(deadline)?).unwrap_or(Err(ClientError::ResponseTimeout))
    }
}
