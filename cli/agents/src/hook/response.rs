//! What an event leads to.

use super::lines::Pool;
use openpets_ipc::Reaction;

/// A reaction, a line, or the end of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Response {
    /// Shown by the pet.
    pub(super) reaction: Option<Reaction>,
    /// Said by the pet.
    pub(super) speech: Option<Speech>,
    /// The session is over.
    pub(super) ends_session: bool,
}

/// Where a line comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Speech {
    /// One of our pools, in the person's language.
    Pool(Pool),
    /// The lines of a rule of the person's, or of one of their pools.
    Own(Vec<String>),
}

impl Response {
    /// A reaction without words.
    pub(super) const fn react(reaction: Reaction) -> Self {
        Self { reaction: Some(reaction), speech: None, ends_session: false }
    }

    /// A reaction with a line of a pool.
    pub(super) const fn say(reaction: Reaction, pool: Pool) -> Self {
        Self { reaction: Some(reaction), speech: Some(Speech::Pool(pool)), ends_session: false }
    }

    /// It asks the person for something: such lines come more often than others.
    pub(super) fn asks(&self) -> bool {
        self.reaction == Some(Reaction::Waiting)
    }
}
