//! One connection: one line in, one line out. Every step has an end, and at most one message of a client is held
//! in memory, however much it sends.

use super::answer::{Answer, Shared, answer};
use super::timer::before;
use crate::MAX_MESSAGE_BYTES;
use crate::request::Rejection;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, Sleep, sleep};

/// Room for a request at first: most are some hundred bytes.
const FIRST_BYTES: usize = 1024;

/// What is read and thrown away behind a request. A client that sends too much may only start to read when it
/// has sent everything; past this it is not one of ours.
const MAX_DRAINED: usize = 1024 * 1024;

/// What a client has sent.
enum Received {
    /// A line, without its line break.
    Line(Vec<u8>),
    /// More than a message may have.
    TooLong,
    /// No whole line before it closed or fell silent.
    Nothing,
}

/// Serves one client until it is answered or gives up.
pub(super) async fn serve<S>(mut stream: S, shared: Arc<Shared>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut timer = std::pin::pin!(sleep(shared.limits.idle));
    let received = receive(&mut stream, &shared, timer.as_mut()).await;
    let start = Instant::now();
    let answer = match received {
        Ok(Received::Line(line)) => answer(&line, &shared, timer.as_mut()).await,
        Ok(Received::TooLong) => Answer::from(Rejection::anonymous(
            "the request is larger than 16 KiB, or its line break is missing",
        )),
        // Nobody to answer.
        Ok(Received::Nothing) | Err(_) => return,
    };
    let micros = start.elapsed().as_micros();
    let method = answer.method.map_or("-", |method| method.name());
    tracing::debug!(method, code = answer.code.as_deref().unwrap_or("ok"), micros, "request");
    // A client that is gone needs no answer.
    if let Ok(true) = send(&mut stream, &answer.line, &shared, timer.as_mut()).await {
        before(timer, shared.limits.farewell, drain(&mut stream)).await;
    }
}

async fn receive<S: AsyncRead + Unpin>(
    stream: &mut S,
    shared: &Shared,
    mut timer: Pin<&mut Sleep>,
) -> io::Result<Received> {
    let start = Instant::now();
    let mut bytes = vec![0; FIRST_BYTES];
    let mut filled = 0;
    loop {
        let left = shared.limits.request.saturating_sub(start.elapsed());
        let limit = shared.limits.idle.min(left);
        let Some(count) = before(timer.as_mut(), limit, stream.read(&mut bytes[filled..])).await else {
            return Ok(Received::Nothing);
        };
        let end = match count? {
            0 => return Ok(Received::Nothing),
            count => filled + count,
        };
        if let Some(line_break) = bytes[filled..end].iter().position(|byte| *byte == b'\n') {
            bytes.truncate(filled + line_break);
            return Ok(Received::Line(bytes));
        }
        filled = end;
        if filled == MAX_MESSAGE_BYTES {
            return Ok(Received::TooLong);
        }
        if filled == bytes.len() {
            bytes.resize((4 * filled).min(MAX_MESSAGE_BYTES), 0);
        }
    }
}

/// Sends the answer and closes our half, which tells the client that nothing follows. False when the client takes
/// none of it.
async fn send<S: AsyncWrite + Unpin>(
    stream: &mut S,
    line: &[u8],
    shared: &Shared,
    timer: Pin<&mut Sleep>,
) -> io::Result<bool> {
    let sent = before(timer, shared.limits.idle, async {
        stream.write_all(line).await?;
        stream.shutdown().await
    });
    sent.await.transpose().map(|sent| sent.is_some())
}

/// Reads until the client has closed. Closing a socket with unread bytes would make the system throw away an
/// answer that the client has not read yet.
async fn drain<S: AsyncRead + Unpin>(stream: &mut S) {
    let mut waste = [0; 4096];
    let mut drained = 0;
    while drained < MAX_DRAINED {
        match stream.read(&mut waste).await {
            Ok(0) | Err(_) => return,
            Ok(count) => drained += count,
        }
    }
}
