//! The decoded sheets of the pets on screen. Decoding takes tens of milliseconds, so it has a thread of its own;
//! a sheet that nobody shows any more is dropped.

use bevy_ecs::prelude::*;
use bevy_time::{Real, Time};
use crossbeam_channel::{Receiver, Sender};
use openpets_assets::compose::FrameSet;
use openpets_assets::{Finding, PetEntry, Stamp, load_sheet};
use openpets_ipc::Wake;
use openpets_systems::gaze::Gazes;
use openpets_systems::motion::{Monitors, Position, pet_size};
use openpets_systems::pets::{OnScreen, Pet, PetLibrary};
use openpets_systems::reaction::PetClips;
use openpets_systems::settings::Preferences;
use openpets_systems::wake::NextWake;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Weak};

/// The frames of a pet at the scale of its screen.
#[derive(Component, Clone)]
pub(crate) struct Sprite {
    pub(crate) frames: Arc<FrameSet>,
    pub(crate) look: Look,
}

/// What a prepared sheet depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Look {
    pet: String,
    /// The pet's files as they were read.
    stamp: Stamp,
    /// Device pixels for each pixel of the sheet, in thousandths.
    scale_millis: u32,
    flip: bool,
}

impl Look {
    /// Device pixels for each pixel of the sheet.
    pub(crate) fn scale(&self) -> f32 {
        self.scale_millis as f32 / 1000.0
    }
}

/// Sheets in use and under way.
#[derive(Resource)]
pub(super) struct Sprites {
    ready: HashMap<Look, Weak<FrameSet>>,
    loading: HashSet<Look>,
    /// Sheets that were changed while they were read. The library is about to tell what they are now.
    outdated: HashSet<Look>,
    jobs: Sender<(Look, PetEntry)>,
    loaded: Receiver<Loaded>,
}

struct Loaded {
    look: Look,
    /// Nothing: the sheet cannot be read any more as the library knows it.
    frames: Option<Result<FrameSet, Finding>>,
}

impl Sprites {
    pub(super) fn new(wake: Wake) -> Self {
        let (jobs, queue) = crossbeam_channel::unbounded::<(Look, PetEntry)>();
        let (finished, loaded) = crossbeam_channel::unbounded();
        let work = move || {
            for (look, entry) in queue {
                // The sheet is dropped before the next one is read: one at a time is in memory as a whole.
                let frames = decode(&look, &entry);
                if finished.send(Loaded { look, frames }).is_err() {
                    return;
                }
                wake();
            }
        };
        if let Err(error) = std::thread::Builder::new().name("sprites".to_owned()).spawn(work) {
            tracing::error!(%error, "pets cannot be shown: no thread to decode them");
        }
        Self { ready: HashMap::new(), loading: HashSet::new(), outdated: HashSet::new(), jobs, loaded }
    }
}

/// A decoder that fails on a sheet fails for that pet alone.
fn decode(look: &Look, entry: &PetEntry) -> Option<Result<FrameSet, Finding>> {
    let work = || load_sheet(entry).map(|sheet| FrameSet::prepare(&sheet, look.scale(), look.flip));
    let frames = std::panic::catch_unwind(work).unwrap_or_else(|_| {
        Err(Finding {
            rule: "sheet-decoder-failed",
            sentence: "The sheet made its decoder fail.".to_owned(),
            fix: "Save the sheet again with another program.".to_owned(),
        })
    });
    // A sheet that is being saved at this moment is not broken.
    (frames.is_ok() || entry.is_current()).then_some(frames)
}

/// Gives pets that came on screen, or look different now, their frames, or has them decoded.
pub(super) fn fetch_sprites(
    mut commands: Commands,
    mut sprites: ResMut<Sprites>,
    library: Res<PetLibrary>,
    preferences: Res<Preferences>,
    monitors: Res<Monitors>,
    pets: Query<(Entity, &Pet, &Position, Option<&Sprite>), With<OnScreen>>,
) {
    if library.is_changed() {
        sprites.outdated.clear();
    }
    for (entity, pet, position, sprite) in &pets {
        let Some(monitor) = monitors.nearest(position.0 + pet_size(&preferences) / 2.0) else { continue };
        let scale = preferences.0.pet_scale() * monitor.scale;
        let scale_millis = (scale * 1000.0).round() as u32;
        let flip = preferences.0.is_pet_flipped(&pet.id);
        let Some(entry) = library.library().get(&pet.id) else { continue };
        let fits = |look: &Look| {
            look.pet == pet.id
                && look.stamp == entry.stamp
                && look.scale_millis == scale_millis
                && look.flip == flip
        };
        if sprite.is_some_and(|sprite| fits(&sprite.look)) {
            continue;
        }
        let look = Look { pet: pet.id.clone(), stamp: entry.stamp.clone(), scale_millis, flip };
        if let Some(frames) = sprites.ready.get(&look).and_then(Weak::upgrade) {
            dress(&mut commands, entity, Sprite { frames, look });
        } else if !sprites.loading.contains(&look)
            && !sprites.outdated.contains(&look)
            && library.finding(entry).is_none()
        {
            sprites.loading.insert(look.clone());
            // Without the thread, which was reported, nothing comes back.
            let _ = sprites.jobs.send((look, entry.clone()));
        }
    }
}

pub(super) fn receive_sprites(
    mut commands: Commands,
    mut sprites: ResMut<Sprites>,
    mut library: ResMut<PetLibrary>,
    mut next: ResMut<NextWake>,
    time: Res<Time<Real>>,
    pets: Query<(Entity, &Pet), With<OnScreen>>,
) {
    while let Ok(Loaded { look, frames }) = sprites.loaded.try_recv() {
        sprites.loading.remove(&look);
        if library.library().get(&look.pet).is_none_or(|entry| entry.stamp != look.stamp) {
            // The pet was changed meanwhile; the one that is on disk now is fetched in its turn.
            continue;
        }
        match frames {
            None => {
                sprites.outdated.insert(look);
            }
            Some(Ok(frames)) => {
                let frames = Arc::new(frames);
                sprites.ready.retain(|_, frames| frames.strong_count() > 0);
                sprites.ready.insert(look.clone(), Arc::downgrade(&frames));
                for (entity, _) in pets.iter().filter(|(_, pet)| pet.id == look.pet) {
                    dress(&mut commands, entity, Sprite { frames: Arc::clone(&frames), look: look.clone() });
                }
            }
            Some(Err(finding)) => {
                tracing::warn!(pet = look.pet, %finding, "a pet cannot be shown");
                library.mark_broken(&look.pet, finding);
                // The pet that stands in for it appears in the next update.
                next.at(time.elapsed());
            }
        }
    }
}

fn dress(commands: &mut Commands, pet: Entity, sprite: Sprite) {
    let clips = PetClips(sprite.frames.clips());
    let mut pet = commands.entity(pet);
    if sprite.frames.has_gaze() {
        pet.insert(Gazes);
    } else {
        pet.remove::<Gazes>();
    }
    pet.insert((sprite, clips));
}
