//! One entry of the directory, and the rules about what it may be: a file or a folder as they are found in every
//! archive, and nothing clever.

use super::bytes::{Header, read_bytes};
use super::extra::Extra;
use super::fault::Fault;
use super::{FETCH_AGAIN, PACK_AGAIN, damaged, finding};
use crate::Finding;
use std::io::Read;

/// Most bytes of one file; the protocol's own bound.
const MAX_FILE_BYTES: u64 = 100 * 1024 * 1024;

const SIGNATURE: &[u8] = b"PK\x01\x02";
/// Bytes of its fixed part.
const BYTES: usize = 46;

/// Flags: encrypted, in one of three ways; sizes follow the data.
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
const SIZES_FOLLOW: u16 = 1 << 3;
/// The contents are changes to another file.
const PATCH: u16 = 1 << 5;
/// What the two headers of an entry must agree about: the above, and the name's encoding.
pub(super) const COMPARED_FLAGS: u16 = ENCRYPTED | SIZES_FOLLOW | PATCH | 1 << 11;

/// Systems whose attributes hold a Unix mode: Unix and macOS.
const UNIX_HOSTS: [u8; 2] = [3, 19];

/// How contents are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Stored,
    Deflated,
}

impl Method {
    /// The method of this number, if it is one of the two.
    fn of(number: u16) -> Option<Self> {
        match number {
            0 => Some(Self::Stored),
            8 => Some(Self::Deflated),
            _ => None,
        }
    }
}

/// One entry, as the directory says.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// As it stands there, not yet looked at.
    pub(super) name: Vec<u8>,
    /// Bytes of it when unpacked.
    pub(super) size: u64,
    /// Bytes of it in the archive.
    pub(super) packed: u64,
    /// The checksum of its contents.
    pub(super) crc: u32,
    pub(super) flags: u16,
    pub(super) method: Method,
    /// Where its own header begins.
    pub(super) offset: u64,
}

impl Entry {
    /// Reads the entry that comes next in the directory.
    pub(super) fn read<R: Read>(source: &mut R) -> Result<Self, Fault> {
        let header = Header::<BYTES>::read_next(source)?;
        if !header.is(SIGNATURE) {
            return Err(damaged("an entry of its directory has a wrong signature").into());
        }
        let name = read_bytes(source, header.u16(28))?;
        let extra = read_bytes(source, header.u16(30))?;
        read_bytes(source, header.u16(32))?;
        let large = [header.u32(20), header.u32(24), header.u32(42)].contains(&u32::MAX);
        if large || header.u16(34) == u16::MAX {
            return Err(zip64().into());
        }
        Extra(&extra).check(&name)?;
        let (flags, size, packed) = (header.u16(8), header.u32(24).into(), header.u32(20).into());
        if flags & PATCH != 0 {
            return Err(unknown_method().into());
        }
        if flags & ENCRYPTED != 0 {
            return Err(finding("zip-encrypted", "The archive is encrypted.", PACK_AGAIN).into());
        }
        let Some(method) = Method::of(header.u16(10)) else { return Err(unknown_method().into()) };
        if size > MAX_FILE_BYTES {
            return Err(file_too_large().into());
        }
        if method == Method::Stored && packed != size {
            return Err(size_mismatch().into());
        }
        if header.u16(34) != 0 {
            return Err(finding("zip-divided", "The archive is one part of several.", PACK_AGAIN).into());
        }
        let host = header.0[5];
        if UNIX_HOSTS.contains(&host) {
            check_mode(header.u32(38) >> 16, name.ends_with(b"/"))?;
        }
        Ok(Self { name, size, packed, crc: header.u32(16), flags, method, offset: header.u32(42).into() })
    }

    /// Whether its sizes stand behind its contents, since they were not known before.
    pub(super) fn sizes_follow(&self) -> bool {
        self.flags & SIZES_FOLLOW != 0
    }

    /// Whether a header names this entry's method.
    pub(super) fn has_method(&self, number: u16) -> bool {
        Method::of(number) == Some(self.method)
    }
}

pub(super) fn zip64() -> Finding {
    finding(
        "zip-zip64",
        "The archive uses the ZIP64 format, for archives that are far larger than a pet may be.",
        PACK_AGAIN,
    )
}

fn file_too_large() -> Finding {
    finding(
        "zip-file-too-large",
        format!(
            "A file in the archive has more than {} MiB when it is unpacked.",
            MAX_FILE_BYTES / 1024 / 1024
        ),
        "Make the sheet smaller.",
    )
}

pub(super) fn size_mismatch() -> Finding {
    finding("zip-size-mismatch", "A file in the archive has another size than the archive says.", FETCH_AGAIN)
}

fn unknown_method() -> Finding {
    finding("zip-method", "A file in the archive is compressed by another method than Deflate.", PACK_AGAIN)
}

/// The kinds of a Unix mode, and the bits beside the permissions.
const KIND: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;
const SYMLINK: u32 = 0o120_000;
const SPECIAL_BITS: u32 = 0o007_000;

fn check_mode(mode: u32, named_as_folder: bool) -> Result<(), Finding> {
    match mode & KIND {
        0 => {}
        FOLDER if named_as_folder => {}
        REGULAR if !named_as_folder => {}
        SYMLINK => {
            return Err(finding(
                "zip-symlink",
                "The archive holds a symbolic link, which could lead anywhere.",
                "Pack the file itself.",
            ));
        }
        FOLDER | REGULAR => return Err(damaged("a file is said to be a folder, or a folder a file")),
        _ => {
            return Err(finding(
                "zip-special-file",
                "The archive holds a device, a pipe or a socket.",
                "Pack only the pet's own files.",
            ));
        }
    }
    if mode & SPECIAL_BITS != 0 {
        return Err(finding(
            "zip-mode",
            "A file in the archive wants the rights of another user.",
            "Give the files usual permissions, and pack them again.",
        ));
    }
    Ok(())
}
