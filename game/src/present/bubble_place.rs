//! Where a bubble goes, without the world: over the pet's head, below it where there is no room above, and
//! always wholly on the screen.

use bevy_math::{Rect, Vec2};

/// The gap between the tip of the tail and the pet.
const GAP: f32 = 6.0;

/// A place for a bubble.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BubblePlace {
    /// The top left corner.
    pub(super) position: Vec2,
    /// The bubble is below the pet, so that its tail points up.
    pub(super) below: bool,
    /// The tip of the tail, from the left edge of the bubble.
    pub(super) tail_x: f32,
}

/// The place of a bubble of `size` for what is to be seen of a pet, on a screen with this work area.
pub(super) fn place(size: Vec2, pet: Rect, work_area: Rect) -> BubblePlace {
    let above = pet.min.y - GAP - size.y;
    let below = pet.max.y + GAP;
    let fits_above = above >= work_area.min.y;
    let fits_below = below + size.y <= work_area.max.y;
    let goes_below = !fits_above && fits_below;
    let wanted = Vec2::new(pet.center().x - size.x / 2.0, if goes_below { below } else { above });
    let position = wanted.min(work_area.max - size).max(work_area.min);
    BubblePlace { position, below: goes_below, tail_x: pet.center().x - position.x }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1000.0, 800.0) };
    const SIZE: Vec2 = Vec2::new(200.0, 60.0);

    fn pet_at(x: f32, y: f32) -> Rect {
        Rect::from_corners(Vec2::new(x, y), Vec2::new(x + 120.0, y + 160.0))
    }

    #[test]
    fn over_the_head_where_there_is_room() {
        let place = place(SIZE, pet_at(400.0, 400.0), SCREEN);
        assert_eq!(place.position, Vec2::new(360.0, 334.0));
        assert!(!place.below);
        assert_eq!(place.tail_x, 100.0);
    }

    #[test]
    fn below_at_the_upper_edge_and_clamped_at_the_sides() {
        let top_left = place(SIZE, pet_at(0.0, 0.0), SCREEN);
        assert_eq!((top_left.position, top_left.below, top_left.tail_x), (Vec2::new(0.0, 166.0), true, 60.0));
        let right = place(SIZE, pet_at(880.0, 600.0), SCREEN);
        assert_eq!((right.position.x, right.tail_x), (800.0, 140.0));
    }

    #[test]
    fn a_screen_too_low_for_both_still_holds_the_bubble() {
        let low = Rect::new(0.0, 0.0, 1000.0, 180.0);
        let place = place(SIZE, pet_at(400.0, 10.0), low);
        assert_eq!(place.position, Vec2::new(360.0, 0.0));
    }
}
