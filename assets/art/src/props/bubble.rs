//! Thought and speech bubbles.

use crate::canvas::{Canvas, Fill, LINE};
use crate::palette::{PAPER, SCARF, WING, WING_HEM, WING_LIGHT};
use crate::shape::{Outline, Point, Shape};

/// Draws a thought bubble: two trailing puffs below left of it, the cloud and its dots.
pub(super) fn thought(canvas: &mut Canvas, at: Point, grown: f32, dots: u32) {
    canvas.placed(at, 0.0, (1.0, 1.0), |canvas| {
        // Trail and cloud appear one after another.
        for (middle, radius, from) in [((-24.0, 33.0), 2.8, 0.0), ((-19.0, 24.0), 4.4, 0.3)] {
            if grown > from {
                canvas.inked(&Shape::circle(middle, radius), PAPER);
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

/// Draws a speech bubble with a question mark; its tail points down left.
pub(super) fn question(canvas: &mut Canvas, at: Point, size: f32, tilt: f32) {
    canvas.placed(at, tilt, (size, size), |canvas| {
        let shape = Outline::default()
            .smooth(0.0, -17.0)
            .smooth(13.0, -12.0)
            .smooth(16.5, -1.0)
            .smooth(12.0, 9.0)
            .smooth(0.0, 13.0)
            .tip(-5.0, 12.3)
            .tip(-15.0, 19.0)
            .tip(-11.5, 8.5)
            .smooth(-16.0, -2.0)
            .smooth(-12.5, -12.0)
            .closed();
        canvas.inked(&shape, Fill::Linear((0.0, -6.0), PAPER, (0.0, 18.0), WING_HEM));
        let hook = Outline::default()
            .smooth(-5.0, -7.0)
            .smooth(-1.5, -11.2)
            .smooth(4.0, -9.4)
            .smooth(4.2, -4.6)
            .smooth(0.4, -1.4)
            .smooth(0.0, 1.8);
        canvas.stroke(&hook.open(), SCARF, 4.0);
        canvas.fill(&Shape::circle((0.0, 7.2), 2.5), SCARF);
    });
}
