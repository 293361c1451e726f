//! Numbers in the headers of an archive: little-endian, at fixed places.

use std::io::{self, Read, Seek, SeekFrom};

/// A header of `N` bytes.
pub(super) struct Header<const N: usize>(pub(super) [u8; N]);

impl<const N: usize> Header<N> {
    /// Reads the header at `position`.
    pub(super) fn read<R: Read + Seek>(source: &mut R, position: u64) -> io::Result<Self> {
        source.seek(SeekFrom::Start(position))?;
        Self::read_next(source)
    }

    /// Reads the header that comes next.
    pub(super) fn read_next<R: Read>(source: &mut R) -> io::Result<Self> {
        let mut bytes = [0; N];
        source.read_exact(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The two bytes at `at`, which must lie in the header.
    pub(super) fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.0[at], self.0[at + 1]])
    }

    /// The four bytes at `at`, which must lie in the header.
    pub(super) fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes([self.0[at], self.0[at + 1], self.0[at + 2], self.0[at + 3]])
    }

    /// Whether it begins with these bytes.
    pub(super) fn is(&self, signature: &[u8]) -> bool {
        self.0.starts_with(signature)
    }
}

/// Reads a text of a header.
pub(super) fn read_bytes<R: Read>(source: &mut R, length: u16) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length.into()];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}
