//! Where the entries of an archive lie: one behind the other from its first byte to its directory, each behind a header
//! of its own that agrees with the directory. Then there is one way to read an archive, and nothing hides in it.

use super::bytes::{Header, read_bytes};
use super::entry::{COMPARED_FLAGS, Entry, zip64};
use super::extra::Extra;
use super::fault::Fault;
use super::{PACK_AGAIN, damaged, finding};
use crate::Finding;
use std::cmp::Ordering;
use std::io::{self, Read, Seek, SeekFrom};

pub(super) const SIGNATURE: &[u8] = b"PK\x03\x04";
/// Bytes of the fixed part of an entry's own header.
const BYTES: usize = 30;
/// Stands before sizes that follow the contents; not every program writes it.
const SIZES_SIGNATURE: &[u8] = b"PK\x07\x08";
/// Checksum and two sizes.
const SIZES_BYTES: u64 = 12;

/// Checks where entries lie. Tells where the contents of each begin.
pub(super) fn check<R: Read + Seek>(
    source: &mut R,
    entries: &[Entry],
    directory: u64,
) -> Result<Vec<u64>, Fault> {
    let mut in_order: Vec<usize> = (0..entries.len()).collect();
    in_order.sort_by_key(|index| entries[*index].offset);
    let mut contents = vec![0; entries.len()];
    let mut free_from = 0;
    for index in in_order {
        let entry = &entries[index];
        check_gap(free_from, entry.offset)?;
        contents[index] = check_header(source, entry)?;
        free_from = contents[index] + entry.packed;
        if free_from > directory {
            return Err(overlap().into());
        }
        if entry.sizes_follow() {
            free_from = check_sizes(source, entry, free_from)?;
        }
    }
    check_gap(free_from, directory)?;
    Ok(contents)
}

/// What comes next must begin where the one before ends.
fn check_gap(free_from: u64, next: u64) -> Result<(), Finding> {
    match next.cmp(&free_from) {
        Ordering::Equal => Ok(()),
        Ordering::Less => Err(overlap()),
        Ordering::Greater if free_from == 0 => {
            Err(finding("zip-leading-data", "Something stands before the archive.", PACK_AGAIN))
        }
        Ordering::Greater => Err(finding(
            "zip-gap",
            "Something lies between the archive's files that belongs to none of them.",
            PACK_AGAIN,
        )),
    }
}

fn overlap() -> Finding {
    finding(
        "zip-overlap",
        "Files in the archive lie over each other, as in an archive made to flood a disk.",
        "Do not use it.",
    )
}

pub(super) fn headers_disagree() -> Finding {
    finding(
        "zip-headers-disagree",
        "The archive says two things about one file.",
        "Do not use it, or pack the pet again yourself.",
    )
}

/// Checks an entry's own header, and tells where its contents begin.
fn check_header<R: Read + Seek>(source: &mut R, entry: &Entry) -> Result<u64, Fault> {
    let header = Header::<BYTES>::read(source, entry.offset)?;
    if !header.is(SIGNATURE) {
        return Err(damaged("a file does not begin where its directory says").into());
    }
    let (name_length, extra_length) = (header.u16(26), header.u16(28));
    let name = read_bytes(source, name_length)?;
    let extra = read_bytes(source, extra_length)?;
    if header.u32(18) == u32::MAX || header.u32(22) == u32::MAX {
        return Err(zip64().into());
    }
    // Where sizes follow, they need not stand here too.
    let says = |at: usize, known: u64| {
        let said = u64::from(header.u32(at));
        said == known || entry.sizes_follow() && said == 0
    };
    let agrees = header.u16(6) & COMPARED_FLAGS == entry.flags & COMPARED_FLAGS
        && entry.has_method(header.u16(8))
        && says(14, entry.crc.into())
        && says(18, entry.packed)
        && says(22, entry.size)
        && name == entry.name;
    if !agrees {
        return Err(headers_disagree().into());
    }
    Extra(&extra).check(&name)?;
    Ok(entry.offset + BYTES as u64 + u64::from(name_length) + u64::from(extra_length))
}

/// Checks the sizes behind an entry's contents, and tells where they end.
fn check_sizes<R: Read + Seek>(source: &mut R, entry: &Entry, position: u64) -> Result<u64, Fault> {
    let mut found = Vec::new();
    source.seek(SeekFrom::Start(position))?;
    source.take(SIZES_SIGNATURE.len() as u64 + SIZES_BYTES).read_to_end(&mut found)?;
    let agree = |sizes: &[u8]| -> io::Result<bool> {
        let sizes = Header::<{ SIZES_BYTES as usize }>::read_next(&mut &*sizes)?;
        let said = (sizes.u32(0), u64::from(sizes.u32(4)), u64::from(sizes.u32(8)));
        Ok(said == (entry.crc, entry.packed, entry.size))
    };
    if let Some(sizes) = found.strip_prefix(SIZES_SIGNATURE)
        && agree(sizes)?
    {
        return Ok(position + found.len() as u64);
    }
    if agree(&found)? { Ok(position + SIZES_BYTES) } else { Err(headers_disagree().into()) }
}
