//! A pet is dragged by hand.

use super::Position;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::{Real, Time};
use openpets_assets::PetState;
use std::time::Duration;

/// What a hand does with a pet. Points are in logical desktop pixels.
#[derive(Message, Debug, Clone, Copy)]
pub enum DragPet {
    /// Grabbed at this point.
    Start {
        /// The pet.
        pet: Entity,
        /// The pointer.
        pointer: Vec2,
    },
    /// The pointer moved.
    Move {
        /// The pet.
        pet: Entity,
        /// The pointer.
        pointer: Vec2,
    },
    /// Let go.
    End {
        /// The pet.
        pet: Entity,
    },
    /// Put somewhere in one step, by other means than our own.
    Put {
        /// The pet.
        pet: Entity,
        /// Its new position.
        position: Vec2,
    },
}

/// The pet is in a hand.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Dragged {
    /// From the pet's position to the pointer.
    grab: Vec2,
    /// Which way it runs, and since when.
    running: Option<(PetState, Duration)>,
    /// When it last moved sideways.
    moved: Duration,
}

/// A hand that rests this long lets the pet stop running.
const REST: Duration = Duration::from_millis(250);

/// Sideways movement below this is trembling, in logical pixels.
const TREMBLE: f32 = 1.0;

impl Dragged {
    fn grabbed(position: Vec2, pointer: Vec2, now: Duration) -> Self {
        Self { grab: pointer - position, running: None, moved: now }
    }

    /// The position for this pointer, noting which way the pet goes.
    pub(super) fn follow(&mut self, pointer: Vec2, position: Vec2, now: Duration) -> Vec2 {
        let target = pointer - self.grab;
        let sideways = target.x - position.x;
        if sideways.abs() >= TREMBLE {
            let state = if sideways > 0.0 { PetState::RunningRight } else { PetState::RunningLeft };
            if self.running.is_none_or(|(running, _)| running != state) {
                self.running = Some((state, now));
            }
            self.moved = now;
        }
        target
    }

    /// Which way the pet runs in the hand, and since when; nothing while the hand rests.
    #[must_use]
    pub fn running(&self, now: Duration) -> Option<(PetState, Duration)> {
        self.running.filter(|_| now < self.moved + REST)
    }

    /// When it will stop running if the hand rests from now on.
    pub(crate) fn quiet_at(&self, now: Duration) -> Option<Duration> {
        self.running(now).map(|_| self.moved + REST)
    }
}

pub(super) fn start_and_end_drags(
    mut drags: MessageReader<DragPet>,
    mut commands: Commands,
    time: Res<Time<Real>>,
    pets: Query<&Position>,
) {
    for drag in drags.read() {
        match *drag {
            DragPet::Start { pet, pointer } => {
                if let Ok(position) = pets.get(pet) {
                    let dragged = Dragged::grabbed(position.0, pointer, time.elapsed());
                    commands.entity(pet).insert(dragged);
                }
            }
            // The end comes after the last move: see `move_pets`.
            DragPet::Move { .. } | DragPet::End { .. } | DragPet::Put { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dragged_pet_runs_the_way_it_goes_and_rests_with_the_hand() {
        let at = Duration::from_millis;
        let mut dragged = Dragged::grabbed(Vec2::new(100.0, 100.0), Vec2::new(150.0, 160.0), at(0));
        assert_eq!(dragged.running(at(0)), None);
        let position = dragged.follow(Vec2::new(170.0, 160.0), Vec2::new(100.0, 100.0), at(10));
        assert_eq!(position, Vec2::new(120.0, 100.0));
        assert_eq!(dragged.running(at(20)), Some((PetState::RunningRight, at(10))));
        assert_eq!(dragged.quiet_at(at(20)), Some(at(260)));
        assert_eq!(dragged.running(at(260)), None);
        dragged.follow(Vec2::new(140.0, 160.0), position, at(300));
        assert_eq!(dragged.running(at(301)), Some((PetState::RunningLeft, at(300))));
    }
}
