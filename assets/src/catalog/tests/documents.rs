//! Files of the catalog that break a rule.

use super::*;

fn failure_with(path: &'static str, value: Value) -> (Part, Cause) {
    let script = script().json(path, value).status("catalog.v2.json", "404 Not Found");
    newest_failure(script.serve().find("cat"))
}

#[test]
fn an_index_has_to_name_its_pages_and_its_search_index() {
    let pages = json!(["BASEpage.json"]);
    let search = "BASEsearch.json";
    for (value, rule) in [
        (json!({"version": 2, "pages": pages, "search": search}), "version"),
        (json!({"version": "3", "pages": pages, "search": search}), "version"),
        (json!({"pages": pages, "search": search}), "version"),
        (json!([]), "version"),
        (json!(null), "version"),
        (json!({"version": 3, "pages": [], "search": search}), "pages-missing"),
        (json!({"version": 3, "pages": {"0": "x"}, "search": search}), "pages-missing"),
        (json!({"version": 3, "search": search}), "pages-missing"),
        (json!({"version": 3, "pages": vec!["BASEpage.json"; 1001], "search": search}), "too-many-pages"),
        (json!({"version": 3, "pages": [7], "search": search}), "address-missing"),
        (json!({"version": 3, "pages": pages, "search": 7}), "address-missing"),
        (json!({"version": 3, "pages": pages}), "search-missing"),
    ] {
        assert_eq!(failure_with("catalog.v3.json", value), (Part::Index, Cause::Malformed(rule)));
    }
    let elsewhere = json!({"version": 3, "pages": ["https://evil.example/pets/page.json"], "search": search});
    assert_eq!(failure_with("catalog.v3.json", elsewhere), (Part::Index, Cause::Url("url-scheme")));
    let many = json!({"version": 3, "pages": vec!["BASEs0.json"; 101]});
    assert_eq!(
        failure_with("catalog.v3/search.json", many),
        (Part::SearchIndex, Cause::Malformed("too-many-pages"))
    );
}

#[test]
fn a_search_page_has_to_name_a_page_that_exists() {
    for page in [json!(2), json!(-1), json!(0.5), json!("0"), json!(1e300), json!(null)] {
        let value = json!({"version": 3, "pets": [{"id": "cat", "catalogPage": page}]});
        assert_eq!(failure_with("s0.json", value), (Part::SearchPage, Cause::Malformed("catalog-page")));
    }
    for (value, rule) in [
        (json!({"version": 2, "pets": []}), "version"),
        (json!({"version": 3}), "pets-missing"),
        (json!({"version": 3, "pets": vec![0; 10_001]}), "too-many-pets"),
    ] {
        assert_eq!(failure_with("s0.json", value), (Part::SearchPage, Cause::Malformed(rule)));
    }
    // JavaScript makes no difference between 0 and 0.0.
    let whole = json!({"version": 3.0, "pets": [{"id": "cat", "catalogPage": 0.0}]});
    assert_eq!(script().json("s0.json", whole).serve().find("cat").unwrap().display_name, "CAT");
}

fn changed(key: &str, value: Value) -> Value {
    let mut entry = entry("cat");
    entry[key] = value;
    entry
}

#[test]
fn a_pet_that_breaks_a_rule_is_not_used() {
    for (key, value, expected) in [
        ("displayName", json!(""), Cause::Malformed("display-name")),
        ("displayName", json!(7), Cause::Malformed("display-name")),
        ("displayName", json!("x".repeat(121)), Cause::Malformed("display-name")),
        // Beyond the basic plane, a character counts twice.
        ("displayName", json!("😺".repeat(61)), Cause::Malformed("display-name")),
        ("displayName", json!("\u{7}\n"), Cause::Malformed("display-name")),
        ("description", json!(""), Cause::Malformed("description")),
        ("description", json!("x".repeat(501)), Cause::Malformed("description")),
        ("description", json!(null), Cause::Malformed("description")),
        ("thumbnail", json!(null), Cause::Malformed("address-missing")),
        ("thumbnail", json!("BASE"), Cause::Url("url-path")),
        ("zip", json!(["BASEcat.zip"]), Cause::Malformed("address-missing")),
        ("zip", json!(format!("BASE{}.zip", "x".repeat(2048))), Cause::Url("url-length")),
        ("zip", json!("https://zip.openpets.dev/pets/cat.zip"), Cause::Url("url-scheme")),
        ("zip", json!("BASE../cat.zip"), Cause::Url("url-path")),
    ] {
        let page = json!({"version": 3, "pets": [entry("dog"), changed(key, value.clone())]});
        assert_eq!(failure_with("catalog.v3/page-000.json", page), (Part::Page, expected), "{key}: {value}");
    }
    let longest = changed("displayName", json!("😺".repeat(60)));
    let page = json!({"version": 3, "pets": [longest]});
    assert!(script().json("catalog.v3/page-000.json", page).serve().find("cat").is_ok());
}

#[test]
fn others_entries_that_break_a_rule_do_no_harm() {
    let mut bad = entry("dog");
    bad["zip"] = json!("ftp://evil.example/dog.zip");
    let others =
        [json!(null), json!([]), json!({"id": 7}), json!({"id": "../x"}), json!({"id": "builtin"}), bad];
    let mut pets = others.to_vec();
    pets.push(entry("cat"));
    let script = script().json("catalog.v3/page-000.json", json!({"version": 3, "pets": pets})).json(
        "s0.json",
        json!({"version": 3, "pets": [null, {"id": "Dog"}, {"id": "cat", "catalogPage": 0}]}),
    );
    assert_eq!(script.serve().find("cat").unwrap().display_name, "CAT");
}

#[test]
fn an_id_that_is_there_twice_means_nothing() {
    let page = json!({"version": 3, "pets": [entry("cat"), changed("zip", json!("BASEother.zip"))]});
    assert_eq!(
        failure_with("catalog.v3/page-000.json", page),
        (Part::Page, Cause::Malformed("duplicate-id"))
    );
    // Of others it does not matter.
    let page = json!({"version": 3, "pets": [entry("dog"), entry("dog"), entry("cat")]});
    assert!(script().json("catalog.v3/page-000.json", page).serve().find("cat").is_ok());
    // In the older catalog it is the same.
    let twice = json!({"version": 2, "pets": [older_entry("cat"), older_entry("cat")]});
    let error = script()
        .status("catalog.v3.json", "404 Not Found")
        .json("catalog.v2.json", twice)
        .serve()
        .find("cat");
    let Err(CatalogError::Unavailable { older: Some(older), .. }) = error else { panic!("{error:?}") };
    assert_eq!((older.part, older.cause), (Part::Older, Cause::Malformed("duplicate-id")));
}

#[test]
fn a_pet_that_is_listed_has_to_be_there() {
    let page = json!({"version": 3, "pets": [entry("dog")]});
    assert_eq!(
        failure_with("catalog.v3/page-000.json", page),
        (Part::Page, Cause::Malformed("listed-but-missing"))
    );
}

#[test]
fn control_characters_do_not_reach_a_terminal() {
    let page = json!({"version": 3, "pets": [changed("displayName", json!("A\u{1b}[31m cat\u{202e}"))]});
    let pet = script().json("catalog.v3/page-000.json", page).serve().find("cat").unwrap();
    assert!(!pet.display_name.contains(char::is_control), "{:?}", pet.display_name);
}

#[test]
fn what_is_not_json_is_refused() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let in_pets = format!("{{\"version\":3,\"pets\":{deep}}}");
    for text in ["", " ", "<html>Sign in</html>", "{\"version\":3,", "{\"version\":3} x", &deep, &in_pets] {
        let script = script().text("s0.json", text).status("catalog.v2.json", "404 Not Found");
        let found = newest_failure(script.serve().find("cat"));
        assert_eq!(found, (Part::SearchPage, Cause::Malformed("not-json")));
    }
}

#[test]
fn json_is_read_as_browsers_read_it() {
    let page = json!({"version": 3, "pets": [entry("cat")]}).to_string();
    let marked = format!("\u{feff}{page}");
    assert!(script().text("catalog.v3/page-000.json", marked).serve().find("cat").is_ok());

    // Not UTF-8, in a field that nobody needs.
    let mut bytes = br#"{"version": 3, "note": "caf"#.to_vec();
    bytes.extend([0xe9]);
    bytes.extend(br#"", "pets": [{"id": "cat", "catalogPage": 0}]}"#);
    assert!(script().bytes("s0.json", bytes).serve().find("cat").is_ok());
}
