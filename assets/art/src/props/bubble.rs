//! The thought bubble.

use crate::canvas::{Canvas, Fill, LINE};
use crate::palette::{PAPER, WING, WING_HEM, WING_LIGHT};
use crate::shape::{Point, Shape};

/// Draws a thought bubble: two puffs trailing off below it towards the middle, the cloud and its dots.
pub(super) fn thought(canvas: &mut Canvas, at: Point, grown: f32, dots: u32) {
    canvas.placed(at, 0.0, (1.0, 1.0), |canvas| {
        // Trail and cloud appear one after another.
        let inwards = -at.0.signum();
        for ((across, down), radius, from) in [((17.5, 31.0), 2.8, 0.0), ((12.5, 22.5), 4.4, 0.3)] {
            if grown > from {
                canvas.inked(&Shape::circle((inwards * across, down), radius), PAPER);
            }
        }
        let size = ((grown - 0.45) / 0.55).clamp(0.0, 1.0);
        if size <= 0.0 {
            return;
        }
        canvas.placed((0.0, 0.0), 0.0, (size * 1.14, size * 1.14), |canvas| {
            let puffs = [
                ((-13.0, 1.0), 10.5),
                ((-4.0, -6.5), 11.0),
                ((8.0, -5.0), 11.0),
                ((14.5, 2.5), 9.0),
                ((3.0, 5.5), 10.0),
                ((-6.0, 5.0), 9.5),
            ];
            for (middle, radius) in puffs {
                canvas.ink(&Shape::circle(middle, radius), LINE);
            }
            for (middle, radius) in puffs {
                let fill = Fill::Linear((0.0, -4.0), PAPER, (0.0, 18.0), WING_HEM);
                canvas.fill(&Shape::circle(middle, radius), fill);
            }
            for index in 0..3u32 {
                let hue = if index < dots { WING } else { WING_LIGHT.alpha(0.35) };
                canvas.fill(&Shape::circle((-9.0 + index as f32 * 9.5, 0.0), 3.7), hue);
            }
        });
    });
}
