//! Changes on their way to the state file. Writing waits for the disk, so it has a thread of its own; changes
//! are collected for a moment, so that a busy agent does not write the file at every step.

use super::Preferences;
use super::activity::{Activity, ActivityLog};
use super::apply::{SettingChanged, write};
use crate::motion::{PlacesForgotten, SavePlace};
use crate::wake::NextWake;
use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use crossbeam_channel::{Sender, TrySendError};
use openpets_assets::{PetId, State, StateFile};
use openpets_ipc::Setting;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

/// What the person chose is saved soon: it should survive even a crash.
const CHOICE_DELAY: Duration = Duration::from_millis(500);

/// Counters can wait.
const ACTIVITY_DELAY: Duration = Duration::from_secs(10);

/// Saves that may wait for a slow disk; then changes are kept back until there is room.
const MAX_QUEUED: usize = 4;

/// Changes that are kept until the next save, and while the file cannot be written.
const MAX_KEPT: usize = 10_000;

/// The person chose another default pet; the preferences say so already.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaveDefaultPet(pub(crate) PetId);

/// One change of the state file.
#[derive(Debug, Clone, PartialEq)]
enum Change {
    Place(SavePlace),
    DefaultPet(PetId),
    ForgetPlaces,
    Setting(Setting),
    Activity(Activity),
}

impl Change {
    fn apply(&self, state: &mut State, now: SystemTime) {
        match self {
            Self::Place(place) => state.set_position(&place.monitor, place.position.x, place.position.y),
            Self::DefaultPet(id) => state.set_default_pet_id(id),
            Self::ForgetPlaces => state.forget_positions(),
            Self::Setting(setting) => write(*setting, state),
            Self::Activity(activity) => {
                if activity.message {
                    state.record_message(&activity.pet, now);
                }
                if let Some(kind) = activity.reaction {
                    state.record_reaction(&activity.pet, kind.name(), now);
                }
            }
        }
    }
}

/// Collects changes and hands them to the thread that writes.
#[derive(Resource)]
pub struct Saver {
    unsaved: Vec<Change>,
    due: Option<Duration>,
    writer: Option<Writer>,
}

struct Writer {
    queue: Sender<Vec<Change>>,
    thread: JoinHandle<()>,
}

impl Saver {
    /// Writes to `file`, or nowhere.
    #[must_use]
    pub fn new(file: Option<StateFile>) -> Self {
        Self { unsaved: Vec::new(), due: None, writer: file.and_then(start_writer) }
    }

    fn note(&mut self, change: Change, at: Duration) {
        // In a flood, counters are the first thing to do without; places come from a hand and are few.
        if self.unsaved.len() >= MAX_KEPT && matches!(change, Change::Activity(_)) {
            return;
        }
        self.unsaved.push(change);
        self.due = Some(self.due.map_or(at, |due| due.min(at)));
    }

    fn send(&mut self) {
        self.due = None;
        let Some(writer) = &self.writer else {
            self.unsaved.clear();
            return;
        };
        match writer.queue.try_send(std::mem::take(&mut self.unsaved)) {
            Ok(()) => {}
            Err(TrySendError::Full(changes)) => self.unsaved = changes,
            Err(TrySendError::Disconnected(_)) => self.writer = None,
        }
    }

    /// Writes what is left and waits for it. For the end of the app.
    pub fn finish(&mut self) {
        if let Some(Writer { queue, thread }) = self.writer.take() {
            if !self.unsaved.is_empty() {
                let _ = queue.send(std::mem::take(&mut self.unsaved));
            }
            drop(queue);
            if thread.join().is_err() {
                tracing::error!("the thread that writes the state file has failed");
            }
        }
    }
}

fn start_writer(file: StateFile) -> Option<Writer> {
    let (queue, changes) = crossbeam_channel::bounded::<Vec<Change>>(MAX_QUEUED);
    let write = move || {
        let mut unsaved = Vec::new();
        for batch in changes {
            unsaved.extend(batch);
            write_all(&file, &mut unsaved);
        }
        // The app ends; a last try for what a full disk refused.
        write_all(&file, &mut unsaved);
    };
    match std::thread::Builder::new().name("state".to_owned()).spawn(write) {
        Ok(thread) => Some(Writer { queue, thread }),
        Err(error) => {
            tracing::warn!(%error, "nothing will be saved: no thread to write the state file");
            None
        }
    }
}

/// Writes changes, or keeps them for the next time.
fn write_all(file: &StateFile, unsaved: &mut Vec<Change>) {
    if unsaved.is_empty() {
        return;
    }
    let now = SystemTime::now();
    match file.update(|state| unsaved.iter().for_each(|change| change.apply(state, now))) {
        Ok(_) => unsaved.clear(),
        Err(error) => {
            tracing::warn!(%error, "changes are not saved yet");
            // Of places the newest counts, and counters are the first thing to do without.
            let surplus = unsaved.len().saturating_sub(MAX_KEPT);
            unsaved.drain(..surplus);
        }
    }
}

pub(super) fn collect_changes(
    mut places: MessageReader<SavePlace>,
    mut default_pets: MessageReader<SaveDefaultPet>,
    mut forgotten: MessageReader<PlacesForgotten>,
    mut settings: MessageReader<SettingChanged>,
    mut activity: ResMut<ActivityLog>,
    mut preferences: ResMut<Preferences>,
    mut saver: ResMut<Saver>,
    time: Res<Time<Real>>,
) {
    let now = time.elapsed();
    for place in places.read() {
        let change = Change::Place(place.clone());
        // Not a change that pets need to be rearranged for.
        change.apply(&mut preferences.bypass_change_detection().0, SystemTime::now());
        saver.note(change, now + CHOICE_DELAY);
    }
    for SaveDefaultPet(id) in default_pets.read() {
        saver.note(Change::DefaultPet(id.clone()), now + CHOICE_DELAY);
    }
    for PlacesForgotten in forgotten.read() {
        saver.note(Change::ForgetPlaces, now + CHOICE_DELAY);
    }
    for SettingChanged(setting) in settings.read() {
        saver.note(Change::Setting(*setting), now + CHOICE_DELAY);
    }
    for activity in activity.bypass_change_detection().take() {
        saver.note(Change::Activity(activity), now + ACTIVITY_DELAY);
    }
}

pub(super) fn save_when_due(mut saver: ResMut<Saver>, time: Res<Time<Real>>, mut next: ResMut<NextWake>) {
    let Some(due) = saver.due else { return };
    if due <= time.elapsed() {
        saver.send();
        if !saver.unsaved.is_empty() {
            saver.due = Some(time.elapsed() + ACTIVITY_DELAY);
        }
    }
    if let Some(due) = saver.due {
        next.at(due);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::Vec2;

    #[test]
    fn a_flood_of_activity_is_bounded_and_leaves_room_for_a_place() {
        let mut saver = Saver::new(None);
        let activity = Activity { pet: "cat".to_owned(), reaction: None, message: true };
        for _ in 0..MAX_KEPT + 5 {
            saver.note(Change::Activity(activity.clone()), Duration::ZERO);
        }
        assert_eq!(saver.unsaved.len(), MAX_KEPT);
        let place = SavePlace { monitor: "0,0,1x1".to_owned(), position: Vec2::ZERO };
        saver.note(Change::Place(place.clone()), Duration::ZERO);
        assert_eq!(saver.unsaved.last(), Some(&Change::Place(place)));
    }
}
