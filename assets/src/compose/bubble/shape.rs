//! The outline of a bubble: body and tail in one path, so that the border runs around both.

use super::layout::{CORNER, Layout, TAIL_LENGTH, TAIL_WIDTH, border_width};
use super::{Tail, TailSide};
use tiny_skia::{Path, PathBuilder, Transform};

/// The distance of a Bézier curve's handles that makes a quarter of a circle.
const ARC: f32 = 0.552_284_8;

/// The outline, along the middle of the border.
pub(super) fn outline(layout: &Layout, tail: Tail) -> Option<Path> {
    let scale = layout.scale;
    let inset = border_width(scale) / 2.0;
    let (left, top, right, bottom) = layout.body(tail.side);
    let (left, top, right, bottom) = (left + inset, top + inset, right - inset, bottom - inset);
    let radius = (CORNER * scale).min((right - left) / 2.0).min((bottom - top) / 2.0);
    let half = TAIL_WIDTH * scale / 2.0;
    let (first, last) = (left + radius + half, right - radius - half);
    let wanted = if tail.x.is_nan() { f32::midpoint(left, right) } else { tail.x * scale };
    let tip = wanted.min(last).max(first.min(last));

    // Drawn with the tail at the bottom, and turned over for the other side.
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    corner(&mut path, (right, top), (right - radius, top), (right, top + radius));
    path.line_to(right, bottom - radius);
    corner(&mut path, (right, bottom), (right, bottom - radius), (right - radius, bottom));
    let length = TAIL_LENGTH * scale - inset;
    path.line_to(tip + half, bottom);
    // Concave sides and a slightly blunt tip.
    let (blunt, down) = (half * 0.18, bottom + length);
    path.quad_to(tip + half * 0.45, bottom + length * 0.22, tip + blunt, down - blunt);
    path.quad_to(tip, down + blunt * 0.6, tip - blunt, down - blunt);
    path.quad_to(tip - half * 0.45, bottom + length * 0.22, tip - half, bottom);
    path.line_to(left + radius, bottom);
    corner(&mut path, (left, bottom), (left + radius, bottom), (left, bottom - radius));
    path.line_to(left, top + radius);
    corner(&mut path, (left, top), (left, top + radius), (left + radius, top));
    path.close();
    let path = path.finish()?;
    match tail.side {
        TailSide::Bottom => Some(path),
        TailSide::Top => path.transform(Transform::from_row(1.0, 0.0, 0.0, -1.0, 0.0, top + bottom)),
    }
}

/// A rectangle with round corners.
pub(super) fn rounded_rect(left: f32, top: f32, right: f32, bottom: f32, radius: f32) -> Option<Path> {
    let radius = radius.min((right - left) / 2.0).min((bottom - top) / 2.0);
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    corner(&mut path, (right, top), (right - radius, top), (right, top + radius));
    path.line_to(right, bottom - radius);
    corner(&mut path, (right, bottom), (right, bottom - radius), (right - radius, bottom));
    path.line_to(left + radius, bottom);
    corner(&mut path, (left, bottom), (left + radius, bottom), (left, bottom - radius));
    path.line_to(left, top + radius);
    corner(&mut path, (left, top), (left, top + radius), (left + radius, top));
    path.close();
    path.finish()
}

/// A quarter of a circle around the inside of a corner.
fn corner(path: &mut PathBuilder, corner: (f32, f32), from: (f32, f32), to: (f32, f32)) {
    let handle = |end: (f32, f32)| (end.0 + (corner.0 - end.0) * ARC, end.1 + (corner.1 - end.1) * ARC);
    let (first, second) = (handle(from), handle(to));
    path.cubic_to(first.0, first.1, second.0, second.1, to.0, to.1);
}
