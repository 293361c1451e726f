//! Unpacking one file, counting what really comes out.

use super::contents::{Contents, damaged};
use super::entry::size_mismatch;
use super::layout::FileEntry;
use crate::install::InstallError;
use crate::install::progress::Observer;
use flate2::Crc;
use std::io::{Read, Seek, Write};

/// Bytes at a time: all that unpacking keeps in memory beside the decompressor's own window.
const CHUNK: usize = 64 * 1024;

/// Unpacks a file into `target`: no more bytes than the directory says, whose sizes have been checked.
///
/// # Errors
/// The first rule that its bytes break, when the target takes no more, or when it was called off.
pub(super) fn copy_entry<R: Read + Seek>(
    source: &mut R,
    entry: &FileEntry,
    target: &mut dyn Write,
    observer: &dyn Observer,
) -> Result<(), InstallError> {
    let mut contents = Contents::of(source, entry)?;
    let mut chunk = vec![0; CHUNK];
    let mut unpacked: u64 = 0;
    let mut checksum = Crc::new();
    loop {
        if observer.is_cancelled() {
            return Err(InstallError::Cancelled);
        }
        let count = contents.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        unpacked += count as u64;
        if unpacked > entry.size {
            return Err(size_mismatch().into());
        }
        checksum.update(&chunk[..count]);
        target.write_all(&chunk[..count]).map_err(InstallError::io("write", &entry.leaf))?;
    }
    if unpacked != entry.size {
        return Err(size_mismatch().into());
    }
    if checksum.sum() != entry.crc {
        return Err(damaged("its checksum is wrong").into());
    }
    Ok(())
}
