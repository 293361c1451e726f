//! One line of a client, checked in the protocol's order: JSON, object, id, version, token, method, params. The
//! order is part of the contract, and keeps a stranger from learning anything but that the token is wrong.

use crate::PROTOCOL_VERSION;
use crate::command::{Command, Origin};
use crate::json::Strict;
use crate::method::Method;
use crate::params;
use crate::reply::{Code, Failure};
use crate::token::Tokens;
use serde_json::{Map, Value};

/// The longest id of a request: UTF-16 code units, as the existing clients count.
pub const MAX_REQUEST_ID_LENGTH: usize = 120;

/// A request that passed every check that needs nothing but itself.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// Repeated in the response.
    pub id: String,
    /// What was called.
    pub method: Method,
    /// What it means.
    pub command: Command,
    /// Whose token it carried.
    pub origin: Origin,
}

/// A request that broke a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Repeated in the response, if it was usable.
    pub id: Option<String>,
    /// What is answered.
    pub failure: Failure,
    /// The method, once the token had been accepted and the method was known: before that, nothing of a request
    /// may be logged.
    pub method: Option<Method>,
}

impl Rejection {
    /// A rejection before there is an id to repeat.
    pub(crate) fn anonymous(message: &str) -> Self {
        Self { id: None, failure: Failure::new(Code::InvalidRequest, message), method: None }
    }
}

/// Checks one line, without its line break.
///
/// # Errors
/// The first check that fails, ready to be answered.
pub fn parse_request(line: &[u8], tokens: &Tokens) -> Result<Request, Rejection> {
    let Ok(Strict(value)) = serde_json::from_slice(line) else {
        return Err(Rejection::anonymous("the request is not valid JSON, or a key stands twice in it"));
    };
    let Value::Object(mut fields) = value else {
        return Err(Rejection::anonymous("the request must be a JSON object"));
    };
    let Some(id) = take_id(&mut fields) else {
        return Err(Rejection::anonymous("id must be a string of 1 to 120 characters"));
    };
    match check(&mut fields, tokens) {
        Ok((method, command, origin)) => Ok(Request { id, method, command, origin }),
        Err((failure, method)) => Err(Rejection { id: Some(id), failure, method }),
    }
}

/// Everything after the id.
fn check(
    fields: &mut Map<String, Value>,
    tokens: &Tokens,
) -> Result<(Method, Command, Origin), (Failure, Option<Method>)> {
    let fail = |code, message: &str| (Failure::new(code, message), None);
    if fields.get("version").and_then(Value::as_f64) != Some(f64::from(PROTOCOL_VERSION)) {
        return Err(fail(Code::InvalidVersion, "version must be 1"));
    }
    let Some(origin) = fields.get("token").and_then(Value::as_str).and_then(|token| tokens.origin(token))
    else {
        return Err(fail(
            Code::InvalidToken,
            "the token is not the one in the discovery file; read that file again",
        ));
    };
    let Some(method) = fields.get("method").and_then(Value::as_str).and_then(Method::from_name) else {
        return Err(fail(Code::UnknownMethod, "this version of OpenPets has no such method"));
    };
    if method.needs_control() && origin != Origin::Control {
        let message = "this method needs the token of the control file";
        return Err((Failure::new(Code::Forbidden, message), Some(method)));
    }
    match params::command(method, fields.swap_remove("params")) {
        Ok(command) => Ok((method, command, origin)),
        Err(failure) => Err((failure, Some(method))),
    }
}

fn take_id(fields: &mut Map<String, Value>) -> Option<String> {
    match fields.swap_remove("id") {
        Some(Value::String(id)) if (1..=MAX_REQUEST_ID_LENGTH).contains(&id.encode_utf16().count()) => {
            Some(id)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
