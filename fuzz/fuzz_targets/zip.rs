//! Packages in archives: what is accepted keeps the rules, and another reader finds the same in it. An archive that
//! means two things is how a reader is tricked.
#![no_main]

use std::io::{Cursor, Read};
use zip::ZipArchive;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(files) = openpets_assets::fuzzing::archive(bytes) {
        compare(bytes, &files);
    }
});

fn compare(bytes: &[u8], ours: &[(String, Vec<u8>)]) {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("the other reader accepts it too");
    let mut theirs = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("the other reader finds every file");
        let name = String::from_utf8(file.name_raw().to_vec()).expect("names are UTF-8");
        // What is packed for a folder is nothing, and nobody unpacks it.
        if name.ends_with('/') {
            continue;
        }
        let mut contents = Vec::new();
        file.read_to_end(&mut contents).expect("the other reader unpacks every file");
        theirs.push((name.rsplit('/').next().unwrap_or_default().to_owned(), contents));
    }
    let mut ours = ours.to_vec();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs);
}
