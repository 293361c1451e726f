//! Searching by words.

use super::*;
use crate::catalog::MAX_HITS;

fn ids(gallery: &Gallery, words: &str) -> Vec<String> {
    let hits = gallery.catalog.search(words, &Unattended).unwrap();
    hits.pets.into_iter().map(|pet| pet.id.into()).collect()
}

fn with_pets(pets: Vec<Value>) -> Gallery {
    script()
        .json("catalog.v3/search.json", json!({"version": 3, "pages": ["BASEs0.json"]}))
        .json("s0.json", json!({"version": 3, "pets": pets}))
        .serve()
}

fn pet(id: &str, text: &str) -> Value {
    json!({"id": id, "displayName": format!("Pet {id}"), "searchText": text, "catalogPage": 0})
}

#[test]
fn all_words_have_to_be_there_in_any_case_and_order() {
    let gallery =
        with_pets(vec![pet("a", "a Small red Fox"), pet("b", "a small ÉLAN"), pet("c", "a large fox")]);
    assert_eq!(ids(&gallery, "fox small"), ["a"]);
    assert_eq!(ids(&gallery, "FOX"), ["a", "c"]);
    assert_eq!(ids(&gallery, "élan"), ["b"]);
    assert_eq!(ids(&gallery, "pet c"), ["c"]);
    assert_eq!(ids(&gallery, "  "), ["a", "b", "c"]);
    assert!(ids(&gallery, "wolf").is_empty());
}

#[test]
fn every_page_of_the_search_index_is_searched() {
    assert_eq!(ids(&script().serve(), "small friend"), ["cat", "dog", "emu", "fox"]);
}

#[test]
fn the_best_come_first() {
    let mut featured = pet("b", "cat");
    featured["featured"] = json!(true);
    let mut original = pet("d", "cat");
    original["original"] = json!(true);
    let mut neither = pet("a", "cat");
    neither["featured"] = json!("yes");
    let gallery = with_pets(vec![neither, featured, pet("cat", ""), original, pet("c", "cat")]);
    assert_eq!(ids(&gallery, "cat"), ["cat", "b", "d", "a", "c"]);
    let hits = gallery.catalog.search("cat", &Unattended).unwrap();
    assert_eq!(
        hits.pets.iter().map(|pet| pet.recommended).collect::<Vec<_>>(),
        [false, true, true, false, false]
    );
    assert!(!hits.more && hits.fallback.is_none());
}

#[test]
fn entries_that_break_a_rule_are_left_out() {
    let gallery = with_pets(vec![
        json!(null),
        json!({"id": "a", "displayName": "A", "searchText": "cat"}),
        json!({"id": "b", "displayName": "B", "searchText": "cat", "catalogPage": 2}),
        json!({"id": "c", "searchText": "cat", "catalogPage": 0}),
        json!({"id": "D", "displayName": "D", "searchText": "cat", "catalogPage": 0}),
        json!({"id": "builtin", "displayName": "E", "searchText": "cat", "catalogPage": 0}),
        json!({"id": "f", "displayName": "A good cat\u{1b}[2J", "catalogPage": 0}),
    ]);
    let hits = gallery.catalog.search("cat", &Unattended).unwrap();
    assert_eq!(hits.pets.len(), 1);
    assert_eq!(hits.pets[0].display_name, "A good cat [2J");
}

#[test]
fn the_number_of_hits_is_bounded() {
    let gallery = with_pets((0..1000).map(|number| pet(&format!("cat{number}"), "cat")).collect());
    let hits = gallery.catalog.search("cat", &Unattended).unwrap();
    assert_eq!(hits.pets.len(), MAX_HITS);
    assert!(hits.more);
    assert_eq!(hits.pets[0].id, id("cat0"));
    // However late it comes, the exact one is there.
    let hits = gallery.catalog.search("cat999", &Unattended).unwrap();
    assert_eq!(hits.pets[0].id, id("cat999"));
}

#[test]
fn the_older_catalog_is_searched_when_the_newest_fails_and_that_is_told() {
    // The first page can be read, and is not used.
    let gallery = script().status("s2.json", "503 Service Unavailable").serve();
    let hits = gallery.catalog.search("THE old", &Unattended).unwrap();
    assert_eq!(hits.pets.iter().map(|pet| pet.id.as_str()).collect::<Vec<_>>(), ["cat", "old"]);
    assert!(ids(&gallery, "friend").is_empty());
    let fallback = hits.fallback.unwrap();
    assert_eq!((fallback.part, fallback.cause), (Part::SearchPage, Cause::Status(503)));
}

#[test]
fn a_private_gallery_that_cannot_be_read_has_no_hits() {
    let error = Script::default().serve().catalog.search("tux", &Unattended).unwrap_err();
    assert!(matches!(error, CatalogError::Unavailable { older: Some(_), .. }), "{error:?}");
}
