//! The contents of one entry, as they come out of the archive piece by piece. What the archive holds for an entry must
//! be what its contents need, no less and no more.

use super::entry::{Method, size_mismatch};
use super::fault::unreadable;
use super::layout::FileEntry;
use super::{FETCH_AGAIN, finding};
use crate::Finding;
use flate2::{Decompress, FlushDecompress, Status};
use std::io::{self, Read, Seek, SeekFrom, Take};

/// Packed bytes at a time.
const INPUT: usize = 32 * 1024;

pub(super) struct Contents<'a, R> {
    packed: Take<&'a mut R>,
    inflater: Option<Inflater>,
}

struct Inflater {
    decompress: Decompress,
    /// What was read and not yet unpacked: `input[from..to]`.
    input: Vec<u8>,
    from: usize,
    to: usize,
    ended: bool,
}

impl<'a, R: Read + Seek> Contents<'a, R> {
    pub(super) fn of(source: &'a mut R, entry: &FileEntry) -> Result<Self, Finding> {
        source.seek(SeekFrom::Start(entry.contents)).map_err(|error| unreadable(&error))?;
        let inflater = match entry.method {
            Method::Stored => None,
            Method::Deflated => Some(Inflater {
                decompress: Decompress::new(false),
                input: vec![0; INPUT],
                from: 0,
                to: 0,
                ended: false,
            }),
        };
        Ok(Self { packed: source.take(entry.packed), inflater })
    }

    /// The next bytes: how many there are now in `chunk`, which must not be empty. None at the end.
    pub(super) fn read(&mut self, chunk: &mut [u8]) -> Result<usize, Finding> {
        match &mut self.inflater {
            None => read_some(&mut self.packed, chunk),
            Some(inflater) => inflater.read(&mut self.packed, chunk),
        }
    }
}

impl Inflater {
    fn read<R: Read>(&mut self, packed: &mut Take<R>, chunk: &mut [u8]) -> Result<usize, Finding> {
        loop {
            if self.ended {
                return Ok(0);
            }
            if self.from == self.to {
                self.from = 0;
                self.to = read_some(packed, &mut self.input)?;
            }
            let (taken_before, given_before) = (self.decompress.total_in(), self.decompress.total_out());
            let status = self
                .decompress
                .decompress(&self.input[self.from..self.to], chunk, FlushDecompress::None)
                .map_err(|_| damaged("its contents are no compressed data"))?;
            // Both are at most as long as the slices.
            let taken = (self.decompress.total_in() - taken_before) as usize;
            let given = (self.decompress.total_out() - given_before) as usize;
            self.from += taken;
            if status == Status::StreamEnd {
                self.ended = true;
                if self.from < self.to || packed.limit() > 0 {
                    return Err(size_mismatch());
                }
            }
            if given > 0 {
                return Ok(given);
            }
            if taken == 0 && !self.ended {
                return Err(damaged("its contents end too early"));
            }
        }
    }
}

fn read_some<R: Read>(source: &mut Take<R>, chunk: &mut [u8]) -> Result<usize, Finding> {
    loop {
        match source.read(chunk) {
            // The file became shorter since its directory was read.
            Ok(0) if source.limit() > 0 && !chunk.is_empty() => return Err(super::fault::truncated()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read.map_err(|error| unreadable(&error)),
        }
    }
}

/// A file in the archive is not what was packed.
pub(super) fn damaged(what: &str) -> Finding {
    finding("zip-contents-damaged", format!("A file in the archive is damaged: {what}."), FETCH_AGAIN)
}
