//! `pet.react`, and the end of reactions.

use super::model::{By, Reaction, TRANSIENT};
use super::target::Targets;
use crate::commands::{CommandCompleted, CommandReceived};
use crate::session::Callers;
use crate::settings::ActivityLog;
use crate::speech::Speech;
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use openpets_ipc::reply::ShownResult;
use openpets_ipc::{Command, Failure, Reaction as Kind, Reply};

pub(super) fn apply_reaction_commands(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut presenter: Presenter,
) {
    for message in received.read() {
        let Command::React { reaction, lease, .. } = &message.command else { continue };
        let by = By { lease: lease.as_ref(), session: presenter.callers.of(message.request) };
        let outcome = presenter.react(*reaction, by).map(Reply::Shown);
        completed.write(CommandCompleted { request: message.request, outcome });
    }
}

/// Shows reactions on the pets that commands reach.
#[derive(bevy_ecs::system::SystemParam)]
pub(crate) struct Presenter<'w, 's> {
    pub(crate) time: Res<'w, Time<Real>>,
    pub(crate) targets: Targets<'w, 's>,
    pub(crate) reactions: Query<'w, 's, &'static mut Reaction>,
    pub(crate) speech: Speech<'w, 's>,
    pub(crate) activity: ResMut<'w, ActivityLog>,
    pub(crate) callers: Res<'w, Callers>,
}

impl Presenter<'_, '_> {
    fn react(&mut self, kind: Kind, by: By) -> Result<ShownResult, Failure> {
        let reached = self.targets.reach(by)?;
        let hidden = self.targets.bring_on_screen(&reached);
        self.activity.reaction(&reached.pet_id, kind);
        let now = self.time.elapsed();
        if let Ok(mut reaction) = self.reactions.get_mut(reached.pet) {
            let changed = reaction.kind != kind;
            reaction.show(kind, by, TRANSIENT, now);
            if reaction.kind == Kind::Idle {
                self.speech.fall_silent(reached.pet);
            } else if hidden.is_none() {
                self.speech.remark(reached.pet, kind, changed, now);
            }
        }
        Ok(ShownResult {
            ok: true,
            reaction: Some(kind),
            shown: hidden.is_none(),
            reason: hidden,
            lease_id: by.lease.filter(|_| reached.explicit).map(ToString::to_string),
        })
    }
}

pub(super) fn expire_reactions(
    time: Res<Time<Real>>,
    targets: Targets,
    mut reactions: Query<&mut Reaction>,
    mut next: ResMut<NextWake>,
) {
    let now = time.elapsed();
    for mut reaction in &mut reactions {
        if reaction.bypass_change_detection().expire(now, |lease| targets.is_live(lease)) {
            reaction.set_changed();
        }
        if let Some(deadline) = reaction.deadline() {
            next.at(deadline);
        }
    }
}
