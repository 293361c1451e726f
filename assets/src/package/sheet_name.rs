//! Which file is the sheet where the manifest does not say it.

use super::file::folder_finding;
use crate::Finding;
use std::fs;
use std::path::Path;

/// Entries of a pet's folder that are looked at: pets come with a handful of files.
const MAX_ENTRIES: usize = 1_000;

/// The name of the only `.webp` or `.png` file of the folder. Previews and hidden files do not count.
pub(super) fn only_sheet(dir: &Path) -> Result<String, Finding> {
    let entries = fs::read_dir(dir).map_err(|error| folder_finding(dir, &error))?;
    let names = entries.take(MAX_ENTRIES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut sheets = names.filter(|name| is_sheet_name(name));
    match (sheets.next(), sheets.next()) {
        (Some(name), None) => Ok(name),
        (Some(_), Some(_)) => Err(Finding::new(
            "sheet-ambiguous",
            "pet.json has no \"spritesheetPath\", and there is more than one picture that could be the sheet.",
            "Add \"spritesheetPath\" to pet.json, with the name of the sheet.",
        )),
        (None, _) => Err(Finding::new(
            "sheet-path-missing",
            "pet.json has no \"spritesheetPath\", and there is no .webp or .png picture beside it.",
            "Add the sheet to the folder, and its name as \"spritesheetPath\" to pet.json.",
        )),
    }
}

fn is_sheet_name(name: &str) -> bool {
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let is_picture = ["webp", "png"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    is_picture && !stem.is_empty() && !name.starts_with('.') && !stem.eq_ignore_ascii_case("preview")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn previews_and_hidden_files_are_no_sheets() {
        for good in ["spritesheet.webp", "cat.PNG", "a.b.png", "preview2.png"] {
            assert!(is_sheet_name(good), "{good}");
        }
        for bad in ["preview.webp", "Preview.png", "._spritesheet.webp", ".png", "png", "cat.jpg", "pet.json"]
        {
            assert!(!is_sheet_name(bad), "{bad}");
        }
    }

    #[test]
    fn there_must_be_exactly_one() {
        let dir = tempfile::tempdir().unwrap();
        let rule = || only_sheet(dir.path()).map_err(|finding| finding.rule);
        assert_eq!(rule(), Err("sheet-path-missing"));
        for file in ["pet.json", "preview.png", "background.jpg"] {
            fs::write(dir.path().join(file), "").unwrap();
        }
        assert_eq!(rule(), Err("sheet-path-missing"));
        fs::write(dir.path().join("cat.png"), "").unwrap();
        assert_eq!(rule().as_deref(), Ok("cat.png"));
        fs::write(dir.path().join("cat.webp"), "").unwrap();
        assert_eq!(rule(), Err("sheet-ambiguous"));
    }
}
