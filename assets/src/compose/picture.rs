//! Pictures that agents show: decoded with care, and made as small as the bubble needs.

use super::canvas::Canvas;
use super::pixel::premultiply;
use super::resample::resample;
use crate::files::read_bounded;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use std::fs::File;
use std::io::{self, Cursor};
use std::path::Path;

/// Most bytes of a picture's file; the protocol's own bound.
pub const MAX_PICTURE_BYTES: u64 = 10 * 1024 * 1024;
/// Most pixels: a 24-megapixel camera's. Decoding one takes about 200 MB for a moment.
pub const MAX_PICTURE_PIXELS: u64 = 6000 * 4096;
/// Most pixels in one direction.
const MAX_SIDE: u32 = 16_384;
/// What a decoder may allocate beside the picture itself, which is bounded above. Frames of a GIF, rows of a PNG.
const MAX_DECODER_BYTES: u64 = 160 * 1024 * 1024;

/// Why a picture is not shown. The messages name no path: they are answered to whoever asked.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file cannot be opened or read.
    #[error("the picture cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// More than [`MAX_PICTURE_BYTES`].
    #[error("the picture's file has more than 10 MiB; make it smaller")]
    TooLarge,
    /// More pixels than [`MAX_PICTURE_PIXELS`], or more in one direction than any screen has.
    #[error("the picture has too many pixels; at most about 24 million are decoded")]
    TooManyPixels,
    /// The contents are none of the formats, whatever the name says.
    #[error("the file is not a PNG, JPEG, WebP or GIF picture")]
    UnknownFormat,
    /// The decoder gave up.
    #[error("the picture is damaged and cannot be decoded")]
    Damaged,
}

/// A picture at the size of a bubble.
#[derive(Debug, Clone)]
pub struct Picture {
    pub(super) canvas: Canvas,
    /// Device pixels for each logical pixel.
    pub(super) scale: f32,
}

impl Picture {
    /// Reads a PNG, JPEG, WebP or GIF (its first frame), told apart by their contents, and scales it down to fit
    /// `max_logical` logical pixels at `scale` device pixels for each. It is never scaled up: a picture smaller than
    /// that shows one of its pixels as one logical pixel.
    ///
    /// # Errors
    /// When the file cannot be read, breaks a bound, or is no such picture.
    pub fn open(path: &Path, max_logical: (f32, f32), scale: f32) -> Result<Self, PictureError> {
        let mut file = open_regular(path).map_err(PictureError::Unreadable)?;
        let bytes = read_bounded(&mut file, MAX_PICTURE_BYTES)
            .map_err(PictureError::Unreadable)?
            .ok_or(PictureError::TooLarge)?;
        Self::decode(&bytes, max_logical, scale)
    }

    fn decode(bytes: &[u8], max_logical: (f32, f32), scale: f32) -> Result<Self, PictureError> {
        let scale = if scale.is_nan() { 1.0 } else { scale.clamp(0.5, 6.0) };
        let decoded = decode_bounded(bytes)?;
        let full = premultiplied(&decoded);
        drop(decoded);
        let (width, height) = fitting_size((full.width, full.height), max_logical, scale);
        Ok(Self { canvas: resample(&full, width, height), scale })
    }

    /// The pixels.
    #[must_use]
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }
}

/// Opens a file without waiting for the other end of a pipe, which may have taken its place.
fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

fn decode_bounded(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(PictureError::Unreadable)?;
    match reader.format() {
        Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Gif) => {}
        _ => return Err(PictureError::UnknownFormat),
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PICTURE_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    let orientation = decoder.orientation().map_err(refused)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refused)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn refused(error: image::ImageError) -> PictureError {
    match error {
        image::ImageError::Limits(_) => PictureError::TooManyPixels,
        image::ImageError::Unsupported(_) => PictureError::UnknownFormat,
        _ => PictureError::Damaged,
    }
}

fn premultiplied(picture: &DynamicImage) -> Canvas {
    let pixels = match picture {
        DynamicImage::ImageRgb8(rgb) => rgb.pixels().map(|p| premultiply([p[0], p[1], p[2], 255])).collect(),
        DynamicImage::ImageRgba8(rgba) => rgba.pixels().map(|p| premultiply(p.0)).collect(),
        other => other.to_rgba8().pixels().map(|p| premultiply(p.0)).collect(),
    };
    Canvas { width: picture.width(), height: picture.height(), pixels }
}

/// The size in device pixels: within the bounds, in the picture's own proportions.
fn fitting_size((width, height): (u32, u32), max_logical: (f32, f32), scale: f32) -> (u32, u32) {
    let (width, height) = (width.max(1) as f32, height.max(1) as f32);
    let factor = (max_logical.0.max(1.0) / width).min(max_logical.1.max(1.0) / height).min(1.0) * scale;
    // A very long or tall picture still has a pixel in the other direction.
    ((width * factor).round().max(1.0) as u32, (height * factor).round().max(1.0) as u32)
}

#[cfg(test)]
mod tests;
