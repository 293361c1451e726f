//! Pictures at another size, on premultiplied pixels, so that no hidden colour bleeds into an edge.

use super::canvas::Canvas;
use super::pixel::{pack, unpack};

/// The picture at `width` × `height` pixels: hard pixels when it grows in both directions, which keeps pixel art
/// what it is; otherwise every new pixel is the average of the area that it covers.
pub(super) fn resample(source: &Canvas, width: u32, height: u32) -> Canvas {
    if (source.width, source.height) == (width, height) {
        source.clone()
    } else if source.width == 0 || source.height == 0 {
        Canvas::new(width, height)
    } else if width >= source.width && height >= source.height {
        nearest(source, width, height)
    } else {
        average(source, width, height)
    }
}

fn nearest(source: &Canvas, width: u32, height: u32) -> Canvas {
    let columns = centers(source.width, width);
    let lines: Vec<&[u32]> = source.pixels.chunks_exact(source.width as usize).collect();
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    for line in centers(source.height, height) {
        pixels.extend(columns.iter().map(|&column| lines[line][column]));
    }
    Canvas { width, height, pixels }
}

/// For every new pixel, the old one under its centre.
fn centers(from: u32, to: u32) -> Vec<usize> {
    let (from, to) = (u64::from(from), u64::from(to));
    (0..to).map(|index| ((2 * index + 1) * from / (2 * to)) as usize).collect()
}

/// The area of old pixels under a new one, along one axis.
struct Span {
    first: usize,
    /// The share of each old pixel, from `first` on. They add up to 1.
    weights: Vec<f32>,
}

fn spans(from: u32, to: u32) -> Vec<Span> {
    let step = f64::from(from) / f64::from(to);
    (0..to)
        .map(|index| {
            let (start, end) = (f64::from(index) * step, f64::from(index + 1) * step);
            let first = (start as usize).min(from as usize - 1);
            let last = (end.ceil() as usize).clamp(first + 1, from as usize);
            let weights = (first..last)
                .map(|old| ((end.min((old + 1) as f64) - start.max(old as f64)).max(0.0) / step) as f32)
                .collect();
            Span { first, weights }
        })
        .collect()
}

fn average(source: &Canvas, width: u32, height: u32) -> Canvas {
    let columns = spans(source.width, width);
    let lines: Vec<&[u32]> = source.pixels.chunks_exact(source.width as usize).collect();
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    let mut column_sums = vec![[0.0f32; 4]; source.width as usize];
    for span in spans(source.height, height) {
        column_sums.fill([0.0; 4]);
        for (line, &weight) in lines[span.first..].iter().zip(&span.weights) {
            for (sum, &pixel) in column_sums.iter_mut().zip(*line) {
                add(sum, unpack(pixel).map(f32::from), weight);
            }
        }
        pixels.extend(columns.iter().map(|span| {
            let mut sum = [0.0; 4];
            for (&column, &weight) in column_sums[span.first..].iter().zip(&span.weights) {
                add(&mut sum, column, weight);
            }
            // Casts saturate; the order of the channels survives them, so the pixel stays premultiplied.
            let [alpha, red, green, blue] = sum.map(|channel| (channel + 0.5) as u8);
            pack(alpha, red, green, blue)
        }));
    }
    Canvas { width, height, pixels }
}

fn add(sum: &mut [f32; 4], channels: [f32; 4], weight: f32) {
    for (sum, channel) in sum.iter_mut().zip(channels) {
        *sum += channel * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::super::pixel::premultiply;
    use super::*;
    use proptest::prelude::*;

    fn canvas(width: u32, pixels: &[u32]) -> Canvas {
        Canvas { width, height: pixels.len() as u32 / width, pixels: pixels.to_vec() }
    }

    #[test]
    fn doubling_repeats_every_pixel() {
        let doubled = resample(&canvas(2, &[1, 2, 3, 4]), 4, 4);
        assert_eq!(doubled.pixels, [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]);
    }

    #[test]
    fn halving_averages_four_pixels() {
        let black = 0xff00_0000;
        let halved = resample(&canvas(2, &[0xffff_ffff, black, black, 0xffff_ffff]), 1, 1);
        assert_eq!(halved.pixels, [0xff80_8080]);
        let beside_nothing = resample(&canvas(2, &[0xffff_0000, 0]), 1, 1);
        assert_eq!(beside_nothing.pixels, [0x8080_0000]);
    }

    #[test]
    fn one_colour_stays_itself_at_odd_sizes() {
        let flat = canvas(7, &[0xc080_4020; 35]);
        for (width, height) in [(3, 2), (5, 4), (1, 1), (9, 3)] {
            assert!(resample(&flat, width, height).pixels.iter().all(|&pixel| pixel == 0xc080_4020));
        }
    }

    proptest! {
        #[test]
        fn results_stay_premultiplied(
            source in proptest::collection::vec(any::<[u8; 4]>(), 12),
            width in 1u32..9,
            height in 1u32..9,
        ) {
            let pixels: Vec<u32> = source.into_iter().map(premultiply).collect();
            for pixel in resample(&canvas(4, &pixels), width, height).pixels {
                let [alpha, red, green, blue] = unpack(pixel);
                prop_assert!(red <= alpha && green <= alpha && blue <= alpha);
            }
        }
    }
}
