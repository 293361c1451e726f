//! The light rim around the figure, and laying figure, rim and ground shadow over each other.
//!
//! Works on the finished pixels of a cell: the rim follows whatever silhouette the parts and props make.

use crate::palette::RIM;

/// How far the rim reaches beyond the outline.
const REACH: f32 = 1.5;
/// Opacity of the rim.
const STRENGTH: f32 = 0.6;

/// Lays `figure` with its rim over `ground`; all premultiplied, row by row.
pub fn compose(ground: &[[u8; 4]], figure: &[[u8; 4]], width: usize, height: usize) -> Vec<[u8; 4]> {
    let kernel = kernel();
    let mut cell = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let mut rim = 0.0f32;
            for &(dx, dy, weight) in &kernel {
                if let (Some(nx), Some(ny)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                    && nx < width
                    && ny < height
                {
                    rim = rim.max(f32::from(figure[ny * width + nx][3]) / 255.0 * weight);
                }
            }
            let rim = rim * STRENGTH;
            let light = [RIM.r * rim * 255.0, RIM.g * rim * 255.0, RIM.b * rim * 255.0, rim * 255.0];
            let below = over(light, ground[y * width + x].map(f32::from));
            let pixel = over(figure[y * width + x].map(f32::from), below);
            // Every channel is within 0 and 255 after `clamp`.
            cell.push(pixel.map(|channel| channel.round().clamp(0.0, 255.0) as u8));
        }
    }
    cell
}

/// The neighbours that the rim grows from, with how much of it reaches this far.
fn kernel() -> Vec<(isize, isize, f32)> {
    let reach = REACH.ceil() as isize;
    let mut kernel = Vec::new();
    for dy in -reach..=reach {
        for dx in -reach..=reach {
            let distance = (dx as f32).hypot(dy as f32);
            let weight = (REACH + 0.5 - distance).clamp(0.0, 1.0);
            if weight > 0.0 {
                kernel.push((dx, dy, weight));
            }
        }
    }
    kernel
}

fn over(top: [f32; 4], below: [f32; 4]) -> [f32; 4] {
    let rest = 1.0 - top[3] / 255.0;
    [0, 1, 2, 3].map(|channel| top[channel] + below[channel] * rest)
}
