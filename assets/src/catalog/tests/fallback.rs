//! When the newest catalog fails.

use super::*;
use crate::catalog::site::Site;

#[test]
fn the_older_catalog_stands_in_for_the_newest() {
    let gallery = script().status("catalog.v3.json", "500 Internal Server Error").serve();
    let pet = gallery.find("old").unwrap();
    assert_eq!((pet.display_name.as_str(), pet.catalog_version), ("Old old", 2));
    assert_eq!(pet.preview, format!("{}old/preview.webp", base(&gallery.server)));
}

#[test]
fn any_failure_of_the_newest_catalog_leads_to_the_older_one() {
    let broken: &[fn(Script) -> Script] = &[
        |script| script.status("catalog.v3/search.json", "404 Not Found"),
        |script| script.text("s0.json", "<html>Sign in</html>"),
        |script| script.raw("catalog.v3.json", ""),
        |script| script.status("catalog.v3/page-000.json", "503 Service Unavailable"),
        |script| script.json("catalog.v3/page-000.json", json!({"version": 3, "pets": []})),
    ];
    for (number, break_it) in broken.iter().enumerate() {
        let gallery = break_it(script()).serve();
        assert_eq!(gallery.find("cat").unwrap().display_name, "Old cat", "{number}");
    }
}

#[test]
fn a_pet_that_the_older_catalog_lacks_is_not_simply_missing() {
    let gallery = script().status("catalog.v3.json", "503 Service Unavailable").serve();
    let error = gallery.find("dog").unwrap_err();
    let CatalogError::Unavailable { newest, older: None } = &error else { panic!("{error:?}") };
    assert_eq!((newest.part, newest.cause), (Part::Index, Cause::Status(503)));
    assert_eq!(error.code(), "catalog-unavailable");
    assert_eq!(
        error.to_string(),
        "The catalog's index cannot be fetched from 127.0.0.1: the server answers 503. The older catalog, asked \
         instead, does not have the pet. Try again later."
    );
}

#[test]
fn a_private_gallery_has_no_bundled_pets() {
    let gallery = Script::default().serve();
    let error = gallery.find("tux").unwrap_err();
    let CatalogError::Unavailable { newest, older: Some(older) } = &error else { panic!("{error:?}") };
    assert_eq!((newest.cause, older.cause), (Cause::Status(404), Cause::Status(404)));
    let text = error.to_string();
    assert!(text.contains("The older catalog fails alike."), "{text}");
    assert!(!text.contains("Secret"), "{text}");
}

#[test]
fn two_different_failures_are_both_told() {
    let gallery = script().status("catalog.v3.json", "404 Not Found").text("catalog.v2.json", "[]").serve();
    let text = gallery.find("cat").unwrap_err().to_string();
    assert!(
        text.starts_with("The catalog's index cannot be fetched from 127.0.0.1: the server answers 404. "),
        "{text}"
    );
    assert!(text.contains("The older catalog cannot be fetched from 127.0.0.1: it is malformed (version). "));
}

/// The public catalog's rules and list, at an address where nobody listens.
fn unreachable_public() -> Catalog {
    // A port of this machine that was free a moment ago; nothing of ours listens there.
    let port = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let base = format!("http://127.0.0.1:{port}/pets/");
    Catalog { site: Site::public_at(&base), limits: patient() }
}

#[test]
fn without_a_network_the_bundled_pets_are_still_found() {
    let catalog = unreachable_public();
    let pet = catalog.find(&id("tux"), &Unattended).unwrap();
    assert!(pet.zip.starts_with("https://zip.openpets.dev/pets/"));

    let error = catalog.find(&id("cat"), &Unattended).unwrap_err();
    let CatalogError::Unavailable { newest, older: Some(_) } = &error else { panic!("{error:?}") };
    assert_eq!(newest.cause, Cause::Unreachable);

    let hits = catalog.search("penguin", &Unattended).unwrap();
    assert_eq!(hits.pets.iter().map(|pet| pet.id.as_str()).collect::<Vec<_>>(), ["tux"]);
    assert_eq!(hits.fallback.unwrap().cause, Cause::Unreachable);
}

#[test]
fn an_older_catalog_that_can_be_read_overrules_the_bundled_pets() {
    let mut gallery = Script::default().json("catalog.v2.json", json!({"version": 2, "pets": []})).serve();
    gallery.catalog.site = Site::public_at(&base(&gallery.server));
    let error = gallery.find("tux").unwrap_err();
    assert!(matches!(error, CatalogError::Unavailable { older: None, .. }), "{error:?}");
}
