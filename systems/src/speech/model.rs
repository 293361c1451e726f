//! The rules of bubbles, without the world.

use bevy_ecs::prelude::*;
use openpets_assets::compose::Picture;
use openpets_ipc::{ClickUrl, Reaction as Kind};
use std::sync::Arc;
use std::time::Duration;

/// A line of the pet's own shows as long as a reaction does.
pub const REMARK: Duration = crate::reaction::model::TRANSIENT;

/// The same reaction is not remarked upon again within this time: an agent that edits all day says so once in
/// a while.
pub const REMARK_PAUSE: Duration = Duration::from_secs(20);

/// What a pet says at the moment.
#[derive(Component, Debug, Clone, PartialEq)]
pub struct Bubble {
    /// What is in it.
    pub content: Content,
    /// When it closes by itself (time since start).
    pub until: Duration,
    /// A line of the pet's own, which gives way to anything an agent says.
    pub own: bool,
}

/// What is in a bubble.
#[derive(Debug, Clone, Default)]
pub struct Content {
    /// The line.
    pub text: Option<Arc<str>>,
    /// The picture above it.
    pub picture: Option<Arc<Picture>>,
    /// Opened by a click.
    pub click_url: Option<ClickUrl>,
}

impl Content {
    /// A line alone.
    #[must_use]
    pub fn text(line: &str) -> Self {
        Self { text: Some(line.into()), ..Self::default() }
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        let same_picture = match (&self.picture, &other.picture) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same_picture && self.text == other.text && self.click_url == other.click_url
    }
}

/// How long a message stays: as long as a reaction, and longer where it takes longer to read. Counts on 15
/// characters a second, which is a slow reader of Latin script and an average one of Chinese.
#[must_use]
pub fn reading_time(message: &str) -> Duration {
    const MILLIS_PER_CHARACTER: u64 = 65;
    /// For the longest message that the protocol allows.
    const LONGEST: Duration = Duration::from_secs(10);
    let characters = u64::try_from(message.chars().count()).unwrap_or(u64::MAX);
    Duration::from_millis(1500 + characters.saturating_mul(MILLIS_PER_CHARACTER)).clamp(REMARK, LONGEST)
}

/// What a pet last remarked upon by itself.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Remarks {
    last: Option<(Kind, Duration)>,
    /// How many remarks there were; walks through the lines, so that none comes twice in a row.
    pub count: usize,
}

impl Remarks {
    /// A remark is due for `kind`. `changed` says that the pet did something else before.
    #[must_use]
    pub fn may_remark(&self, kind: Kind, changed: bool, now: Duration) -> bool {
        if kind == Kind::Idle {
            return false;
        }
        match self.last {
            Some((last, at)) if last == kind => now >= at + REMARK_PAUSE,
            _ => changed,
        }
    }

    /// After a remark.
    #[must_use]
    pub fn after(self, kind: Kind, now: Duration) -> Self {
        Self { last: Some((kind, now)), count: self.count.wrapping_add(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_takes_longer_for_longer_messages_within_bounds() {
        assert_eq!(reading_time("Done"), Duration::from_secs(4));
        assert_eq!(reading_time(&"x".repeat(80)), Duration::from_millis(6700));
        assert_eq!(reading_time(&"x".repeat(140)), Duration::from_secs(10));
    }

    #[test]
    fn the_same_remark_waits_and_another_does_not() {
        let start = Duration::from_secs(1);
        let said = Remarks::default();
        assert!(said.may_remark(Kind::Editing, true, start));
        assert!(!said.may_remark(Kind::Idle, true, start));
        let said = said.after(Kind::Editing, start);
        assert!(!said.may_remark(Kind::Editing, true, start + Duration::from_secs(19)));
        assert!(said.may_remark(Kind::Editing, false, start + Duration::from_secs(20)));
        assert!(said.may_remark(Kind::Testing, true, start));
        assert!(!said.may_remark(Kind::Testing, false, start));
    }
}
