//! The catalog's JSON files, read with suspicion. As in OpenPets, unknown fields are ignored. Unlike there, an entry that
//! breaks a rule costs only itself, not the page that it is on; but it is never used.

use super::site::{Site, Use};
use super::{CatalogPet, Cause, RECORDED_CATALOG_VERSION};
use crate::PetId;
use serde_json::{Map, Value};
use url::Url;

/// Most pages of the catalog. OpenPets has no more than 10,000 pets, and some hundred of them on a page.
const MAX_PAGES: usize = 1000;
/// Most pages of the search index. All of them may have to be fetched to know that a pet is not there.
const MAX_SEARCH_PAGES: usize = 100;
/// Most entries of one file: as many as OpenPets allows pets in all.
const MAX_ENTRIES: usize = 10_000;
/// Most characters of a display name, counted as JavaScript counts them (UTF-16 units), like all lengths here.
const MAX_DISPLAY_NAME: usize = 120;
/// Most characters of a description.
const MAX_DESCRIPTION: usize = 500;
/// Most characters that are searched in. OpenPets allows 400.
const MAX_SEARCH_TEXT: usize = 1000;

/// The index of the newest catalog.
pub(super) struct Index {
    /// The pages of the catalog.
    pub(super) pages: Vec<Url>,
    /// Where the search index lies.
    pub(super) search: Url,
}

/// A pet on a page of the search index.
pub(super) struct SearchEntry<'a> {
    pub(super) id: PetId,
    pub(super) display_name: String,
    /// In lower case.
    pub(super) text: String,
    pub(super) fields: &'a Map<String, Value>,
}

type Entry = Map<String, Value>;

pub(super) fn index(value: &Value, site: &Site) -> Result<Index, Cause> {
    let pages = pages(value, site, MAX_PAGES)?;
    let search = value.get("search").ok_or(Cause::Malformed("search-missing"))?;
    Ok(Index { pages, search: address(Some(search), site, Use::Document)? })
}

/// The pages of the search index.
pub(super) fn search_index(value: &Value, site: &Site) -> Result<Vec<Url>, Cause> {
    pages(value, site, MAX_SEARCH_PAGES)
}

/// On which page of the catalog a pet is, if this page of the search index has it.
pub(super) fn catalog_page(value: &Value, id: &PetId, pages: usize) -> Result<Option<usize>, Cause> {
    let Some(entry) = entries(value, 3)?.iter().find(|entry| has_id(entry, id)) else {
        return Ok(None);
    };
    page_number(entry.get("catalogPage"), pages).map(Some).ok_or(Cause::Malformed("catalog-page"))
}

/// The usable entries of a page of the search index.
pub(super) fn search_entries(
    value: &Value,
    pages: usize,
) -> Result<impl Iterator<Item = SearchEntry<'_>>, Cause> {
    Ok(entries(value, 3)?.iter().filter_map(move |entry| {
        let fields = entry.as_object()?;
        page_number(fields.get("catalogPage"), pages)?;
        let id = pet_id(fields)?;
        let display_name = text(fields.get("displayName"), MAX_DISPLAY_NAME)?;
        let words = text(fields.get("searchText"), MAX_SEARCH_TEXT).unwrap_or_default();
        let text = format!("{id} {display_name} {words}").to_lowercase();
        Some(SearchEntry { id, display_name, text, fields })
    }))
}

/// A pet on a page of the newest catalog.
pub(super) fn newest_pet(value: &Value, id: &PetId, site: &Site) -> Result<Option<CatalogPet>, Cause> {
    pet(entries(value, 3)?, id, "thumbnail", site)
}

/// A pet of the older catalog.
pub(super) fn older_pet(value: &Value, id: &PetId, site: &Site) -> Result<Option<CatalogPet>, Cause> {
    pet(entries(value, 2)?, id, "preview", site)
}

/// The usable entries of the older catalog.
pub(super) fn older_pets<'a>(
    value: &'a Value,
    site: &'a Site,
) -> Result<impl Iterator<Item = CatalogPet> + 'a, Cause> {
    let usable = |entry: &Value| entry.as_object().and_then(|entry| checked(entry, "preview", site).ok());
    Ok(entries(value, 2)?.iter().filter_map(usable))
}

fn is_version(value: &Value, version: u32) -> bool {
    value.get("version").and_then(Value::as_f64) == Some(f64::from(version))
}

fn pages(value: &Value, site: &Site, most: usize) -> Result<Vec<Url>, Cause> {
    if !is_version(value, 3) {
        return Err(Cause::Malformed("version"));
    }
    let pages = value.get("pages").and_then(Value::as_array).filter(|pages| !pages.is_empty());
    let pages = pages.ok_or(Cause::Malformed("pages-missing"))?;
    if pages.len() > most {
        return Err(Cause::Malformed("too-many-pages"));
    }
    pages.iter().map(|page| address(Some(page), site, Use::Document)).collect()
}

fn entries(value: &Value, version: u32) -> Result<&Vec<Value>, Cause> {
    if !is_version(value, version) {
        return Err(Cause::Malformed("version"));
    }
    let pets = value.get("pets").and_then(Value::as_array).ok_or(Cause::Malformed("pets-missing"))?;
    if pets.len() > MAX_ENTRIES { Err(Cause::Malformed("too-many-pets")) } else { Ok(pets) }
}

fn has_id(entry: &Value, id: &PetId) -> bool {
    entry.get("id").and_then(Value::as_str) == Some(id.as_str())
}

/// The one entry of this id. Of two, nobody can tell which is meant.
fn pet(pets: &[Value], id: &PetId, preview: &str, site: &Site) -> Result<Option<CatalogPet>, Cause> {
    let mut found = pets.iter().filter(|entry| has_id(entry, id)).filter_map(Value::as_object);
    match (found.next(), found.next()) {
        (None, _) => Ok(None),
        (Some(entry), None) => checked(entry, preview, site).map(Some),
        (Some(_), Some(_)) => Err(Cause::Malformed("duplicate-id")),
    }
}

fn checked(entry: &Entry, preview: &str, site: &Site) -> Result<CatalogPet, Cause> {
    let required = |key: &str, most: usize, rule| text(entry.get(key), most).ok_or(Cause::Malformed(rule));
    Ok(CatalogPet {
        id: pet_id(entry).ok_or(Cause::Malformed("pet-id"))?,
        display_name: required("displayName", MAX_DISPLAY_NAME, "display-name")?,
        description: required("description", MAX_DESCRIPTION, "description")?,
        preview: address(entry.get(preview), site, Use::Preview)?.into(),
        zip: address(entry.get("zip"), site, Use::Package)?.into(),
        catalog_version: RECORDED_CATALOG_VERSION,
    })
}

fn pet_id(entry: &Entry) -> Option<PetId> {
    let id = PetId::try_from(entry.get("id")?.as_str()?).ok()?;
    (!id.is_builtin()).then_some(id)
}

/// A text of 1 to `most` characters, without control characters, which would do harm in menus and terminals.
fn text(value: Option<&Value>, most: usize) -> Option<String> {
    let text = value?.as_str().filter(|text| text.encode_utf16().count() <= most)?;
    let clean = text.replace(char::is_control, " ").trim().to_owned();
    (!clean.is_empty()).then_some(clean)
}

fn address(value: Option<&Value>, site: &Site, purpose: Use) -> Result<Url, Cause> {
    let text = value.and_then(Value::as_str).ok_or(Cause::Malformed("address-missing"))?;
    site.allow(text, purpose).map_err(Cause::Url)
}

/// A whole number below `pages`, as JavaScript sees it: `1.0` is one.
fn page_number(value: Option<&Value>, pages: usize) -> Option<usize> {
    let number = value?.as_f64()?;
    (0..pages).contains(&(number as usize)).then_some(number as usize).filter(|page| *page as f64 == number)
}
