//! Puts a [`Pose`] together: which part is drawn when, and in which space.

use tiny_skia::Transform;

use crate::canvas::{CELL_HEIGHT, CELL_WIDTH, Canvas, Fill};
use crate::palette::SHADOW;
use crate::parts::{antennae, arms, body, head, legs, scarf, wings};
use crate::pose::{Layer, Pose};
use crate::rim;
use crate::shape::{Point, Shape};

/// Where the ground is in a cell.
pub const GROUND: f32 = 192.0;
/// The neck: the head turns around it.
const NECK: Point = (0.0, -60.0);

/// Draws one frame; premultiplied pixels of a cell. `None` only when memory is exhausted.
pub fn draw(pose: &Pose) -> Option<Vec<[u8; 4]>> {
    let origin = Transform::from_translate(CELL_WIDTH as f32 / 2.0, GROUND);

    let mut ground = Canvas::new()?;
    ground.with(origin, |canvas| shadow(canvas, pose));

    let mut figure = Canvas::new()?;
    figure.with(origin, |canvas| {
        for prop in &pose.behind {
            prop.draw(canvas);
        }
        canvas.with(Transform::from_translate(pose.shift, -pose.lift), |canvas| body_and_head(canvas, pose));
    });

    Some(rim::compose(&ground.finish(), &figure.finish(), CELL_WIDTH as usize, CELL_HEIGHT as usize))
}

fn body_and_head(canvas: &mut Canvas, pose: &Pose) {
    let trunk = trunk(pose);
    let skull = skull(pose);
    canvas.with(trunk, |canvas| {
        wings::draw(canvas, pose);
        arms::draw(canvas, pose, Layer::Back);
        scarf::tail_behind(canvas, pose);
    });
    legs::draw(canvas, pose, trunk);
    canvas.with(trunk, |canvas| {
        body::draw(canvas, pose);
        scarf::draw(canvas, pose);
        arms::draw(canvas, pose, Layer::Body);
        canvas.with(skull, |canvas| {
            antennae::draw(canvas, pose);
            head::draw(canvas, pose);
        });
    });
    canvas.with(Transform::from_translate(-pose.shift, pose.lift), |canvas| {
        for prop in &pose.front {
            prop.draw(canvas);
        }
    });
    canvas.with(trunk, |canvas| arms::draw(canvas, pose, Layer::Front));
}

/// The space of the body: leaning and squashed around the feet.
fn trunk(pose: &Pose) -> Transform {
    let wide = 1.0 + (1.0 - pose.squash) * 0.75;
    Transform::from_translate(0.0, -pose.rise)
        .pre_concat(Transform::from_rotate(pose.lean))
        .pre_scale(wide, pose.squash)
}

/// The space of the head inside the body's: the head's middle is its origin.
fn skull(pose: &Pose) -> Transform {
    Transform::from_translate(NECK.0 + pose.head.at.0, NECK.1 + pose.head.at.1)
        .pre_concat(Transform::from_rotate(pose.head.tilt))
        .pre_translate(0.0, -33.0)
}

/// The soft shadow on the ground; smaller and fainter under a leap.
fn shadow(canvas: &mut Canvas, pose: &Pose) {
    let near = 1.0 - (pose.lift / 60.0).clamp(0.0, 0.6);
    let (rx, ry) = (42.0 * near * (1.0 + (1.0 - pose.squash) * 0.6), 6.0 * near);
    canvas.placed((pose.shift + pose.lean * 0.3, 0.5), 0.0, (1.0, ry / rx), |canvas| {
        let fill = Fill::Radial((0.0, 0.0), rx, SHADOW.alpha(0.42 * near), SHADOW.alpha(0.0));
        canvas.fill(&Shape::circle((0.0, 0.0), rx), fill);
    });
}
