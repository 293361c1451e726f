//! The rules of placement, without the world.

use bevy_math::{Rect, Vec2};

/// The distance of a pet's default place from the corner of the work area.
pub const MARGIN: f32 = 24.0;

/// The distance between a pet and the next one beside it.
const GAP: f32 = 8.0;

/// How far a point is from a rectangle; 0 inside.
#[must_use]
pub fn distance(area: Rect, point: Vec2) -> f32 {
    point.distance(point.clamp(area.min, area.max))
}

/// The nearest place for a pet of `size` that is wholly inside `area`; the top left corner where it cannot be.
/// A position that is not a number counts as the corner.
#[must_use]
pub fn clamp(position: Vec2, size: Vec2, area: Rect) -> Vec2 {
    let position = if position.is_finite() { position } else { area.min };
    position.min(area.max - size).max(area.min)
}

/// The place of the first pet: bottom right, a little in.
#[must_use]
pub fn default_place(size: Vec2, work_area: Rect) -> Vec2 {
    clamp(work_area.max - size - Vec2::splat(MARGIN), size, work_area)
}

/// A free place: from the default place to the left, then in rows upwards; the default place again when
/// everything is full.
#[must_use]
pub fn free_place(size: Vec2, work_area: Rect, occupied: &[Rect]) -> Vec2 {
    let start = default_place(size, work_area);
    let step = size + Vec2::splat(GAP);
    let steps = ((start - work_area.min) / step).floor().max(Vec2::ZERO);
    // At most 64 x 64 places, however large the desktop says it is.
    let (columns, rows) = (steps.x.min(63.0) as u32, steps.y.min(63.0) as u32);
    (0..=rows)
        .flat_map(|row| (0..=columns).map(move |column| Vec2::new(column as f32, row as f32)))
        .map(|place| start - place * step)
        .find(|place| {
            let rect = Rect::from_corners(*place, *place + size);
            occupied.iter().all(|other| rect.intersect(*other).is_empty())
        })
        .unwrap_or(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: Vec2 = Vec2::new(192.0, 208.0);
    const SCREEN: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 800.0) };

    #[test]
    fn the_default_place_is_bottom_right() {
        assert_eq!(default_place(SIZE, SCREEN), Vec2::new(1064.0, 568.0));
    }

    #[test]
    fn pets_stand_side_by_side_then_in_rows() {
        let mut occupied = Vec::new();
        for _ in 0..6 {
            let place = free_place(SIZE, SCREEN, &occupied);
            occupied.push(Rect::from_corners(place, place + SIZE));
        }
        assert_eq!(occupied[1].min, Vec2::new(864.0, 568.0));
        assert_eq!(occupied[5].min, Vec2::new(64.0, 568.0));
        assert_eq!(free_place(SIZE, SCREEN, &occupied).y, 352.0);
    }

    proptest! {
        #[test]
        fn nothing_is_ever_off_screen(
            x in proptest::num::f32::ANY, y in proptest::num::f32::ANY,
            left in -5000.0..5000.0f32, top in -5000.0..5000.0f32,
            width in 200.0..8000.0f32, height in 220.0..8000.0f32,
        ) {
            let area = Rect::new(left, top, left + width, top + height);
            let place = clamp(Vec2::new(x, y), SIZE, area);
            // Sums of large floats are rounded.
            let slack = Vec2::splat(0.01);
            prop_assert!(place.cmpge(area.min - slack).all());
            prop_assert!((place + SIZE).cmple(area.max + slack).all());
        }
    }
}
