//! Bubbles become surfaces.

use super::bubble_place::{BubblePlace, place};
use super::sprites::Sprite;
use super::text::{DrawnText, TextJob, TextWorker};
use crate::window::{PetSurface, SurfaceMask, SurfacePixels, SurfacePosition};
use bevy_ecs::prelude::*;
use bevy_math::{Rect, Vec2};
use openpets_assets::Frame;
use openpets_assets::compose::{
    BubbleContent, BubbleStyle, FrameSet, Picture, Tail, TailSide, TextBlock, bubble_size, compose_bubble,
};
use openpets_systems::motion::{Monitors, Position, pet_size};
use openpets_systems::pets::{OnScreen, Pet};
use openpets_systems::settings::Preferences;
use openpets_systems::speech::Bubble;
use std::sync::Arc;

/// The widest line of a pet that is alone, in logical pixels.
const MAX_LINE: f32 = 240.0;

/// What a bubble is wider than its lines, without its shadow, in logical pixels.
const AROUND_LINE: f32 = 24.0;

/// The widest line of a pet that stands beside others of this width: their bubbles should not cover each other.
fn line_beside_others(pet_width: f32) -> f32 {
    (pet_width - AROUND_LINE).clamp(120.0, MAX_LINE)
}

/// The surface of a pet's bubble.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct BubbleSurface {
    pub(super) pet: Entity,
}

/// What is in a pet's bubble, drawn, and the surface that shows it.
#[derive(Component)]
pub(super) struct DrawnBubble {
    text: Option<TextBlock>,
    picture: Option<Arc<Picture>>,
    style: BubbleStyle,
    surface: Entity,
    /// How it was composed last.
    composed: Option<(f32, bool, f32)>,
}

/// Bubbles that have ended, or whose pet has.
pub(super) fn close_bubbles(
    mut commands: Commands,
    surfaces: Query<(Entity, &BubbleSurface)>,
    speaking: Query<(), With<Bubble>>,
    silent: Query<Entity, (With<DrawnBubble>, Without<Bubble>)>,
) {
    for (surface, bubble) in &surfaces {
        if !speaking.contains(bubble.pet) {
            commands.entity(surface).despawn();
        }
    }
    for pet in &silent {
        commands.entity(pet).remove::<DrawnBubble>();
    }
}

pub(super) fn render_bubbles(
    mut commands: Commands,
    worker: Res<TextWorker>,
    preferences: Res<Preferences>,
    monitors: Res<Monitors>,
    bubbles: Query<(Entity, &Bubble, &Position, Option<&DrawnBubble>), Changed<Bubble>>,
    on_screen: Query<(), (With<Pet>, With<OnScreen>)>,
) {
    let alone = on_screen.iter().count() < 2;
    let max_line = if alone { MAX_LINE } else { line_beside_others(pet_size(&preferences).x) };
    let style = style_of(&preferences);
    for (pet, bubble, position, drawn) in &bubbles {
        let Some(monitor) = monitors.nearest(position.0) else { continue };
        match &bubble.content.text {
            Some(text) => {
                let job = TextJob { pet, text: Arc::clone(text), style, scale: monitor.scale, max_line };
                // Without the thread, which was reported, the bubble stays away.
                let _ = worker.jobs.send(job);
            }
            None => draw(&mut commands, pet, bubble, None, style, drawn),
        }
    }
}

pub(super) fn receive_bubbles(
    mut commands: Commands,
    worker: Res<TextWorker>,
    preferences: Res<Preferences>,
    bubbles: Query<(&Bubble, Option<&DrawnBubble>)>,
) {
    while let Ok(DrawnText { pet, text, block }) = worker.drawn.try_recv() {
        let Ok((bubble, drawn)) = bubbles.get(pet) else { continue };
        // The pet may say something else by now.
        let current = bubble.content.text.as_ref().is_some_and(|wanted| Arc::ptr_eq(wanted, &text));
        if current && (block.is_some() || bubble.content.picture.is_some()) {
            draw(&mut commands, pet, bubble, block, style_of(&preferences), drawn);
        }
    }
}

fn draw(
    commands: &mut Commands,
    pet: Entity,
    bubble: &Bubble,
    text: Option<TextBlock>,
    style: BubbleStyle,
    before: Option<&DrawnBubble>,
) {
    let surface = match before {
        Some(drawn) => drawn.surface,
        None => commands.spawn((BubbleSurface { pet }, PetSurface)).id(),
    };
    let picture = bubble.content.picture.clone();
    commands.entity(pet).insert(DrawnBubble { text, picture, style, surface, composed: None });
}

/// Puts bubbles where their pets are; composes them again only when the tail has to point elsewhere.
pub(super) fn lay_out_bubbles(
    monitors: Res<Monitors>,
    preferences: Res<Preferences>,
    mut pets: Query<(&Position, &Sprite, &mut DrawnBubble)>,
    mut surfaces: Query<(&mut SurfacePosition, &mut SurfacePixels, &mut SurfaceMask), With<BubbleSurface>>,
) {
    for (position, sprite, mut drawn) in &mut pets {
        let drawn = drawn.bypass_change_detection();
        let Ok((mut at, mut pixels, mut mask)) = surfaces.get_mut(drawn.surface) else { continue };
        let center = position.0 + pet_size(&preferences) / 2.0;
        let Some(monitor) = monitors.nearest(center) else { continue };
        let content = BubbleContent { text: drawn.text.as_ref(), picture: drawn.picture.as_deref() };
        let (width, height) = bubble_size(&content, monitor.scale);
        let visible = visible_part(&sprite.frames, position.0, monitor.scale);
        let BubblePlace { position, below, tail_x } =
            place(Vec2::new(width, height), visible, monitor.work_area);
        at.set_if_neq(SurfacePosition(position));
        let composed = (monitor.scale, below, tail_x.round());
        if drawn.composed != Some(composed) {
            let side = if below { TailSide::Top } else { TailSide::Bottom };
            let tail = Tail { side, x: tail_x.round() };
            let image = compose_bubble(&content, drawn.style, monitor.scale, tail);
            pixels.0 = image.canvas;
            mask.0 = image.mask.into();
            drawn.composed = Some(composed);
        }
    }
}

/// What is to be seen of an idle pet at `position`: bubbles do not jump with every pose.
fn visible_part(frames: &FrameSet, position: Vec2, scale: f32) -> Rect {
    let mask = frames.input_mask(Frame::default());
    let bounds = mask.iter().fold(Rect::EMPTY, |bounds, rect| {
        let min = Vec2::new(rect.x as f32, rect.y as f32);
        bounds.union(Rect::from_corners(min, min + Vec2::new(rect.width as f32, rect.height as f32)))
    });
    if bounds.is_empty() {
        let (width, height) = frames.cell_size();
        return Rect::from_corners(position, position + Vec2::new(width as f32, height as f32) / scale);
    }
    Rect::from_corners(position + bounds.min / scale, position + bounds.max / scale)
}

fn style_of(preferences: &Preferences) -> BubbleStyle {
    match preferences.0.appearance_theme() {
        Some("dark") => BubbleStyle::Dark,
        _ => BubbleStyle::Light,
    }
}
