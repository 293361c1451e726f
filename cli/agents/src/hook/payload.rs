//! The event that an agent tells, as far as it matters here.
//!
//! Claude Code and Codex send the same shape. Nothing is required but the event's name: agents change, and a hook must
//! not fail because of a field.

use serde_json::{Map, Value};
use std::path::PathBuf;

/// One event of an agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// Such as `PreToolUse`.
    pub(super) name: String,
    /// The tool, where the event is about one.
    pub(super) tool: Option<String>,
    /// What a shell is to run. Looked at to tell tests from the rest, and never passed on.
    pub(super) command: Option<String>,
    /// A further kind: of a notification, of a session's start.
    pub(super) kind: Option<String>,
    /// The agent's name for its session.
    pub(super) session: Option<String>,
    /// Where it works.
    pub(super) cwd: Option<PathBuf>,
}

/// A payload that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum InvalidPayload {
    /// More than a hook reads.
    #[error("the payload is larger than 64 KiB, which no event is")]
    TooLarge,
    /// Nothing at all.
    #[error("there is no payload: an agent writes one JSON object to the hook's standard input")]
    Empty,
    /// Something else.
    #[error("the payload is not JSON: line {line}, column {column}")]
    NotJson {
        /// Where, counted from 1.
        line: usize,
        /// Likewise.
        column: usize,
    },
    /// JSON, but no event.
    #[error("the payload is not a JSON object with the text \"hook_event_name\"")]
    NoEvent,
}

impl Event {
    /// Reads the payload of a hook.
    ///
    /// # Errors
    /// When it is not an event.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, InvalidPayload> {
        if bytes.len() > super::MAX_PAYLOAD_BYTES {
            return Err(InvalidPayload::TooLarge);
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if bytes.trim_ascii().is_empty() {
            return Err(InvalidPayload::Empty);
        }
        let payload: Value = serde_json::from_slice(bytes)
            .map_err(|error| InvalidPayload::NotJson { line: error.line(), column: error.column() })?;
        let Value::Object(mut payload) = payload else { return Err(InvalidPayload::NoEvent) };
        let input = match payload.remove("tool_input") {
            Some(Value::Object(input)) => input,
            _ => Map::new(),
        };
        let mut text = |name: &str| match payload.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        Ok(Self {
            name: text("hook_event_name").filter(|name| !name.is_empty()).ok_or(InvalidPayload::NoEvent)?,
            tool: text("tool_name"),
            command: input.get("command").and_then(Value::as_str).map(str::to_owned),
            kind: text("notification_type").or_else(|| text("source")).or_else(|| text("trigger")),
            session: text("session_id"),
            cwd: text("cwd").map(PathBuf::from).filter(|path| path.is_absolute()),
        })
    }

    /// The last part of the working folder.
    pub(super) fn folder(&self) -> Option<&str> {
        self.cwd.as_deref()?.file_name()?.to_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_read_as_far_as_it_is_sound() {
        let payload =
            br#"{"session_id":"s","cwd":"/home/x/site","hook_event_name":"PreToolUse","tool_name":"Bash",
            "tool_input":{"command":"ls","description":5},"permission_mode":["odd"],"more":{"deep":[1]}}"#;
        let event = Event::parse(payload).unwrap();
        assert_eq!((event.name.as_str(), event.tool.as_deref()), ("PreToolUse", Some("Bash")));
        assert_eq!((event.command.as_deref(), event.folder()), (Some("ls"), Some("site")));
        let odd = br#"{"hook_event_name":"Stop","tool_name":5,"tool_input":"x","session_id":null,"cwd":"relative"}"#;
        assert_eq!(Event::parse(odd), Ok(Event { name: "Stop".into(), ..Event::default() }));
    }

    #[test]
    fn what_is_no_event() {
        use InvalidPayload as E;
        for (bytes, expected) in [
            (&b""[..], E::Empty),
            (b" \n\xef\xbb\xbf"[..1].as_ref(), E::Empty),
            (b"\xef\xbb\xbf", E::Empty),
            (b"{\n \"a\" 1}", E::NotJson { line: 2, column: 6 }),
            (b"\xff\xfe\x00", E::NotJson { line: 1, column: 1 }),
            (b"[]", E::NoEvent),
            (b"{}", E::NoEvent),
            (b"{\"hook_event_name\":\"\"}", E::NoEvent),
            (b"{\"hook_event_name\":7}", E::NoEvent),
        ] {
            assert_eq!(Event::parse(bytes), Err(expected), "{}", String::from_utf8_lossy(bytes));
        }
        let large = format!(
            "{{\"hook_event_name\":\"Stop\",\"x\":\"{}\"}}",
            "x".repeat(super::super::MAX_PAYLOAD_BYTES)
        );
        assert_eq!(Event::parse(large.as_bytes()), Err(E::TooLarge));
        let deep = format!("{{\"hook_event_name\":\"Stop\",\"x\":{}", "[".repeat(50_000));
        assert!(matches!(Event::parse(deep.as_bytes()), Err(E::NotJson { .. })));
    }

    #[test]
    fn a_byte_order_mark_is_no_harm() {
        let event = Event::parse(b"\xef\xbb\xbf{\"hook_event_name\":\"Stop\"}").unwrap();
        assert_eq!(event.name, "Stop");
    }
}
