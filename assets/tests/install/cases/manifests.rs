//! Manifests that break a rule, in an archive that keeps them.

use super::{Case, case};
use crate::pets::{files, manifest, manifest_with, with_manifest};
use crate::zip::{Entry, Zip};
use serde_json::{Value, json};

pub(super) fn cases() -> Vec<Case> {
    let good = manifest("cat").to_string();
    let mut cases: Vec<Case> = texts(&good)
        .into_iter()
        .map(|(name, rule, text)| case(format!("manifest-{name}"), rule, with_manifest(&text).bytes()))
        .collect();
    cases.extend(wrong_types());
    cases.extend(missing_fields());
    for (name, id) in [
        ("capitals", "Cat"),
        ("space", "my cat"),
        ("dots", ".."),
        ("path", "a/b"),
        ("empty", ""),
        ("dash-first", "-cat"),
        ("dot-first", ".install-cat"),
        ("umlaut", "kätzchen"),
    ] {
        cases.push(case(
            format!("id-{name}"),
            "id-form",
            with_manifest(&manifest_with("id", json!(id))).bytes(),
        ));
    }
    cases.extend([
        case("id-of-65", "id-form", with_manifest(&manifest_with("id", json!("a".repeat(65)))).bytes()),
        case("id-builtin", "id-reserved", with_manifest(&manifest_with("id", json!("builtin"))).bytes()),
        case("name-of-121", "display-name-length", {
            with_manifest(&manifest_with("displayName", json!("x".repeat(121)))).bytes()
        }),
        case("name-of-spaces", "display-name-length", {
            with_manifest(&manifest_with("displayName", json!(" \n\t"))).bytes()
        }),
        case("description-of-501", "description-length", {
            with_manifest(&manifest_with("description", json!("x".repeat(501)))).bytes()
        }),
        case(
            "version-3",
            "sprite-version",
            with_manifest(&manifest_with("spriteVersionNumber", json!(3))).bytes(),
        ),
        case("sheet-is-the-manifest", "sheet-not-webp", {
            let manifest = manifest_with("spritesheetPath", json!("pet.json"));
            Zip::of([Entry::deflated("pet.json", &manifest)]).bytes()
        }),
    ]);
    for path in [
        "../spritesheet.webp",
        "/etc/passwd",
        "a/spritesheet.webp",
        "C:sheet",
        "..",
        ".",
        "",
        "a\\b",
        "a\u{0}b",
    ] {
        let name = format!("sheet-path-{}", path.escape_default().to_string().replace(['/', '\\', ':'], "-"));
        let manifest = manifest_with("spritesheetPath", json!(path));
        cases.push(case(name, "sheet-path-form", with_manifest(&manifest).bytes()));
    }
    cases
}

/// What is no manifest at all.
fn texts(good: &str) -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let behind = |text: &str| [good.as_bytes(), text.as_bytes()].concat();
    vec![
        ("empty", "manifest-not-json", Vec::new()),
        ("lfs-pointer", "git-lfs-pointer", b"version https://git-lfs.github.com/spec/v1\n".to_vec()),
        ("bom", "manifest-bom", [b"\xef\xbb\xbf", good.as_bytes()].concat()),
        (
            "utf16",
            "manifest-not-utf8",
            good.encode_utf16().flat_map(|unit| (unit | 0xd800).to_le_bytes()).collect(),
        ),
        (
            "latin1",
            "manifest-not-utf8",
            good.replace("Cat", "\u{1}").bytes().map(|b| if b == 1 { 0xe4 } else { b }).collect(),
        ),
        ("array", "manifest-not-object", format!("[{good}]").into_bytes()),
        ("text", "manifest-not-object", b"\"pet\"".to_vec()),
        ("null", "manifest-not-object", b"null".to_vec()),
        ("cut", "manifest-not-json", good.as_bytes()[..good.len() - 1].to_vec()),
        ("comment", "manifest-not-json", behind("// a cat")),
        ("two", "manifest-not-json", behind(good)),
        ("nul", "manifest-not-json", behind("\0")),
        ("lone-surrogate", "manifest-not-json", good.replace("Cat", "\\ud800").into_bytes()),
        ("duplicate-id", "manifest-duplicate-field", good.replacen('{', r#"{"id":"dog","#, 1).into_bytes()),
        (
            "duplicate-escaped",
            "manifest-duplicate-field",
            good.replacen('{', r#"{"\u0069d":"dog","#, 1).into_bytes(),
        ),
        ("deep", "manifest-too-deep", {
            let nested = format!("{}1{}", "[".repeat(60_000), "]".repeat(60_000));
            good.replacen('{', &format!(r#"{{"deep":{nested},"#), 1).into_bytes()
        }),
        ("deep-and-open", "manifest-too-deep", "[".repeat(100_000).into_bytes()),
        ("number-too-large", "manifest-not-json", good.replacen('{', r#"{"n":1e999,"#, 1).into_bytes()),
        ("of-129-kib", "manifest-too-large", behind(&" ".repeat(129 * 1024))),
    ]
}

fn wrong_types() -> Vec<Case> {
    let mut cases = Vec::new();
    let values = [
        ("null", json!(null)),
        ("number", json!(7)),
        ("list", json!(["cat"])),
        ("object", json!({"a": 1})),
        ("true", json!(true)),
    ];
    for (field, rule) in [
        ("id", "id-type"),
        ("displayName", "display-name-type"),
        ("description", "description-type"),
        ("spritesheetPath", "sheet-path-type"),
        ("category", "optional-field-type"),
        ("subcategory", "optional-field-type"),
        ("sourceUrl", "optional-field-type"),
        ("xHandle", "optional-field-type"),
        ("spriteVersionNumber", "sprite-version"),
    ] {
        for (kind, value) in &values {
            let manifest = manifest_with(field, value.clone());
            cases.push(case(format!("{field}-is-{kind}"), rule, with_manifest(&manifest).bytes()));
        }
    }
    for (kind, value) in [("text", json!("2")), ("fraction", json!(1.5)), ("negative", json!(-1))] {
        let manifest = manifest_with("spriteVersionNumber", value);
        cases.push(case(
            format!("spriteVersionNumber-is-{kind}"),
            "sprite-version",
            with_manifest(&manifest).bytes(),
        ));
    }
    cases
}

fn missing_fields() -> Vec<Case> {
    [
        ("id", "id-missing"),
        ("displayName", "display-name-missing"),
        ("description", "description-missing"),
        ("spritesheetPath", "sheet-path-missing"),
    ]
    .into_iter()
    .map(|(field, rule)| {
        let mut document = manifest("cat");
        if let Value::Object(fields) = &mut document {
            fields.remove(field);
        }
        case(format!("no-{field}"), rule, with_manifest(document.to_string().as_bytes()).bytes())
    })
    .collect()
}

pub(super) fn large() -> impl Iterator<Item = Case> {
    let spaces = || [manifest("cat").to_string().as_bytes(), &[b' '; 10_000_000]].concat();
    let makers: [fn(Vec<u8>) -> Case; 2] = [
        |text| case("manifest-of-10-mb", "manifest-too-large", with_manifest(&text).bytes()),
        |text| {
            let lie = Entry::deflated("pet.json", &text).both(|header| header.size = 1000);
            case(
                "manifest-of-10-mb-declared-small",
                "zip-size-mismatch",
                Zip::of([lie, files()[1].clone()]).bytes(),
            )
        },
    ];
    makers.into_iter().map(move |make| make(spaces()))
}
