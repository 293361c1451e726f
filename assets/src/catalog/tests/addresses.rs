//! Which addresses a catalog may have, and which it may name.

use super::*;
use crate::catalog::site::{Site, Use};
use proptest::prelude::*;

fn public() -> Site {
    Site::at(None).unwrap()
}

#[test]
fn what_the_public_catalog_names_is_allowed() {
    for (text, purpose) in [
        ("https://openpets.dev/pets/catalog.v3/page-000.json", Use::Document),
        ("https://openpets.dev/pets/catalog.v3/search.json", Use::Document),
        ("https://openpets.dev/pets/review-owl/preview.webp", Use::Preview),
        ("https://zip.openpets.dev/pets/review-owl.zip", Use::Package),
        ("https://zip.openpets.dev/pets/review-owl/review-owl.zip", Use::Package),
    ] {
        assert_eq!(public().allow(text, purpose).unwrap().as_str(), text);
    }
    // Other spellings of the same address are brought into the usual one, as in OpenPets.
    for text in [
        "HTTPS://OpenPets.DEV/pets/a.json",
        "https://openpets.dev:443/pets/a.json",
        "https://openpets.dev/pets/b/../a.json",
    ] {
        assert_eq!(public().allow(text, Use::Document).unwrap().as_str(), "https://openpets.dev/pets/a.json");
    }
}

#[test]
fn everything_else_is_refused_with_the_name_of_the_rule() {
    for (text, rule) in [
        ("", "url-form"),
        ("page.json", "url-form"),
        ("//openpets.dev/pets/a.json", "url-form"),
        (" https://openpets.dev/pets/a.json", "url-form"),
        ("https://openpets.dev/pets/a.json\n", "url-form"),
        ("https://openpets.dev/pets/\ta.json", "url-form"),
        ("https:\\\\openpets.dev\\pets\\a.json", "url-form"),
        ("https://openpets.dev/pets/..\\a.json", "url-form"),
        ("https://openpets.dev\u{a0}/pets/a.json", "url-form"),
        ("http://openpets.dev/pets/a.json", "url-scheme"),
        ("ftp://openpets.dev/pets/a.json", "url-scheme"),
        ("file:///pets/a.json", "url-scheme"),
        ("data:application/json,{}", "url-scheme"),
        ("javascript:alert(1)", "url-scheme"),
        ("https://me@openpets.dev/pets/a.json", "url-credentials"),
        ("https://me:secret@openpets.dev/pets/a.json", "url-credentials"),
        ("https://openpets.dev@evil.example/pets/a.json", "url-credentials"),
        ("https://openpets.dev/pets/a.json?x=1", "url-query"),
        ("https://openpets.dev/pets/a.json?", "url-query"),
        ("https://openpets.dev/pets/x?.json", "url-query"),
        ("https://openpets.dev/pets/a.json#x", "url-fragment"),
        ("https://openpets.dev/pets/x#.json", "url-fragment"),
        ("https://openpets.dev:8443/pets/a.json", "url-port"),
        ("https://openpets.dev:80/pets/a.json", "url-port"),
        ("https://evil.example/pets/a.json", "url-host"),
        ("https://openpets.dev.evil.example/pets/a.json", "url-host"),
        ("https://xopenpets.dev/pets/a.json", "url-host"),
        ("https://www.openpets.dev/pets/a.json", "url-host"),
        ("https://openpets.dev./pets/a.json", "url-host"),
        ("https://zip.openpets.dev/pets/a.json", "url-host"),
        ("https://127.0.0.1/pets/a.json", "url-host"),
        // A Cyrillic o.
        ("https://\u{43e}penpets.dev/pets/a.json", "url-host"),
        ("https://openpets.dev/a.json", "url-path"),
        ("https://openpets.dev/petsx/a.json", "url-path"),
        ("https://openpets.dev/PETS/a.json", "url-path"),
        ("https://openpets.dev/pets/", "url-path"),
        ("https://openpets.dev/pets/a.zip", "url-path"),
        ("https://openpets.dev/pets/a.JSON", "url-path"),
        ("https://openpets.dev/pets/../a.json", "url-path"),
        ("https://openpets.dev/pets/%2e%2e/a.json", "url-path"),
        ("https://openpets.dev/pets/.%2E/a.json", "url-path"),
        ("https://openpets.dev/pets/..a.json", "url-path"),
        ("https://openpets.dev/pets/%2e.json", "url-path"),
        ("https://openpets.dev/pets/..%2fa.json", "url-path"),
        ("https://openpets.dev/pets/x%2Fa.json", "url-path"),
        ("https://openpets.dev/pets/x%5ca.json", "url-path"),
        ("https://openpets.dev/pets/x%00.json", "url-path"),
        ("https://openpets.dev/pets/x%252e.json", "url-path"),
        ("https://openpets.dev/pets/x%zz.json", "url-path"),
        ("https://openpets.dev/pets/x%.json", "url-path"),
    ] {
        assert_eq!(public().allow(text, Use::Document), Err(rule), "{text}");
    }
    assert_eq!(public().allow("https://openpets.dev/pets/cat.zip", Use::Package), Err("url-host"));
    assert_eq!(public().allow("https://zip.openpets.dev/pets/x.webp", Use::Preview), Err("url-host"));
    let long = format!("https://openpets.dev/pets/{}.json", "x".repeat(2048));
    assert_eq!(public().allow(&long, Use::Document), Err("url-length"));
}

#[test]
fn a_private_gallery_names_only_what_lies_below_it() {
    let site = Site::at(Some("http://127.0.0.1:8080/a/gallery")).unwrap();
    for purpose in [Use::Document, Use::Preview, Use::Package] {
        let file = "http://127.0.0.1:8080/a/gallery/x/y.json";
        assert_eq!(site.allow(file, purpose).unwrap().as_str(), file);
        for (text, rule) in [
            ("https://127.0.0.1:8080/a/gallery/x.json", "url-scheme"),
            ("http://localhost:8080/a/gallery/x.json", "url-host"),
            ("http://127.0.0.1:8081/a/gallery/x.json", "url-port"),
            ("http://127.0.0.1/a/gallery/x.json", "url-port"),
            ("http://127.0.0.1:8080/a/galleryx.json", "url-path"),
            ("http://127.0.0.1:8080/a/x.json", "url-path"),
            ("http://127.0.0.1:8080/a/gallery/../x.json", "url-path"),
            ("https://openpets.dev/pets/x.json", "url-scheme"),
        ] {
            assert_eq!(site.allow(text, purpose), Err(rule), "{text}");
        }
    }
    assert_eq!(site.document("catalog.v3.json").as_str(), "http://127.0.0.1:8080/a/gallery/catalog.v3.json");
}

#[test]
fn a_base_is_secure_or_on_this_machine() {
    for base in [
        "https://pets.example/",
        "https://pets.example",
        "https://pets.example:8443/team/pets",
        "http://localhost:3000/pets/",
        "http://LOCALHOST/",
        "http://127.0.0.1/",
        "http://127.8.9.10:1/",
        "http://[::1]:8080/",
    ] {
        assert!(Catalog::at(Some(base)).is_ok(), "{base}");
    }
    for (base, expected) in [
        ("", "url-form"),
        ("pets.example/pets", "url-form"),
        ("/srv/pets", "url-form"),
        ("http://pets.example/", "base-not-local"),
        ("http://localhost.evil.example/", "base-not-local"),
        ("http://localhost./", "base-not-local"),
        ("http://127.0.0.1.evil.example/", "base-not-local"),
        ("http://192.168.1.1/", "base-not-local"),
        ("http://0.0.0.0/", "base-not-local"),
        ("http://[::2]/", "base-not-local"),
        ("file:///srv/pets/", "url-scheme"),
        ("localhost:3000/pets", "url-scheme"),
        ("https://me:secret@pets.example/", "url-credentials"),
        ("https://pets.example/?a", "url-query"),
        ("https://pets.example/#a", "url-fragment"),
        ("https://pets.example/catalog.v3.json", "base-names-a-file"),
    ] {
        let error = Catalog::at(Some(base)).unwrap_err();
        assert!(matches!(error, CatalogError::Base { rule } if rule == expected), "{base}: {error:?}");
        assert_eq!(error.code(), "catalog-url-invalid");
        assert!(error.to_string().starts_with("OPENPETS_CATALOG_URL "), "{error}");
        assert!(!error.to_string().contains("secret"));
    }
}

#[test]
fn a_package_elsewhere_is_not_fetched() {
    let gallery = script().serve();
    let mut cat = gallery.cat();
    cat.zip = "https://evil.example/pets/cat.zip".to_owned();
    let result = gallery.catalog.download(&cat, &mut Vec::new(), &Unattended);
    assert_eq!(cause(result), Cause::Url("url-scheme"));
    assert!(gallery.paths().is_empty());
}

proptest! {
    #[test]
    fn an_allowed_address_lies_where_it_may(
        parts in proptest::collection::vec(
            prop::sample::select(vec![
                "https:", "http:", "//", "/", "\\", "openpets.dev", "zip.openpets.dev", "evil.example", "/pets/",
                "pets", ".", "..", "%2e", "%2f", "%5c", "%", "@", ":", ":443", ":8", "?", "#", "a", ".json", " ", "\t",
                "\u{43e}", "[::1]", "；", "。",
            ]),
            0..12,
        ),
        lead in prop::sample::select(vec!["", "https://openpets.dev/pets/", "https://openpets.dev"]),
    ) {
        let text = format!("{lead}{}", parts.concat());
        if let Ok(url) = public().allow(&text, Use::Document) {
            let name = url.as_str().strip_prefix("https://openpets.dev/pets/").unwrap();
            prop_assert!(name.ends_with(".json"));
            prop_assert!(!name.contains("..") && !name.contains(['?', '#', '\\']));
            let lower = name.to_lowercase();
            prop_assert!(["%2e", "%2f", "%5c"].iter().all(|encoded| !lower.contains(encoded)));
            // What is allowed once is allowed as it was understood.
            prop_assert_eq!(public().allow(url.as_str(), Use::Document).unwrap(), url);
        }
    }
}
