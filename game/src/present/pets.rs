//! Pets become surfaces.

use super::sprites::{Look, Sprite};
use crate::window::{PetSurface, SurfaceMask, SurfacePixels, SurfacePosition};
use bevy_ecs::prelude::*;
use openpets_assets::Frame;
use openpets_assets::compose::{Badge, BadgeImage, Canvas, compose_pet};
use openpets_ipc::Reaction as Kind;
use openpets_systems::motion::{Placed, Position};
use openpets_systems::pets::{OnScreen, Paused, Pet};
use openpets_systems::reaction::{Reaction, ShownFrame};
use std::collections::HashMap;

/// A surface for every pet that is on screen, has its place, and whose frames are there.
pub(super) fn show_and_hide_pets(
    mut commands: Commands,
    ready: Query<Entity, (With<OnScreen>, With<Sprite>, With<Placed>, Without<PetSurface>)>,
    hidden: Query<Entity, (With<Pet>, With<Sprite>, Without<OnScreen>)>,
) {
    for pet in &ready {
        commands.entity(pet).insert((PetSurface, Composed::default()));
    }
    for pet in &hidden {
        commands
            .entity(pet)
            .remove::<(Sprite, Composed, PetSurface, SurfacePixels, SurfaceMask, SurfacePosition)>();
    }
}

/// What a surface shows. A reaction may be renewed many times a second without looking any different.
#[derive(Component, Debug, Default, PartialEq)]
pub(super) struct Composed(Option<(Frame, Option<Badge>, Look)>);

type Shown<'a> =
    (&'a ShownFrame, &'a Reaction, &'a Sprite, &'a mut Composed, &'a mut SurfacePixels, &'a mut SurfaceMask);

pub(super) fn compose_pets(
    mut pets: Query<Shown, With<PetSurface>>,
    paused: Res<Paused>,
    mut badges: Local<HashMap<(Badge, u32), BadgeImage>>,
) {
    for (&ShownFrame(frame), reaction, sprite, mut composed, mut pixels, mut mask) in &mut pets {
        let badge = badge_of(reaction.kind).filter(|_| !paused.0);
        let same = |(shown, marked, look): &(Frame, Option<Badge>, Look)| {
            (shown, marked, look) == (&frame, &badge, &sprite.look)
        };
        if composed.0.as_ref().is_some_and(same) {
            continue;
        }
        let (width, height) = sprite.frames.cell_size();
        if (pixels.0.width, pixels.0.height) != (width, height) {
            pixels.0 = Canvas::new(width, height);
        }
        let image = badge.map(|badge| {
            let scale = sprite.look.scale();
            &*badges.entry((badge, scale.to_bits())).or_insert_with(|| BadgeImage::draw(badge, scale))
        });
        compose_pet(&mut pixels.0, &sprite.frames, frame, image);
        // The mask is that of the whole animation: setting it for every frame would cost more than drawing it.
        mask.set_if_neq(SurfaceMask(sprite.frames.input_mask(frame)));
        composed.0 = Some((frame, badge, sprite.look.clone()));
    }
}

pub(super) fn place_pets(
    mut pets: Query<
        (&Position, &mut SurfacePosition),
        (With<PetSurface>, Or<(Changed<Position>, Added<PetSurface>)>),
    >,
) {
    for (position, mut surface) in &mut pets {
        surface.set_if_neq(SurfacePosition(position.0));
    }
}

/// The badge of a reaction whose animation others share: that alone does not tell editing from running.
fn badge_of(kind: Kind) -> Option<Badge> {
    match kind {
        Kind::Thinking => Some(Badge::Thinking),
        Kind::Working => Some(Badge::Working),
        Kind::Editing => Some(Badge::Editing),
        Kind::Running => Some(Badge::Running),
        Kind::Testing => Some(Badge::Testing),
        Kind::Waiting => Some(Badge::Waiting),
        Kind::Success => Some(Badge::Success),
        Kind::Celebrating => Some(Badge::Celebrating),
        Kind::Idle | Kind::Waving | Kind::Error => None,
    }
}
