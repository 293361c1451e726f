//! A catalog that works.

use super::*;
use crate::install::{Observer, Progress};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

#[test]
fn a_pet_is_found_on_the_page_that_the_search_index_names() {
    let gallery = script().serve();
    let base = base(&gallery.server);
    let expected = CatalogPet {
        id: id("cat"),
        display_name: "CAT".to_owned(),
        description: "The cat.".to_owned(),
        preview: format!("{base}cat/thumb.webp"),
        zip: format!("{base}cat/cat.zip"),
        catalog_version: 2,
    };
    assert_eq!(gallery.find("cat").unwrap(), expected);
    assert_eq!(
        gallery.paths(),
        [
            "/pets/catalog.v3.json",
            "/pets/catalog.v3/search.json",
            "/pets/s0.json",
            "/pets/catalog.v3/page-000.json"
        ]
    );
    // All of it over one connection.
    assert_eq!(gallery.connections(), 1);
}

#[test]
fn the_last_page_of_the_search_index_is_looked_at_too() {
    let gallery = script().serve();
    assert_eq!(gallery.find("fox").unwrap().display_name, "FOX");
    assert_eq!(gallery.paths().len(), 6);
}

#[test]
fn a_pet_that_the_newest_catalog_lacks_does_not_exist() {
    let gallery = script().serve();
    // It is in the older one, which is not asked.
    let error = gallery.find("old").unwrap_err();
    assert!(
        matches!(&error, CatalogError::NotFound { id, public: false } if id.as_str() == "old"),
        "{error}"
    );
    assert_eq!(error.code(), "not-in-catalog");
    assert!(!gallery.paths().contains(&"/pets/catalog.v2.json".to_owned()));
    assert!(error.to_string().starts_with("The catalog has no pet \"old\"."), "{error}");
}

#[test]
fn the_built_in_pet_is_not_looked_for() {
    let gallery = script().serve();
    assert_eq!(gallery.find("builtin").unwrap_err().code(), "not-in-catalog");
    assert!(gallery.paths().is_empty());
}

#[test]
fn requests_say_who_asks_and_ask_for_no_compression() {
    let gallery = script().serve();
    gallery.find("cat").unwrap();
    for request in gallery.server.requests() {
        let header = |name: &str| {
            request
                .headers
                .iter()
                .filter(|(other, _)| other == name)
                .map(|(_, value)| value.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(header("accept-encoding"), ["identity"]);
        assert!(header("user-agent")[0].starts_with("openpets/"));
        for private in ["cookie", "authorization", "referer", "proxy-authorization"] {
            assert!(header(private).is_empty(), "{private}");
        }
    }
}

#[test]
fn the_trailing_slash_of_the_base_is_optional() {
    let gallery = script().serve();
    let base = base(&gallery.server);
    let catalog = Catalog::at(Some(base.trim_end_matches('/'))).unwrap();
    assert_eq!(catalog.find(&id("cat"), &Unattended).unwrap().id, id("cat"));
}

#[test]
fn the_look_up_is_told_first() {
    #[derive(Default)]
    struct Log(RefCell<Vec<Progress>>);
    impl Observer for Log {
        fn progress(&self, progress: Progress) {
            self.0.borrow_mut().push(progress);
        }
        fn is_cancelled(&self) -> bool {
            assert!(!self.0.borrow().is_empty());
            false
        }
    }
    let log = Log::default();
    script().serve().catalog.find(&id("cat"), &log).unwrap();
    assert_eq!(*log.0.borrow(), [Progress::LookingUp]);
}

#[test]
fn a_server_that_closes_every_connection_after_its_answer_is_fine() {
    let script = script();
    let gallery = Gallery::start(move |request, stream| {
        script.respond(request, stream)?;
        // Without having said so.
        Ok(Then::Close)
    });
    assert_eq!(gallery.find("fox").unwrap().id, id("fox"));
}

#[test]
fn a_connection_that_breaks_before_the_answer_is_tried_once_more() {
    let script = script();
    let refused = AtomicBool::new(false);
    let gallery = Gallery::start(move |request, stream| {
        if request.path.ends_with("s1.json") && !refused.swap(true, Ordering::SeqCst) {
            return Ok(Then::Close);
        }
        script.respond(request, stream)
    });
    assert_eq!(gallery.find("fox").unwrap().id, id("fox"));
    assert_eq!(gallery.connections(), 2);
}
