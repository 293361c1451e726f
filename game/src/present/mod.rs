//! Turns pets and their bubbles into surfaces. What did not change is not composed again.

mod bubble_place;
mod bubbles;
mod input;
mod pets;
mod sprites;
mod text;

use crate::window::PresentSurfaces;
use bevy_app::{App, PostUpdate, PreUpdate};
use bevy_ecs::prelude::*;
use openpets_ipc::Wake;
use openpets_systems::PetSystems;

/// Adds everything between the world and the window boundary.
pub(crate) fn install(app: &mut App, wake: &Wake) {
    app.insert_resource(sprites::Sprites::new(wake.clone()))
        .insert_resource(text::TextWorker::new(wake.clone()))
        .init_resource::<input::Grab>()
        .add_systems(PreUpdate, input::read_surface_input.after(PetSystems::Ingest))
        .add_systems(
            PostUpdate,
            (
                sprites::receive_sprites,
                sprites::fetch_sprites,
                pets::show_and_hide_pets,
                pets::compose_pets,
                pets::place_pets,
                bubbles::close_bubbles,
                bubbles::render_bubbles,
                bubbles::receive_bubbles,
                bubbles::lay_out_bubbles,
                input::open_urls,
            )
                .chain()
                .after(PetSystems::Reply)
                .before(PresentSurfaces),
        );
}
