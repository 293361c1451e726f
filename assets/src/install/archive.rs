//! A package in a ZIP file: checked before it is unpacked and while it is unpacked, always against the bytes that are
//! really there. The rules are those of OpenPets' installers.

mod bytes;
mod contents;
mod copy;
mod directory;
mod entry;
mod extra;
mod fault;
mod layout;
mod name;
mod places;

use super::InstallError;
use super::progress::Observer;
use crate::Finding;
use crate::manifest::{MANIFEST_NAME, MAX_MANIFEST_BYTES, Manifest};
use copy::copy_entry;
use directory::Directory;
use layout::Layout;
use std::io::{Read, Seek, Write};

/// Most bytes of an archive; the protocol's own bound.
pub(super) const MAX_ARCHIVE_BYTES: u64 = 50 * 1024 * 1024;
/// The picture for galleries, which a package may have.
pub(crate) const PREVIEW_NAME: &str = "preview.webp";

/// A finding about an archive. Its rule begins with `zip-`.
fn finding(rule: &'static str, sentence: impl Into<String>, fix: &'static str) -> Finding {
    Finding::new(rule, sentence, fix)
}

/// The usual fix: what a program for archives did wrong, another one does right.
const PACK_AGAIN: &str = "Pack the pet's folder again with a common ZIP program, without a password.";
const FETCH_AGAIN: &str = "Download or copy the archive again.";

/// An archive whose directory keeps every rule and whose manifest has been read.
pub(crate) struct Package<R> {
    source: R,
    layout: Layout,
    pub(crate) manifest: Manifest,
    manifest_bytes: Vec<u8>,
}

impl<R: Read + Seek> Package<R> {
    /// Checks an archive's structure and reads its manifest.
    ///
    /// # Errors
    /// The first rule that it breaks, or when it was called off.
    pub(crate) fn open(mut source: R, observer: &dyn Observer) -> Result<Self, InstallError> {
        let layout = Layout::of(&Directory::read(&mut source)?)?;
        let mut manifest_bytes = Vec::new();
        let entry = layout.manifest()?;
        if entry.size > MAX_MANIFEST_BYTES {
            return Err(Finding::new(
                "manifest-too-large",
                format!("pet.json has more than {} KiB.", MAX_MANIFEST_BYTES / 1024),
                "Make it smaller.",
            )
            .into());
        }
        copy_entry(&mut source, &entry, &mut manifest_bytes, observer)?;
        let manifest = Manifest::parse(&manifest_bytes)?;
        layout.check_files(&manifest.sheet_name)?;
        Ok(Self { source, layout, manifest, manifest_bytes })
    }

    /// Bytes of all files when they are unpacked, as the directory says.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn unpacked_bytes(&self) -> u64 {
        let others: u64 = self.layout.other_files().iter().map(|file| file.size).sum();
        others + self.manifest_bytes.len() as u64
    }

    /// Unpacks every file: `create` makes the one of the given plain name, `finish` gets it when it is whole.
    ///
    /// # Errors
    /// The first rule that a file breaks, when it cannot be written, or when it was called off.
    pub(crate) fn unpack<W: Write>(
        mut self,
        observer: &dyn Observer,
        mut create: impl FnMut(&str) -> Result<W, InstallError>,
        mut finish: impl FnMut(&str, W) -> Result<(), InstallError>,
    ) -> Result<(), InstallError> {
        let mut file = create(MANIFEST_NAME)?;
        file.write_all(&self.manifest_bytes).map_err(InstallError::io("write", MANIFEST_NAME))?;
        finish(MANIFEST_NAME, file)?;
        for entry in self.layout.other_files() {
            let mut file = create(&entry.leaf)?;
            copy_entry(&mut self.source, &entry, &mut file, observer)?;
            finish(&entry.leaf, file)?;
        }
        Ok(())
    }
}

fn damaged(what: &str) -> Finding {
    finding("zip-damaged", format!("The archive is damaged: {what}."), FETCH_AGAIN)
}
