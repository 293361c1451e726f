//! WebP: the header by its chunks, the pixels by the decoder.

use super::SheetHeader;
use super::header::{HeaderError, MAX_CHUNKS, SheetFormat, array, damaged, truncated};
use image_webp::{DecodingError, WebPDecoder};
use std::borrow::Cow;
use std::io::{Cursor, Read, Seek, SeekFrom};

/// Flags of the extended header.
const ALPHA_FLAG: u8 = 0x10;
const ANIMATION_FLAG: u8 = 0x02;
/// The same flag of a lossless picture, in the last byte of its five.
const LOSSLESS_ALPHA_FLAG: u8 = 0x10;

/// Where the flags of the extended header are in a file that has one, and the last byte of a lossless picture's
/// header in one that has none.
const EXTENDED_FLAGS: usize = 20;
const LOSSLESS_FLAGS: usize = 24;

/// Reads chunk headers only. `length`: of the file.
pub(super) fn header<R: Read + Seek>(source: &mut R, length: u64) -> Result<SheetHeader, HeaderError> {
    source.seek(SeekFrom::Start(4))?;
    let declared = u64::from(u32::from_le_bytes(array(source)?)) + 8;
    if declared > length {
        return Err(truncated().into());
    }

    let mut extended: Option<SheetHeader> = None;
    let mut alpha_plane = false;
    let mut position = 12;
    for _ in 0..MAX_CHUNKS {
        source.seek(SeekFrom::Start(position))?;
        let name: [u8; 4] = array(source)?;
        let size = u64::from(u32::from_le_bytes(array(source)?));
        position += 8;
        if position + size > declared {
            return Err(truncated().into());
        }
        match (&name, extended) {
            (b"VP8X", None) if position == 20 => {
                let header = extended_header(array(source)?);
                // The picture of an animation is in its frames; nobody needs to look for it.
                if header.animated {
                    return Ok(header);
                }
                extended = Some(header);
            }
            (b"VP8L" | b"VP8 ", None) if position > 20 => return Err(damaged("the size is missing")),
            (b"VP8L", canvas) => return picture(canvas, lossless(array(source)?)?, true),
            (b"VP8 ", canvas) => return picture(canvas, lossy(array(source)?)?, alpha_plane),
            (b"ALPH", _) => alpha_plane = true,
            (_, None) => return Err(damaged("it does not begin with a picture")),
            _ => {}
        }
        // Chunks begin at even positions.
        position += size + size % 2;
    }
    Err(damaged("there is no picture among its first parts"))
}

/// The pixels as red, green, blue, alpha. `force_alpha`: also where the header does not announce transparency; the
/// flag is a hint that the pixels need not keep to.
pub(super) fn pixels(
    bytes: &[u8],
    header: &SheetHeader,
    force_alpha: bool,
) -> Result<Vec<u8>, DecodingError> {
    let bytes = if force_alpha { Cow::Owned(with_alpha_flag(bytes)) } else { Cow::Borrowed(bytes) };
    let mut decoder = WebPDecoder::new(Cursor::new(&*bytes))?;
    // The decoder allocates what it reads from the file: that must be what the header check has bounded.
    if decoder.dimensions() != (header.width, header.height) {
        return Err(DecodingError::InconsistentImageSizes);
    }
    let mut decoded = vec![0; decoder.output_buffer_size().ok_or(DecodingError::ImageTooLarge)?];
    decoder.read_image(&mut decoded)?;
    if decoder.has_alpha() {
        return Ok(decoded);
    }
    let mut rgba = Vec::with_capacity(decoded.len() / 3 * 4);
    for pixel in decoded.chunks_exact(3) {
        rgba.extend_from_slice(&[pixel[0], pixel[1], pixel[2], 255]);
    }
    Ok(rgba)
}

/// The file as if its header announced transparency.
fn with_alpha_flag(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let extended = bytes.get(12..16) == Some(b"VP8X");
    let (at, flag) =
        if extended { (EXTENDED_FLAGS, ALPHA_FLAG) } else { (LOSSLESS_FLAGS, LOSSLESS_ALPHA_FLAG) };
    if let Some(flags) = bytes.get_mut(at) {
        *flags |= flag;
    }
    bytes
}

fn extended_header(bytes: [u8; 10]) -> SheetHeader {
    let size = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]) + 1;
    SheetHeader {
        alpha: bytes[0] & ALPHA_FLAG != 0,
        animated: bytes[0] & ANIMATION_FLAG != 0,
        ..still(size(4), size(7))
    }
}

fn lossless(bytes: [u8; 5]) -> Result<SheetHeader, HeaderError> {
    let [signature, rest @ ..] = bytes;
    let fields = u32::from_le_bytes(rest);
    if signature != 0x2f || fields >> 29 != 0 {
        return Err(damaged("the lossless picture has a wrong signature"));
    }
    let size = still((fields & 0x3fff) + 1, ((fields >> 14) & 0x3fff) + 1);
    Ok(SheetHeader { alpha: fields >> 28 & 1 != 0, ..size })
}

fn lossy(bytes: [u8; 10]) -> Result<SheetHeader, HeaderError> {
    let [tag, _, _, magic @ .., w0, w1, h0, h1] = bytes;
    if tag & 1 != 0 || magic != [0x9d, 0x01, 0x2a] {
        return Err(damaged("the lossy picture has a wrong signature"));
    }
    // The upper two bits of each are scaling hints.
    let size = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
    let size = still(size(w0, w1), size(h0, h1));
    if size.width == 0 || size.height == 0 {
        return Err(damaged("the picture has no size"));
    }
    Ok(size)
}

fn still(width: u32, height: u32) -> SheetHeader {
    SheetHeader {
        format: SheetFormat::WebP,
        width,
        height,
        alpha: false,
        hidden_alpha: false,
        bits: 8,
        animated: false,
    }
}

/// Puts the extended header, if there was one, and the picture's own together. `can_be_transparent`: it is lossless,
/// or a plane of transparency came before it.
fn picture(
    canvas: Option<SheetHeader>,
    picture: SheetHeader,
    can_be_transparent: bool,
) -> Result<SheetHeader, HeaderError> {
    let header = canvas.unwrap_or(picture);
    if (header.width, header.height) != (picture.width, picture.height) {
        return Err(damaged("its parts disagree about the size"));
    }
    if header.alpha && !can_be_transparent {
        return Err(damaged("the transparency that it announces is missing"));
    }
    Ok(SheetHeader { hidden_alpha: can_be_transparent && !header.alpha, ..header })
}
