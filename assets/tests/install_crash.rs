//! Installers that are killed at any moment leave the old pet, the new one or none, each whole; and the next start
//! makes the state file say the same and leaves nothing else behind.
//!
//! The installer is this test program itself, started again with a variable that tells it to install and remove one
//! pet over and over until it is killed.

#![cfg(all(unix, feature = "install"))]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test reports by panicking; the installer that it starts tells its steps"
)]

use openpets_assets::install::{Observer, Progress, Wish, install, recover, uninstall};
use openpets_assets::{LibraryDirs, PetId, StateFile};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Tells the child where to work.
const WORKPLACE: &str = "OPENPETS_TEST_CRASH";
/// Tells the child what to do in which order.
const SEED: &str = "OPENPETS_TEST_SEED";
const KILLS: u64 = 500;
/// Steps that a child lives for at most: an installation or removal has one or two.
const MOST_STEPS: u64 = 3;
/// It lives on for a moment after its last one. Nearly all that matters is done in the first milliseconds of a step,
/// in which a pet is put into its place, or removed.
const SHORT_MICROS: u64 = 4_000;
/// One of four lives on for so long that it may be anywhere.
const LONG_MICROS: u64 = 40_000;

/// Numbers that look random and are the same every time (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

struct Workplace(PathBuf);

impl Workplace {
    fn dirs(&self) -> LibraryDirs {
        LibraryDirs { user_data: self.0.join("user data"), codex_pets: None }
    }

    fn pet(&self) -> PathBuf {
        self.dirs().installed_pets().join("cat")
    }

    /// The one pet, in two versions: from an archive, and from a folder.
    fn zip(&self) -> PathBuf {
        self.0.join("cat.zip")
    }

    fn folder(&self) -> PathBuf {
        self.0.join("cat")
    }

    fn make_packages(&self) {
        let of_zip =
            [("pet.json", manifest("of the archive")), ("spritesheet.webp", sheet([200, 10, 10, 255]))];
        let of_folder =
            [("pet.json", manifest("of the folder")), ("spritesheet.webp", sheet([10, 10, 200, 255]))];
        fs::write(self.zip(), stored_zip(&of_zip)).unwrap();
        fs::create_dir(self.folder()).unwrap();
        for (name, bytes) in of_folder {
            fs::write(self.folder().join(name), bytes).unwrap();
        }
        fs::create_dir(self.0.join("unpacked")).unwrap();
        for (name, bytes) in of_zip {
            fs::write(self.0.join("unpacked").join(name), bytes).unwrap();
        }
    }

    /// Which version lies in the pet's place; nothing if there is none. It must be whole.
    fn version_in_place(&self) -> Option<&'static str> {
        if !self.pet().exists() {
            return None;
        }
        let found = contents(&self.pet());
        let versions = [("of the archive", self.0.join("unpacked")), ("of the folder", self.folder())];
        let version = versions.into_iter().find(|(_, files)| contents(files) == found);
        Some(version.expect("the pet is neither the one nor the other").0)
    }
}

fn id() -> PetId {
    PetId::try_from("cat").unwrap()
}

fn manifest(description: &str) -> Vec<u8> {
    format!(
        r#"{{"id":"cat","displayName":"Cat","description":"{description}","spritesheetPath":"spritesheet.webp"}}"#
    )
    .into_bytes()
}

/// A sheet of one colour, which is small and quickly decoded.
fn sheet(colour: [u8; 4]) -> Vec<u8> {
    let (width, height) = (1536, 1872);
    let pixels: Vec<u8> = colour.into_iter().cycle().take(width * height * 4).collect();
    let mut bytes = Vec::new();
    image_webp::WebPEncoder::new(&mut bytes)
        .encode(&pixels, width as u32, height as u32, image_webp::ColorType::Rgba8)
        .unwrap();
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// An archive of files that are not compressed.
fn stored_zip(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let u16 = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
    let u32 = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    for (name, bytes) in files {
        let offset = archive.len();
        // Version, flags, method, time and date; then what both headers say alike.
        let mut header = [20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0].to_vec();
        header.extend(crc32(bytes).to_le_bytes());
        header.extend([u32(bytes.len()), u32(bytes.len())].concat());
        header.extend([u16(name.len()), u16(0)].concat());
        archive.extend([b"PK\x03\x04", &*header, name.as_bytes(), bytes].concat());
        directory.extend([b"PK\x01\x02\x14\x00", &*header, &[0; 10], &u32(offset), name.as_bytes()].concat());
    }
    let count = u16(files.len());
    let end =
        [b"PK\x05\x06\0\0\0\0", &count[..], &count, &u32(directory.len()), &u32(archive.len()), &[0, 0]];
    [&*archive, &directory, &end.concat()].concat()
}

/// Names and bytes of the files in a folder, in order.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Names in a folder that begin with a dot: nothing that lasts does.
fn hidden(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).filter(|name| name.starts_with('.')).collect()
}

/// Says every step aloud.
struct Aloud;

impl Observer for Aloud {
    fn progress(&self, _: Progress) {
        println!("step");
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// The installer, when this program is started for it; otherwise nothing.
#[test]
fn child() {
    let Some(workplace) = env::var_os(WORKPLACE) else { return };
    let workplace = Workplace(workplace.into());
    let mut numbers = Numbers(env::var(SEED).unwrap().parse().unwrap());
    let (zip, folder, dirs) = (workplace.zip(), workplace.folder(), workplace.dirs());
    println!();
    loop {
        match numbers.next() % 5 {
            0 | 1 => drop(install(&dirs, &Wish::Zip(&zip), "crash test", &Aloud).unwrap()),
            2 | 3 => drop(install(&dirs, &Wish::Folder(&folder), "crash test", &Aloud).unwrap()),
            _ => {
                println!("step");
                drop(uninstall(&dirs, &id(), "crash test"));
            }
        }
    }
}

/// Starts an installer, and kills it at a random moment.
fn live_and_be_killed(workplace: &Workplace, numbers: &mut Numbers) {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["child", "--exact", "--nocapture"])
        .env(WORKPLACE, &workplace.0)
        .env(SEED, numbers.next().to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let steps = usize::try_from(1 + numbers.next() % MOST_STEPS).unwrap();
    let longest = if numbers.next().is_multiple_of(4) { LONG_MICROS } else { SHORT_MICROS };
    let output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut output = output.map(|line| line.unwrap());
    let lived = output.by_ref().filter(|line| line == "step").take(steps).count();
    assert_eq!(lived, steps, "the installer came to an end by itself");
    // This waits for nothing: it is the random moment.
    sleep(Duration::from_micros(numbers.next() % longest));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(output.all(|line| line == "step"), "the installer came to an end by itself");
}

#[test]
fn killed_at_any_moment() {
    let dir = tempfile::tempdir().unwrap();
    let workplace = Workplace(dir.path().to_owned());
    workplace.make_packages();
    let dirs = workplace.dirs();
    let seed: u64 = env::var(SEED).map_or(1, |seed| seed.parse().unwrap());
    let mut numbers = Numbers(seed);
    // How often there was no pet, the one, the other, and something to clean up.
    let mut seen = [0; 4];
    for round in 0..KILLS {
        live_and_be_killed(&workplace, &mut numbers);
        let context = format!("seed {seed}, round {round}");

        let before = workplace.version_in_place();
        seen[3] += usize::from(!hidden(&dirs.installed_pets()).is_empty());
        recover(&dirs).expect(&context);
        let version = workplace.version_in_place();
        if before.is_some() {
            assert_eq!(version, before, "{context}: recovery changed a whole pet");
        }
        seen[match version {
            None => 0,
            Some("of the archive") => 1,
            Some(_) => 2,
        }] += 1;

        let state = StateFile::peek(&dirs.user_data).unwrap();
        let records = state.document()["pets"]["installed"].as_array().cloned().unwrap_or_default();
        let recorded: Vec<_> = records.iter().map(|record| record["description"].as_str().unwrap()).collect();
        assert_eq!(recorded, Vec::from_iter(version), "{context}: the state says something else");
        assert_eq!(hidden(&dirs.installed_pets()), [""; 0], "{context}: something is left over");
        assert_eq!(hidden(&dirs.user_data), [""; 0], "{context}: something is left over");
    }
    // Each end was reached, and there was something to clean up: the test looked where it should.
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
