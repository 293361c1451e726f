//! What is on a screen.

use openpets_assets::compose::Canvas;
use std::path::Path;

/// Where the default pet stands at scale 1 on a screen of 1280 × 800 pixels without panels: bottom right, 24 pixels in.
pub const DEFAULT_PLACE: (u32, u32) = (1280 - 192 - 24, 800 - 208 - 24);

/// A colour: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The pixels of a screen.
#[derive(Clone, PartialEq, Eq)]
pub struct Screenshot {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    pixels: Vec<Rgb>,
}

impl Screenshot {
    /// From the server's 32 bits a pixel, blue first.
    pub(crate) fn new(width: u32, height: u32, data: &[u8]) -> Self {
        let pixels = data.chunks_exact(4).map(|bytes| Rgb(bytes[2], bytes[1], bytes[0])).collect();
        Self { width, height, pixels }
    }

    /// One pixel.
    ///
    /// # Panics
    /// Outside the screen.
    #[must_use]
    pub fn at(&self, x: u32, y: u32) -> Rgb {
        self.pixels[(y * self.width + x) as usize]
    }

    /// Every pixel with its place.
    pub fn pixels(&self) -> impl Iterator<Item = (u32, u32, Rgb)> + '_ {
        let width = self.width as usize;
        self.pixels
            .iter()
            .enumerate()
            .map(move |(index, colour)| ((index % width) as u32, (index / width) as u32, *colour))
    }

    /// The smallest rectangle (left, top, right, bottom; the last two exclusive) around all pixels that are not
    /// `background`.
    #[must_use]
    pub fn bounds_of_change(&self, background: Rgb) -> Option<(u32, u32, u32, u32)> {
        self.pixels().filter(|(.., colour)| *colour != background).fold(None, |bounds, (x, y, _)| {
            let (left, top, right, bottom) = bounds.unwrap_or((x, y, x, y));
            Some((left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)))
        })
    }

    /// Whether a picture with its corner at `place` is mixed with the background there, from its line `from` on.
    /// Compositors round in their own ways.
    #[must_use]
    pub fn shows(&self, picture: &Canvas, place: (u32, u32), background: Rgb, from: u32) -> bool {
        let pixels = picture.pixels.iter().enumerate().skip((from * picture.width) as usize);
        pixels.into_iter().all(|(index, pixel)| {
            let (x, y) = (index as u32 % picture.width, index as u32 / picture.width);
            let seen = self.at(place.0 + x, place.1 + y);
            let near = |seen: u8, shift: u32, under: u8| {
                let (over, alpha) = (pixel >> shift & 255, pixel >> 24);
                u32::from(seen).abs_diff(over + (u32::from(under) * (255 - alpha) + 127) / 255) <= 2
            };
            near(seen.0, 16, background.0) && near(seen.1, 8, background.1) && near(seen.2, 0, background.2)
        })
    }

    /// How many pixels of two screens differ.
    #[must_use]
    pub fn difference(&self, other: &Self) -> usize {
        self.pixels.iter().zip(&other.pixels).filter(|(a, b)| a != b).count()
    }

    /// Writes a PNG, for a person to look at when a test has failed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        let mut image = image::RgbImage::new(self.width, self.height);
        for (x, y, colour) in self.pixels() {
            image.put_pixel(x, y, image::Rgb([colour.0, colour.1, colour.2]));
        }
        Ok(image.save(path)?)
    }
}
