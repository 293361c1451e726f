//! Contact sheets for looking at the pet: every row labelled by its position, in two sizes, on three backgrounds.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use tiny_skia::{
    Color, FilterQuality, GradientStop, LinearGradient, Paint, Pixmap, PixmapPaint, Point,
    PremultipliedColorU8, RadialGradient, Rect, SpreadMode, Transform,
};

use crate::canvas::{CELL_HEIGHT, CELL_WIDTH};
use crate::sheet::{COLUMNS, ROWS, Sheet};

/// Width of the margin with the row numbers.
const MARGIN: u32 = 28;

/// Digits as five rows of three bits.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 2, 2],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// Writes all contact sheets into `folder`.
pub fn write(sheet: &Sheet, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let full = pixmap(sheet)?;
    let half = halved(&full)?;
    for height in [96, 288] {
        for (name, paint_background) in
            [("light", light as fn(&mut Pixmap)), ("dark", dark), ("photo", photo)]
        {
            let source = if height < CELL_HEIGHT { &half } else { &full };
            let page = page(source, height, paint_background)?;
            page.save_png(folder.join(format!("{name}-{height}.png")))?;
        }
    }
    Ok(())
}

fn pixmap(sheet: &Sheet) -> Result<Pixmap> {
    let mut pixmap = Pixmap::new(sheet.width, sheet.height).context("out of memory")?;
    for (pixel, rgba) in pixmap.pixels_mut().iter_mut().zip(sheet.rgba.chunks_exact(4)) {
        *pixel = tiny_skia::ColorU8::from_rgba(rgba[0], rgba[1], rgba[2], rgba[3]).premultiply();
    }
    Ok(pixmap)
}

/// Halves a picture, averaging; filters that look at few pixels shimmer when they shrink to less than a half.
fn halved(source: &Pixmap) -> Result<Pixmap> {
    let mut half = Pixmap::new(source.width() / 2, source.height() / 2).context("out of memory")?;
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    half.draw_pixmap(0, 0, source.as_ref(), &paint, Transform::from_scale(0.5, 0.5), None);
    Ok(half)
}

fn page(source: &Pixmap, height: u32, paint_background: fn(&mut Pixmap)) -> Result<Pixmap> {
    let scale = height as f32 / source.height() as f32 * ROWS as f32;
    let width = (CELL_WIDTH as f32 * height as f32 / CELL_HEIGHT as f32).round() as u32;
    let mut page = Pixmap::new(MARGIN + width * COLUMNS, MARGIN + height * ROWS).context("out of memory")?;
    paint_background(&mut page);
    let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    let place = Transform::from_translate(MARGIN as f32, MARGIN as f32).pre_scale(scale, scale);
    page.draw_pixmap(0, 0, source.as_ref(), &paint, place, None);
    for row in 0..ROWS {
        number(&mut page, row, 4, MARGIN + row * height + height / 2);
    }
    for column in 0..COLUMNS {
        number(&mut page, column, MARGIN + column * width + width / 2, 8);
    }
    Ok(page)
}

/// Writes a number, white with a dark shadow to be readable on every background.
fn number(page: &mut Pixmap, value: u32, x: u32, y: u32) {
    for (grey, shift) in [(40, 1), (235, 0)] {
        for (place, digit) in value.to_string().bytes().enumerate() {
            let rows = DIGITS[usize::from(digit - b'0')];
            for (dy, bits) in rows.into_iter().enumerate() {
                for dx in (0..3).filter(|dx| bits & (4 >> dx) != 0) {
                    block(page, x + place as u32 * 10 + dx * 2 + shift, y + dy as u32 * 2 + shift, grey);
                }
            }
        }
    }
}

/// A block of 2 × 2 pixels.
fn block(page: &mut Pixmap, x: u32, y: u32, grey: u8) {
    let width = page.width();
    let grey = PremultipliedColorU8::from_rgba(grey, grey, grey, 255);
    for (x, y) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
        let index = (y * width + x) as usize;
        if let (Some(grey), Some(pixel)) = (grey, page.pixels_mut().get_mut(index)) {
            *pixel = grey;
        }
    }
}

fn light(page: &mut Pixmap) {
    page.fill(Color::from_rgba8(0xf4, 0xf4, 0xf4, 255));
}

fn dark(page: &mut Pixmap) {
    page.fill(Color::from_rgba8(0x1e, 0x1e, 0x24, 255));
}

/// An evening landscape, out of focus.
fn photo(page: &mut Pixmap) {
    let (width, height) = (page.width() as f32, page.height() as f32);
    let stop = |at, r, g, b, a| GradientStop::new(at, Color::from_rgba8(r, g, b, a));
    let Some(all) = Rect::from_xywh(0.0, 0.0, width, height) else { return };
    let sky = LinearGradient::new(
        Point::from_xy(0.0, 0.0),
        Point::from_xy(width * 0.4, height),
        vec![stop(0.0, 92, 126, 160, 255), stop(0.5, 196, 150, 128, 255), stop(1.0, 62, 92, 74, 255)],
        SpreadMode::Pad,
        Transform::identity(),
    );
    let mut shaders = vec![sky];
    for (x, y, hue) in
        [(0.2, 0.3, (224, 196, 150)), (0.75, 0.15, (80, 110, 120)), (0.6, 0.7, (140, 110, 150))]
    {
        shaders.push(RadialGradient::new(
            Point::from_xy(width * x, height * y),
            0.0,
            Point::from_xy(width * x, height * y),
            width * 0.35,
            vec![stop(0.0, hue.0, hue.1, hue.2, 200), stop(1.0, hue.0, hue.1, hue.2, 0)],
            SpreadMode::Pad,
            Transform::identity(),
        ));
    }
    for shader in shaders.into_iter().flatten() {
        page.fill_rect(all, &Paint { shader, ..Paint::default() }, Transform::identity(), None);
    }
}
