//! The directory of an archive, read with distrust: it has to lie where the archive says, to cover the whole file,
//! and to agree with what stands before each entry. Nothing is allocated that the archive's own size does not pay for.

use super::bytes::{Header, read_bytes};
use super::{FETCH_AGAIN, MAX_ARCHIVE_BYTES, PACK_AGAIN, damaged, finding};
use crate::Finding;
use crate::manifest::{LFS_POINTER, lfs_finding};
use std::io::{self, Read, Seek, SeekFrom};

/// Most entries; the protocol's own bound.
const MAX_ENTRIES: u16 = 500;
/// Most bytes of one file; the protocol's own bound.
pub(super) const MAX_FILE_BYTES: u64 = 100 * 1024 * 1024;

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const ZIP64_LOCATOR: &[u8] = b"PK\x06\x07";
/// Bytes of the fixed part of each.
const LOCAL_BYTES: usize = 30;
const CENTRAL_BYTES: usize = 46;
const END_BYTES: usize = 22;
const LOCATOR_BYTES: u64 = 20;
/// The comment that may follow the end of the directory.
const MAX_COMMENT: u64 = u16::MAX as u64;

/// Flags: encrypted, in one of three ways; sizes follow the data.
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
const SIZES_FOLLOW: u16 = 1 << 3;
/// What local and central header must agree about: the above, patch data, and the name's encoding.
const COMPARED: u16 = ENCRYPTED | SIZES_FOLLOW | 1 << 5 | 1 << 11;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The extra field that holds 64-bit sizes.
const ZIP64_EXTRA: u16 = 1;

/// Systems whose attributes hold a Unix mode: Unix and macOS.
const UNIX_HOSTS: [u8; 2] = [3, 19];

/// One entry, as its headers say.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// As it stands there, not yet looked at.
    pub(super) name: Vec<u8>,
    /// Bytes of it when unpacked.
    pub(super) size: u64,
    packed: u64,
    crc: u32,
    flags: u16,
    method: u16,
    /// Where its local header begins.
    pub(super) offset: u64,
}

/// Reads and checks the directory.
///
/// # Errors
/// The first rule that it breaks.
pub(super) fn read<R: Read + Seek>(source: &mut R) -> Result<Vec<Entry>, Finding> {
    let mut checked = || -> Result<Vec<Entry>, Fault> {
        let length = source.seek(SeekFrom::End(0))?;
        check_beginning(source, length)?;
        let end = find_end(source, length)?;
        let entries = read_entries(source, &end)?;
        check_places(source, &entries, end.directory)?;
        Ok(entries)
    };
    checked().map_err(|fault| match fault {
        Fault::Finding(finding) => finding,
        Fault::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => truncated(),
        Fault::Io(error) => finding(
            "zip-unreadable",
            format!("The archive cannot be read: {error}."),
            "Check the file's permissions and the disk.",
        ),
    })
}

enum Fault {
    Finding(Finding),
    Io(io::Error),
}

impl From<Finding> for Fault {
    fn from(finding: Finding) -> Self {
        Self::Finding(finding)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn truncated() -> Finding {
    finding("zip-truncated", "The archive ends too early.", FETCH_AGAIN)
}

fn zip64() -> Finding {
    finding(
        "zip-zip64",
        "The archive uses the ZIP64 format, for archives that are far larger than a pet may be.",
        PACK_AGAIN,
    )
}

fn check_beginning<R: Read + Seek>(source: &mut R, length: u64) -> Result<(), Fault> {
    if length > MAX_ARCHIVE_BYTES {
        return Err(finding(
            "zip-too-large",
            format!("The archive has more than {} MiB.", MAX_ARCHIVE_BYTES / 1024 / 1024),
            "Make the sheet smaller, for example by lossless compression.",
        )
        .into());
    }
    source.rewind()?;
    let mut start = Vec::with_capacity(LFS_POINTER.len());
    source.take(LFS_POINTER.len() as u64).read_to_end(&mut start)?;
    if start == LFS_POINTER {
        return Err(lfs_finding("The archive").into());
    }
    // An archive of no entries begins with its end.
    if start.starts_with(LOCAL) || start.starts_with(END) {
        return Ok(());
    }
    if start.len() < LOCAL.len() && LOCAL.starts_with(&start) {
        return Err(truncated().into());
    }
    Err(finding(
        "zip-signature",
        "The file does not begin as a ZIP archive does.",
        "Choose the pet's ZIP file; if it is one, download or copy it again.",
    )
    .into())
}

/// The end of the directory.
struct End {
    entries: u16,
    /// Where the directory begins.
    directory: u64,
    /// Where it ends.
    position: u64,
}

/// Finds the record that is followed by its own comment and nothing else.
fn find_end<R: Read + Seek>(source: &mut R, length: u64) -> Result<End, Fault> {
    let first = length.saturating_sub(MAX_COMMENT + END_BYTES as u64);
    source.seek(SeekFrom::Start(first))?;
    let mut tail = Vec::new();
    source.take(length - first).read_to_end(&mut tail)?;
    let mut seen = false;
    for at in (0..(tail.len() + 1).saturating_sub(END_BYTES)).rev() {
        if !tail[at..].starts_with(END) {
            continue;
        }
        seen = true;
        let record = Header::<END_BYTES>::read_next(&mut &tail[at..])?;
        if at + END_BYTES + usize::from(record.u16(20)) == tail.len() {
            return check_end(source, &record, first + at as u64);
        }
    }
    if seen {
        return Err(finding(
            "zip-trailing-data",
            "Something stands behind the end of the archive.",
            FETCH_AGAIN,
        )
        .into());
    }
    Err(truncated().into())
}

fn check_end<R: Read + Seek>(
    source: &mut R,
    record: &Header<END_BYTES>,
    position: u64,
) -> Result<End, Fault> {
    let (disk, directory_disk, here, entries) = (record.u16(4), record.u16(6), record.u16(8), record.u16(10));
    let (size, directory) = (record.u32(12), record.u32(16));
    if entries == u16::MAX || size == u32::MAX || directory == u32::MAX || has_locator(source, position)? {
        return Err(zip64().into());
    }
    if disk != 0 || directory_disk != 0 || here != entries {
        return Err(finding("zip-divided", "The archive is one part of several.", PACK_AGAIN).into());
    }
    if entries > MAX_ENTRIES {
        return Err(finding(
            "zip-too-many-entries",
            format!("The archive has more than {MAX_ENTRIES} entries."),
            "Pack only the pet's own files.",
        )
        .into());
    }
    let (directory, size) = (u64::from(directory), u64::from(size));
    match (directory + size).cmp(&position) {
        std::cmp::Ordering::Equal => Ok(End { entries, directory, position }),
        std::cmp::Ordering::Less => Err(finding(
            "zip-leading-data",
            "Something stands before the archive, or before the end of its directory.",
            PACK_AGAIN,
        )
        .into()),
        std::cmp::Ordering::Greater => Err(truncated().into()),
    }
}

fn has_locator<R: Read + Seek>(source: &mut R, end: u64) -> io::Result<bool> {
    let Some(position) = end.checked_sub(LOCATOR_BYTES) else { return Ok(false) };
    Ok(Header::<4>::read(source, position)?.is(ZIP64_LOCATOR))
}

fn read_entries<R: Read + Seek>(source: &mut R, end: &End) -> Result<Vec<Entry>, Fault> {
    source.seek(SeekFrom::Start(end.directory))?;
    let mut entries = Vec::with_capacity(end.entries.into());
    for _ in 0..end.entries {
        entries.push(read_entry(source)?);
    }
    if source.stream_position()? != end.position {
        return Err(damaged("its directory is longer or shorter than it says").into());
    }
    Ok(entries)
}

fn read_entry<R: Read + Seek>(source: &mut R) -> Result<Entry, Fault> {
    let header = Header::<CENTRAL_BYTES>::read_next(source)?;
    if !header.is(CENTRAL) {
        return Err(damaged("an entry of its directory has a wrong signature").into());
    }
    let name = read_bytes(source, header.u16(28))?;
    let extra = read_bytes(source, header.u16(30))?;
    read_bytes(source, header.u16(32))?;
    let entry = Entry {
        name,
        size: header.u32(24).into(),
        packed: header.u32(20).into(),
        crc: header.u32(16),
        flags: header.u16(8),
        method: header.u16(10),
        offset: header.u32(42).into(),
    };
    let large = [header.u32(20), header.u32(24), header.u32(42)].contains(&u32::MAX);
    if large || has_extra(&extra, ZIP64_EXTRA) {
        return Err(zip64().into());
    }
    if entry.flags & ENCRYPTED != 0 {
        return Err(finding("zip-encrypted", "The archive is encrypted.", PACK_AGAIN).into());
    }
    check_method(&entry)?;
    if entry.size > MAX_FILE_BYTES {
        return Err(file_too_large().into());
    }
    if header.u16(34) != 0 {
        return Err(finding("zip-divided", "The archive is one part of several.", PACK_AGAIN).into());
    }
    let host = header.0[5];
    if UNIX_HOSTS.contains(&host) {
        check_mode(header.u32(38) >> 16, entry.name.ends_with(b"/"))?;
    }
    Ok(entry)
}

pub(super) fn file_too_large() -> Finding {
    finding(
        "zip-file-too-large",
        format!(
            "A file in the archive has more than {} MiB when it is unpacked.",
            MAX_FILE_BYTES / 1024 / 1024
        ),
        "Make the sheet smaller.",
    )
}

fn check_method(entry: &Entry) -> Result<(), Finding> {
    match entry.method {
        DEFLATED => Ok(()),
        STORED if entry.packed == entry.size => Ok(()),
        STORED => Err(size_mismatch()),
        _ => Err(finding(
            "zip-method",
            "A file in the archive is compressed by another method than Deflate.",
            PACK_AGAIN,
        )),
    }
}

pub(super) fn size_mismatch() -> Finding {
    finding("zip-size-mismatch", "A file in the archive has another size than the archive says.", FETCH_AGAIN)
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

/// Whether a block of extra fields has one of this kind. A block that is cut off has none.
fn has_extra(mut extra: &[u8], wanted: u16) -> bool {
    while let [a, b, c, d, rest @ ..] = extra {
        let (kind, length) = (u16::from_le_bytes([*a, *b]), usize::from(u16::from_le_bytes([*c, *d])));
        if kind == wanted {
            return true;
        }
        extra = rest.get(length..).unwrap_or_default();
    }
    false
}

/// Entries lie one behind the other from the first byte on, and their own headers agree with the directory.
fn check_places<R: Read + Seek>(source: &mut R, entries: &[Entry], directory: u64) -> Result<(), Fault> {
    let mut in_order: Vec<&Entry> = entries.iter().collect();
    in_order.sort_by_key(|entry| entry.offset);
    let mut free_from = 0;
    for entry in in_order {
        if entry.offset < free_from {
            return Err(finding(
                "zip-overlap",
                "Files in the archive lie over each other, as in an archive made to flood a disk.",
                "Do not use it.",
            )
            .into());
        }
        if free_from == 0 && entry.offset > 0 {
            return Err(
                finding("zip-leading-data", "Something stands before the archive.", PACK_AGAIN).into()
            );
        }
        free_from = check_local(source, entry)?;
        if free_from > directory {
            return Err(damaged("a file reaches into its directory").into());
        }
    }
    Ok(())
}

/// Checks an entry's own header, and tells where its data end.
fn check_local<R: Read + Seek>(source: &mut R, entry: &Entry) -> Result<u64, Fault> {
    let disagree = || {
        Fault::from(finding(
            "zip-headers-disagree",
            "The archive says two things about one file.",
            "Do not use it, or pack the pet again yourself.",
        ))
    };
    let header = Header::<LOCAL_BYTES>::read(source, entry.offset)?;
    if !header.is(LOCAL) {
        return Err(damaged("a file does not begin where its directory says").into());
    }
    let (name_length, extra_length) = (header.u16(26), header.u16(28));
    let same_sizes = (header.u32(14), u64::from(header.u32(18)), u64::from(header.u32(22)))
        == (entry.crc, entry.packed, entry.size);
    if header.u16(6) & COMPARED != entry.flags & COMPARED
        || header.u16(8) != entry.method
        || !(same_sizes || entry.flags & SIZES_FOLLOW != 0)
        || read_bytes(source, name_length)? != entry.name
    {
        return Err(disagree());
    }
    Ok(entry.offset + LOCAL_BYTES as u64 + u64::from(name_length) + u64::from(extra_length) + entry.packed)
}
