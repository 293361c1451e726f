//! From one line of a client to the line it gets back.

use super::limits::Limits;
use super::timer::before;
use crate::inbound::{Inbound, InboxSender, Outcome, Refused};
use crate::method::Method;
use crate::reply::{Code, Failure};
use crate::request::{Rejection, Request, parse_request};
use crate::response::{failure_line, success_line};
use crate::token::Tokens;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Sleep;

/// What every connection of a server shares.
pub(super) struct Shared {
    pub(super) tokens: Tokens,
    pub(super) inbox: InboxSender,
    pub(super) limits: Limits,
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
pub(super) async fn answer(line: &[u8], shared: &Shared, timer: Pin<&mut Sleep>) -> Answer {
    let Request { id, method, command, origin } = match parse_request(line, &shared.tokens) {
        Ok(request) => request,
        Err(rejection) => return rejection.into(),
    };
    let (reply, outcome) = oneshot::channel();
    let outcome = match shared.inbox.try_send(Inbound { command, origin, reply }) {
        Ok(()) => wait(outcome, shared.limits.answer, timer).await,
        Err(refused @ Refused::Full) => Err(Failure::new(Code::Busy, refused.to_string())),
        Err(refused @ Refused::Closed) => Err(Failure::new(Code::InternalError, refused.to_string())),
    };
    match outcome {
        Ok(reply) => Answer { line: success_line(&id, &reply), method: Some(method), code: None },
        Err(failure) => Answer::failure(Some(&id), Some(method), failure),
    }
}

async fn wait(outcome: oneshot::Receiver<Outcome>, limit: Duration, timer: Pin<&mut Sleep>) -> Outcome {
    let message = match before(timer, limit, outcome).await {
        Some(Ok(outcome)) => return outcome,
        Some(Err(_)) => "the app ended before it could answer",
        None => "the app did not answer in time; try again in a moment",
    };
    Err(Failure::new(Code::InternalError, message))
}
