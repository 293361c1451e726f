//! Searching the catalog for pets by words.

use super::look_up::{Newest, failure, older_pets};
use super::request::{Session, failed};
use super::{Catalog, CatalogError, CatalogPet, Failure, Part, bundled, document};
use crate::PetId;
use crate::install::{Observer, Progress};
use serde_json::Value;

/// Most pets that a search gives. Who has more than this many to look through adds a word.
pub const MAX_HITS: usize = 50;

/// A pet that a search found. [`Catalog::find`] tells the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogHit {
    /// Its id.
    pub id: PetId,
    /// The name that people see.
    pub display_name: String,
    /// Whether the gallery recommends it, or has had it made: what its own pages show first.
    pub recommended: bool,
}

/// What a search found.
#[derive(Debug)]
pub struct CatalogHits {
    /// At most [`MAX_HITS`], the best first: a pet of exactly this id, then recommended ones, then the others, each in
    /// the catalog's order.
    pub pets: Vec<CatalogHit>,
    /// Whether there are more.
    pub more: bool,
    /// Why only an older or the bundled list was searched: the newest catalog could not be read.
    pub fallback: Option<Failure>,
}

impl Catalog {
    /// Looks for pets whose id, name or search text has all of these words, in upper or lower case. Without words it
    /// gives the first pets of the catalog.
    ///
    /// # Errors
    /// [`CatalogError::Unavailable`] when no catalog of a private gallery can be read, and
    /// [`CatalogError::Cancelled`].
    pub fn search(&self, words: &str, observer: &dyn Observer) -> Result<CatalogHits, CatalogError> {
        observer.progress(Progress::LookingUp);
        let mut hits = Hits::of(words);
        let newest = match self.search_newest(&self.session(observer), &mut hits) {
            Ok(()) => return Ok(hits.done(None)),
            Err(error) => failure(error)?,
        };
        // What was found before the failure would look like everything.
        let mut hits = Hits::of(words);
        match older_pets(&self.session(observer), &self.site) {
            Ok(pets) => hits.add_pets(pets),
            Err(error) => {
                let older = failure(error)?;
                if !self.site.is_public() {
                    return Err(CatalogError::Unavailable { newest, older: Some(older) });
                }
                hits.add_pets(bundled::pets());
            }
        }
        Ok(hits.done(Some(newest)))
    }

    fn search_newest(&self, session: &Session, hits: &mut Hits) -> Result<(), CatalogError> {
        let catalog = Newest::read(session, &self.site)?;
        for url in &catalog.search_pages {
            let page = session.json(Part::SearchPage, url)?;
            let entries = document::search_entries(&page, catalog.pages.len())
                .map_err(|cause| failed(Part::SearchPage, url, cause))?;
            for entry in entries {
                let is_set = |key: &str| entry.fields.get(key) == Some(&Value::Bool(true));
                let recommended = is_set("featured") || is_set("original");
                hits.add(
                    CatalogHit { id: entry.id, display_name: entry.display_name, recommended },
                    &entry.text,
                );
            }
        }
        Ok(())
    }
}

/// The best of what was found so far.
struct Hits {
    words: Vec<String>,
    /// One more than is given, to know whether there are more.
    best: Vec<CatalogHit>,
}

impl Hits {
    fn of(words: &str) -> Self {
        Self { words: words.split_whitespace().map(str::to_lowercase).collect(), best: Vec::new() }
    }

    /// Takes the pet in, if its text (in lower case) has all words.
    fn add(&mut self, pet: CatalogHit, text: &str) {
        if !self.words.iter().all(|word| text.contains(word.as_str())) {
            return;
        }
        let place = self.best.partition_point(|other| self.rank(other) <= self.rank(&pet));
        self.best.insert(place, pet);
        self.best.truncate(MAX_HITS + 1);
    }

    fn add_pets(&mut self, pets: impl IntoIterator<Item = CatalogPet>) {
        for pet in pets {
            let text = format!("{} {} {}", pet.id, pet.display_name, pet.description).to_lowercase();
            self.add(CatalogHit { id: pet.id, display_name: pet.display_name, recommended: false }, &text);
        }
    }

    fn rank(&self, pet: &CatalogHit) -> u8 {
        let exact = matches!(self.words.as_slice(), [word] if word == pet.id.as_str());
        if exact { 0 } else { 2 - u8::from(pet.recommended) }
    }

    fn done(mut self, fallback: Option<Failure>) -> CatalogHits {
        let more = self.best.len() > MAX_HITS;
        self.best.truncate(MAX_HITS);
        CatalogHits { pets: self.best, more, fallback }
    }
}
