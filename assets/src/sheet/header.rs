//! A sheet's header: which format the file has, and what that format's first bytes say.

use super::{MAX_SHEET_BYTES, png, webp};
use crate::manifest::{LFS_POINTER, lfs_finding};
use crate::{Finding, Rules};
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

/// Chunks looked at before giving up: a still picture has at most a colour profile, an alpha plane, some texts and
/// a few unknown ones before its pixels.
pub(super) const MAX_CHUNKS: usize = 64;

/// The kinds of files that sheets come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SheetFormat {
    /// The format's own.
    WebP,
    /// Only for the tolerant rules.
    Png,
}

impl fmt::Display for SheetFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WebP => "WebP",
            Self::Png => "PNG",
        })
    }
}

/// What a sheet's header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetHeader {
    /// The kind of file, by its first bytes.
    pub format: SheetFormat,
    /// Pixels across, at least 1.
    pub width: u32,
    /// Pixels down, at least 1.
    pub height: u32,
    /// Whether it says that it has transparency.
    pub alpha: bool,
    /// Whether pixels may be transparent though the header does not say so.
    pub hidden_alpha: bool,
    /// Bits for each colour of a pixel, 16 at most.
    pub bits: u8,
    /// Whether it is an animation.
    pub animated: bool,
}

/// Reads the header of a kind of file that the rules know.
pub(super) fn read<R: Read + Seek>(source: &mut R, rules: Rules) -> Result<SheetHeader, Finding> {
    parse(source, rules).map_err(|error| match error {
        HeaderError::Finding(finding) => finding,
        HeaderError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => truncated(),
        HeaderError::Io(error) => Finding::new(
            "sheet-unreadable",
            format!("The sheet cannot be read: {error}."),
            "Check the file's permissions and the disk.",
        ),
    })
}

pub(super) enum HeaderError {
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

pub(super) fn truncated() -> Finding {
    Finding::new("sheet-truncated", "The sheet's file ends too early.", "Copy or download the pet again.")
}

pub(super) fn damaged(what: &str) -> HeaderError {
    Finding::new(
        "sheet-damaged",
        format!("The sheet's header is damaged: {what}."),
        "Export it again, or download the pet again.",
    )
    .into()
}

pub(super) fn not_webp(kind: &str) -> Finding {
    Finding::new(
        "sheet-not-webp",
        format!("The sheet is not a WebP picture but {kind}."),
        "Export it as WebP, lossless, with an alpha channel.",
    )
}

fn parse<R: Read + Seek>(source: &mut R, rules: Rules) -> Result<SheetHeader, HeaderError> {
    let length = source.seek(SeekFrom::End(0))?;
    source.rewind()?;
    if length > MAX_SHEET_BYTES {
        return Err(too_large().into());
    }
    match format(source, rules)? {
        SheetFormat::WebP => webp::header(source, length),
        SheetFormat::Png => png::header(source, length),
    }
}

pub(super) fn array<const N: usize, R: Read>(source: &mut R) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn format<R: Read>(source: &mut R, rules: Rules) -> Result<SheetFormat, HeaderError> {
    let mut start = Vec::with_capacity(LFS_POINTER.len());
    source.take(LFS_POINTER.len() as u64).read_to_end(&mut start)?;
    if start == LFS_POINTER {
        return Err(lfs_finding("The sheet").into());
    }
    if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") {
        return Ok(SheetFormat::WebP);
    }
    if rules == Rules::Tolerant && start.starts_with(png::SIGNATURE) {
        return Ok(SheetFormat::Png);
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
    Err(not_webp(kind).into())
}

fn too_large() -> Finding {
    Finding::new(
        "sheet-too-large",
        format!("The sheet's file has more than {} MiB.", MAX_SHEET_BYTES / 1024 / 1024),
        "Export it as 1536 × 1872 pixels.",
    )
}
