//! Outlines as the parts describe them: knots joined by smooth curves, ellipses, strands.

use tiny_skia::{Path, PathBuilder, Rect};

/// A position; which space it is in is said where it is used.
pub type Point = (f32, f32);

/// How far a curve's handles reach, as a part of the distance to the next knot.
const HANDLE: f32 = 0.37;

/// A path, or nothing when the outline is degenerate (then nothing is drawn).
#[derive(Clone, Debug)]
pub struct Shape(pub Option<Path>);

impl Shape {
    /// An ellipse.
    pub fn oval(center: Point, rx: f32, ry: f32) -> Self {
        let bounds = Rect::from_ltrb(center.0 - rx, center.1 - ry, center.0 + rx, center.1 + ry);
        Self(bounds.and_then(PathBuilder::from_oval))
    }

    /// A circle.
    pub fn circle(center: Point, radius: f32) -> Self {
        Self(PathBuilder::from_circle(center.0, center.1, radius))
    }

    /// A box with rounded corners.
    pub fn rounded(left: f32, top: f32, right: f32, bottom: f32, radius: f32) -> Self {
        let k = radius * 0.448;
        let mut path = PathBuilder::new();
        path.move_to(left + radius, top);
        path.line_to(right - radius, top);
        path.cubic_to(right - k, top, right, top + k, right, top + radius);
        path.line_to(right, bottom - radius);
        path.cubic_to(right, bottom - k, right - k, bottom, right - radius, bottom);
        path.line_to(left + radius, bottom);
        path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - radius);
        path.line_to(left, top + radius);
        path.cubic_to(left, top + k, left + k, top, left + radius, top);
        path.close();
        Self(path.finish())
    }

    /// An open curve from `from` to `to`, pulled towards `pull`.
    pub fn curve(from: Point, pull: Point, to: Point) -> Self {
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.quad_to(pull.0, pull.1, to.0, to.1);
        Self(path.finish())
    }

    /// Straight lines through `points`.
    pub fn lines(points: &[Point]) -> Self {
        let mut path = PathBuilder::new();
        for (index, point) in points.iter().enumerate() {
            if index == 0 {
                path.move_to(point.0, point.1);
            } else {
                path.line_to(point.0, point.1);
            }
        }
        Self(path.finish())
    }

    /// A star with `rays` rays; a small `waist` makes it slender.
    pub fn star(center: Point, radius: f32, waist: f32, rays: u32, turn_degrees: f32) -> Self {
        let mut outline = Outline::default();
        for step in 0..rays * 2 {
            let reach = if step % 2 == 0 { radius } else { radius * waist };
            let (x, y) = polar(center, step as f32 * 180.0 / rays as f32 + turn_degrees - 90.0, reach);
            outline = outline.tip(x, y);
        }
        outline.closed()
    }
}

/// The point at a distance from `center`; 0° points right, 90° down.
pub fn polar(center: Point, degrees: f32, distance: f32) -> Point {
    let angle = degrees.to_radians();
    (center.0 + angle.cos() * distance, center.1 + angle.sin() * distance)
}

/// The point on a [`Shape::curve`] at `t` (0 to 1), and the direction there in degrees.
pub fn along(from: Point, pull: Point, to: Point, t: f32) -> (Point, f32) {
    let s = 1.0 - t;
    let at = |a: f32, b: f32, c: f32| s * s * a + 2.0 * s * t * b + t * t * c;
    let slope = |a: f32, b: f32, c: f32| s * (b - a) + t * (c - b);
    let (dx, dy) = (slope(from.0, pull.0, to.0), slope(from.1, pull.1, to.1));
    ((at(from.0, pull.0, to.0), at(from.1, pull.1, to.1)), dy.atan2(dx).to_degrees())
}

/// `a` and `b` mixed, `t` of the way to `b`.
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

#[derive(Clone, Copy, Debug)]
struct Knot {
    at: Point,
    smooth: bool,
}

/// An outline in the making: smooth knots and pointed tips, joined by curves.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    knots: Vec<Knot>,
}

impl Outline {
    /// Adds a knot that the outline passes smoothly.
    pub fn smooth(mut self, x: f32, y: f32) -> Self {
        self.knots.push(Knot { at: (x, y), smooth: true });
        self
    }

    /// Adds a pointed corner: the tip of a tuft, or the valley between two.
    pub fn tip(mut self, x: f32, y: f32) -> Self {
        self.knots.push(Knot { at: (x, y), smooth: false });
        self
    }

    /// Adds every knot so far again in reverse order, mirrored at `x = 0`.
    pub fn mirrored(mut self) -> Self {
        let copies: Vec<Knot> =
            self.knots.iter().rev().map(|knot| Knot { at: (-knot.at.0, knot.at.1), ..*knot }).collect();
        self.knots.extend(copies);
        self
    }

    /// Moves every knot by `change`.
    pub fn map(mut self, change: impl Fn(Point) -> Point) -> Self {
        for knot in &mut self.knots {
            knot.at = change(knot.at);
        }
        self
    }

    /// The closed shape.
    pub fn closed(self) -> Shape {
        self.build(true)
    }

    /// The line through the knots.
    pub fn open(self) -> Shape {
        self.build(false)
    }

    fn build(self, close: bool) -> Shape {
        let knots = &self.knots;
        let count = knots.len();
        if count < 2 {
            return Shape(None);
        }
        let direction = |index: usize| -> Point {
            let last = count - 1;
            let (before, after) = match (index, close) {
                (0, false) => (0, 1),
                (i, false) if i == last => (last - 1, last),
                _ => ((index + last) % count, (index + 1) % count),
            };
            let (dx, dy) = (knots[after].at.0 - knots[before].at.0, knots[after].at.1 - knots[before].at.1);
            let length = dx.hypot(dy).max(1e-3);
            (dx / length, dy / length)
        };
        let handle = |index: usize, reach: f32| -> Point {
            let knot = knots[index];
            let (dx, dy) = if knot.smooth { direction(index) } else { (0.0, 0.0) };
            (knot.at.0 + dx * reach, knot.at.1 + dy * reach)
        };
        let mut path = PathBuilder::new();
        path.move_to(knots[0].at.0, knots[0].at.1);
        for from in 0..if close { count } else { count - 1 } {
            let to = (from + 1) % count;
            let (a, b) = (knots[from].at, knots[to].at);
            let reach = (b.0 - a.0).hypot(b.1 - a.1) * HANDLE;
            let (out, into) = (handle(from, reach), handle(to, -reach));
            path.cubic_to(out.0, out.1, into.0, into.1, b.0, b.1);
        }
        if close {
            path.close();
        }
        Shape(path.finish())
    }
}
