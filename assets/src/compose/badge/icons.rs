//! The signs on the chips. The middle of the chip is 0, 0; they reach about 9 units from it.

use super::Badge;
use std::f32::consts::TAU;
use tiny_skia::{Path, PathBuilder, Rect, Transform};

/// The sign as one path, filled by the even-odd rule: what is drawn inside of something else is a hole.
pub(super) fn icon(badge: Badge) -> Option<Path> {
    match badge {
        Badge::Thinking => dots(),
        Badge::Working => gear(),
        Badge::Editing => pencil(),
        Badge::Running => triangle(),
        Badge::Testing => flask(),
        Badge::Waiting => exclamation_mark(),
        Badge::Success => tick(),
        Badge::Celebrating => star(),
    }
}

fn dots() -> Option<Path> {
    let mut path = PathBuilder::new();
    for x in [-6.4, 0.0, 6.4] {
        path.push_circle(x, 0.0, 2.4);
    }
    path.finish()
}

fn gear() -> Option<Path> {
    const TEETH: u16 = 8;
    const OUTER: f32 = 9.6;
    const INNER: f32 = 7.0;
    let mut path = PathBuilder::new();
    let step = TAU / f32::from(TEETH);
    for tooth in 0..TEETH {
        let middle = f32::from(tooth) * step;
        for (radius, offset) in [(INNER, -0.33), (OUTER, -0.21), (OUTER, 0.21), (INNER, 0.33)] {
            let (sin, cos) = (middle + offset * step).sin_cos();
            line_or_move(&mut path, radius * sin, -radius * cos);
        }
    }
    path.close();
    path.push_circle(0.0, 0.0, 3.1);
    path.finish()
}

/// Drawn upright, its point down, and turned.
fn pencil() -> Option<Path> {
    let mut path = PathBuilder::new();
    // The rubber, a gap, the shaft with its point, and the tip's end left light.
    polygon(&mut path, &[(-2.9, -10.4), (2.9, -10.4), (2.9, -7.6), (-2.9, -7.6)]);
    polygon(&mut path, &[(-2.9, -6.2), (2.9, -6.2), (2.9, 5.0), (0.0, 11.0), (-2.9, 5.0)]);
    polygon(&mut path, &[(-1.5, 5.2), (1.5, 5.2), (0.75, 7.2), (-0.75, 7.2)]);
    path.finish()?.transform(Transform::from_rotate(45.0).post_translate(0.4, -0.4))
}

fn triangle() -> Option<Path> {
    let mut path = PathBuilder::new();
    // Its centre of mass, not of its box, is in the middle.
    rounded_polygon(&mut path, &[(-5.2, -8.4), (9.4, 0.0), (-5.2, 8.4)], 1.6);
    path.finish()
}

fn flask() -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_ltrb(-4.2, -9.6, 4.2, -7.4)?);
    rounded_polygon(
        &mut path,
        &[(-2.9, -6.9), (2.9, -6.9), (2.9, -2.6), (8.6, 8.6), (-8.6, 8.6), (-2.9, -2.6)],
        1.5,
    );
    // The empty part above the liquid.
    polygon(&mut path, &[(-1.1, -6.9), (1.1, -6.9), (1.1, -2.1), (2.9, 1.5), (-2.9, 1.5), (-1.1, -2.1)]);
    path.push_circle(-1.6, 5.2, 1.2);
    path.push_circle(2.2, 4.0, 0.9);
    path.finish()
}

fn exclamation_mark() -> Option<Path> {
    let mut path = PathBuilder::new();
    rounded_polygon(&mut path, &[(-2.9, -10.2), (2.9, -10.2), (1.7, 3.6), (-1.7, 3.6)], 1.4);
    path.push_circle(0.0, 7.7, 2.5);
    path.finish()
}

fn tick() -> Option<Path> {
    let mut path = PathBuilder::new();
    let corners = [(-9.0, 0.6), (-6.6, -2.0), (-2.6, 2.0), (6.4, -7.4), (9.0, -4.8), (-2.6, 7.2)];
    rounded_polygon(&mut path, &corners, 1.0);
    path.finish()
}

fn star() -> Option<Path> {
    const POINTS: u16 = 5;
    let mut path = PathBuilder::new();
    let corners: Vec<(f32, f32)> = (0..2 * POINTS)
        .map(|corner| {
            let radius = if corner % 2 == 0 { 10.6 } else { 4.6 };
            let (sin, cos) = (f32::from(corner) * TAU / f32::from(2 * POINTS)).sin_cos();
            (radius * sin, 0.7 - radius * cos)
        })
        .collect();
    rounded_polygon(&mut path, &corners, 0.9);
    path.finish()
}

fn line_or_move(path: &mut PathBuilder, x: f32, y: f32) {
    // The last point of a closed path is still there, so only an empty one begins here.
    if path.is_empty() { path.move_to(x, y) } else { path.line_to(x, y) }
}

fn polygon(path: &mut PathBuilder, points: &[(f32, f32)]) {
    for (index, &(x, y)) in points.iter().enumerate() {
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
}

/// A polygon whose corners are cut off at `radius` from each and rounded.
fn rounded_polygon(path: &mut PathBuilder, points: &[(f32, f32)], radius: f32) {
    let towards = |from: (f32, f32), to: (f32, f32)| {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let share = (radius / x.hypot(y)).min(0.5);
        (from.0 + x * share, from.1 + y * share)
    };
    let count = points.len();
    for (index, &corner) in points.iter().enumerate() {
        let start = towards(corner, points[(index + count - 1) % count]);
        let end = towards(corner, points[(index + 1) % count]);
        if index == 0 {
            path.move_to(start.0, start.1)
        } else {
            path.line_to(start.0, start.1)
        }
        path.quad_to(corner.0, corner.1, end.0, end.1);
    }
    path.close();
}
