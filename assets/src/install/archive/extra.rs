//! The extra fields of a header. Most are about times and owners, which nobody needs; two could change what an archive
//! means.

use super::entry::zip64;
use super::places::headers_disagree;
use crate::Finding;

/// 64-bit sizes.
const ZIP64: u16 = 1;
/// The name in UTF-8, for programs that write another encoding into the header.
const UNICODE_NAME: u16 = 0x7075;
/// What stands before the name in that field: a version and a checksum.
const UNICODE_NAME_HEAD: usize = 5;

/// A block of extra fields.
pub(super) struct Extra<'a>(pub(super) &'a [u8]);

impl Extra<'_> {
    /// Checks that no field says something else than the header that it belongs to.
    pub(super) fn check(&self, name: &[u8]) -> Result<(), Finding> {
        for (kind, contents) in self.fields() {
            match kind {
                ZIP64 => return Err(zip64()),
                UNICODE_NAME if contents.get(UNICODE_NAME_HEAD..) != Some(name) => {
                    return Err(headers_disagree());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Kind and contents of every field. One that is cut off has the contents that there are; behind it there is none.
    fn fields(&self) -> impl Iterator<Item = (u16, &[u8])> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let [a, b, c, d, behind @ ..] = rest else { return None };
            let (kind, length) = (u16::from_le_bytes([*a, *b]), usize::from(u16::from_le_bytes([*c, *d])));
            let (contents, next) = behind.split_at(length.min(behind.len()));
            rest = next;
            Some((kind, contents))
        })
    }
}
