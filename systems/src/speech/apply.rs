//! `pet.say`, and the end of bubbles.

use super::model::{Bubble, Content, reading_time};
use super::{BubbleClicked, OpenUrl};
use crate::commands::{CommandCompleted, CommandReceived};
use crate::pets::{OnScreen, Paused};
use crate::reaction::{By, Presenter};
use crate::settings::Preferences;
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_ipc::reply::{HiddenReason, ShownResult};
use openpets_ipc::{Command, Failure, Reaction as Kind, Reply};
use std::time::Duration;

/// Something to say or to show.
pub(crate) struct Statement<'a> {
    pub(crate) content: Content,
    pub(crate) reaction: Option<Kind>,
    pub(crate) lasting: Duration,
    pub(crate) by: By<'a>,
}

pub(super) fn apply_say_commands(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut presenter: Presenter,
) {
    for message in received.read() {
        let Command::Say { message: line, reaction, lease, .. } = &message.command else { continue };
        let statement = Statement {
            content: Content::text(line.as_str()),
            reaction: *reaction,
            lasting: reading_time(line.as_str()),
            by: By { lease: lease.as_ref(), session: presenter.callers.of(message.request) },
        };
        let outcome = presenter.state(statement).map(Reply::Shown);
        completed.write(CommandCompleted { request: message.request, outcome });
    }
}

impl Presenter<'_, '_> {
    /// Shows a bubble, with a reaction if there is one.
    pub(crate) fn state(&mut self, statement: Statement) -> Result<ShownResult, Failure> {
        let Statement { content, reaction, lasting, by } = statement;
        let reached = self.targets.reach(by)?;
        let now = self.time.elapsed();
        let hidden = self
            .targets
            .bring_on_screen(&reached)
            .or_else(|| (!self.speech.is_enabled()).then_some(HiddenReason::BubblesDisabled));
        self.activity.message(&reached.pet_id, reaction);
        if let (Some(kind), Ok(mut shown)) = (reaction, self.reactions.get_mut(reached.pet)) {
            shown.show(kind, by, lasting, now);
        }
        if hidden.is_none() {
            self.speech.show(reached.pet, content, lasting, now);
        }
        Ok(ShownResult {
            ok: true,
            reaction,
            shown: hidden.is_none(),
            reason: hidden,
            lease_id: by.lease.filter(|_| reached.explicit).map(ToString::to_string),
        })
    }
}

pub(super) fn dismiss_clicked_bubbles(
    mut clicks: MessageReader<BubbleClicked>,
    mut open: MessageWriter<OpenUrl>,
    mut commands: Commands,
    bubbles: Query<&Bubble>,
) {
    for click in clicks.read() {
        let Ok(bubble) = bubbles.get(click.pet) else { continue };
        if let Some(url) = &bubble.content.click_url {
            open.write(OpenUrl(url.clone()));
        }
        commands.entity(click.pet).remove::<Bubble>();
    }
}

pub(super) fn expire_bubbles(
    time: Res<Time<Real>>,
    preferences: Res<Preferences>,
    paused: Res<Paused>,
    mut commands: Commands,
    bubbles: Query<(Entity, &Bubble, Has<OnScreen>)>,
    mut next: ResMut<NextWake>,
) {
    // Frozen pets say nothing, not even the rest of what they have begun.
    let silent = paused.0 || !preferences.0.speech_bubbles_enabled();
    for (pet, bubble, on_screen) in &bubbles {
        if silent || bubble.until <= time.elapsed() || !on_screen {
            commands.entity(pet).remove::<Bubble>();
        } else {
            next.at(bubble.until);
        }
    }
}
