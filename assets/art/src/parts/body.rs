//! The body: a small fluffy pear with a pale chest and two soft bands.

use crate::canvas::{Canvas, Fill};
use crate::palette::{FUR, FUR_DEEP, FUR_LIGHT, FUR_SHADE, GLOW, MARKING};
use crate::pose::Pose;
use crate::shape::{Outline, Shape};

/// Draws the body, in its own space.
pub fn draw(canvas: &mut Canvas, pose: &Pose) {
    let turn = pose.turn;
    let outline = Outline::default()
        .smooth(0.0, -70.0)
        .smooth(15.0, -66.0)
        .smooth(23.0, -50.0)
        .smooth(28.0, -35.0)
        .smooth(30.0, -26.0)
        .tip(33.5, -18.5)
        .smooth(30.0, -18.5)
        .tip(28.0, -17.5)
        .tip(28.5, -11.5)
        .smooth(21.0, -10.0)
        .smooth(12.0, -8.0)
        .smooth(3.0, -7.5)
        .mirrored()
        .closed();
    canvas.inked(&outline, Fill::Radial((-8.0 + turn * 6.0, -42.0), 50.0, FUR, FUR_SHADE));
    canvas.clipped(&outline, |canvas| {
        let chest = Shape::oval((turn * 9.0, -33.0), 18.0 - turn.abs() * 2.0, 24.0);
        canvas.fill(&chest, Fill::Radial((turn * 9.0 - 3.0, -40.0), 27.0, FUR_LIGHT, FUR_LIGHT.alpha(0.0)));
        for (y, width) in [(-21.0, 3.2), (-13.0, 3.0)] {
            let band = Shape::curve((-30.0, y - 5.0), (turn * 10.0, y + 5.0), (30.0, y - 5.0));
            canvas.stroke(&band, MARKING.alpha(0.42), width);
        }
        // The head's shadow on the chest, and shade low on the far side.
        canvas.fill(
            &Shape::oval((0.0, -64.0), 34.0, 18.0),
            Fill::Linear((0.0, -62.0), FUR_DEEP.alpha(0.75), (0.0, -46.0), FUR_DEEP.alpha(0.0)),
        );
        canvas.fill(
            &Shape::oval((26.0, -14.0), 22.0, 30.0),
            Fill::Radial((30.0, -10.0), 30.0, FUR_DEEP.alpha(0.5), FUR_DEEP.alpha(0.0)),
        );
        for (x, y) in [(-7.0, -40.0), (5.0, -43.0), (0.0, -33.0)] {
            let x = x + turn * 9.0;
            let hair = Outline::default().tip(x - 4.0, y - 1.5).smooth(x - 1.5, y + 1.6).tip(x, y - 1.0);
            canvas.stroke(&hair.open(), FUR_SHADE.mix(FUR_DEEP, 0.5).alpha(0.7), 1.5);
        }
        if pose.glow > 0.0 {
            let glow = Fill::Radial((turn * 10.0, -22.0), 44.0, GLOW.alpha(0.6 * pose.glow), GLOW.alpha(0.0));
            canvas.fill(&outline, glow);
        }
    });
}
