//! A WebP file's header: size, transparency, animation. Reads chunk headers only.

use crate::Finding;
use crate::manifest::{LFS_POINTER, lfs_finding};
use std::io::{self, Read, Seek, SeekFrom};

/// Chunks looked at before giving up: a still picture has at most a colour profile, an alpha plane and a few
/// unknown ones before its pixels.
const MAX_CHUNKS: usize = 64;

/// Flags of the extended header.
const ALPHA_FLAG: u8 = 0x10;
const ANIMATION_FLAG: u8 = 0x02;

/// What a sheet's header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetHeader {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Whether it has transparency.
    pub alpha: bool,
    /// Whether it is an animation.
    pub animated: bool,
}

pub(super) fn read<R: Read + Seek>(source: &mut R) -> Result<SheetHeader, Finding> {
    parse(source).map_err(|error| match error {
        HeaderError::Finding(finding) => finding,
        HeaderError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => truncated(),
        HeaderError::Io(error) => Finding::new(
            "sheet-unreadable",
            format!("The sheet cannot be read: {error}."),
            "Check the file's permissions and the disk.",
        ),
    })
}

enum HeaderError {
    Finding(Finding),
    Io(io::Error),
}

impl From<Finding> for HeaderError {
    fn from(finding: Finding) -> Self {
        Self::Finding(finding)
    }
}

impl From<io::Error> for HeaderError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn truncated() -> Finding {
    Finding::new("sheet-truncated", "The sheet's file ends too early.", "Copy or download the pet again.")
}

fn damaged(what: &str) -> HeaderError {
    Finding::new(
        "sheet-damaged",
        format!("The sheet's header is damaged: {what}."),
        "Export it again, or download the pet again.",
    )
    .into()
}

fn parse<R: Read + Seek>(source: &mut R) -> Result<SheetHeader, HeaderError> {
    let length = source.seek(SeekFrom::End(0))?;
    source.rewind()?;
    if length > super::MAX_SHEET_BYTES {
        return Err(too_large().into());
    }
    check_signature(source)?;
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
            (b"VP8L", canvas) => return picture(canvas, lossless(array(source)?)?, None),
            (b"VP8 ", canvas) => return picture(canvas, lossy(array(source)?)?, Some(alpha_plane)),
            (b"ALPH", _) => alpha_plane = true,
            (_, None) => return Err(damaged("it does not begin with a picture")),
            _ => {}
        }
        // Chunks begin at even positions.
        position += size + size % 2;
    }
    Err(damaged("there is no picture among its first parts"))
}

fn array<const N: usize, R: Read>(source: &mut R) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn check_signature<R: Read>(source: &mut R) -> Result<(), HeaderError> {
    let mut start = Vec::with_capacity(LFS_POINTER.len());
    source.take(LFS_POINTER.len() as u64).read_to_end(&mut start)?;
    if start == LFS_POINTER {
        return Err(lfs_finding("The sheet").into());
    }
    if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") {
        return Ok(());
    }
    if b"RIFF".starts_with(&start) || (start.starts_with(b"RIFF") && start.len() < 12) {
        return Err(truncated().into());
    }
    let kind = match &*start {
        [0x89, b'P', b'N', b'G', ..] => "a PNG picture",
        [b'G', b'I', b'F', b'8', ..] => "a GIF picture",
        [0xff, 0xd8, 0xff, ..] => "a JPEG picture",
        _ => "something else",
    };
    Err(Finding::new(
        "sheet-not-webp",
        format!("The sheet is not a WebP picture but {kind}."),
        "Export it as WebP, lossless, with an alpha channel.",
    )
    .into())
}

fn too_large() -> Finding {
    Finding::new(
        "sheet-too-large",
        format!("The sheet's file has more than {} MiB.", super::MAX_SHEET_BYTES / 1024 / 1024),
        "Export it as 1536 × 1872 pixels.",
    )
}

fn extended_header(bytes: [u8; 10]) -> SheetHeader {
    let size = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]) + 1;
    SheetHeader {
        width: size(4),
        height: size(7),
        alpha: bytes[0] & ALPHA_FLAG != 0,
        animated: bytes[0] & ANIMATION_FLAG != 0,
    }
}

fn lossless(bytes: [u8; 5]) -> Result<SheetHeader, HeaderError> {
    let [signature, rest @ ..] = bytes;
    let fields = u32::from_le_bytes(rest);
    if signature != 0x2f || fields >> 29 != 0 {
        return Err(damaged("the lossless picture has a wrong signature"));
    }
    Ok(SheetHeader {
        width: (fields & 0x3fff) + 1,
        height: ((fields >> 14) & 0x3fff) + 1,
        alpha: fields >> 28 & 1 != 0,
        animated: false,
    })
}

fn lossy(bytes: [u8; 10]) -> Result<SheetHeader, HeaderError> {
    let [tag, _, _, magic @ .., w0, w1, h0, h1] = bytes;
    if tag & 1 != 0 || magic != [0x9d, 0x01, 0x2a] {
        return Err(damaged("the lossy picture has a wrong signature"));
    }
    // The upper two bits of each are scaling hints.
    let size = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
    Ok(SheetHeader { width: size(w0, w1), height: size(h0, h1), alpha: false, animated: false })
}

/// Puts the extended header, if there was one, and the picture's own together. `alpha_plane` tells for a lossy
/// picture whether one came before it.
fn picture(
    canvas: Option<SheetHeader>,
    picture: SheetHeader,
    alpha_plane: Option<bool>,
) -> Result<SheetHeader, HeaderError> {
    let Some(canvas) = canvas else { return Ok(picture) };
    if (canvas.width, canvas.height) != (picture.width, picture.height) {
        return Err(damaged("its parts disagree about the size"));
    }
    if canvas.alpha && alpha_plane == Some(false) {
        return Err(damaged("the transparency that it announces is missing"));
    }
    Ok(canvas)
}
