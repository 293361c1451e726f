//! The rules of reactions, without the world. All times are since the start of the app.

use bevy_ecs::prelude::*;
use openpets_ipc::{LeaseId, Reaction as Kind};
use std::time::Duration;

/// A reaction that is not busy shows for this long.
pub const TRANSIENT: Duration = Duration::from_secs(4);

/// A busy reaction shows for this long at most, unless the lease it came through still lives.
pub const BUSY: Duration = Duration::from_secs(120);

/// A change from busy to idle takes this long to show, and does not show at all if the pet is busy again by
/// then: between two tool calls it must not flicker.
pub const IDLE_GRACE: Duration = Duration::from_millis(400);

/// What a pet shows.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    /// The reaction shown.
    pub kind: Kind,
    /// Since when; animations count from here.
    pub since: Duration,
    /// When it ends by itself. Idle never does.
    expires: Option<Duration>,
    /// The lease it came through.
    lease: Option<LeaseId>,
    /// The session that asked for it.
    session: Option<Entity>,
    /// When an idle that came in while the pet was busy takes effect.
    idle_at: Option<Duration>,
}

/// Who asks for a reaction.
#[derive(Debug, Clone, Copy, Default)]
pub struct By<'a> {
    /// Through this lease.
    pub lease: Option<&'a LeaseId>,
    /// In this session.
    pub session: Option<Entity>,
}

impl Default for Reaction {
    fn default() -> Self {
        Self {
            kind: Kind::Idle,
            since: Duration::ZERO,
            expires: None,
            lease: None,
            session: None,
            idle_at: None,
        }
    }
}

impl Reaction {
    /// The lease it came through.
    #[must_use]
    pub const fn lease(&self) -> Option<&LeaseId> {
        self.lease.as_ref()
    }

    /// The session that asked for it.
    #[must_use]
    pub const fn session(&self) -> Option<Entity> {
        self.session
    }

    /// Shows `kind` for a client. `lasting` replaces the usual time of a reaction that is not busy.
    pub fn show(&mut self, kind: Kind, by: By, lasting: Duration, now: Duration) {
        if kind == Kind::Idle && self.kind.is_busy() {
            self.idle_at = Some(now + IDLE_GRACE);
            return;
        }
        self.idle_at = None;
        // The same busy reaction again goes on without a jump; a cheer starts over.
        if self.kind != kind || !kind.is_busy() {
            self.kind = kind;
            self.since = now;
        }
        self.lease = by.lease.cloned();
        self.session = by.session;
        self.expires = match kind {
            Kind::Idle => None,
            busy if busy.is_busy() => Some(now + BUSY),
            _ => Some(now + lasting),
        };
    }

    /// Lets run out what has run out. `is_live` tells whether a lease lives. True if something changed.
    pub fn expire(&mut self, now: Duration, is_live: impl Fn(&LeaseId) -> bool) -> bool {
        let graced = self.idle_at.is_some_and(|at| at <= now);
        let over = match (&self.lease, self.kind.is_busy()) {
            // While its session lives, a long quiet task is busy; when the session ends, it is not.
            (Some(lease), true) => !is_live(lease),
            _ => self.expires.is_some_and(|expires| expires <= now),
        };
        if graced || over {
            *self = Self { since: now, ..Self::default() };
        }
        graced || over
    }

    /// The next moment at which [`Reaction::expire`] may change something. The end of a lease is not among
    /// them: it is a change of the world.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let expires = self.expires.filter(|_| !(self.kind.is_busy() && self.lease.is_some()));
        [expires, self.idle_at].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: fn(&LeaseId) -> bool = |_| false;

    fn secs(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn shown(kind: Kind, at: f64) -> Reaction {
        let mut reaction = Reaction::default();
        reaction.show(kind, By::default(), TRANSIENT, secs(at));
        reaction
    }

    #[test]
    fn a_transient_reaction_ends_after_four_seconds() {
        let mut reaction = shown(Kind::Success, 1.0);
        assert_eq!(reaction.deadline(), Some(secs(5.0)));
        assert!(!reaction.expire(secs(4.999), NEVER));
        assert!(reaction.expire(secs(5.0), NEVER));
        assert_eq!((reaction.kind, reaction.since, reaction.deadline()), (Kind::Idle, secs(5.0), None));
    }

    #[test]
    fn a_busy_reaction_lasts_two_minutes_or_as_long_as_its_lease() {
        let mut plain = shown(Kind::Working, 0.0);
        assert!(!plain.expire(secs(119.9), NEVER));
        assert!(plain.expire(secs(120.0), NEVER));

        let lease = LeaseId::try_from("lease".to_owned()).unwrap();
        let mut leased = Reaction::default();
        leased.show(Kind::Working, By { lease: Some(&lease), session: None }, TRANSIENT, secs(0.0));
        assert_eq!(leased.deadline(), None);
        assert!(!leased.expire(secs(5000.0), |_| true));
        assert!(leased.expire(secs(5001.0), NEVER));
    }

    #[test]
    fn a_short_idle_between_two_tool_calls_is_not_shown() {
        let mut reaction = shown(Kind::Editing, 0.0);
        reaction.show(Kind::Idle, By::default(), TRANSIENT, secs(1.0));
        assert_eq!((reaction.kind, reaction.deadline()), (Kind::Editing, Some(secs(1.4))));
        reaction.show(Kind::Editing, By::default(), TRANSIENT, secs(1.3));
        assert!(!reaction.expire(secs(1.5), NEVER));
        assert_eq!((reaction.kind, reaction.since), (Kind::Editing, secs(0.0)));

        reaction.show(Kind::Idle, By::default(), TRANSIENT, secs(2.0));
        assert!(reaction.expire(secs(2.4), NEVER));
        assert_eq!((reaction.kind, reaction.since), (Kind::Idle, secs(2.4)));
    }

    #[test]
    fn a_cheer_starts_over_and_idle_ends_a_cheer_at_once() {
        let mut reaction = shown(Kind::Success, 0.0);
        reaction.show(Kind::Success, By::default(), TRANSIENT, secs(1.0));
        assert_eq!(reaction.since, secs(1.0));
        reaction.show(Kind::Idle, By::default(), TRANSIENT, secs(2.0));
        assert_eq!(reaction.kind, Kind::Idle);
    }

    #[test]
    fn media_lasts_as_long_as_it_says() {
        let mut reaction = Reaction::default();
        reaction.show(Kind::Waving, By::default(), secs(8.0), secs(1.0));
        assert_eq!(reaction.deadline(), Some(secs(9.0)));
    }
}
