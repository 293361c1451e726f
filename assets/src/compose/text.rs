//! Lines of text become pixels, with the system's fonts: whatever script an agent writes in, as far as a font for
//! it is installed.

use super::bubble::BubbleStyle;
use super::canvas::Canvas;
use super::pixel::{premultiply, times};
use cosmic_text::{
    Attrs, Buffer, CacheKey, Ellipsize, EllipsizeHeightLimit, Family, FontSystem, Hinting, LayoutGlyph,
    LayoutRun, Metrics, Shaping, SwashCache, SwashContent, Wrap,
};
use std::ops::RangeInclusive;

/// Size of the letters in logical pixels: that of a desktop's own labels.
const FONT_SIZE: f32 = 14.0;
/// From line to line, in sizes of the letters.
const LINE_HEIGHT: f32 = 1.35;
/// More lines would cover what the person works on; the rest becomes an ellipsis.
const MAX_LINES: usize = 12;
/// Characters beyond this cannot be seen in that many lines; shaping takes time for each.
const MAX_CHARS: usize = 1000;
/// The narrowest and widest line, in logical pixels.
const WIDTHS: RangeInclusive<f32> = 40.0..=1000.0;
/// Device pixels for each logical pixel.
const SCALES: RangeInclusive<f32> = 0.5..=6.0;
/// Images of letters are dropped when there are more, so that a long day of emoji does not add up.
const MAX_CACHED_GLYPHS: usize = 2000;

/// Families for text on screens, the best first. The first that is installed is used; other scripts and emoji
/// find theirs by themselves.
const FAMILIES: [&str; 10] = [
    "Inter",
    "Noto Sans",
    "Open Sans",
    "Cantarell",
    "Ubuntu",
    "Roboto",
    "Segoe UI",
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans CJK SC",
];

/// Why a text could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// No font could be opened.
    #[error("there is no font on this system; install one, for example DejaVu Sans or Noto Sans")]
    NoFont,
    /// Nothing of the text can be seen.
    #[error("the text has nothing to show")]
    Empty,
}

/// A drawn text.
#[derive(Debug, Clone)]
pub struct TextBlock {
    /// The pixels, on nothing.
    pub(super) canvas: Canvas,
    /// Device pixels for each logical pixel.
    pub(super) scale: f32,
}

impl TextBlock {
    /// The pixels, in the style's colour on a transparent ground.
    #[must_use]
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }
}

/// Draws texts. Keeps the list of the system's fonts and what it read of them, some megabytes.
#[derive(Debug)]
pub struct TextRenderer {
    fonts: FontSystem,
    glyphs: SwashCache,
    family: Option<String>,
    has_font: bool,
}

impl Default for TextRenderer {
    fn default() -> Self {
        Self::new()
    }
}

impl TextRenderer {
    /// Finds the system's fonts, which takes up to a second.
    #[must_use]
    pub fn new() -> Self {
        Self::with_fonts(FontSystem::new())
    }

    fn with_fonts(mut fonts: FontSystem) -> Self {
        let installed = |name: &str| {
            fonts.db().faces().any(|face| face.families.iter().any(|(family, _)| family == name))
        };
        let family = FAMILIES.into_iter().find(|name| installed(name)).map(str::to_owned);
        // Shaping panics when it finds no font at all, so that must be known before.
        let faces: Vec<_> = fonts.db().faces().map(|face| (face.id, face.weight)).collect();
        let has_font = faces.into_iter().any(|(id, weight)| fonts.get_font(id, weight).is_some());
        Self { fonts, glyphs: SwashCache::new(), family, has_font }
    }

    /// Draws a text in lines of at most `max_width_logical` logical pixels, at `scale` device pixels for each.
    /// Long words break; what does not fit in six lines becomes an ellipsis. White space and control characters count
    /// as spaces.
    ///
    /// # Errors
    /// [`TextError::NoFont`] where the system has no font, [`TextError::Empty`] where there is nothing to see.
    pub fn render(
        &mut self,
        text: &str,
        style: BubbleStyle,
        scale: f32,
        max_width_logical: f32,
    ) -> Result<TextBlock, TextError> {
        if !self.has_font {
            return Err(TextError::NoFont);
        }
        let line = one_line(text);
        if line.is_empty() {
            return Err(TextError::Empty);
        }
        let scale = if scale.is_nan() { 1.0 } else { scale.clamp(*SCALES.start(), *SCALES.end()) };
        let max_width = max_width_logical.max(*WIDTHS.start()).min(*WIDTHS.end()) * scale;
        let buffer = self.lay_out(&line, scale, max_width);
        let canvas = self.paint(&buffer, style.ink(), max_width);
        if canvas.pixels.iter().all(|&pixel| pixel == 0) {
            return Err(TextError::Empty);
        }
        Ok(TextBlock { canvas, scale })
    }

    fn lay_out(&mut self, line: &str, scale: f32, max_width: f32) -> Buffer {
        let metrics = Metrics::new(FONT_SIZE * scale, (FONT_SIZE * LINE_HEIGHT * scale).round());
        let mut buffer = Buffer::new(&mut self.fonts, metrics);
        let family = self.family.as_deref().map_or(Family::SansSerif, Family::Name);
        buffer.set_hinting(Hinting::Enabled);
        buffer.set_wrap(Wrap::WordOrGlyph);
        buffer.set_ellipsize(Ellipsize::End(EllipsizeHeightLimit::Lines(MAX_LINES)));
        buffer.set_size(Some(max_width), None);
        buffer.set_text(line, &Attrs::new().family(family), Shaping::Advanced, None);
        buffer.shape_until_scroll(&mut self.fonts, false);
        self.balance(&mut buffer, max_width);
        buffer
    }

    /// Makes the lines about equally long: as narrow as they can be without becoming more.
    fn balance(&mut self, buffer: &mut Buffer, max_width: f32) {
        let lines = buffer.layout_runs().count();
        if !(2..MAX_LINES).contains(&lines) {
            return;
        }
        let (mut too_narrow, mut fits) = (max_width / 2.0, max_width);
        while fits - too_narrow > FONT_SIZE / 2.0 {
            let middle = f32::midpoint(too_narrow, fits);
            buffer.set_size(Some(middle), None);
            buffer.shape_until_scroll(&mut self.fonts, false);
            if buffer.layout_runs().count() > lines {
                too_narrow = middle;
            } else {
                fits = middle;
            }
        }
        buffer.set_size(Some(fits), None);
        buffer.shape_until_scroll(&mut self.fonts, false);
    }

    fn paint(&mut self, buffer: &Buffer, ink: u32, max_width: f32) -> Canvas {
        let Some(bounds) = Bounds::of(buffer, max_width) else { return Canvas::new(0, 0) };
        let mut canvas = Canvas::new(bounds.width, bounds.height);
        for run in buffer.layout_runs().take(MAX_LINES) {
            let indent = indent(&run);
            for glyph in run.glyphs {
                let placed = glyph.physical((-indent, run.line_y), 1.0);
                self.paint_glyph(&mut canvas, placed.cache_key, placed.x - bounds.left, placed.y, ink);
            }
        }
        canvas
    }

    fn paint_glyph(&mut self, canvas: &mut Canvas, key: CacheKey, x: i32, y: i32, ink: u32) {
        if self.glyphs.image_cache.len() > MAX_CACHED_GLYPHS {
            self.glyphs.image_cache.clear();
        }
        let Some(image) = self.glyphs.get_image(&mut self.fonts, key) else { return };
        let pixels = match image.content {
            SwashContent::Mask => image.data.iter().map(|&coverage| times(ink, coverage)).collect(),
            SwashContent::Color => {
                image.data.chunks_exact(4).map(|p| premultiply([p[0], p[1], p[2], p[3]])).collect()
            }
            // Never asked for.
            SwashContent::SubpixelMask => return,
        };
        let picture = Canvas { width: image.placement.width, height: image.placement.height, pixels };
        canvas.blit(&picture, x + image.placement.left, y - image.placement.top);
    }
}

/// The text with every stretch of white space and control characters as one space, and of bounded length.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        if index > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => line[..end].to_owned(),
        None => line,
    }
}

/// The width of a line's leading spaces: the layout leaves some in front of a line that it shortens.
fn indent(run: &LayoutRun) -> f32 {
    let is_space =
        |glyph: &&LayoutGlyph| run.text.get(glyph.start..glyph.end).is_some_and(|part| part == " ");
    if run.rtl { 0.0 } else { run.glyphs.iter().take_while(is_space).map(|glyph| glyph.w).sum() }
}

/// The box around the lines, in device pixels.
struct Bounds {
    left: i32,
    width: u32,
    height: u32,
}

impl Bounds {
    fn of(buffer: &Buffer, max_width: f32) -> Option<Self> {
        let runs: Vec<LayoutRun> = buffer.layout_runs().take(MAX_LINES).collect();
        let glyphs = || runs.iter().flat_map(|run| run.glyphs);
        let left = glyphs().map(|glyph| glyph.x).reduce(f32::min)?.floor();
        let right = glyphs().map(|glyph| glyph.x + glyph.w).reduce(f32::max)?.ceil();
        let bottom = runs.last().map(|run| run.line_top + run.line_height)?.ceil();
        // Letters may reach a little out of their boxes.
        let overhang = (buffer.metrics().font_size / 8.0).ceil();
        let width = (right - left).clamp(1.0, max_width.ceil()) + 2.0 * overhang;
        Some(Self { left: (left - overhang) as i32, width: width as u32, height: bottom.max(1.0) as u32 })
    }
}

#[cfg(test)]
mod tests;
