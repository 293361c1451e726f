//! What the person does with surfaces: drag a pet, click a bubble away.

use super::bubbles::BubbleSurface;
use crate::window::{Button, SurfaceInput};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use openpets_systems::motion::DragPet;
use openpets_systems::pets::{OnScreen, Pet};
use openpets_systems::speech::{BubbleClicked, OpenUrl};

/// The pointer has to move this far before a press becomes a drag, in logical pixels.
const DRAG_THRESHOLD: f32 = 3.0;

/// A click may move the pointer this far, in logical pixels.
const CLICK_SLACK: f32 = 6.0;

/// The surface under a pressed button.
#[derive(Resource, Debug, Default)]
pub(super) struct Grab(Option<Grabbed>);

#[derive(Debug, Clone, Copy)]
struct Grabbed {
    surface: Entity,
    pressed_at: Vec2,
    dragging: bool,
}

pub(super) fn read_surface_input(
    mut input: MessageReader<SurfaceInput>,
    mut grab: ResMut<Grab>,
    mut drags: MessageWriter<DragPet>,
    mut clicks: MessageWriter<BubbleClicked>,
    mut commands: Commands,
    pets: Query<(), With<Pet>>,
    bubbles: Query<&BubbleSurface>,
) {
    for event in input.read() {
        match *event {
            SurfaceInput::Pressed { surface, button: Button::Primary, pointer } => {
                grab.0 = Some(Grabbed { surface, pressed_at: pointer, dragging: false });
            }
            SurfaceInput::Dragged { surface, pointer } if pets.contains(surface) => {
                let Some(grabbed) = grab.0.as_mut().filter(|grabbed| grabbed.surface == surface) else {
                    continue;
                };
                if !grabbed.dragging && grabbed.pressed_at.distance(pointer) >= DRAG_THRESHOLD {
                    grabbed.dragging = true;
                    drags.write(DragPet::Start { pet: surface, pointer: grabbed.pressed_at });
                }
                if grabbed.dragging {
                    drags.write(DragPet::Move { pet: surface, pointer });
                }
            }
            SurfaceInput::Released { surface, button: Button::Primary, pointer } => {
                let Some(grabbed) = grab.0.take().filter(|grabbed| grabbed.surface == surface) else {
                    continue;
                };
                if grabbed.dragging {
                    drags.write(DragPet::Move { pet: surface, pointer });
                    drags.write(DragPet::End { pet: surface });
                } else if let Ok(bubble) = bubbles.get(surface)
                    // Whoever lets go elsewhere has thought better of it.
                    && grabbed.pressed_at.distance(pointer) <= CLICK_SLACK
                {
                    clicks.write(BubbleClicked { pet: bubble.pet });
                }
            }
            SurfaceInput::MovedAway { surface, position } => {
                if pets.contains(surface) {
                    drags.write(DragPet::Put { pet: surface, position });
                }
            }
            SurfaceInput::CloseRequested { surface } => {
                if let Ok(bubble) = bubbles.get(surface) {
                    clicks.write(BubbleClicked { pet: bubble.pet });
                } else if pets.contains(surface) {
                    commands.entity(surface).remove::<OnScreen>();
                }
            }
            SurfaceInput::Pressed { .. } | SurfaceInput::Dragged { .. } | SurfaceInput::Released { .. } => {}
        }
    }
}

pub(super) fn open_urls(mut urls: MessageReader<OpenUrl>) {
    for OpenUrl(url) in urls.read() {
        if let Err(error) = open::that_detached(url.as_str()) {
            tracing::warn!(%error, "the address of a bubble could not be opened");
        }
    }
}
