//! Sheets: headers of any kind, and the pixels of small ones.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| openpets_assets::fuzzing::sheet(bytes));
