//! The directory of an archive, read with distrust: it has to lie where the archive says, to cover the whole file,
//! and to agree with what stands before each entry. Nothing is allocated that the archive's own size does not pay for.

use super::bytes::Header;
use super::entry::{Entry, zip64};
use super::fault::{Fault, truncated};
use super::places::SIGNATURE as LOCAL;
use super::{FETCH_AGAIN, MAX_ARCHIVE_BYTES, PACK_AGAIN, damaged, finding};
use crate::Finding;
use crate::manifest::{LFS_POINTER, lfs_finding};
use std::cmp::Ordering;
use std::io::{self, Read, Seek, SeekFrom};

/// Most entries; the protocol's own bound.
const MAX_ENTRIES: u16 = 500;
/// Most bytes of all files together when unpacked; the protocol's own bound.
const MAX_TOTAL_BYTES: u64 = 200 * 1024 * 1024;

const END: &[u8] = b"PK\x05\x06";
const END_BYTES: usize = 22;
const ZIP64_LOCATOR: &[u8] = b"PK\x06\x07";
const LOCATOR_BYTES: u64 = 20;
/// The comment that may follow the end of the directory.
const MAX_COMMENT: u64 = u16::MAX as u64;

/// An archive's entries, in the order of its directory.
pub(super) struct Directory {
    pub(super) entries: Vec<Entry>,
    /// Where the contents of each begin.
    pub(super) contents: Vec<u64>,
}

impl Directory {
    /// Reads and checks the directory.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub(super) fn read<R: Read + Seek>(source: &mut R) -> Result<Self, Finding> {
        Ok(Self::read_from(source)?)
    }

    fn read_from<R: Read + Seek>(source: &mut R) -> Result<Self, Fault> {
        let length = source.seek(SeekFrom::End(0))?;
        check_beginning(source, length)?;
        let end = find_end(source, length)?;
        let entries = read_entries(source, &end)?;
        let contents = super::places::check(source, &entries, end.directory)?;
        Ok(Self { entries, contents })
    }
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
    if start.len() < LOCAL.len() && (LOCAL.starts_with(&start) || END.starts_with(&start)) {
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

/// Finds the record that is followed by its own comment and nothing else. Other programs find it by its signature
/// alone, so there must be no second one that could be meant.
fn find_end<R: Read + Seek>(source: &mut R, length: u64) -> Result<End, Fault> {
    let first = length.saturating_sub(MAX_COMMENT + END_BYTES as u64);
    source.seek(SeekFrom::Start(first))?;
    let mut tail = Vec::new();
    source.take(length - first).read_to_end(&mut tail)?;
    // How the end of each possible record's comment compares with that of the file, from the last record on.
    let mut records = (0..(tail.len() + 1).saturating_sub(END_BYTES))
        .rev()
        .filter(|at| tail[*at..].starts_with(END))
        .map(|at| (at, (at + END_BYTES + comment_length(&tail, at)).cmp(&tail.len())));
    let Some((last, ordering)) = records.next() else { return Err(truncated().into()) };
    let is_other_end = records.any(|(_, ordering)| ordering == Ordering::Equal);
    if is_other_end {
        return Err(finding(
            "zip-two-ends",
            "The archive's directory can be found in two places.",
            "Do not use it, or pack the pet again yourself.",
        )
        .into());
    }
    match ordering {
        Ordering::Greater => Err(truncated().into()),
        Ordering::Less => {
            Err(finding("zip-trailing-data", "Something stands behind the end of the archive.", FETCH_AGAIN)
                .into())
        }
        Ordering::Equal => {
            let record = Header::read_next(&mut &tail[last..])?;
            check_end(source, &record, first + last as u64)
        }
    }
}

/// The length of its comment, as the record at `at` says. It must lie in `tail`.
fn comment_length(tail: &[u8], at: usize) -> usize {
    u16::from_le_bytes([tail[at + 20], tail[at + 21]]).into()
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
        Ordering::Equal => Ok(End { entries, directory, position }),
        Ordering::Less => Err(finding(
            "zip-leading-data",
            "Something stands before the archive, or before the end of its directory.",
            PACK_AGAIN,
        )
        .into()),
        Ordering::Greater => Err(truncated().into()),
    }
}

fn has_locator<R: Read + Seek>(source: &mut R, end: u64) -> io::Result<bool> {
    let Some(position) = end.checked_sub(LOCATOR_BYTES) else { return Ok(false) };
    Ok(Header::<4>::read(source, position)?.is(ZIP64_LOCATOR))
}

fn read_entries<R: Read + Seek>(source: &mut R, end: &End) -> Result<Vec<Entry>, Fault> {
    source.seek(SeekFrom::Start(end.directory))?;
    // An entry that runs out of the directory finds the end record, whose signature is another.
    let mut directory = source.take(end.position - end.directory);
    let mut entries = Vec::with_capacity(end.entries.into());
    for _ in 0..end.entries {
        entries.push(Entry::read(&mut directory)?);
    }
    if directory.limit() > 0 {
        return Err(damaged("its directory is longer than it says").into());
    }
    if entries.iter().map(|entry| entry.size).sum::<u64>() > MAX_TOTAL_BYTES {
        return Err(finding(
            "zip-total-too-large",
            format!("The archive's files have more than {} MiB together.", MAX_TOTAL_BYTES / 1024 / 1024),
            "Pack only the pet's own files.",
        )
        .into());
    }
    Ok(entries)
}
