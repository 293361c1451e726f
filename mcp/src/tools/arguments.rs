//! What the tools take. The rules are those of the wire; a refusal names the rule and never repeats the text, which may
//! hold what must not be shown.

use openpets_ipc::{Reaction, SpeechText};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Arguments of a tool.
pub(super) trait Arguments: DeserializeOwned {
    /// What they must be, in one sentence.
    const RULE: &'static str;
}

/// Of `openpets_status`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoArguments {}

/// Of `openpets_react`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct React {
    /// What you are doing.
    pub(super) reaction: Reaction,
}

/// Of `openpets_say`. The message's own rules are checked afterwards, since each has a sentence of its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Say {
    /// One line of plain words.
    #[schemars(with = "SpeechText")]
    pub(super) message: String,
    /// Shown with it.
    #[serde(default)]
    #[schemars(with = "Reaction")]
    pub(super) reaction: Option<Reaction>,
}

impl Arguments for NoArguments {
    const RULE: &'static str = "openpets_status takes no arguments";
}

impl Arguments for React {
    const RULE: &'static str = "openpets_react takes one argument, reaction: one of idle, thinking, working, editing, \
        running, testing, waiting, waving, success, error, celebrating";
}

impl Arguments for Say {
    const RULE: &'static str = "openpets_say takes message, a text, and optionally reaction: one of idle, thinking, working, \
        editing, running, testing, waiting, waving, success, error, celebrating";
}

/// Reads the arguments of a tool.
///
/// # Errors
/// The rule that they break.
pub(super) fn read<T: Arguments>(arguments: JsonObject) -> Result<T, &'static str> {
    serde_json::from_value(Value::Object(arguments)).map_err(|_| T::RULE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused<T: Arguments + std::fmt::Debug>(arguments: Value) -> &'static str {
        let Value::Object(arguments) = arguments else { unreachable!("an object") };
        read::<T>(arguments).unwrap_err()
    }

    #[test]
    fn rules_name_every_reaction() {
        for reaction in Reaction::ALL {
            assert!(
                React::RULE.contains(reaction.name()) && Say::RULE.contains(reaction.name()),
                "{reaction}"
            );
        }
    }

    #[test]
    fn what_is_missing_wrong_or_too_much_is_refused() {
        for wrong in [
            json!({}),
            json!({"reaction": "Editing"}),
            json!({"reaction": null}),
            json!({"reaction": ["editing"]}),
            json!({"reaction": "editing", "leaseId": "x"}),
        ] {
            assert_eq!(refused::<React>(wrong), React::RULE);
        }
        for wrong in [
            json!({}),
            json!({"message": 7}),
            json!({"message": "Hi", "reaction": "secret"}),
            json!({"message": "Hi", "url": "https://example.com"}),
        ] {
            assert_eq!(refused::<Say>(wrong), Say::RULE);
        }
        assert_eq!(refused::<NoArguments>(json!({"verbose": true})), NoArguments::RULE);
        let Value::Object(hi) = json!({"message": "Hi", "reaction": null}) else { unreachable!() };
        assert!(read::<Say>(hi).is_ok_and(|say| say.reaction.is_none()));
    }
}
