//! Standard input, bounded in bytes and in time: an agent that keeps it open must not wait for its own hook.

use std::io::{self, Read};
use std::time::{Duration, Instant};

/// More is not read: no event is larger by far.
pub const MAX_PAYLOAD_BYTES: usize = 64 * 1024;

/// What of a hook's time is left for sending.
const FOR_SENDING: Duration = Duration::from_millis(200);

/// Reads a payload to its end, or one byte more than is allowed.
///
/// # Errors
/// What the reader says.
pub fn read_payload(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_PAYLOAD_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What stands on stdin; nothing if it does not end in time.
#[cfg(unix)]
pub(super) fn read_stdin(deadline: Instant) -> Option<Vec<u8>> {
    let stdin = io::stdin();
    let until = deadline.checked_sub(FOR_SENDING)?;
    let mut bytes = Vec::new();
    let mut chunk = [0; 8192];
    while bytes.len() <= MAX_PAYLOAD_BYTES {
        wait(&stdin, until)?;
        // Past the buffer of the standard library, which would read on.
        match rustix::io::read(&stdin, &mut chunk) {
            Ok(0) => return Some(bytes),
            Ok(read) => bytes.extend_from_slice(&chunk[..read]),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(_) => return None,
        }
    }
    Some(bytes)
}

/// Until there is something to read, or the end.
#[cfg(unix)]
fn wait(stdin: &io::Stdin, until: Instant) -> Option<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    loop {
        let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        let timeout = Timespec::try_from(left).ok()?;
        match poll(&mut [PollFd::new(stdin, PollFlags::IN)], Some(&timeout)) {
            Ok(0) => return None,
            Ok(_) => return Some(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}

/// What stands on stdin. There is no call to wait for a pipe with a limit, so another thread waits.
#[cfg(not(unix))]
pub(super) fn read_stdin(deadline: Instant) -> Option<Vec<u8>> {
    let (sender, receiver) = std::sync::mpsc::sync_channel(1);
    std::thread::Builder::new()
        .spawn(move || {
            // Nobody waits any more when this fails.
            let _ = sender.send(read_payload(io::stdin()).ok());
        })
        .ok()?;
    let left = deadline.checked_sub(FOR_SENDING)?.checked_duration_since(Instant::now())?;
    receiver.recv_timeout(left).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_too_many_is_seen_and_no_more_is_read() {
        assert_eq!(read_payload(&b"{}"[..]).unwrap(), b"{}");
        assert_eq!(read_payload(io::repeat(b'x')).unwrap().len(), MAX_PAYLOAD_BYTES + 1);
    }
}
