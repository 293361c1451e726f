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
        .smooth(28.0, -38.0)
        .smooth(31.0, -27.0)
        .tip(35.0, -19.0)
        .smooth(31.0, -19.0)
        .smooth(26.0, -12.5)
        .smooth(15.0, -8.0)
        .smooth(4.0, -6.8)
        .mirrored()
        .closed();
    canvas.inked(&outline, Fill::Radial((-8.0 + turn * 6.0, -42.0), 50.0, FUR, FUR_SHADE));
    canvas.clipped(&outline, |canvas| {
        // Bands on the flanks, then the pale chest over their middle.
        for y in [-28.0, -19.5, -11.5] {
            let band = Shape::curve((-36.0, y - 7.0), (turn * 12.0, y + 9.0), (36.0, y - 7.0));
            canvas.stroke(&band, MARKING.alpha(0.5), 3.4);
        }
        let middle = (turn * 10.0, -34.0);
        let chest = Outline::default()
            .smooth(0.0, -30.0)
            .smooth(18.0, -20.0)
            .smooth(20.0, 2.0)
            .tip(21.5, 9.0)
            .smooth(15.0, 15.0)
            .tip(13.0, 20.0)
            .smooth(6.0, 21.0)
            .tip(0.0, 25.0)
            .mirrored()
            .map(|(x, y)| (middle.0 + x * (1.0 - turn.abs() * 0.12), middle.1 + y))
            .closed();
        canvas.fill(&chest, Fill::Linear((middle.0 - 4.0, -52.0), FUR_LIGHT, (middle.0 + 6.0, -10.0), FUR));
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
