//! Pets from disk to pixels: reading the library, decoding and preparing a sheet, and what is kept of it.

use crate::figures::{Report, Times, ms};
use anyhow::{Context, Result};
use image::ImageDecoder;
use image::codecs::webp::WebPDecoder;
use openpets_assets::compose::FrameSet;
use openpets_assets::{Library, LibraryDirs, PetPackage, Rules};
use openpets_tests::{copy_pet, shared_pet};
use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, Instant};

/// Version 2 sheets of about 2 MB.
const SHEETS: [&str; 3] = ["pepper-carrot", "calian", "scarlet"];
const RUNS: usize = 15;
const CODEX_PETS: usize = 100;
/// Pets whose folder is named otherwise or whose id is refused are left out.
const KEPT: [&str; 12] = [
    "tater",
    "bandit",
    "carrot",
    "pinchy",
    "sapling",
    "pepper-carrot",
    "calian",
    "scarlet",
    "lumisprout",
    "mi-fen",
    "mi-jiu",
    "sample-pet",
];

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    for pet in SHEETS {
        if let Some(package) = shared_pet(pet) {
            decode_and_prepare(pet, &package, report)?;
        }
    }
    kept(report)?;
    library(report)
}

fn decode_and_prepare(pet: &str, dir: &Path, report: &mut Report) -> Result<()> {
    let package = PetPackage::read(dir, Rules::Tolerant)?;
    let bytes = std::fs::read(&package.sheet_path)?;
    let (mut whole, mut alone) = (Vec::new(), Vec::new());
    // In turn, so that a change of the machine's speed hits both.
    for _ in 0..RUNS {
        let start = Instant::now();
        let sheet = package.decode_sheet()?;
        std::hint::black_box(FrameSet::prepare(&sheet, 1.0, false));
        whole.push(start.elapsed());

        let start = Instant::now();
        let decoder = WebPDecoder::new(Cursor::new(&bytes))?;
        let mut pixels = vec![0; usize::try_from(decoder.total_bytes())?];
        decoder.read_image(&mut pixels)?;
        std::hint::black_box(pixels);
        alone.push(start.elapsed());
    }
    let (whole, alone) = (Times::of(whole).median(), Times::of(alone).median());
    let ratio = whole.as_secs_f64() / alone.as_secs_f64();
    report.row(
        &format!("decode and prepare {pet}, {:.1} MB, median", bytes.len() as f64 / 1e6),
        ms(whole),
        format!("decoder alone: {}; {ratio:.2} times", ms(alone)),
        "120 ms; 2 times",
    );
    Ok(())
}

fn kept(report: &mut Report) -> Result<()> {
    let mut sizes = Vec::new();
    for pet in KEPT {
        if let Some(package) = shared_pet(pet) {
            let sheet = PetPackage::read(&package, Rules::Tolerant)?.decode_sheet()?;
            let bytes = FrameSet::prepare(&sheet, 1.0, false).heap_bytes();
            sizes.push((bytes, sheet.rgba.len(), pet));
        }
    }
    sizes.sort_unstable();
    if let (Some((least, ..)), Some((most, pixels, pet))) = (sizes.first(), sizes.last()) {
        report.row(
            &format!("memory kept of a pet's frames at scale 1, {} pets", sizes.len()),
            format!("{:.1} to {:.1} MB ({pet})", *least as f64 / 1e6, *most as f64 / 1e6),
            format!("decoded sheet: {:.1} MB", *pixels as f64 / 1e6),
            "6 MB",
        );
    }
    Ok(())
}

fn library(report: &mut Report) -> Result<()> {
    let Some(package) = shared_pet("pinchy") else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let codex = folder.path().join("codex");
    for pet in 0..CODEX_PETS {
        let id = format!("pet-{pet}");
        copy_pet(&package, &codex, &id)?;
        let manifest = codex.join(&id).join("pet.json");
        let mut document: serde_json::Value = serde_json::from_slice(&std::fs::read(&manifest)?)?;
        document["id"] = id.into();
        std::fs::write(manifest, document.to_string())?;
    }
    let dirs = LibraryDirs { user_data: folder.path().join("data"), codex_pets: Some(codex.clone()) };
    let scan = || {
        let start = Instant::now();
        let library = Library::scan(&dirs);
        (start.elapsed(), library.iter().filter(|entry| entry.health.is_ok()).count())
    };
    let (_, healthy) = scan();
    anyhow::ensure!(healthy == CODEX_PETS + 1, "{healthy} pets are healthy");
    let warm = Times::of((0..RUNS).map(|_| scan().0).collect()).median();
    let whole = Times::of((0..3).map(|_| read_all(&codex)).collect::<Result<_>>()?).median();
    let cold = forget_files().then(|| scan().0);
    report.row(
        &format!("library of {CODEX_PETS} Codex pets"),
        cold.map_or_else(|| ms(warm), |cold| format!("{}, cold {}", ms(warm), ms(cold))),
        format!("reading all their files: {}", ms(whole)),
        "150 ms",
    );
    Ok(())
}

fn read_all(folder: &Path) -> Result<Duration> {
    let start = Instant::now();
    for pet in std::fs::read_dir(folder)? {
        for file in std::fs::read_dir(pet?.path())? {
            let path = file?.path();
            std::hint::black_box(std::fs::read(&path).with_context(|| path.display().to_string())?);
        }
    }
    Ok(start.elapsed())
}

/// Has the system forget what it knows of files, where it lets us.
fn forget_files() -> bool {
    rustix::fs::sync();
    std::fs::write("/proc/sys/vm/drop_caches", "3").is_ok()
}
