//! The knitted scarf: a band around the neck, a knot, and a loose end that the pet once took a bite out of.

use crate::canvas::{Canvas, Fill};
use crate::palette::{INK, SCARF, SCARF_DEEP, SCARF_LIGHT, SCARF_STRIPE};
use crate::pose::Pose;
use crate::shape::{Outline, Point, Shape, polar};

/// Length of the loose end.
const LENGTH: f32 = 38.0;

/// Draws the loose end if it flies behind the body (in a three-quarter view).
pub fn tail_behind(canvas: &mut Canvas, pose: &Pose) {
    if pose.turn.abs() > 0.5 {
        tail(canvas, pose, (-pose.turn * 18.0, -58.0));
    }
}

/// Draws band and knot, and the loose end if it hangs in front; in the body's space.
pub fn draw(canvas: &mut Canvas, pose: &Pose) {
    let turn = pose.turn;
    if turn.abs() <= 0.5 {
        tail(canvas, pose, (-12.5 + turn * 8.0, -53.0));
    }
    let band = Outline::default()
        .smooth(0.0, -68.0)
        .smooth(22.0, -69.0)
        .smooth(30.0, -62.0)
        .smooth(24.0, -53.0)
        .smooth(8.0, -48.5)
        .mirrored()
        .closed();
    canvas.inked(&band, Fill::Linear((0.0, -66.0), SCARF_DEEP, (0.0, -50.0), SCARF));
    canvas.clipped(&band, |canvas| {
        let fold = Shape::curve((-30.0, -63.0), (turn * 6.0, -48.0), (30.0, -63.0));
        canvas.stroke(&fold, SCARF_DEEP.alpha(0.8), 1.8);
        let lit = Shape::curve((-26.0, -57.0), (-4.0, -48.5), (12.0, -52.0));
        canvas.stroke(&lit, SCARF_LIGHT, 2.8);
    });
    if turn.abs() <= 0.5 {
        let x = -12.5 + turn * 8.0;
        let knot = Shape::oval((x, -54.0), 8.4, 7.0);
        canvas.inked(&knot, Fill::Radial((x - 2.0, -56.0), 9.0, SCARF_LIGHT, SCARF));
        canvas.stroke(&Shape::curve((x + 3.0, -57.0), (x + 1.0, -53.0), (x - 1.0, -50.0)), SCARF_DEEP, 1.5);
    }
}

fn tail(canvas: &mut Canvas, pose: &Pose, root: Point) {
    let scarf = pose.scarf;
    let first = 90.0 + scarf.swing;
    let last = first + scarf.curl;
    let mid = polar(root, first, LENGTH * 0.5);
    let end = polar(mid, last, LENGTH * 0.5);
    let side = |at: Point, direction: f32, half: f32| polar(at, direction - 90.0, half);
    // Across the end from one corner to the other; the bite is in the middle.
    let across = |part: f32, depth: f32| {
        let from = side(end, last, 8.5);
        let to = side(end, last, -8.5);
        let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        polar(at, last, depth)
    };
    let (a, b, c) = (side(root, first, 5.5), side(mid, first + scarf.curl / 2.0, 7.5), across(0.0, 0.0));
    let (d, e) = (side(mid, first + scarf.curl / 2.0, -7.5), side(root, first, -5.5));
    let bite = [(0.20, 0.5), (0.36, -7.0), (0.52, -4.0), (0.76, -10.5), (1.0, -6.5)];
    let mut outline = Outline::default().tip(a.0, a.1).smooth(b.0, b.1).tip(c.0, c.1);
    for (index, (part, depth)) in bite.into_iter().enumerate() {
        let at = across(part, depth);
        outline = if index % 2 == 0 { outline.tip(at.0, at.1) } else { outline.smooth(at.0, at.1) };
    }
    let outline = outline.smooth(d.0, d.1).tip(e.0, e.1).closed();
    canvas.inked(&outline, Fill::Linear(root, SCARF, end, SCARF_LIGHT));
    canvas.clipped(&outline, |canvas| {
        for (back, width) in [(9.5, 3.4), (16.5, 3.4)] {
            let middle = polar(end, last + 180.0, back);
            let (from, to) = (side(middle, last, 12.0), side(middle, last, -12.0));
            canvas.stroke(&Shape::lines(&[from, to]), SCARF_STRIPE, width);
        }
        let shade = Shape::curve(side(root, first, -6.0), side(mid, first, -7.5), side(end, last, -8.0));
        canvas.stroke(&shade, SCARF_DEEP.alpha(0.55), 3.6);
        canvas.fill(&Shape::circle(root, 10.0), Fill::Radial(root, 10.0, INK.alpha(0.45), INK.alpha(0.0)));
    });
}
