//! Installing a package of 4 MB from a file, as a whole process, against unpacking and decoding it and nothing else.

use crate::figures::{Report, Times, ms};
use anyhow::{Result, ensure};
use image::codecs::webp::WebPDecoder;
use image::{ImageDecoder, RgbaImage};
use openpets_tests::Folders;
use serde_json::json;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const RUNS: usize = 15;

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    let folders = Folders::new()?;
    let package = folders.runtime().join("noise.zip");
    let bytes = write_package(&package)?;
    let (mut whole, mut alone, mut peak) = (Vec::new(), Vec::new(), 0);
    // In turn, so that a change of the machine's speed hits both.
    for _ in 0..RUNS {
        let (time, memory) = install(&folders, &package)?;
        whole.push(time);
        peak = peak.max(memory);
        alone.push(unpack_and_decode(&package)?);
    }
    let (whole, alone) = (Times::of(whole).median(), Times::of(alone).median());
    let ratio = whole.as_secs_f64() / alone.as_secs_f64();
    report.row(
        &format!("install a package of {:.1} MB, whole process, median", bytes as f64 / 1e6),
        format!("{}, at most {:.0} MB of memory", ms(whole), peak as f64 / 1e6),
        format!("unpacking and decoding alone: {}; {ratio:.2} times", ms(alone)),
        "300 ms",
    );
    Ok(())
}

/// A pet of noise, which cannot be packed well, so that its sheet is as large as the largest in use.
fn write_package(path: &Path) -> Result<u64> {
    let mut state = 1_u32;
    let mut noise = || {
        // xorshift32
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let sheet = RgbaImage::from_fn(1536, 1872, |x, y| {
        let inside = (16..176).contains(&(x % 192)) && (64..200).contains(&(y % 208));
        let [r, g, b, _] = noise().to_le_bytes();
        image::Rgba(if inside { [r, g & 0xf0, b & 0xf0, 255] } else { [0; 4] })
    });
    let mut webp = Vec::new();
    sheet.write_with_encoder(image::codecs::webp::WebPEncoder::new_lossless(&mut webp))?;
    let manifest = json!({
        "id": "noise", "displayName": "Noise", "description": "For measuring.", "spritesheetPath": "spritesheet.webp",
    });
    let mut archive = zip::ZipWriter::new(fs::File::create(path)?);
    for (name, bytes) in [("pet.json", manifest.to_string().as_bytes()), ("spritesheet.webp", &webp)] {
        archive.start_file(name, zip::write::SimpleFileOptions::default())?;
        archive.write_all(bytes)?;
    }
    archive.finish()?;
    Ok(fs::metadata(path)?.len())
}

/// How long it takes, and the most memory that the process had.
fn install(folders: &Folders, package: &Path) -> Result<(Duration, u64)> {
    let mut command = folders.openpets()?;
    command.args(["install", "--standalone", "--from-zip"]).arg(package).stdout(Stdio::null());
    let start = Instant::now();
    let child = command.spawn()?;
    let pid = rustix::process::Pid::from_child(&child);
    // The system keeps the figure for a child that has ended until it is collected; reading it by the way is enough.
    let mut peak = 0;
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let Some(kilobytes) = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok())
        else {
            break;
        };
        peak = kilobytes * 1024;
        std::thread::sleep(Duration::from_millis(1));
    }
    let time = start.elapsed();
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "the package was not installed");
    Ok((time, peak))
}

fn unpack_and_decode(package: &Path) -> Result<Duration> {
    let start = Instant::now();
    let mut archive = zip::ZipArchive::new(Cursor::new(fs::read(package)?))?;
    let mut bytes = Vec::new();
    archive.by_name("spritesheet.webp")?.read_to_end(&mut bytes)?;
    let decoder = WebPDecoder::new(Cursor::new(&bytes))?;
    let mut pixels = vec![0; usize::try_from(decoder.total_bytes())?];
    decoder.read_image(&mut pixels)?;
    std::hint::black_box(pixels);
    Ok(start.elapsed())
}
