//! Headers that lie: sizes, offsets, flags, modes, and two that say different things.

use super::{Case, case};
use crate::pets::{NO_PICTURE, cat, files};
use crate::zip::{Entry, Header, Zip, extra};

pub(super) fn cases() -> Vec<Case> {
    [sizes(), zip64(), directory(), entries(), attributes()].into_iter().flatten().collect()
}

/// The pet with a changed sheet.
fn sheet(change: impl FnOnce(Entry) -> Entry) -> Vec<u8> {
    let [manifest, sheet] = files();
    Zip::of([manifest, change(sheet)]).bytes()
}

/// The pet with a changed sheet that is stored.
fn stored(change: impl FnOnce(Entry) -> Entry) -> Vec<u8> {
    sheet(|_| change(Entry::stored("spritesheet.webp", NO_PICTURE)))
}

/// The pet with a changed end of the directory.
fn end(change: impl FnOnce(&mut crate::zip::End)) -> Vec<u8> {
    cat().but(|zip| change(&mut zip.end)).bytes()
}

fn sizes() -> Vec<Case> {
    let mut cases = Vec::new();
    let lies: [(&str, fn(&mut Header)); 6] = [
        ("size-larger", |header| header.size += 1),
        ("size-smaller", |header| header.size -= 1),
        ("size-none", |header| header.size = 0),
        ("packed-larger", |header| header.packed += 1),
        ("packed-smaller", |header| header.packed -= 1),
        ("checksum", |header| header.crc ^= 1),
    ];
    for (what, lie) in lies {
        let case_of = |place: &str, rule, bytes| case(format!("{what}-{place}"), rule, bytes);
        cases.push(case_of("in-the-directory", "zip-headers-disagree", sheet(|sheet| sheet.central(lie))));
        cases.push(case_of("in-the-local-header", "zip-headers-disagree", sheet(|sheet| sheet.local(lie))));
        let rule = match what {
            "checksum" => "zip-contents-damaged",
            // The directory begins where the sheet does not end.
            "packed-larger" => "zip-overlap",
            "packed-smaller" => "zip-gap",
            _ => "zip-size-mismatch",
        };
        cases.push(case_of("in-both", rule, sheet(|sheet| sheet.both(lie))));
        if what != "checksum" {
            cases.push(case_of(
                "in-the-directory-stored",
                "zip-size-mismatch",
                stored(|sheet| sheet.central(lie)),
            ));
            cases.push(case_of("in-both-stored", "zip-size-mismatch", stored(|sheet| sheet.both(lie))));
        }
        cases.push(case_of("behind-the-contents", "zip-headers-disagree", {
            sheet(|sheet| {
                let mut told = sheet.clone();
                lie(&mut told.central);
                let behind = told.streamed(true).behind;
                sheet.streamed(true).but(|sheet| sheet.behind = behind)
            })
        }));
    }
    cases.extend([
        case("both-sizes-larger-stored", "zip-overlap", {
            stored(|sheet| {
                sheet.both(|header| (header.packed, header.size) = (header.packed + 1, header.size + 1))
            })
        }),
        case("both-sizes-smaller-stored", "zip-gap", {
            stored(|sheet| {
                sheet.both(|header| (header.packed, header.size) = (header.packed - 1, header.size - 1))
            })
        }),
        case("size-of-101-mib", "zip-file-too-large", {
            sheet(|sheet| sheet.both(|header| header.size = 101 * 1024 * 1024))
        }),
        case("sizes-do-not-follow", "zip-headers-disagree", {
            sheet(|sheet| sheet.streamed(true).but(|sheet| sheet.behind.clear()))
        }),
        case("sizes-follow-cut", "zip-headers-disagree", {
            sheet(|sheet| sheet.streamed(true).but(|sheet| sheet.behind.truncate(11)))
        }),
        case("more-than-sizes-follows", "zip-gap", {
            sheet(|sheet| sheet.streamed(true).but(|sheet| sheet.behind.push(0)))
        }),
        case("sizes-follow-says-one-header", "zip-headers-disagree", {
            sheet(|sheet| sheet.streamed(true).local(|local| local.flags = 0))
        }),
        case("sizes-follow-and-are-wrong-before", "zip-headers-disagree", {
            sheet(|sheet| sheet.streamed(true).local(|local| local.size = 1))
        }),
    ]);
    cases
}

fn zip64() -> Vec<Case> {
    let sizes = |_: &Entry| extra(1, &[0; 16]);
    vec![
        case("zip64-sizes", "zip-zip64", sheet(|sheet| sheet.both(|header| header.size = u32::MAX))),
        case("zip64-packed-size", "zip-zip64", sheet(|sheet| sheet.both(|header| header.packed = u32::MAX))),
        case("zip64-local-size", "zip-zip64", sheet(|sheet| sheet.local(|header| header.size = u32::MAX))),
        case("zip64-offset", "zip-zip64", sheet(|sheet| sheet.but(|sheet| sheet.offset = Some(u32::MAX)))),
        case("zip64-disk", "zip-zip64", sheet(|sheet| sheet.but(|sheet| sheet.disk = u16::MAX))),
        case("zip64-sizes-with-their-field", "zip-zip64", {
            sheet(|sheet| {
                let field = sizes(&sheet);
                sheet.both(|header| {
                    (header.packed, header.size) = (u32::MAX, u32::MAX);
                    header.extra.clone_from(&field);
                })
            })
        }),
        case("zip64-field-in-the-directory", "zip-zip64", {
            sheet(|sheet| {
                let field = sizes(&sheet);
                sheet.central(|header| header.extra = [extra(0x5455, &[0; 5]), field].concat())
            })
        }),
        case("zip64-field-in-the-local-header", "zip-zip64", {
            sheet(|sheet| {
                let field = sizes(&sheet);
                sheet.local(|header| header.extra = field)
            })
        }),
        case("zip64-locator", "zip-zip64", {
            let locator = [b"PK\x06\x07".as_slice(), &[0; 16]].concat();
            cat().but(|zip| zip.before_end = locator).bytes()
        }),
        case(
            "zip64-entries",
            "zip-zip64",
            end(|end| (end.here, end.entries) = (Some(u16::MAX), Some(u16::MAX))),
        ),
        case("zip64-directory-size", "zip-zip64", end(|end| end.size = Some(u32::MAX))),
        case("zip64-directory-offset", "zip-zip64", end(|end| end.offset = Some(u32::MAX))),
    ]
}

fn directory() -> Vec<Case> {
    let truth = cat();
    let offset: u32 = truth.entries.iter().map(|entry| entry.length() as u32).sum();
    let size = truth.bytes().len() as u32 - 22 - offset;
    vec![
        case(
            "fewer-entries-than-there-are",
            "zip-damaged",
            end(|end| (end.here, end.entries) = (Some(1), Some(1))),
        ),
        case(
            "more-entries-than-there-are",
            "zip-truncated",
            end(|end| (end.here, end.entries) = (Some(3), Some(3))),
        ),
        case("entries-disagree", "zip-divided", end(|end| end.here = Some(1))),
        case("second-disk", "zip-divided", end(|end| end.disk = 1)),
        case("directory-on-another-disk", "zip-divided", end(|end| end.directory_disk = 1)),
        case("directory-size-larger", "zip-truncated", end(|end| end.size = Some(size + 1))),
        case("directory-size-smaller", "zip-leading-data", end(|end| end.size = Some(size - 1))),
        case("directory-offset-larger", "zip-truncated", end(|end| end.offset = Some(offset + 1))),
        case("directory-offset-smaller", "zip-leading-data", end(|end| end.offset = Some(offset - 1))),
        case("directory-elsewhere", "zip-damaged", {
            end(|end| (end.offset, end.size) = (Some(offset - 1), Some(size + 1)))
        }),
        case("directory-from-the-first-byte", "zip-damaged", {
            end(|end| (end.offset, end.size) = (Some(0), Some(size + offset)))
        }),
    ]
}

fn entries() -> Vec<Case> {
    let [manifest, sheet_file] = files();
    let at = |offset: usize| sheet(|sheet| sheet.but(|sheet| sheet.offset = Some(offset as u32)));
    vec![
        case("two-entries-share-data", "zip-overlap", {
            let shared = sheet_file.clone().both(|header| header.name = b"preview.webp".into());
            let shared = shared.but(|shared| {
                shared.only_in_directory = true;
                shared.offset = Some(manifest.length() as u32);
            });
            Zip::of([manifest.clone(), sheet_file.clone(), shared]).bytes()
        }),
        case("one-entry-twice", "zip-overlap", {
            let again = sheet_file.clone().but(|again| {
                again.only_in_directory = true;
                again.offset = Some(manifest.length() as u32);
            });
            Zip::of([manifest.clone(), sheet_file.clone(), again]).bytes()
        }),
        case("an-entry-reaches-into-the-directory", "zip-overlap", {
            sheet(|sheet| sheet.both(|header| header.packed += 60))
        }),
        case("an-entry-reaches-into-the-next", "zip-overlap", {
            Zip::of([manifest.clone().both(|header| header.packed += 1), sheet_file.clone()]).bytes()
        }),
        case("an-entry-behind-the-end", "zip-gap", at(0x7fff_ffff)),
        case("an-entry-in-the-directory", "zip-gap", at(manifest.length() + sheet_file.length() + 1)),
        case("an-entry-beside-its-header", "zip-gap", at(manifest.length() + 1)),
        case("an-entry-in-the-one-before", "zip-overlap", at(manifest.length() - 1)),
        case("the-first-entry-is-not-first", "zip-leading-data", {
            Zip::of([manifest.clone().but(|manifest| manifest.offset = Some(1)), sheet_file.clone()]).bytes()
        }),
        case("no-local-header", "zip-damaged", {
            let mut bytes = cat().bytes();
            bytes[manifest.length()] = b'X';
            bytes
        }),
        case("names-disagree", "zip-headers-disagree", {
            sheet(|sheet| sheet.local(|header| header.name = b"spritesheet.exec".into()))
        }),
        case("name-lengths-disagree", "zip-headers-disagree", {
            sheet(|sheet| sheet.local(|header| header.name = b"x".into()))
        }),
        case(
            "methods-disagree",
            "zip-headers-disagree",
            sheet(|sheet| sheet.local(|header| header.method = 0)),
        ),
        case("name-encodings-disagree", "zip-headers-disagree", {
            sheet(|sheet| sheet.local(|header| header.flags |= 1 << 11))
        }),
        case("another-name-in-an-extra-field", "zip-headers-disagree", {
            let field = extra(0x7075, b"\x01????../../evil");
            sheet(|sheet| sheet.central(|header| header.extra = field))
        }),
        case("another-name-in-a-local-extra-field", "zip-headers-disagree", {
            let field = extra(0x7075, b"\x01????../../evil");
            sheet(|sheet| sheet.local(|header| header.extra = field))
        }),
        case("encrypted", "zip-encrypted", sheet(|sheet| sheet.both(|header| header.flags |= 1))),
        case(
            "strongly-encrypted",
            "zip-encrypted",
            sheet(|sheet| sheet.both(|header| header.flags |= 1 << 6)),
        ),
        case("masked-headers", "zip-encrypted", sheet(|sheet| sheet.both(|header| header.flags |= 1 << 13))),
        case("encrypted-says-one-header", "zip-headers-disagree", {
            sheet(|sheet| sheet.local(|header| header.flags |= 1))
        }),
        case("another-disk", "zip-divided", sheet(|sheet| sheet.but(|sheet| sheet.disk = 1))),
    ]
    .into_iter()
    .chain([1, 2, 6, 9, 12, 14, 20, 93, 95, 98, 99, 0xffff].map(|method| {
        case(
            format!("method-{method}"),
            "zip-method",
            sheet(|sheet| sheet.both(|header| header.method = method)),
        )
    }))
    .collect()
}

fn attributes() -> Vec<Case> {
    let mode = |mode| sheet(|sheet| sheet.mode(mode));
    vec![
        case("symlink", "zip-symlink", {
            sheet(|_| Entry::stored("spritesheet.webp", b"/etc/passwd").mode(0o120_777))
        }),
        case("symlink-of-macos", "zip-symlink", {
            sheet(|_| Entry::stored("spritesheet.webp", b"x").mode(0o120_777).but(|entry| entry.host = 19))
        }),
        // Without Unix, it is a file with a path in it.
        case("symlink-of-no-unix", "sheet-not-webp", {
            sheet(|_| {
                let link = Entry::stored("spritesheet.webp", b"/etc/passwd").mode(0o120_777);
                link.but(|entry| entry.host = 0)
            })
        }),
        case("folder-symlink", "zip-symlink", {
            Zip::of([Entry::stored("cat/", b"").mode(0o120_777)]).bytes()
        }),
        case("fifo", "zip-special-file", mode(0o010_644)),
        case("character-device", "zip-special-file", mode(0o020_644)),
        case("block-device", "zip-special-file", mode(0o060_644)),
        case("socket", "zip-special-file", mode(0o140_644)),
        case("unknown-kind", "zip-special-file", mode(0o170_644)),
        case("setuid", "zip-mode", mode(0o104_755)),
        case("setgid", "zip-mode", mode(0o102_755)),
        case("sticky", "zip-mode", mode(0o101_755)),
        case("setuid-without-kind", "zip-mode", mode(0o004_755)),
        case("a-folder-without-slash", "zip-damaged", mode(0o040_755)),
        case("a-file-with-slash", "zip-damaged", {
            Zip::of([Entry::stored("cat/", b"").mode(0o100_644)]).bytes()
        }),
    ]
}
