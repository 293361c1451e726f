//! The one writer of positions.

use super::drag::{DragPet, Dragged};
use super::monitors::{Monitor, Monitors};
use super::{Placed, Position, pet_size, placement};
use crate::pets::{OnScreen, Pet, Role};
use crate::settings::Preferences;
use bevy_ecs::prelude::*;
use bevy_math::{Rect, Vec2};
use bevy_time::{Real, Time};
use std::collections::HashMap;

/// The default pet was put somewhere by hand: remember it for this screen.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct SavePlace {
    /// The screen, see [`Monitor::key`].
    pub monitor: String,
    /// The position.
    pub position: Vec2,
}

/// The places of the default pet are forgotten; the preferences say so already.
#[derive(Message, Debug, Clone, Copy)]
pub(crate) struct PlacesForgotten;

pub(super) fn move_pets(
    mut drags: MessageReader<DragPet>,
    mut commands: Commands,
    mut save: MessageWriter<SavePlace>,
    monitors: Res<Monitors>,
    preferences: Res<Preferences>,
    time: Res<Time<Real>>,
    mut pets: Query<
        (Entity, &Role, &mut Position, Option<&mut Dragged>, Has<Placed>, Has<OnScreen>),
        With<Pet>,
    >,
) {
    let size = pet_size(&preferences);
    for drag in drags.read() {
        match *drag {
            DragPet::Start { .. } => {}
            DragPet::Move { pet, pointer } => {
                if let Ok((_, _, mut position, Some(mut dragged), ..)) = pets.get_mut(pet) {
                    let target = dragged.follow(pointer, position.0, time.elapsed());
                    let screen = monitors
                        .nearest(pointer)
                        .map_or(target, |monitor| placement::clamp(target, size, monitor.area));
                    position.set_if_neq(Position(screen));
                }
            }
            DragPet::End { pet } => {
                commands.entity(pet).remove::<Dragged>();
                if let Ok((_, role, mut position, ..)) = pets.get_mut(pet) {
                    save.write_batch(settle(*role, &mut position, size, &monitors));
                }
            }
            DragPet::Put { pet, position: put } => {
                if let Ok((_, role, mut position, ..)) = pets.get_mut(pet) {
                    position.0 = put;
                    save.write_batch(settle(*role, &mut position, size, &monitors));
                }
            }
        }
    }

    let rearranged = monitors.is_changed() || preferences.is_changed();
    let Some(primary) = monitors.primary() else { return };
    let mut occupied: HashMap<Entity, Rect> = HashMap::new();
    let mut homeless = Vec::new();
    for (pet, role, mut position, dragged, placed, on_screen) in &mut pets {
        if placed && rearranged && dragged.is_none() {
            let monitor = monitors.nearest(position.0 + size / 2.0).unwrap_or(primary);
            let remembered = (*role == Role::Default)
                .then(|| remembered(&preferences, monitor))
                .flatten()
                .unwrap_or(position.0);
            position.set_if_neq(Position(placement::clamp(remembered, size, monitor.work_area)));
        }
        if placed && on_screen {
            occupied.insert(pet, Rect::from_corners(position.0, position.0 + size));
        } else if !placed && on_screen {
            homeless.push((pet, *role));
        }
    }
    // The default pet chooses first.
    homeless.sort_by_key(|(pet, role)| (*role != Role::Default, *pet));
    for (pet, role) in homeless {
        let place = match role {
            Role::Default => first_place(&preferences, &monitors, primary, size),
            Role::Agent => {
                let taken: Vec<Rect> = occupied.values().copied().collect();
                placement::free_place(size, primary.work_area, &taken)
            }
        };
        if let Ok((_, _, mut position, ..)) = pets.get_mut(pet) {
            position.set_if_neq(Position(place));
        }
        occupied.insert(pet, Rect::from_corners(place, place + size));
        commands.entity(pet).insert(Placed);
    }
}

/// Keeps a pet that was put somewhere inside its screen, and remembers the place of the default pet.
fn settle(role: Role, position: &mut Mut<Position>, size: Vec2, monitors: &Monitors) -> Option<SavePlace> {
    let monitor = monitors.nearest(position.0 + size / 2.0)?;
    position.set_if_neq(Position(placement::clamp(position.0, size, monitor.work_area)));
    (role == Role::Default).then(|| SavePlace { monitor: monitor.key(), position: position.0 })
}

fn remembered(preferences: &Preferences, monitor: &Monitor) -> Option<Vec2> {
    preferences.0.monitor_position(&monitor.key()).map(|(x, y)| Vec2::new(x, y))
}

/// Where the default pet was last, if that screen is still there; else what is remembered for the main screen;
/// else its default place.
fn first_place(preferences: &Preferences, monitors: &Monitors, primary: &Monitor, size: Vec2) -> Vec2 {
    let last = preferences.0.position().map(|(x, y)| Vec2::new(x, y));
    let on_a_screen = last.and_then(|place| {
        let monitor = monitors.nearest(place + size / 2.0)?;
        (placement::distance(monitor.area, place + size / 2.0) == 0.0)
            .then(|| placement::clamp(place, size, monitor.work_area))
    });
    on_a_screen
        .or_else(|| {
            remembered(preferences, primary).map(|place| placement::clamp(place, size, primary.work_area))
        })
        .unwrap_or_else(|| placement::default_place(size, primary.work_area))
}
