//! JSON schemas of what agents send, made of the same constants that it is checked with.
//!
//! Each is written where it is used (`inline_schema`): there are clients of models that do not follow references.

use crate::message::{MAX_MESSAGE_LENGTH, SpeechText};
use crate::reaction::Reaction;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Reaction {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Reaction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": Self::ALL})
    }
}

/// JSON Schema counts characters and the protocol UTF-16 code units, so the schema is the wider of the two.
impl JsonSchema for SpeechText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SpeechText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "maxLength": MAX_MESSAGE_LENGTH})
    }
}
