//! What a bomb costs in memory: no more than any other archive.

use super::again::{again, task};
use super::cases;
use super::place::{Place, rule};
use openpets_assets::install::{Unattended, Wish, install};
use std::fs;

/// What one archive may cost more than another, in KiB: the kernel counts in pages, and allocators in larger pieces.
const SLACK: u64 = 4 * 1024;

/// Reads an archive as a process of its own, and tells the most memory that it ever had.
#[test]
fn as_a_process() {
    let Some(folder) = task() else { return };
    let place = Place::new();
    let path = std::path::Path::new(&folder).join("package.zip");
    let result = install(&place.dirs, &Wish::Zip(&path), "test", &Unattended);
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("rule {} peak {}", rule(result).unwrap(), peak.trim().trim_end_matches(" kB"));
}

/// The rule that refuses an archive, and the peak in KiB of the process that reads it.
fn read(bytes: &[u8]) -> (String, u64) {
    let place = Place::new();
    fs::write(place.path("package.zip"), bytes).unwrap();
    let folder = place.path("");
    let output = again("memory::as_a_process", folder.to_str().unwrap()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.split_once("rule ")).unwrap_or_else(|| panic!("{text}")).1;
    let (rule, peak) = line.split_once(" peak ").unwrap();
    (rule.to_owned(), peak.parse().unwrap())
}

#[test]
fn a_bomb_costs_no_memory() {
    let small = cases::all().into_iter().find(|case| case.name == "sheet-html").unwrap();
    let (rule, usual) = read(&small.bytes);
    assert_eq!(rule, small.rule);
    for case in cases::large() {
        let (rule, peak) = read(&case.bytes);
        assert_eq!(rule, case.rule, "{}", case.name);
        assert!(peak < usual + SLACK, "{}: {peak} KiB, usual are {usual}", case.name);
    }
}
