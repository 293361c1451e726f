//! Unpacking one file, counting what really comes out.

use super::directory::{MAX_FILE_BYTES, file_too_large, size_mismatch};
use super::layout::FileEntry;
use super::{FETCH_AGAIN, damaged, finding};
use crate::install::InstallError;
use crate::install::progress::Observer;
use std::io::{self, Read, Seek, Write};
use zip::ZipArchive;

/// Most bytes of all files together; the protocol's own bound.
const MAX_TOTAL_BYTES: u64 = 200 * 1024 * 1024;
/// Bytes at a time: all that unpacking keeps in memory beside the decompressor's own window.
const CHUNK: usize = 64 * 1024;

/// What may still be unpacked.
pub(super) struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Self(MAX_TOTAL_BYTES)
    }
}

/// Unpacks a file into `target`.
///
/// # Errors
/// The first rule that its bytes break, when the target takes no more, or when it was called off.
pub(super) fn copy_entry<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    entry: &FileEntry,
    target: &mut dyn Write,
    budget: &mut Budget,
    observer: &dyn Observer,
) -> Result<(), InstallError> {
    let mut source = archive.by_index(entry.index).map_err(|_| damaged("a file cannot be found in it"))?;
    // Two readers that disagree about an archive are how one is tricked.
    if source.header_start() != entry.offset {
        return Err(damaged("its directory can be read in two ways").into());
    }
    let mut chunk = vec![0; CHUNK];
    let mut unpacked: u64 = 0;
    loop {
        if observer.is_cancelled() {
            return Err(InstallError::Cancelled);
        }
        let count = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(unreadable(&error).into()),
        };
        unpacked += count as u64;
        budget.0 = budget.0.checked_sub(count as u64).ok_or_else(total_too_large)?;
        if unpacked > MAX_FILE_BYTES {
            return Err(file_too_large().into());
        }
        if unpacked > entry.size {
            return Err(size_mismatch().into());
        }
        target.write_all(&chunk[..count]).map_err(InstallError::io("write", &entry.leaf))?;
    }
    if unpacked == entry.size { Ok(()) } else { Err(size_mismatch().into()) }
}

fn total_too_large() -> crate::Finding {
    finding(
        "zip-total-too-large",
        format!("The archive's files have more than {} MiB together.", MAX_TOTAL_BYTES / 1024 / 1024),
        "Pack only the pet's own files.",
    )
}

/// The library tells a wrong checksum from data that are no compressed data by a text alone; both mean the same.
fn unreadable(error: &io::Error) -> crate::Finding {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => finding(
            "zip-contents-damaged",
            "A file in the archive is damaged: its contents or their checksum are wrong.",
            FETCH_AGAIN,
        ),
        io::ErrorKind::UnexpectedEof => {
            finding("zip-contents-damaged", "A file in the archive ends too early.", FETCH_AGAIN)
        }
        _ => finding(
            "zip-unreadable",
            format!("The archive cannot be read: {error}."),
            "Check the file's permissions and the disk.",
        ),
    }
}
