//! From a word to a checked value. The sentences are shown by clap behind the argument's name.

use super::Target;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use openpets_agents::configure::{Agent, UnknownAgent};
use openpets_ipc::{
    AgentKind, ClickUrl, ClickUrlRule, InvalidId, LeaseId, MediaRequest, MediaRule, Reaction, RequestedPetId,
    SessionNonce, SourceRule, UnknownReaction,
};
use std::time::Duration;

/// Lists the choices in the help, in completions and when the word is none of them.
pub(super) fn reaction() -> impl TypedValueParser<Value = Reaction> {
    PossibleValuesParser::new(Reaction::ALL.map(Reaction::name))
        .try_map(|name| name.parse::<Reaction>().map_err(|error: UnknownReaction| error))
}

/// Lists the agents likewise.
pub(super) fn target() -> impl TypedValueParser<Value = Target> {
    const GENERIC: &str = "generic";
    let names = Agent::ALL.map(Agent::name).into_iter().chain([GENERIC]);
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(|name| match &*name {
        GENERIC => Ok(Target::Generic),
        name => name.parse().map(Target::Agent).map_err(|error: UnknownAgent| error),
    })
}

pub(super) fn lease(text: &str) -> Result<LeaseId, InvalidId> {
    text.to_owned().try_into()
}

pub(super) fn pet(text: &str) -> Result<RequestedPetId, InvalidId> {
    text.to_owned().try_into()
}

pub(super) fn nonce(text: &str) -> Result<SessionNonce, InvalidId> {
    text.to_owned().try_into()
}

pub(super) fn agent(text: &str) -> Result<AgentKind, SourceRule> {
    text.to_owned().try_into()
}

pub(super) fn click_url(text: &str) -> Result<ClickUrl, ClickUrlRule> {
    ClickUrl::parse(text)
}

pub(super) fn milliseconds(text: &str) -> Result<Duration, MediaRule> {
    MediaRequest::parse_duration(text.parse().map_err(|_| MediaRule::Duration)?)
}

/// A text that is no duration, or one that is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use a time from 1s to 30s, such as 8s, 2.5s or 1500ms")]
pub(super) struct InvalidDuration;

pub(super) fn duration(text: &str) -> Result<Duration, InvalidDuration> {
    let (number, factor) = match text.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (text.strip_suffix('s').ok_or(InvalidDuration)?, 1000.0),
    };
    let number: f64 = number.parse().map_err(|_| InvalidDuration)?;
    MediaRequest::parse_duration(number * factor).map_err(|_| InvalidDuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, milliseconds) in [("8s", 8000), ("2.5s", 2500), ("1500ms", 1500), ("30s", 30_000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)));
        }
        for text in ["", "s", "ms", "8", "8m", "0s", "31s", "999ms", "-8s", "nans", "infs", "8 s"] {
            assert_eq!(duration(text), Err(InvalidDuration), "{text}");
        }
    }
}
