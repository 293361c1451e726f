//! Writes the built-in pet's sheet and manifest, or contact sheets of it with `--preview DIR`.

use std::env;
use std::path::Path;

use anyhow::{Result, bail};
use openpets_art::preview;
use openpets_art::sheet::Sheet;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let sheet = Sheet::draw()?;
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => sheet.write(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../builtin")),
        ["--preview", folder] => preview::write(&sheet, Path::new(folder)),
        _ => bail!("usage: openpets-art [--preview DIR]"),
    }
}
