//! The soft shadow under a bubble, which lifts it off wallpapers of its own colour.

use super::super::pixel::{pack, times};
use super::Canvas;

/// How far the shadow falls, in logical pixels.
const DROP: f32 = 1.5;
/// Reach of one of the three passes that soften it, in logical pixels.
const SOFTNESS: f32 = 1.4;
/// Its darkest alpha.
const DARKNESS: u8 = 90;

/// The shadow of what is on `body`, on a canvas of the same size.
pub(super) fn of(body: &Canvas, scale: f32) -> Canvas {
    let (width, height) = (body.width as usize, body.height as usize);
    let drop = (DROP * scale).round() as usize;
    let mut alpha = vec![0u8; width * height];
    for (shade, pixel) in alpha.iter_mut().skip(drop * width).zip(&body.pixels) {
        *shade = (pixel >> 24) as u8;
    }
    let reach = (SOFTNESS * scale).round().max(1.0) as usize;
    // Three averages in a row are close to a Gaussian blur.
    for _ in 0..3 {
        alpha = transposed_average(&alpha, width, reach);
        alpha = transposed_average(&alpha, height, reach);
    }
    let pixels = alpha.into_iter().map(|shade| times(pack(shade, 0, 0, 0), DARKNESS)).collect();
    Canvas { width: body.width, height: body.height, pixels }
}

/// Averages along the lines, which are `width` long, and swaps lines and columns.
fn transposed_average(alpha: &[u8], width: usize, reach: usize) -> Vec<u8> {
    let height = alpha.len() / width.max(1);
    let window = (2 * reach + 1) as u32;
    let mut result = vec![0; alpha.len()];
    for (y, line) in alpha.chunks_exact(width.max(1)).enumerate() {
        let at = |x: usize| line.get(x).map_or(0, |&shade| u32::from(shade));
        let mut sum: u32 = (0..reach).map(at).sum();
        for x in 0..width {
            sum += at(x + reach);
            result[x * height + y] = (sum / window) as u8;
            sum -= x.checked_sub(reach).map_or(0, at);
        }
    }
    result
}
