//! Finding one pet: in the newest catalog, else in the older one, else among the bundled.

use super::request::{Session, failed};
use super::site::{Site, Use};
use super::{Catalog, CatalogError, CatalogPet, Cause, Failure, Part, bundled, document};
use crate::PetId;
use crate::install::{Observer, Progress};
use url::Url;

/// The index of the newest catalog.
const INDEX: &str = "catalog.v3.json";
/// The older catalog.
const OLDER: &str = "catalog.v2.json";

impl Catalog {
    /// Looks a pet up.
    ///
    /// The newest catalog has the last word on whether a pet exists. The older one is asked only when the newest
    /// cannot be read, and the bundled list only when neither can. A private gallery has no bundled list.
    ///
    /// # Errors
    /// [`CatalogError::NotFound`], [`CatalogError::Unavailable`] when catalogs cannot be read, and
    /// [`CatalogError::Cancelled`].
    pub fn find(&self, id: &PetId, observer: &dyn Observer) -> Result<CatalogPet, CatalogError> {
        observer.progress(Progress::LookingUp);
        let not_found = || CatalogError::NotFound { id: id.clone(), public: self.site.is_public() };
        if id.is_builtin() {
            return Err(not_found());
        }
        let newest = match find_newest(&self.session(observer), &self.site, id) {
            Ok(found) => return found.ok_or_else(not_found),
            Err(error) => failure(error)?,
        };
        let older = match find_older(&self.session(observer), &self.site, id) {
            Ok(Some(pet)) => return Ok(pet),
            Ok(None) => None,
            Err(error) => Some(failure(error)?),
        };
        let bundled = older.is_some() && self.site.is_public();
        bundled
            .then(|| bundled::pets().find(|pet| pet.id == *id))
            .flatten()
            .ok_or(CatalogError::Unavailable { newest, older })
    }
}

/// What another source may make up for; everything else ends the operation.
pub(super) fn failure(error: CatalogError) -> Result<Failure, CatalogError> {
    match error {
        CatalogError::Failed(failure) => Ok(failure),
        other => Err(other),
    }
}

/// The index of the newest catalog and the pages of its search index.
pub(super) struct Newest {
    pub(super) pages: Vec<Url>,
    pub(super) search_pages: Vec<Url>,
}

impl Newest {
    pub(super) fn read(session: &Session, site: &Site) -> Result<Self, CatalogError> {
        let url = site.document(INDEX);
        let index = document::index(&session.json(Part::Index, &url)?, site)
            .map_err(|cause| failed(Part::Index, &url, cause))?;
        let search_index = session.json(Part::SearchIndex, &index.search)?;
        let search_pages = document::search_index(&search_index, site)
            .map_err(|cause| failed(Part::SearchIndex, &index.search, cause))?;
        Ok(Self { pages: index.pages, search_pages })
    }
}

fn find_newest(session: &Session, site: &Site, id: &PetId) -> Result<Option<CatalogPet>, CatalogError> {
    let catalog = Newest::read(session, site)?;
    for url in &catalog.search_pages {
        let page = session.json(Part::SearchPage, url)?;
        let found = document::catalog_page(&page, id, catalog.pages.len())
            .map_err(|cause| failed(Part::SearchPage, url, cause))?;
        if let Some(url) = found.and_then(|page| catalog.pages.get(page)) {
            return document::newest_pet(&session.json(Part::Page, url)?, id, site)
                // The search index says that it is here.
                .and_then(|pet| pet.ok_or(Cause::Malformed("listed-but-missing")))
                .map(Some)
                .map_err(|cause| failed(Part::Page, url, cause));
        }
    }
    Ok(None)
}

fn find_older(session: &Session, site: &Site, id: &PetId) -> Result<Option<CatalogPet>, CatalogError> {
    let url = site.document(OLDER);
    document::older_pet(&session.json(Part::Older, &url)?, id, site)
        .map_err(|cause| failed(Part::Older, &url, cause))
}

/// All pets of the older catalog.
pub(super) fn older_pets(session: &Session, site: &Site) -> Result<Vec<CatalogPet>, CatalogError> {
    let url = site.document(OLDER);
    document::older_pets(&session.json(Part::Older, &url)?, site)
        .map(Iterator::collect)
        .map_err(|cause| failed(Part::Older, &url, cause))
}

/// Where a package lies, if it may lie there.
pub(super) fn package_url(site: &Site, pet: &CatalogPet) -> Result<Url, CatalogError> {
    site.allow(&pet.zip, Use::Package).map_err(|rule| {
        let host = Url::parse(&pet.zip).ok().and_then(|url| url.host_str().map(str::to_owned));
        Failure { part: Part::Package, host: host.unwrap_or_default(), cause: Cause::Url(rule) }.into()
    })
}
