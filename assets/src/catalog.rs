//! The gallery of pets on the web: which pets there are, and their packages.
//!
//! The catalog is a set of static JSON files. `catalog.v3.json` is its index; it names the pages of a search index and
//! the pages of the catalog itself. `catalog.v2.json` is an older, frozen list of the first pets, for when the newest
//! one fails. For when both fail, a few entries are part of the program.
//!
//! Nothing that comes from the web is trusted: every file is bounded in bytes and time, every text in length, every
//! address is one of the few places where the gallery lies, redirects are refused, and what a server wrote is never
//! repeated in an error.

mod bundled;
mod document;
mod download;
mod error;
mod look_up;
mod request;
mod search;
mod site;

pub use error::{CatalogError, Cause, Failure, Part};
pub use search::{CatalogHit, CatalogHits, MAX_HITS};
pub use site::CATALOG_VARIABLE;

use crate::PetId;
use crate::install::Observer;
use request::{Limits, Session};
use site::Site;
use std::ffi::OsStr;

/// The number that the state file records for every pet of the catalog. OpenPets knows only this one, whichever file
/// of the catalog the pet was found in, and drops the source of a pet that has another.
const RECORDED_CATALOG_VERSION: u32 = 2;

/// One catalog: the public one, or that of a private gallery.
#[derive(Debug, Clone)]
pub struct Catalog {
    site: Site,
    limits: Limits,
}

/// A pet of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogPet {
    /// Its id; never the built-in one.
    pub id: PetId,
    /// The name that people see, 1 to 120 characters, without control characters.
    pub display_name: String,
    /// A sentence or two, 1 to 500 characters, without control characters.
    pub description: String,
    /// Where its picture lies.
    pub preview: String,
    /// Where its package lies.
    pub zip: String,
    /// What the state file records as `catalogVersion`: always 2, as other numbers make OpenPets forget the source.
    pub catalog_version: u32,
}

impl Catalog {
    /// The catalog that [`CATALOG_VARIABLE`] names, or the public one. An empty variable counts as unset.
    ///
    /// # Errors
    /// When the variable is set and wrong: what was meant to be private never falls back to the public catalog.
    pub fn from_env() -> Result<Self, CatalogError> {
        match std::env::var_os(CATALOG_VARIABLE) {
            Some(base) if !base.is_empty() => Self::at(Some(text(&base)?)),
            _ => Self::at(None),
        }
    }

    /// The catalog below this address, or the public one.
    ///
    /// # Errors
    /// When the address is not one that a catalog may have: `https`, or `http` on this machine.
    pub fn at(base: Option<&str>) -> Result<Self, CatalogError> {
        Ok(Self { site: Site::at(base)?, limits: Limits::default() })
    }

    /// The same with other bounds, so that tests need not wait.
    #[cfg(test)]
    fn with_limits(base: &str, limits: Limits) -> Result<Self, CatalogError> {
        Ok(Self { site: Site::at(Some(base))?, limits })
    }

    /// Everything about one operation's requests.
    fn session<'a>(&self, observer: &'a dyn Observer) -> Session<'a> {
        Session::new(&self.site, self.limits, observer)
    }
}

fn text(base: &OsStr) -> Result<&str, CatalogError> {
    base.to_str().ok_or(CatalogError::Base { rule: "base-not-unicode" })
}

#[cfg(test)]
mod tests;
