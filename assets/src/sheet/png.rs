//! PNG: the header by its chunks, the pixels by the decoder.

use super::SheetHeader;
use super::header::{HeaderError, MAX_CHUNKS, SheetFormat, array, damaged, truncated};
use ::png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};
use std::io::{Cursor, Read, Seek, SeekFrom};

/// How every PNG file begins.
pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What the decoder may take beside the pixels: lines of the widest sheets, palettes and small extra chunks, but
/// none that was made to be large.
pub(super) const DECODER_BYTES: usize = 16 * 1024 * 1024;

/// Reads chunk headers only. `length`: of the file.
pub(super) fn header<R: Read + Seek>(source: &mut R, length: u64) -> Result<SheetHeader, HeaderError> {
    source.seek(SeekFrom::Start(SIGNATURE.len() as u64))?;
    if array(source)? != *b"\0\0\0\x0dIHDR" {
        return Err(damaged("it does not begin with a size"));
    }
    let mut header = first_chunk(array(source)?)?;
    let mut position = SIGNATURE.len() as u64 + 8 + 13 + 4;
    for _ in 0..MAX_CHUNKS {
        source.seek(SeekFrom::Start(position))?;
        let size = u64::from(u32::from_be_bytes(array(source)?));
        let name: [u8; 4] = array(source)?;
        position += 8 + size + 4;
        if position > length {
            return Err(truncated().into());
        }
        match &name {
            b"acTL" => header.animated = true,
            b"tRNS" => header.alpha = true,
            b"IDAT" => return Ok(header),
            b"IEND" => break,
            _ => {}
        }
    }
    Err(damaged("there is no picture among its first parts"))
}

fn first_chunk(bytes: [u8; 13]) -> Result<SheetHeader, HeaderError> {
    let [w0, w1, w2, w3, h0, h1, h2, h3, bits, colour, _, _, _] = bytes;
    let (width, height) = (u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3]));
    if width == 0 || height == 0 {
        return Err(damaged("the picture has no size"));
    }
    let depths: &[u8] = match colour {
        0 => &[1, 2, 4, 8, 16],
        2 | 4 | 6 => &[8, 16],
        3 => &[1, 2, 4, 8],
        _ => &[],
    };
    if !depths.contains(&bits) {
        return Err(damaged("there is no such kind of pixels"));
    }
    let alpha = matches!(colour, 4 | 6);
    Ok(SheetHeader {
        format: SheetFormat::Png,
        width,
        height,
        alpha,
        hidden_alpha: false,
        bits: bits.max(8),
        animated: false,
    })
}

/// The pixels as red, green, blue, alpha, 8 bits each, whatever the file has.
pub(super) fn pixels(bytes: &[u8], header: &SheetHeader) -> Result<Vec<u8>, DecodingError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: DECODER_BYTES });
    // Texts and profiles may be compressed a thousandfold, and nobody reads them.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA | Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    // The decoder fills what its own reading of the file says: that must be what the header check has bounded.
    if (reader.info().width, reader.info().height) != (header.width, header.height) {
        return Err(DecodingError::LimitsExceeded);
    }
    let mut pixels = vec![0; reader.output_buffer_size().ok_or(DecodingError::LimitsExceeded)?];
    let info = reader.next_frame(&mut pixels)?;
    match (info.color_type, info.bit_depth) {
        (ColorType::Rgba, BitDepth::Eight) => Ok(pixels),
        (ColorType::GrayscaleAlpha, BitDepth::Eight) => {
            let rgba = pixels.chunks_exact(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]]);
            Ok(rgba.collect())
        }
        // Not after these transformations.
        _ => Err(DecodingError::LimitsExceeded),
    }
}
