//! ZIP archives byte by byte, so that every number in them can lie.

use flate2::{Compress, Compression, Crc, FlushCompress};

pub(crate) const STORED: u16 = 0;
pub(crate) const DEFLATED: u16 = 8;
/// The flags of sizes that follow the contents, and of names in UTF-8.
pub(crate) const SIZES_FOLLOW: u16 = 1 << 3;
pub(crate) const UTF8: u16 = 1 << 11;

/// What both headers of an entry say.
#[derive(Clone)]
pub(crate) struct Header {
    pub(crate) flags: u16,
    pub(crate) method: u16,
    pub(crate) crc: u32,
    pub(crate) packed: u32,
    pub(crate) size: u32,
    pub(crate) name: Vec<u8>,
    pub(crate) extra: Vec<u8>,
}

/// An entry: truthful when made, and whatever a test makes of it.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) local: Header,
    pub(crate) central: Header,
    /// The packed contents.
    pub(crate) body: Vec<u8>,
    /// What stands before its own header, and between its contents and the next entry.
    pub(crate) before: Vec<u8>,
    pub(crate) behind: Vec<u8>,
    /// The system that wrote it, and its attributes: with Unix a mode in the upper half.
    pub(crate) host: u8,
    pub(crate) attributes: u32,
    pub(crate) disk: u16,
    pub(crate) comment: Vec<u8>,
    /// Where the directory says that it lies, if not where it does.
    pub(crate) offset: Option<u32>,
    /// Named in the directory, and not there.
    pub(crate) only_in_directory: bool,
}

impl Entry {
    pub(crate) fn stored(name: impl AsRef<[u8]>, contents: &[u8]) -> Self {
        Self::new(name.as_ref(), contents, STORED, contents.to_vec())
    }

    pub(crate) fn deflated(name: impl AsRef<[u8]>, contents: &[u8]) -> Self {
        Self::new(name.as_ref(), contents, DEFLATED, deflate(contents))
    }

    /// A folder; its name ends with a slash.
    pub(crate) fn folder(name: &str) -> Self {
        Self { attributes: 0o040_755 << 16, ..Self::stored(name, b"") }
    }

    fn new(name: &[u8], contents: &[u8], method: u16, body: Vec<u8>) -> Self {
        let header = Header {
            flags: if name.is_ascii() { 0 } else { UTF8 },
            method,
            crc: crc(contents),
            packed: length(&body),
            size: length(contents),
            name: name.to_vec(),
            extra: Vec::new(),
        };
        Self {
            local: header.clone(),
            central: header,
            body,
            before: Vec::new(),
            behind: Vec::new(),
            host: 3,
            attributes: 0o100_644 << 16,
            disk: 0,
            comment: Vec::new(),
            offset: None,
            only_in_directory: false,
        }
    }

    /// Changes both headers in the same way.
    pub(crate) fn both(mut self, mut change: impl FnMut(&mut Header)) -> Self {
        change(&mut self.local);
        change(&mut self.central);
        self
    }

    pub(crate) fn local(mut self, change: impl FnOnce(&mut Header)) -> Self {
        change(&mut self.local);
        self
    }

    pub(crate) fn central(mut self, change: impl FnOnce(&mut Header)) -> Self {
        change(&mut self.central);
        self
    }

    /// Changes anything else.
    pub(crate) fn but(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    pub(crate) fn mode(self, mode: u32) -> Self {
        self.but(|entry| entry.attributes = mode << 16)
    }

    /// As written to a pipe: the sizes stand behind the contents, with or without a signature.
    pub(crate) fn streamed(mut self, signature: bool) -> Self {
        self.central.flags |= SIZES_FOLLOW;
        let Header { crc, packed, size, .. } = self.central;
        let start: &[u8] = if signature { b"PK\x07\x08" } else { b"" };
        self.behind = [start, &crc.to_le_bytes(), &packed.to_le_bytes(), &size.to_le_bytes()].concat();
        self.local(|local| {
            local.flags |= SIZES_FOLLOW;
            (local.crc, local.packed, local.size) = (0, 0, 0);
        })
    }

    /// Bytes of its header and contents.
    pub(crate) fn length(&self) -> usize {
        let mut bytes = Vec::new();
        self.write_local(&mut bytes);
        bytes.len() + self.body.len()
    }

    fn write_local(&self, to: &mut Vec<u8>) {
        to.extend(b"PK\x03\x04\x14\x00");
        self.local.write(to);
        to.extend(length16(&self.local.extra).to_le_bytes());
        to.extend(&self.local.name);
        to.extend(&self.local.extra);
    }

    fn write_central(&self, to: &mut Vec<u8>, offset: u32) {
        to.extend(b"PK\x01\x02\x14");
        to.push(self.host);
        to.extend(b"\x14\x00");
        self.central.write(to);
        to.extend(length16(&self.central.extra).to_le_bytes());
        to.extend(length16(&self.comment).to_le_bytes());
        to.extend(self.disk.to_le_bytes());
        to.extend([0; 2]);
        to.extend(self.attributes.to_le_bytes());
        to.extend(self.offset.unwrap_or(offset).to_le_bytes());
        to.extend(&self.central.name);
        to.extend(&self.central.extra);
        to.extend(&self.comment);
    }
}

impl Header {
    /// The part that both headers have in common, up to the length of the name.
    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.flags.to_le_bytes());
        to.extend(self.method.to_le_bytes());
        // Midnight of the first day of 2026.
        to.extend([0x00, 0x00, 0x21, 0x5c]);
        to.extend(self.crc.to_le_bytes());
        to.extend(self.packed.to_le_bytes());
        to.extend(self.size.to_le_bytes());
        to.extend(length16(&self.name).to_le_bytes());
    }
}

/// The end of the directory. What is not set is the truth.
#[derive(Clone, Default)]
pub(crate) struct End {
    pub(crate) disk: u16,
    pub(crate) directory_disk: u16,
    pub(crate) here: Option<u16>,
    pub(crate) entries: Option<u16>,
    pub(crate) size: Option<u32>,
    pub(crate) offset: Option<u32>,
    pub(crate) comment_length: Option<u16>,
    pub(crate) comment: Vec<u8>,
}

/// An archive.
#[derive(Clone, Default)]
pub(crate) struct Zip {
    pub(crate) before: Vec<u8>,
    pub(crate) entries: Vec<Entry>,
    /// The directory names the last entry first.
    pub(crate) reversed: bool,
    pub(crate) before_directory: Vec<u8>,
    pub(crate) before_end: Vec<u8>,
    pub(crate) end: End,
    pub(crate) behind: Vec<u8>,
}

impl Zip {
    pub(crate) fn of(entries: impl IntoIterator<Item = Entry>) -> Self {
        Self { entries: entries.into_iter().collect(), ..Self::default() }
    }

    pub(crate) fn but(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    pub(crate) fn comment(self, comment: &[u8]) -> Self {
        self.but(|zip| zip.end.comment = comment.to_vec())
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.before.clone();
        let mut directory = Vec::new();
        for entry in &self.entries {
            bytes.extend(&entry.before);
            let mut central = Vec::new();
            entry.write_central(&mut central, length(&bytes));
            directory = if self.reversed { [central, directory] } else { [directory, central] }.concat();
            if entry.only_in_directory {
                continue;
            }
            entry.write_local(&mut bytes);
            bytes.extend(&entry.body);
            bytes.extend(&entry.behind);
        }
        bytes.extend(&self.before_directory);
        let offset = length(&bytes);
        bytes.extend(&directory);
        bytes.extend(&self.before_end);
        let entries = self.entries.len() as u16;
        let end = &self.end;
        bytes.extend(b"PK\x05\x06");
        bytes.extend(end.disk.to_le_bytes());
        bytes.extend(end.directory_disk.to_le_bytes());
        bytes.extend(end.here.unwrap_or(entries).to_le_bytes());
        bytes.extend(end.entries.unwrap_or(entries).to_le_bytes());
        bytes.extend(end.size.unwrap_or(length(&directory)).to_le_bytes());
        bytes.extend(end.offset.unwrap_or(offset).to_le_bytes());
        bytes.extend(end.comment_length.unwrap_or(length16(&end.comment)).to_le_bytes());
        bytes.extend(&end.comment);
        bytes.extend(&self.behind);
        bytes
    }
}

/// An extra field.
pub(crate) fn extra(kind: u16, contents: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes(), &length16(contents).to_le_bytes(), contents].concat()
}

pub(crate) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(bytes.len() / 2 + 1024);
    let mut compress = Compress::new(Compression::default(), false);
    loop {
        let from = compress.total_in() as usize;
        packed.reserve(64 * 1024);
        let status = compress.compress_vec(&bytes[from..], &mut packed, FlushCompress::Finish).unwrap();
        if status == flate2::Status::StreamEnd {
            return packed;
        }
    }
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap()
}

fn length16(bytes: &[u8]) -> u16 {
    u16::try_from(bytes.len()).unwrap()
}
