//! The tools: what an agent reads about them, what they take, and what they answer.

mod arguments;
mod status;

use crate::app::App;
use crate::keeper::Keeper;
use crate::trouble;
use arguments::{NoArguments, React, Say};
use openpets_ipc::reply::{HiddenReason, ShownResult};
use openpets_ipc::{Command, LeaseId, Reaction, Source, SpeechText};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

const STATUS: &str = "openpets_status";
const REACT: &str = "openpets_react";
const SAY: &str = "openpets_say";

/// What an agent is told about the server as a whole.
pub(crate) const INSTRUCTIONS: &str = "\
OpenPets shows the user a small animated pet on the desktop that mirrors what you are doing. Call openpets_react when the \
kind of your work changes (thinking, editing, testing, waiting for the user, success, error), and openpets_say now and then, \
with one short friendly sentence for the user. Others may see the screen: never put code, addresses, file paths, secrets, or \
text of the user or of a tool into it. A pet that cannot be shown is no reason to stop or to repeat a call: go on with your \
work.";

/// What `openpets_react` and `openpets_say` answer.
#[derive(Debug, Serialize, JsonSchema)]
struct Shown {
    /// The app has taken it.
    ok: bool,
    /// It can be seen on a screen.
    shown: bool,
    /// Why it cannot be seen, such as paused, hidden, bubbles_disabled or no_display.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    reason: Option<HiddenReason>,
    /// The reaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Reaction")]
    reaction: Option<Reaction>,
}

/// Every tool, as agents see it.
pub(crate) fn list() -> Vec<Tool> {
    let changes =
        || ToolAnnotations::new().read_only(false).destructive(false).idempotent(false).open_world(false);
    let reads = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    vec![
        Tool::new(
            STATUS,
            "Tells whether OpenPets is running and which pet you drive. Changes nothing.",
            takes::<NoArguments>(),
        )
        .with_title("OpenPets status")
        .with_raw_output_schema(answers::<status::Status>())
        .with_annotations(reads),
        Tool::new(
            REACT,
            "Has the pet show what you are doing. thinking, working, editing, running, testing and waiting last until \
             the next reaction; idle, waving, success, error and celebrating pass by themselves.",
            takes::<React>(),
        )
        .with_title("Show a reaction")
        .with_raw_output_schema(answers::<Shown>())
        .with_annotations(changes()),
        Tool::new(
            SAY,
            "Has the pet say one short sentence to the user in a speech bubble, with a reaction if you like. Plain words \
             in the user's language; no code, addresses, file paths or secrets, which are refused.",
            takes::<Say>(),
        )
        .with_title("Say something")
        .with_raw_output_schema(answers::<Shown>())
        .with_annotations(changes()),
    ]
}

/// What a tool takes.
fn takes<T: JsonSchema>() -> Arc<JsonObject> {
    schema::<T>(SchemaSettings::draft2020_12())
}

/// What a tool answers; fields that may be left out are not required.
fn answers<T: JsonSchema>() -> Arc<JsonObject> {
    schema::<T>(SchemaSettings::draft2020_12().for_serialize())
}

/// A schema without references, which some clients do not follow, and without what tells a model nothing.
fn schema<T: JsonSchema>(mut settings: SchemaSettings) -> Arc<JsonObject> {
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let settings = settings.with_transform(RecursiveTransform(|schema: &mut Schema| {
        if schema.get("default").is_some_and(Value::is_null) {
            schema.remove("default");
        }
    }));
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.retain(|key, _| key != "title" && key != "description");
    // There are clients that look for it even if nothing is taken.
    schema.entry("properties").or_insert_with(|| Value::Object(JsonObject::new()));
    Arc::new(schema)
}

/// Carries a call out. Nothing if there is no such tool.
pub(crate) async fn call<A: App>(
    keeper: &Keeper<A>,
    name: &str,
    arguments: JsonObject,
) -> Option<CallToolResult> {
    Some(match name {
        STATUS => match arguments::read::<NoArguments>(arguments) {
            Ok(NoArguments {}) => structured(&status::of(keeper).await),
            Err(rule) => refusal(rule),
        },
        REACT => match arguments::read::<React>(arguments) {
            Ok(React { reaction }) => react(keeper, reaction).await,
            Err(rule) => refusal(rule),
        },
        SAY => match arguments::read::<Say>(arguments) {
            Ok(Say { message, reaction }) => match SpeechText::parse(&message) {
                Ok(message) => say(keeper, message, reaction).await,
                Err(rule) => refusal(&format!("{rule}; nothing was said")),
            },
            Err(rule) => refusal(rule),
        },
        _ => return None,
    })
}

async fn react<A: App>(keeper: &Keeper<A>, reaction: Reaction) -> CallToolResult {
    show(keeper, move |source, lease| Command::React { reaction, lease, source }, REACT).await
}

async fn say<A: App>(keeper: &Keeper<A>, message: SpeechText, reaction: Option<Reaction>) -> CallToolResult {
    let make = move |source, lease| Command::Say { message: message.clone(), reaction, lease, source };
    show(keeper, make, SAY).await
}

async fn show<A: App>(
    keeper: &Keeper<A>,
    make: impl Fn(Option<Source>, Option<LeaseId>) -> Command + Clone + Send + 'static,
    tool: &'static str,
) -> CallToolResult {
    let answer = keeper
        .send(move |identity, reach, lease| make(Some(identity.calling(reach, tool)), Some(lease)))
        .await
        .and_then(|answer| answer.read::<ShownResult>());
    match answer {
        Ok(ShownResult { ok, shown, reason, reaction, .. }) => {
            structured(&Shown { ok, shown, reason, reaction })
        }
        Err(error) => refusal(trouble::sentence(&error)),
    }
}

/// As JSON, for clients that read structured results and for those that read text.
fn structured(result: &impl Serialize) -> CallToolResult {
    CallToolResult::structured(serde_json::to_value(result).unwrap_or(Value::Null))
}

/// An error that the model reads, and can do better after.
fn refusal(sentence: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(sentence)])
}
