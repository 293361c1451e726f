//! Manifests: whatever is accepted keeps the rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| openpets_assets::fuzzing::manifest(bytes));
