//! Files that are no archives, archives with more or less in them than there should be, and contents that are not what
//! their headers say.

use super::{Case, case};
use crate::pets::{NO_PICTURE, cat, files, manifest};
use crate::zip::{Entry, Zip};

const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 12345\n";
const MIB: usize = 1024 * 1024;

pub(super) fn cases() -> Vec<Case> {
    let [manifest, sheet] = files();
    let whole = cat().bytes();
    let json = crate::pets::manifest("cat").to_string();
    vec![
        // Not an archive.
        case("empty-file", "zip-truncated", ""),
        case("two-bytes", "zip-truncated", "PK"),
        case("rar", "zip-signature", b"Rar!\x1a\x07\x01\x00 and more".as_slice()),
        case("gzip", "zip-signature", b"\x1f\x8b\x08\x00 and more".as_slice()),
        case("html", "zip-signature", "<!doctype html><title>404</title>"),
        case("sheet-instead-of-archive", "zip-signature", NO_PICTURE),
        case("manifest-instead-of-archive", "zip-signature", json.clone()),
        case("lfs-pointer", "git-lfs-pointer", LFS_POINTER),
        case("no-entries", "zip-manifest-missing", Zip::default().bytes()),
        case("signature-alone", "zip-truncated", "PK\x03\x04"),
        case("zip64-locator-first", "zip-signature", "PK\x06\x07"),
        // More than an archive.
        case("data-before", "zip-leading-data", cat().but(|zip| zip.before = b"PK\x03\x04??".into()).bytes()),
        case("program-before", "zip-signature", [b"#!/bin/sh\n", &*whole].concat()),
        case("data-before-unaware", "zip-leading-data", [b"PK\x03\x04??", &*whole].concat()),
        case("data-behind", "zip-trailing-data", cat().but(|zip| zip.behind = b"more".into()).bytes()),
        case("gap", "zip-gap", gap(|zip| zip.entries[1].before = b"hidden".into())),
        case("gap-with-an-entry", "zip-gap", gap(|zip| zip.entries[1].before = hidden_entry())),
        case("gap-before-directory", "zip-gap", gap(|zip| zip.before_directory = b"hidden".into())),
        case("gap-before-end", "zip-leading-data", gap(|zip| zip.before_end = b"hidden".into())),
        case("no-entries-but-data", "zip-leading-data", {
            Zip::default().but(|zip| zip.before = b"PK\x03\x04??".into()).bytes()
        }),
        // Less than an archive.
        case("without-its-end", "zip-truncated", &whole[..whole.len() - 22]),
        case("directory-cut", "zip-truncated", &whole[..whole.len() - 40]),
        case("comment-cut", "zip-truncated", cat().but(|zip| zip.end.comment_length = Some(7)).bytes()),
        // Games with the comment.
        case("end-in-the-comment", "zip-two-ends", cat().comment(&Zip::default().bytes()).bytes()),
        case("archive-in-the-comment", "zip-two-ends", archive_in_the_comment()),
        case("cut-end-in-the-comment", "zip-two-ends", {
            cat().comment(&[&Zip::default().bytes()[..], b"!"].concat()).bytes()
        }),
        case("long-end-in-the-comment", "zip-two-ends", {
            let fake = Zip::default().but(|zip| zip.end.comment_length = Some(9)).bytes();
            cat().comment(&fake).bytes()
        }),
        // Other files than a pet's.
        case("an-extra-file", "zip-unexpected-file", with(Entry::stored("readme.txt", b"!"))),
        case(
            "an-extra-file-of-a-long-name",
            "zip-unexpected-file",
            with(Entry::stored("x".repeat(60_000), b"!")),
        ),
        case("an-empty-extra-folder", "zip-layout", with(Entry::folder("cat/"))),
        case("an-archive-in-the-archive", "zip-unexpected-file", with(Entry::stored("cat.zip", &whole))),
        case("an-archive-as-the-sheet", "sheet-not-webp", {
            Zip::of([manifest.clone(), Entry::stored("spritesheet.webp", &whole)]).bytes()
        }),
        case("of-macos", "zip-layout", with(Entry::stored("__MACOSX/._pet.json", b"!"))),
        case("of-the-finder", "zip-unexpected-file", with(Entry::stored(".DS_Store", b"!"))),
        case("two-top-folders", "zip-layout", {
            Zip::of([
                Entry::deflated("a/pet.json", json.as_bytes()),
                Entry::deflated("b/spritesheet.webp", NO_PICTURE),
            ])
            .bytes()
        }),
        case(
            "nested-folders",
            "zip-layout",
            Zip::of([Entry::deflated("a/b/pet.json", json.as_bytes())]).bytes(),
        ),
        case("no-sheet", "zip-sheet-missing", Zip::of([manifest.clone()]).bytes()),
        case("no-manifest", "zip-manifest-missing", Zip::of([sheet.clone()]).bytes()),
        case("sheet-of-another-name", "zip-unexpected-file", {
            Zip::of([manifest.clone(), Entry::deflated("sheet.webp", NO_PICTURE)]).bytes()
        }),
        case("a-folder-with-contents", "zip-damaged", {
            let folder = Entry::stored("cat/", b"12345").mode(0o040_755);
            Zip::of([folder, Entry::stored("cat/pet.json", json.as_bytes())]).bytes()
        }),
        case("501-entries", "zip-too-many-entries", {
            Zip::of((0..501).map(|number| Entry::stored(number.to_string(), b""))).bytes()
        }),
        case("500-entries", "zip-manifest-missing", {
            Zip::of((0..500).map(|number| Entry::stored(number.to_string(), b""))).bytes()
        }),
        case(
            "preview-is-text",
            "preview-not-webp",
            with(Entry::stored("preview.webp", b"RIFF but no picture")),
        ),
        case("preview-is-short", "preview-not-webp", with(Entry::stored("preview.webp", &NO_PICTURE[..11]))),
        case("preview-is-empty", "preview-not-webp", with(Entry::stored("preview.webp", b""))),
        // Contents.
        case("broken-deflate", "zip-contents-damaged", body(&sheet, |body| body[0] = 0x07)),
        case(
            "deflate-reaches-back-too-far",
            "zip-contents-damaged",
            body(&sheet, |body| *body = vec![0x03, 0x02, 0x00]),
        ),
        case("deflate-never-ends", "zip-contents-damaged", {
            body(&sheet, |body| *body = [0, 1, 0, 0xfe, 0xff, b'!'].repeat(3))
        }),
        case("deflate-of-nothing", "zip-contents-damaged", body(&sheet, Vec::clear)),
        case("more-than-deflate-needs", "zip-size-mismatch", body(&sheet, |body| body.extend(b"hidden"))),
        case("wrong-checksum-deflated", "zip-contents-damaged", {
            Zip::of([manifest.clone(), sheet.clone().both(|header| header.crc ^= 1)]).bytes()
        }),
        case("wrong-checksum-stored", "zip-contents-damaged", {
            let sheet = Entry::stored("spritesheet.webp", NO_PICTURE).both(|header| header.crc ^= 1);
            Zip::of([manifest.clone(), sheet]).bytes()
        }),
        case("wrong-checksum-of-the-manifest", "zip-contents-damaged", {
            Zip::of([manifest.clone().both(|header| header.crc = 0), sheet.clone()]).bytes()
        }),
        case("a-small-bomb", "zip-size-mismatch", {
            let bomb = Entry::deflated("spritesheet.webp", &[0; MIB]).both(|header| header.size = 100);
            Zip::of([manifest.clone(), bomb]).bytes()
        }),
        case("a-bomb-as-the-manifest", "zip-size-mismatch", {
            let bomb = Entry::deflated("pet.json", &[b' '; MIB]).both(|header| header.size = 100);
            Zip::of([bomb, sheet.clone()]).bytes()
        }),
        case("quoted-overlap", "zip-overlap", quoted_overlap(&manifest, &sheet)),
    ]
}

pub(super) fn large() -> impl Iterator<Item = Case> {
    let bomb = || Entry::deflated("spritesheet.webp", &vec![0; 100 * MIB]);
    let makers: [fn(Entry) -> Case; 5] = [
        |bomb| case("bomb-of-100-mib", "sheet-not-webp", Zip::of([files()[0].clone(), bomb]).bytes()),
        |bomb| {
            let small = bomb.both(|header| header.size = 4096);
            case("bomb-declared-small", "zip-size-mismatch", Zip::of([files()[0].clone(), small]).bytes())
        },
        |bomb| {
            let larger = bomb.both(|header| header.size += 1);
            case(
                "bomb-of-more-than-100-mib",
                "zip-file-too-large",
                Zip::of([files()[0].clone(), larger]).bytes(),
            )
        },
        |bomb| {
            let preview = bomb.clone().both(|header| header.name = b"preview.webp".into());
            case(
                "more-than-200-mib",
                "zip-total-too-large",
                Zip::of([files()[0].clone(), bomb, preview]).bytes(),
            )
        },
        |_| {
            let large = Entry::stored("spritesheet.webp", &vec![7; 50 * MIB]);
            case("archive-of-more-than-50-mib", "zip-too-large", Zip::of([files()[0].clone(), large]).bytes())
        },
    ];
    makers.into_iter().map(move |make| make(bomb()))
}

/// The pet with one more file.
fn with(entry: Entry) -> Vec<u8> {
    cat().but(|zip| zip.entries.push(entry)).bytes()
}

fn gap(change: impl FnOnce(&mut Zip)) -> Vec<u8> {
    cat().but(change).bytes()
}

/// An entry that only those find who read the archive from its beginning.
fn hidden_entry() -> Vec<u8> {
    let bytes = Zip::of([Entry::stored("hidden", b"?")]).bytes();
    bytes[..Entry::stored("hidden", b"?").length()].to_vec()
}

/// The pet with a sheet whose packed contents are others; the headers know their length.
fn body(sheet: &Entry, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut sheet = sheet.clone();
    change(&mut sheet.body);
    let packed = sheet.body.len() as u32;
    Zip::of([files()[0].clone(), sheet.both(|header| header.packed = packed)]).bytes()
}

/// A whole other archive in the comment, whose directory knows where it lies.
fn archive_in_the_comment() -> Vec<u8> {
    let outer = cat().bytes();
    let inner = Zip::of([Entry::stored("pet.json", manifest("dog").to_string().as_bytes())])
        .but(|zip| zip.before = outer)
        .bytes();
    let comment = inner[cat().bytes().len()..].to_vec();
    cat().comment(&comment).bytes()
}

/// A file whose contents are another one with its header, which the directory names too: one piece of data counts
/// twice.
fn quoted_overlap(manifest: &Entry, sheet: &Entry) -> Vec<u8> {
    let quoted = &Zip::of([sheet.clone()]).bytes()[..sheet.length()];
    let outer = Entry::stored("preview.webp", quoted);
    let start = manifest.length() + outer.length() - quoted.len();
    let inner = sheet.clone().but(|inner| {
        inner.only_in_directory = true;
        inner.offset = Some(start as u32);
    });
    Zip::of([manifest.clone(), outer, inner]).bytes()
}
