use super::*;
use proptest::prelude::*;
use serde_json::json;

fn good() -> Value {
    json!({"id": "cat", "displayName": "Cat", "description": "A cat.", "spritesheetPath": "spritesheet.webp"})
}

fn rule_with(key: &str, value: Value) -> &'static str {
    let mut document = good();
    document[key] = value;
    rule_of(&serde_json::to_vec(&document).unwrap())
}

fn rule_without(key: &str) -> &'static str {
    let mut document = good();
    document.as_object_mut().unwrap().remove(key);
    rule_of(&serde_json::to_vec(&document).unwrap())
}

fn rule_of(bytes: &[u8]) -> &'static str {
    Manifest::parse(bytes).map_or_else(|finding| finding.rule, |_| "ok")
}

#[test]
fn a_good_one_is_read_and_keeps_what_we_do_not_know() {
    let mut document = good();
    document["author"] = json!({"name": "x", "n": [1, 2.5]});
    document["category"] = json!("animals");
    let manifest = Manifest::parse(&serde_json::to_vec(&document).unwrap()).unwrap();
    assert_eq!(manifest.id.as_str(), "cat");
    assert_eq!(manifest.display_name, "Cat");
    assert_eq!(manifest.sprite_version, SpriteVersion::V1);
    assert_eq!(manifest.optional("category"), Some("animals"));
    assert_eq!(Value::Object(manifest.document), document);
}

#[test]
fn every_field_has_its_rules() {
    assert_eq!(rule_without("id"), "id-missing");
    assert_eq!(rule_with("id", json!(7)), "id-type");
    assert_eq!(rule_with("id", json!("Cat")), "id-form");
    assert_eq!(rule_with("id", json!("builtin")), "id-reserved");
    assert_eq!(rule_without("displayName"), "display-name-missing");
    assert_eq!(rule_with("displayName", Value::Null), "display-name-type");
    assert_eq!(rule_with("displayName", json!("  ")), "display-name-length");
    assert_eq!(rule_with("displayName", json!("米".repeat(120))), "ok");
    assert_eq!(rule_with("displayName", json!("x".repeat(121))), "display-name-length");
    // An emoji outside the basic plane counts twice, as in JavaScript.
    assert_eq!(rule_with("displayName", json!("🐈".repeat(61))), "display-name-length");
    assert_eq!(rule_without("description"), "description-missing");
    assert_eq!(rule_with("description", json!(["x"])), "description-type");
    assert_eq!(rule_with("description", json!("x".repeat(500))), "ok");
    assert_eq!(rule_with("description", json!("x".repeat(501))), "description-length");
    assert_eq!(rule_without("spritesheetPath"), "sheet-path-missing");
    assert_eq!(rule_with("spritesheetPath", json!({})), "sheet-path-type");
    for good in ["con2.webp", "company.webp", "com.webp", "..a", "米.webp"] {
        assert_eq!(rule_with("spritesheetPath", json!(good)), "ok", "{good:?}");
    }
    let on_windows = ["a.webp.", "a ", "CON.webp", "com1.webp", "nul", "a?.webp", "a*b", "<a>"];
    for bad in
        ["", ".", "..", "a/b", "/a", "..\\a", "C:a", "a\0", &"x".repeat(256)].into_iter().chain(on_windows)
    {
        assert_eq!(rule_with("spritesheetPath", json!(bad)), "sheet-path-form", "{bad:?}");
    }
    assert_eq!(rule_with("spritesheetPath", json!("sheet of mine.webp")), "ok");
    for bad in [json!(0), json!(3), json!(1.5), json!("2"), json!(true), Value::Null] {
        assert_eq!(rule_with("spriteVersionNumber", bad), "sprite-version");
    }
    assert_eq!(rule_with("spriteVersionNumber", json!(2.0)), "ok");
    assert_eq!(rule_with("category", json!(5)), "optional-field-type");
    assert_eq!(rule_with("tags", json!(5)), "ok");
}

#[test]
fn every_way_of_not_being_an_object_has_its_rule() {
    assert_eq!(rule_of(b""), "manifest-not-json");
    assert_eq!(rule_of(b"{"), "manifest-not-json");
    assert_eq!(rule_of(b"[]"), "manifest-not-object");
    assert_eq!(rule_of(b"null"), "manifest-not-object");
    assert_eq!(rule_of(b"{} {}"), "manifest-not-json");
    assert_eq!(rule_of(b"\xef\xbb\xbf{}"), "manifest-bom");
    assert_eq!(rule_of(b"{\"id\":\"\xff\"}"), "manifest-not-utf8");
    assert_eq!(rule_of(br#"{"id":"cat","id":"dog"}"#), "manifest-duplicate-field");
    assert_eq!(rule_of(format!("{{\"x\":{}", "[".repeat(100_000)).as_bytes()), "manifest-too-deep");
    assert_eq!(rule_of(br#"{"x":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"[[["}"#), "id-missing");
    assert_eq!(rule_of(b"version https://git-lfs.github.com/spec/v1\noid sha256:0"), "git-lfs-pointer");
}

#[test]
fn the_tolerant_rules_need_no_name_of_the_sheet() {
    let mut notes = Vec::new();
    let mut read = |document: &Value| {
        let bytes = serde_json::to_vec(document).unwrap();
        let only_sheet = || Ok("only.png".to_owned());
        Manifest::parse_tolerantly(&bytes, only_sheet, &mut notes).map_err(|finding| finding.rule)
    };
    let mut document = good();
    assert_eq!(read(&document).unwrap().sheet_name, "spritesheet.webp");
    document["frame"] = json!(5);
    assert_eq!(read(&document), Err("frame-form"));
    assert_eq!(Manifest::parse(&serde_json::to_vec(&document).unwrap()).unwrap().dialect, None);
    document.as_object_mut().unwrap().remove("frame");
    document["spritesheetPath"] = json!("../a");
    assert_eq!(read(&document), Err("sheet-path-form"));
    document.as_object_mut().unwrap().remove("spritesheetPath");
    assert_eq!(read(&document).unwrap().sheet_name, "only.png");
    document["id"] = json!("builtin");
    assert_eq!(read(&document), Err("id-reserved"));
    assert!(notes.iter().all(|note| note.rule == "sheet-path-missing"));
}

#[test]
fn names_have_no_control_characters() {
    let mut document = good();
    document["displayName"] = json!("Cat\n\u{1b}[31m");
    let manifest = Manifest::parse(&serde_json::to_vec(&document).unwrap()).unwrap();
    assert_eq!(manifest.display_name, "Cat  [31m");
}

#[test]
fn codex_names_are_shorter() {
    let mut document = good();
    document["displayName"] = json!("x".repeat(81));
    let manifest = Manifest::parse(&serde_json::to_vec(&document).unwrap()).unwrap();
    assert_eq!(manifest.check_codex_name().unwrap_err().rule, "display-name-length");
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((".{0,8}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = Manifest::parse(&bytes);
    }

    #[test]
    fn arbitrary_values_in_known_fields_never_panic(
        key in prop::sample::select(vec![
            "id", "displayName", "description", "spritesheetPath", "spriteVersionNumber", "category", "new",
        ]),
        value in any_json(),
    ) {
        let mut document = good();
        document[key] = value;
        if let Ok(manifest) = Manifest::parse(&serde_json::to_vec(&document).unwrap()) {
            prop_assert_eq!(Value::Object(manifest.document), document);
        }
    }

    #[test]
    fn mutated_manifests_never_panic(at in 0usize..90, byte in any::<u8>()) {
        let mut bytes = serde_json::to_vec(&good()).unwrap();
        if let Some(slot) = bytes.get_mut(at) {
            *slot = byte;
        }
        let _ = Manifest::parse(&bytes);
    }
}
