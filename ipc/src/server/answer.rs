//! From one line of a client to the line it gets back.

use super::limits::Limits;
use super::pictures::Pictures;
use super::timer::before;
use crate::command::Command;
use crate::inbound::{Inbound, InboxSender, Outcome, Refused};
use crate::method::Method;
use crate::reply::{Code, Failure};
use crate::request::{Rejection, Request, parse_request};
use crate::response::{failure_line, success_line};
use crate::token::Tokens;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep};

const LATE: &str = "the app did not answer in time; try again in a moment";

const INSTALL_LATE: &str =
    "the installation takes longer than a minute and goes on; see in a while whether the pet is there";

/// What every connection of a server shares.
pub(super) struct Shared {
    pub(super) tokens: Tokens,
    pub(super) inbox: InboxSender,
    pub(super) limits: Limits,
    pub(super) pictures: Pictures,
}

/// An answer, and what may be logged about it.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) line: Vec<u8>,
    /// Unknown until the token was accepted.
    pub(super) method: Option<Method>,
    /// The code of a failure.
    pub(super) code: Option<String>,
}

impl Answer {
    fn failure(id: Option<&str>, method: Option<Method>, failure: Failure) -> Self {
        Self { line: failure_line(id, &failure), method, code: Some(failure.code) }
    }
}

impl From<Rejection> for Answer {
    fn from(rejection: Rejection) -> Self {
        Self::failure(rejection.id.as_deref(), rejection.method, rejection.failure)
    }
}

/// Checks a line, without its line break, and has its command carried out.
pub(super) async fn answer(line: &[u8], shared: &Shared, mut timer: Pin<&mut Sleep>) -> Answer {
    let start = Instant::now();
    let Request { id, method, command, origin } = match parse_request(line, &shared.tokens) {
        Ok(request) => request,
        Err(rejection) => return rejection.into(),
    };
    // The last rule of the parameters, and the only one that needs more than the request.
    if let Command::ShowMedia(media) = &command {
        let checked = before(timer.as_mut(), shared.limits.answer, shared.pictures.check(media)).await;
        if let Err(failure) = checked.unwrap_or_else(|| Err(Failure::new(Code::InternalError, LATE))) {
            return Answer::failure(Some(&id), Some(method), failure);
        }
    }
    let (limit, late) = if command.is_install() {
        (shared.limits.install, INSTALL_LATE)
    } else {
        (shared.limits.answer, LATE)
    };
    let left = limit.saturating_sub(start.elapsed());
    let (reply, outcome) = oneshot::channel();
    let outcome = match shared.inbox.try_send(Inbound { command, origin, reply }) {
        Ok(()) => wait(outcome, left, late, timer).await,
        Err(refused @ Refused::Full) => Err(Failure::new(Code::Busy, refused.to_string())),
        Err(refused @ Refused::Closed) => Err(Failure::new(Code::InternalError, refused.to_string())),
    };
    match outcome {
        Ok(reply) => Answer { line: success_line(&id, &reply), method: Some(method), code: None },
        Err(failure) => Answer::failure(Some(&id), Some(method), failure),
    }
}

async fn wait(
    outcome: oneshot::Receiver<Outcome>,
    limit: Duration,
    late: &'static str,
    timer: Pin<&mut Sleep>,
) -> Outcome {
    let message = match before(timer, limit, outcome).await {
        Some(Ok(outcome)) => return outcome,
        Some(Err(_)) => "the app ended before it could answer",
        None => late,
    };
    Err(Failure::new(Code::InternalError, message))
}
