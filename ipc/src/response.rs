//! One line back to the client, never longer than it accepts.

use crate::MAX_MESSAGE_BYTES;
use crate::reply::{Code, Failure, LeaseListResult, PetListResult, Reply, SessionListResult};
use serde::Serialize;

#[derive(Serialize)]
struct Success<'a> {
    id: &'a str,
    ok: bool,
    result: &'a Reply,
}

#[derive(Serialize)]
struct Refusal<'a> {
    id: Option<&'a str>,
    ok: bool,
    error: &'a Failure,
}

const TOO_LONG: &str = "the answer is too long to be sent";

/// The line for a command that was carried out. A list that does not fit is shortened; anything
/// else that does not fit is our fault and answered so.
#[must_use]
pub fn success_line(id: &str, reply: &Reply) -> Vec<u8> {
    let mut bytes = line(&Success { id, ok: true, result: reply });
    let limit = MAX_MESSAGE_BYTES - envelope(id);
    let short = match reply {
        Reply::Pets(list) if bytes.len() > MAX_MESSAGE_BYTES => Some(Reply::Pets(shortened(list, limit))),
        Reply::Leases(list) if bytes.len() > MAX_MESSAGE_BYTES => {
            Some(Reply::Leases(fewer_leases(list, limit)))
        }
        Reply::Sessions(list) if bytes.len() > MAX_MESSAGE_BYTES => {
            Some(Reply::Sessions(fewer_sessions(list, limit)))
        }
        _ => None,
    };
    if let Some(reply) = short {
        bytes = line(&Success { id, ok: true, result: &reply });
    }
    if bytes.len() > MAX_MESSAGE_BYTES {
        bytes = failure_line(Some(id), &Failure::new(Code::InternalError, TOO_LONG));
    }
    bytes
}

/// The line for a command that failed.
#[must_use]
pub fn failure_line(id: Option<&str>, failure: &Failure) -> Vec<u8> {
    let bytes = line(&Refusal { id, ok: false, error: failure });
    if bytes.len() <= MAX_MESSAGE_BYTES {
        return bytes;
    }
    // An id is at most 120 characters, so this fits.
    line(&Refusal { id, ok: false, error: &Failure::new(Code::InternalError, TOO_LONG) })
}

#[expect(clippy::expect_used, reason = "writing plain structs with text keys to memory cannot fail")]
fn line(response: &impl Serialize) -> Vec<u8> {
    // Most answers are shorter than this, a full status is about 400 bytes.
    let mut bytes = Vec::with_capacity(512);
    serde_json::to_writer(&mut bytes, response).expect("plain structs");
    bytes.push(b'\n');
    bytes
}

/// What stands around the result, line break included.
fn envelope(id: &str) -> usize {
    size(id) + r#"{"id":,"ok":true,"result":}"#.len() + 1
}

fn size(value: &(impl Serialize + ?Sized)) -> usize {
    // Without the line break.
    line(&value).len() - 1
}

/// Without as many reasons why pets are broken, from the last one on, as there is no room for; if that is not
/// enough, without the last pets.
fn shortened(list: &PetListResult, limit: usize) -> PetListResult {
    let mut short = list.clone();
    let mut length = size(&short);
    for pet in short.pets.iter_mut().rev().filter(|pet| pet.broken_reason.is_some()) {
        if length <= limit {
            return short;
        }
        let before = size(pet);
        pet.broken_reason = None;
        length -= before - size(pet);
    }
    if length <= limit {
        return short;
    }
    let pets = std::mem::take(&mut short.pets);
    let before = list.omitted.unwrap_or(0);
    // The count of omitted pets is at most this long.
    short.omitted = Some(before + pets.len());
    short.pets = those_that_fit(pets, limit.saturating_sub(size(&short)));
    short.omitted = Some(before + list.pets.len() - short.pets.len());
    short
}

/// Without the last leases.
fn fewer_leases(list: &LeaseListResult, limit: usize) -> LeaseListResult {
    let before = list.omitted.unwrap_or(0);
    let mut short =
        LeaseListResult { leases: Vec::new(), omitted: Some(before + list.leases.len()), ..*list };
    short.leases = those_that_fit(list.leases.clone(), limit.saturating_sub(size(&short)));
    short.omitted = Some(before + list.leases.len() - short.leases.len());
    short
}

/// Without the sessions that were active longest ago.
fn fewer_sessions(list: &SessionListResult, limit: usize) -> SessionListResult {
    let before = list.omitted.unwrap_or(0);
    let mut short =
        SessionListResult { sessions: Vec::new(), omitted: Some(before + list.sessions.len()), ..*list };
    short.sessions = those_that_fit(list.sessions.clone(), limit.saturating_sub(size(&short)));
    short.omitted = Some(before + list.sessions.len() - short.sessions.len());
    short
}

/// The first items of a list, as many as have room.
fn those_that_fit<T: Serialize>(items: Vec<T>, mut room: usize) -> Vec<T> {
    let mut fitting = Vec::new();
    for item in items {
        // With the comma in front of the next one.
        let needed = size(&item) + 1;
        if needed > room {
            break;
        }
        room -= needed;
        fitting.push(item);
    }
    fitting
}

#[cfg(test)]
mod tests;
