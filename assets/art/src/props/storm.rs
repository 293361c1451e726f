//! The rain cloud over a pet in trouble, and drops of water.

use crate::canvas::{Canvas, Fill, LINE};
use crate::palette::{CLOUD, CLOUD_LIGHT, INK, PAPER, WATER, WATER_LIGHT};
use crate::shape::{Outline, Point, Shape};

/// Draws the cloud with its rain.
pub(super) fn cloud(canvas: &mut Canvas, at: Point, size: f32, rain: Option<f32>) {
    canvas.placed(at, 0.0, (size, size), |canvas| {
        if let Some(fallen) = rain {
            for (index, x) in [-22.0, -10.0, 3.0, 15.0, 25.0].into_iter().enumerate() {
                let phase = (fallen + index as f32 * 0.37).fract();
                let y = 13.0 + phase * 22.0;
                let streak = Shape::lines(&[(x, y), (x - 1.6, y + 6.0)]);
                canvas.stroke(&streak, INK.alpha(0.75), 4.6);
                canvas.stroke(&streak, WATER, 2.8);
            }
        }
        let puffs = [
            ((-19.0, 2.0), 11.0),
            ((-7.0, -6.0), 13.5),
            ((9.0, -4.0), 12.0),
            ((21.0, 3.0), 9.5),
            ((0.0, 4.0), 11.0),
        ];
        for (middle, radius) in puffs {
            canvas.ink(&Shape::circle(middle, radius), LINE);
        }
        for (middle, radius) in puffs {
            let fill = Fill::Linear((0.0, -18.0), CLOUD_LIGHT, (0.0, 14.0), CLOUD);
            canvas.fill(&Shape::circle(middle, radius), fill);
        }
        canvas.stroke(&Shape::curve((-16.0, -6.0), (-13.0, -15.0), (-4.0, -16.0)), PAPER.alpha(0.7), 2.4);
        canvas.stroke(&Shape::curve((2.0, 4.0), (9.0, 8.0), (15.0, 2.0)), INK.alpha(0.25), 1.8);
    });
}

/// Draws a drop of sweat or a tear.
pub(super) fn drop(canvas: &mut Canvas, at: Point, size: f32, tilt: f32) {
    canvas.placed(at, tilt, (size / 10.0, size / 10.0), |canvas| {
        let shape = Outline::default()
            .tip(0.0, -12.0)
            .smooth(5.5, -1.0)
            .smooth(6.5, 4.5)
            .smooth(0.0, 10.0)
            .smooth(-6.5, 4.5)
            .smooth(-5.5, -1.0)
            .closed();
        canvas.ink(&shape, 2.6);
        canvas.fill(&shape, Fill::Linear((-4.0, -8.0), WATER_LIGHT, (3.0, 9.0), WATER));
        canvas.fill(&Shape::oval((-2.2, 3.0), 1.7, 2.6), PAPER.alpha(0.95));
    });
}
