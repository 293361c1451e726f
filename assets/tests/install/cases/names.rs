//! Names that lead elsewhere, or that are one name on some systems.

use super::{Case, case};
use crate::pets::{NO_PICTURE, cat, files, manifest};
use crate::zip::{Entry, Zip};
use serde_json::json;

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let names: [(&str, &[u8], &str); 31] = [
        ("traversal", b"../evil", "zip-name-traversal"),
        ("traversal-deep", b"../../../../../../etc/cron.d/evil", "zip-name-traversal"),
        ("traversal-inside", b"cat/../evil", "zip-name-traversal"),
        ("traversal-behind", b"cat/..", "zip-name-traversal"),
        ("traversal-folder", b"../", "zip-name-traversal"),
        ("traversal-alone", b"..", "zip-name-traversal"),
        ("traversal-with-backslash", b"..\\evil", "zip-name-backslash"),
        ("traversal-with-both", b"..\\../evil", "zip-name-backslash"),
        ("traversal-behind-nul", b"..\0/evil", "zip-name-nul"),
        ("traversal-overlong", b"\xc0\xae\xc0\xae/evil", "zip-name-encoding"),
        // A name of its own, however odd: nobody decodes it.
        ("traversal-percent", b"%2e%2e/evil", "zip-layout"),
        ("traversal-full-width", "\u{ff0e}\u{ff0e}/evil".as_bytes(), "zip-layout"),
        ("traversal-three-dots", b".../evil", "zip-layout"),
        ("traversal-with-space", b".. /evil", "zip-layout"),
        ("absolute", b"/etc/passwd", "zip-name-absolute"),
        ("absolute-twice", b"//server/share/evil", "zip-name-absolute"),
        ("absolute-alone", b"/", "zip-name-absolute"),
        ("drive", b"C:/evil", "zip-name-drive"),
        ("drive-relative", b"C:evil", "zip-name-drive"),
        ("drive-with-backslash", b"C:\\evil", "zip-name-backslash"),
        ("stream", b"pet.json:evil", "zip-name-drive"),
        ("device-path", b"\\\\.\\pipe\\evil", "zip-name-backslash"),
        ("dot", b"./pet.json", "zip-name-dot"),
        ("dot-inside", b"cat/./pet.json", "zip-name-dot"),
        ("empty", b"", "zip-name-empty"),
        ("empty-segment", b"cat//pet.json", "zip-name-empty"),
        ("nul", b"spritesheet.webp\0.txt", "zip-name-nul"),
        ("line-feed", b"pet\n.json", "zip-name-control"),
        ("escape", b"\x1b[2Jpet.json", "zip-name-control"),
        ("c1-control", "pet\u{9b}2J.json".as_bytes(), "zip-name-control"),
        ("not-utf8", b"k\xe4tzchen.txt", "zip-name-encoding"),
    ];
    for (name, spelling, rule) in names {
        let zip = cat().but(|zip| zip.entries.push(Entry::stored(spelling, b"").mode(0)));
        cases.push(case(format!("name-{name}"), rule, zip.bytes()));
    }
    cases.extend([
        case(
            "name-twice",
            "zip-duplicate-name",
            cat().but(|zip| zip.entries.push(files()[1].clone())).bytes(),
        ),
        case(
            "folder-twice",
            "zip-duplicate-name",
            Zip::of([Entry::folder("cat/"), Entry::folder("cat/")]).bytes(),
        ),
        collision("capitals", "spritesheet.webp", "SpriteSheet.WEBP"),
        collision("capitals-of-the-manifest", "spritesheet.webp", "PET.JSON"),
        collision("umlauts", "käfer.webp", "KÄFER.webp"),
        collision("greek", "σίσυφος.webp", "ΣΊΣΥΦΟΣ.webp"),
        collision("greek-final", "σας.webp", "σασ.webp"),
        collision("long-s", "spritesheet.webp", "\u{17f}pritesheet.webp"),
        collision("kelvin", "k.webp", "\u{212a}.webp"),
        collision("sharp-s", "straße.webp", "STRASSE.webp"),
        case("two-spellings-of-a-folder", "zip-layout", {
            Zip::of([Entry::stored("cat/pet.json", b"{}"), Entry::stored("Cat/spritesheet.webp", b"")])
                .bytes()
        }),
    ]);
    cases
}

/// A package whose sheet has the one name, and another file of the other one.
fn collision(name: &str, sheet: &str, other: &str) -> Case {
    let mut manifest = manifest("cat");
    manifest["spritesheetPath"] = json!(sheet);
    let zip = Zip::of([
        Entry::stored("pet.json", manifest.to_string().as_bytes()),
        Entry::stored(sheet, NO_PICTURE),
        Entry::stored(other, NO_PICTURE),
    ]);
    case(format!("collision-of-{name}"), "zip-case-collision", zip.bytes())
}
