//! The eyes and brows: large, dark-lashed, lit from below like a screen at night.

use crate::canvas::{Canvas, Fill};
use crate::palette::{
    EYE, EYE_SHADE, FUR, FUR_LIGHT, FUR_SHADE, INK, IRIS, IRIS_GLOW, PUPIL, WATER, WATER_LIGHT, WING_DEEP,
};
use crate::pose::{Eyes, Pose};
use crate::shape::{Outline, Shape, polar};

/// Half the distance between the eyes.
const APART: f32 = 19.5;
/// Half the width and height of an open eye.
const SIZE: (f32, f32) = (13.6, 16.0);

/// Draws eyes and brows, in the face's space.
pub fn draw(canvas: &mut Canvas, pose: &Pose) {
    for side in [-1.0, 1.0] {
        // The eye on the side that the head turns to is seen from the side.
        let squeeze = 1.0 - (pose.head.turn * side).max(0.0) * 0.24;
        let x = side * APART * (1.0 - (pose.head.turn * side).max(0.0) * 0.1);
        canvas.placed((x, 1.0), 0.0, (squeeze, 1.0), |canvas| {
            eye(canvas, pose, side);
            brow(canvas, pose, side);
        });
    }
}

fn eye(canvas: &mut Canvas, pose: &Pose, side: f32) {
    let (rx, ry) = SIZE;
    match pose.face.eyes {
        Eyes::Open { lid, iris } => open(canvas, pose, side, lid, iris),
        Eyes::Joy => {
            let arc = Outline::default().tip(-rx + 2.0, 5.5).smooth(0.0, -6.5).tip(rx - 2.0, 5.5);
            canvas.stroke(&arc.open(), INK, 4.2);
        }
        Eyes::Shut => {
            let arc = Outline::default().tip(-rx + 1.5, 1.5).smooth(0.0, 8.5).tip(rx - 1.5, 1.5);
            canvas.stroke(&arc.open(), INK, 3.8);
            let root = (side * (rx - 4.5), 5.2);
            let lash = polar(root, if side > 0.0 { 40.0 } else { 140.0 }, 4.6);
            canvas.stroke(&Shape::lines(&[root, lash]), INK, 2.6);
        }
        Eyes::Squeezed => {
            let x = side * (rx - 4.0);
            canvas.stroke(&Shape::lines(&[(x, -7.0), (-x, 1.0), (x, 8.0)]), INK, 4.0);
        }
        Eyes::Dizzy => {
            canvas.inked(&Shape::oval((0.0, 0.0), rx, ry), EYE);
            let mut spiral = Outline::default();
            for step in 0..15 {
                let reach = 1.0 + step as f32 * 0.72;
                let (px, py) = polar((0.0, 0.0), step as f32 * 55.0 * side, reach);
                spiral = spiral.smooth(px, py * 1.15);
            }
            canvas.stroke(&spiral.open(), INK, 2.5);
        }
    }
}

fn open(canvas: &mut Canvas, pose: &Pose, side: f32, lid: f32, iris: f32) {
    let (rx, ry) = SIZE;
    let ball = Shape::oval((0.0, 0.0), rx, ry);
    canvas.ink(&ball, 1.7);
    canvas.fill(&ball, EYE);
    let look = pose.face.look;
    // Irises of a front view look slightly inwards, which is where "at you" is.
    let (ix, iy) = (look.0 * 4.8 - side * 0.7, look.1 * 5.4 - 1.0);
    let (irx, iry) = (11.7 * iris, 14.0 * iris);
    canvas.clipped(&ball, |canvas| {
        let shape = Shape::oval((ix, iy), irx, iry);
        canvas.fill(&Shape::oval((ix, iy), irx + 1.5, iry + 1.5), INK);
        canvas.fill(&shape, Fill::Linear((ix, iy - iry * 0.5), IRIS, (ix, iy + iry), IRIS_GLOW));
        canvas.clipped(&shape, |canvas| {
            canvas.fill(
                &Shape::oval((ix, iy + iry * 0.75), irx * 0.75, iry * 0.42),
                Fill::Radial((ix, iy + iry * 0.8), irx * 0.8, EYE.alpha(0.65), IRIS_GLOW.alpha(0.0)),
            );
        });
        canvas.fill(&Shape::oval((ix, iy - 0.8), 7.2 * iris.sqrt(), 8.8 * iris.sqrt()), PUPIL);
        canvas.fill(
            &Shape::oval((0.0, -ry), rx * 1.3, ry * 0.75),
            Fill::Linear((0.0, -ry), EYE_SHADE.alpha(0.75), (0.0, -ry * 0.3), EYE_SHADE.alpha(0.0)),
        );
        let (gx, gy) = (ix * 0.75, iy * 0.75);
        canvas.fill(&Shape::oval((gx - 3.6, gy - 6.0), 4.1, 4.7), EYE);
        canvas.fill(&Shape::circle((gx + 4.4, gy + 5.2), 2.1), EYE.alpha(0.92));
        if pose.face.tears > 0.0 {
            let level = ry * (1.0 - 0.62 * pose.face.tears);
            let pool = Outline::default()
                .smooth(-rx - 2.0, level + 1.0)
                .smooth(-4.0, level - 1.6)
                .smooth(4.0, level + 1.2)
                .smooth(rx + 2.0, level - 0.6)
                .tip(rx + 2.0, ry + 4.0)
                .tip(-rx - 2.0, ry + 4.0)
                .closed();
            canvas.fill(&pool, WATER.mix(WATER_LIGHT, 0.45).alpha(0.85));
            canvas.stroke(&pool, WATER_LIGHT, 1.4);
        }
        if lid > 0.0 {
            let slant = pose.face.brows.slant * 0.3 * side;
            let edge = -ry + lid * ry * 2.0;
            let cover = Outline::default()
                .tip(-rx - 3.0, -ry - 4.0)
                .tip(rx + 3.0, -ry - 4.0)
                .tip(rx + 3.0, edge + slant + 1.5)
                .smooth(0.0, edge + 0.5)
                .tip(-rx - 3.0, edge - slant + 1.5)
                .closed();
            canvas.fill(&cover, Fill::Linear((0.0, -ry), FUR_LIGHT.mix(FUR, 0.5), (0.0, edge), FUR_SHADE));
            canvas.stroke(&cover, INK, 3.2);
        }
    });
    lashes(canvas, side, lid);
}

/// The heavy upper line of the eye with a flick at its outer end.
fn lashes(canvas: &mut Canvas, side: f32, lid: f32) {
    let (rx, ry) = SIZE;
    if lid < 0.35 {
        let line = Outline::default()
            .smooth(-side * (rx - 2.5), -ry * 0.66)
            .smooth(0.0, -ry)
            .smooth(side * (rx - 1.0), -ry * 0.5)
            .tip(side * (rx + 2.2), -ry * 0.40);
        canvas.stroke(&line.open(), INK, 2.9);
    } else {
        let y = (-ry + lid * ry * 2.0) * 0.8;
        canvas.stroke(&Shape::lines(&[(side * (rx - 1.0), y), (side * (rx + 3.4), y + 1.0)]), INK, 2.9);
    }
}

fn brow(canvas: &mut Canvas, pose: &Pose, side: f32) {
    let brows = pose.face.brows;
    let quirk = if side > 0.0 { brows.quirk } else { 0.0 };
    let y = -20.5 - brows.raise - quirk;
    canvas.placed((side * 1.5, y), brows.slant * side, (side, 1.0), |canvas| {
        let spot = Outline::default().smooth(-5.6, 0.6).smooth(0.0, -2.8).smooth(5.6, 0.8).smooth(0.0, 2.0);
        canvas.fill(&spot.closed(), WING_DEEP);
    });
}
