//! What an event leads to, and why. Decides only: cool-downs come after it.

use super::Hook;
use super::event::{built_in, is_ours};
use super::payload::Event;
use super::places::Places;
use super::response::Response;
use super::rules::Rules;
use super::stand_down::project_with_own_hook;
use std::path::PathBuf;

/// What a hook does, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decision {
    /// Why.
    pub(super) because: Because,
    response: Option<Response>,
}

/// Why a hook does what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Because {
    /// The project has a hook of its own, in this file.
    StandsDown(PathBuf),
    /// It is about a tool of OpenPets itself.
    OurTool,
    /// Of the rule with this number, from 1.
    Rule(usize),
    /// Of what is built in.
    BuiltIn,
}

impl Decision {
    /// Decides.
    pub(super) fn of(event: &Event, hook: &Hook, rules: &Rules, places: &Places) -> Self {
        if is_ours(event) {
            return Self { because: Because::OurTool, response: None };
        }
        if !hook.project_local
            && let Some(settings) = project_with_own_hook(&hook.agent, event, places)
        {
            return Self { because: Because::StandsDown(settings), response: None };
        }
        let usual = built_in(event);
        match rules.respond(event, usual.as_ref()) {
            Some((number, response)) => Self { because: Because::Rule(number), response },
            None => Self { because: Because::BuiltIn, response: usual },
        }
    }

    /// What is to happen; nothing where nothing is.
    pub(super) fn response(self) -> Option<Response> {
        self.response
    }
}
