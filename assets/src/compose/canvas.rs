//! The surface that everything is composed on.

use super::pixel::{over, pack, unpack};
use tiny_skia::Pixmap;

/// A picture in device pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// `width` × `height` pixels, row by row from the top left: `A<<24 | R<<16 | G<<8 | B`, with alpha multiplied
    /// into the colours.
    pub pixels: Vec<u32>,
}

impl Canvas {
    /// A transparent canvas of this many pixels.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, pixels: vec![0; width as usize * height as usize] }
    }

    /// Makes every pixel transparent.
    pub fn clear(&mut self) {
        self.pixels.fill(0);
    }

    /// Makes every pixel this one, which must be premultiplied.
    pub fn fill(&mut self, pixel: u32) {
        self.pixels.fill(pixel);
    }

    /// Paints `source` over this canvas, its top left corner at `x`, `y`; what does not fit is cut off.
    pub fn blit(&mut self, source: &Self, x: i32, y: i32) {
        let Some((from_x, to_x, across)) = overlap(source.width, self.width, x) else { return };
        let Some((from_y, to_y, down)) = overlap(source.height, self.height, y) else { return };
        let lines = source.pixels.chunks_exact(source.width as usize).skip(from_y);
        let targets = self.pixels.chunks_exact_mut(self.width as usize).skip(to_y);
        for (line, target) in lines.zip(targets).take(down) {
            let line = &line[from_x..from_x + across];
            for (below, &pixel) in target[to_x..to_x + across].iter_mut().zip(line) {
                *below = over(pixel, *below);
            }
        }
    }

    /// The canvas as a PNG file. Empty where there are no pixels at all: the format has no such picture.
    #[must_use]
    pub fn to_png(&self) -> Vec<u8> {
        let rgba = self.pixels.iter().flat_map(|&pixel| straight(pixel)).collect();
        let mut png = Vec::new();
        if let Some(picture) = image::RgbaImage::from_raw(self.width, self.height, rgba)
            && picture.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).is_err()
        {
            png.clear();
        }
        png
    }
}

impl From<&Pixmap> for Canvas {
    fn from(pixmap: &Pixmap) -> Self {
        let pixels = pixmap
            .pixels()
            .iter()
            .map(|pixel| pack(pixel.alpha(), pixel.red(), pixel.green(), pixel.blue()))
            .collect();
        Self { width: pixmap.width(), height: pixmap.height(), pixels }
    }
}

/// The part of a line of `from` pixels that falls on a line of `to` pixels when it begins at `at`: where it begins
/// in the one and in the other, and its length.
fn overlap(from: u32, to: u32, at: i32) -> Option<(usize, usize, usize)> {
    let start = i64::from(at).max(0);
    let end = (i64::from(at) + i64::from(from)).min(i64::from(to));
    let length = usize::try_from(end - start).ok().filter(|&length| length > 0)?;
    Some((usize::try_from(start - i64::from(at)).ok()?, usize::try_from(start).ok()?, length))
}

/// Red, green, blue, alpha, with alpha divided out of the colours.
fn straight(pixel: u32) -> [u8; 4] {
    let [alpha, colours @ ..] = unpack(pixel);
    let divide = |channel: u8| match alpha {
        0 => 0,
        _ => ((u32::from(channel) * 255 + u32::from(alpha) / 2) / u32::from(alpha)).min(255) as u8,
    };
    let [red, green, blue] = colours.map(divide);
    [red, green, blue, alpha]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RED: u32 = 0xffff_0000;

    #[test]
    fn a_picture_is_cut_off_at_every_edge() {
        let mut stamp = Canvas::new(2, 2);
        stamp.fill(RED);
        for (x, y, expected) in [(-1, -1, vec![0]), (2, 2, vec![8]), (1, 0, vec![1, 2, 4, 5])] {
            let mut canvas = Canvas::new(3, 3);
            canvas.blit(&stamp, x, y);
            let painted: Vec<usize> = (0..9).filter(|&index| canvas.pixels[index] == RED).collect();
            assert_eq!(painted, expected, "at {x}, {y}");
        }
    }

    #[test]
    fn a_png_holds_what_was_painted() {
        let mut canvas = Canvas::new(2, 1);
        canvas.pixels = vec![0x8040_0000, RED];
        let decoded = image::load_from_memory(&canvas.to_png()).unwrap().to_rgba8();
        assert_eq!(decoded.into_raw(), [128, 0, 0, 128, 255, 0, 0, 255]);
        assert_eq!(Canvas::new(0, 0).to_png(), Vec::<u8>::new());
    }

    proptest! {
        #[test]
        fn no_place_panics(x: i32, y: i32, width in 0u32..5, height in 0u32..5) {
            let mut canvas = Canvas::new(3, 3);
            canvas.blit(&Canvas::new(width, height), x, y);
            Canvas::new(width, height).blit(&canvas, x, y);
        }
    }
}
