//! Fetching a pet's package.

use super::look_up::package_url;
use super::request::failed;
use super::{Catalog, CatalogError, CatalogPet, Cause, Part};
use crate::install::{Observer, Progress};
use std::io::Write;
use std::time::{Duration, Instant};

/// Most bytes of a package; the protocol's own bound.
const MAX_PACKAGE_BYTES: u64 = 50 * 1024 * 1024;

/// Bytes that every ZIP begins with: those of a file, of an empty archive, or of a divided one.
const SIGNATURE_BYTES: usize = 4;
const SIGNATURES: [[u8; SIGNATURE_BYTES]; 3] = [*b"PK\x03\x04", *b"PK\x05\x06", *b"PK\x07\x08"];

/// Between two reports of progress: more often than a screen could show is a waste.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

impl Catalog {
    /// Fetches a pet's package into `into`, as it comes and in constant memory. What is there after an error is of no
    /// use.
    ///
    /// # Errors
    /// [`CatalogError::Failed`], [`CatalogError::Save`] and [`CatalogError::Cancelled`].
    pub fn download(
        &self,
        pet: &CatalogPet,
        into: &mut dyn Write,
        observer: &dyn Observer,
    ) -> Result<(), CatalogError> {
        let url = package_url(&self.site, pet)?;
        let mut beginning = Vec::with_capacity(SIGNATURE_BYTES);
        let mut meter = Meter { received: 0, total: None, shown: None, observer };
        self.session(observer).fetch(Part::Package, &url, MAX_PACKAGE_BYTES, |piece, total| {
            beginning.extend(piece.iter().take(SIGNATURE_BYTES - beginning.len()));
            // A sign-in page in place of the package need not be fetched to the end.
            if beginning.len() == SIGNATURE_BYTES && !is_zip(&beginning) {
                return Err(failed(Part::Package, &url, Cause::Malformed("zip-signature")));
            }
            into.write_all(piece).map_err(CatalogError::Save)?;
            meter.add(piece.len(), total);
            Ok(())
        })?;
        if !is_zip(&beginning) {
            return Err(failed(Part::Package, &url, Cause::Malformed("zip-signature")));
        }
        into.flush().map_err(CatalogError::Save)?;
        meter.show();
        Ok(())
    }
}

fn is_zip(beginning: &[u8]) -> bool {
    SIGNATURES.iter().any(|signature| beginning == signature)
}

/// What was received, and when that was last told.
struct Meter<'a> {
    received: u64,
    total: Option<u64>,
    shown: Option<Instant>,
    observer: &'a dyn Observer,
}

impl Meter<'_> {
    fn add(&mut self, bytes: usize, total: Option<u64>) {
        self.received += bytes as u64;
        self.total = total;
        if self.shown.is_none_or(|shown| shown.elapsed() >= PROGRESS_INTERVAL) {
            self.show();
        }
    }

    fn show(&mut self) {
        self.shown = Some(Instant::now());
        self.observer.progress(Progress::Downloading { received: self.received, total: self.total });
    }
}
