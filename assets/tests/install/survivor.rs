//! A user's pets on which installers are killed, and what must hold of them afterwards.

use super::pets::{cat, manifest, sheet};
use super::zip::{Entry, Zip};
use openpets_assets::LibraryDirs;
use openpets_assets::install::{InstallError, Observer, Progress, Wish, install, recover, uninstall};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The pet that is installed, replaced and removed.
const ID: &str = "cat";
/// A file that is no archive: whoever wants to install it only cleans up.
const NO_ARCHIVE: &str = "no-archive.zip";

/// Which of the pet's versions there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    One,
    Two,
}

use Version::{One, Two};

impl Version {
    fn name(self) -> &'static str {
        match self {
            One => "Cat One",
            Two => "Cat Two",
        }
    }

    fn files(self) -> Vec<(&'static str, Vec<u8>)> {
        let mut manifest = manifest(ID);
        manifest["displayName"] = self.name().into();
        let colour = if self == One { [200, 80, 20] } else { [20, 80, 200] };
        let mut files = vec![
            ("pet.json", manifest.to_string().into_bytes()),
            ("spritesheet.webp", sheet(1536, 1872, colour)),
        ];
        if self == Two {
            files.push(("preview.webp", b"RIFF\x04\x00\x00\x00WEBP".to_vec()));
        }
        files
    }
}

/// What an installer is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Install(Version),
    Uninstall,
    Recover,
}

impl Step {
    const ALL: [(&str, Self); 4] = [
        ("one", Self::Install(One)),
        ("two", Self::Install(Two)),
        ("none", Self::Uninstall),
        ("recover", Self::Recover),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, step)| *step == self).unwrap().0
    }

    pub(crate) fn of_name(name: &str) -> Self {
        Self::ALL.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("step {name}")).1
    }

    /// What there is afterwards.
    pub(crate) fn after(self, before: Option<Version>) -> Option<Version> {
        match self {
            Self::Install(version) => Some(version),
            Self::Uninstall => None,
            Self::Recover => before,
        }
    }
}

pub(crate) struct Survivor {
    pub(crate) folder: PathBuf,
    pub(crate) dirs: LibraryDirs,
    /// The files of each version; nothing in a process that only installs them.
    files: Vec<(Version, Vec<(&'static str, Vec<u8>)>)>,
}

impl Survivor {
    /// A place where syncing costs nothing, if there is one: what a power cut does is not tested here.
    pub(crate) fn folder() -> TempDir {
        tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
    }

    /// Makes packages and a state file in the folder.
    pub(crate) fn make(folder: &Path) -> Self {
        let files = [One, Two].map(|version| (version, version.files())).into();
        let survivor = Self { files, ..Self::at(folder) };
        for (version, files) in &survivor.files {
            let entries = files.iter().map(|(name, contents)| Entry::deflated(name, contents));
            fs::write(survivor.package(*version), Zip::of(entries).bytes()).unwrap();
        }
        fs::write(folder.join(NO_ARCHIVE), &cat().bytes()[..9]).unwrap();
        fs::create_dir(&survivor.dirs.user_data).unwrap();
        fs::write(survivor.dirs.user_data.join("openpets-state.json"), super::place::STATE).unwrap();
        survivor
    }

    /// The one that was made in this folder.
    pub(crate) fn at(folder: &Path) -> Self {
        let dirs = LibraryDirs { user_data: folder.join("data"), codex_pets: None };
        Self { folder: folder.to_owned(), dirs, files: Vec::new() }
    }

    /// The same pets at a place to which they were copied.
    pub(crate) fn moved_to(&self, folder: &Path) -> Self {
        Self { files: self.files.clone(), ..Self::at(folder) }
    }

    fn package(&self, version: Version) -> PathBuf {
        self.folder.join(format!("{}.zip", Step::Install(version).name()))
    }

    pub(crate) fn pet(&self) -> PathBuf {
        self.dirs.installed_pets().join(ID)
    }

    /// Does it, to the end.
    pub(crate) fn carry_out(&self, step: Step, observer: &dyn Observer) {
        match step {
            Step::Install(version) => {
                install(&self.dirs, &Wish::Zip(&self.package(version)), "test", observer).unwrap();
            }
            Step::Uninstall => match uninstall(&self.dirs, &ID.try_into().unwrap(), "test") {
                Ok(()) | Err(InstallError::NotInstalled) => {}
                Err(other) => panic!("{other}"),
            },
            Step::Recover => {
                recover(&self.dirs).unwrap();
            }
        }
    }

    /// Cleans up by trying to install what is no archive.
    pub(crate) fn clean_up_by_installing(&self) {
        let path = self.folder.join(NO_ARCHIVE);
        let refused = install(&self.dirs, &Wish::Zip(&path), "test", &Silent).unwrap_err();
        assert!(matches!(refused, InstallError::Refused(_)), "{refused}");
    }

    /// The version whose files these are, all of them and no others.
    pub(crate) fn version_of(&self, files: &[(String, Vec<u8>)]) -> Option<Version> {
        let same = |known: &[(&str, Vec<u8>)]| {
            known.len() == files.len()
                && known.iter().all(|(name, contents)| files.iter().any(|(n, c)| n == name && c == contents))
        };
        self.files.iter().find(|(_, known)| same(known)).map(|(version, _)| *version)
    }

    /// Which version is there, wholly.
    pub(crate) fn version(&self) -> Option<Version> {
        if fs::symlink_metadata(self.pet()).is_err() {
            return None;
        }
        let files: Vec<_> = fs::read_dir(self.pet())
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
            .collect();
        let names: Vec<_> = files.iter().map(|(name, contents)| (name, contents.len())).collect();
        Some(self.version_of(&files).unwrap_or_else(|| panic!("half a pet: {names:?}")))
    }

    /// Checks that nothing is left of any installer, and that the state file says what is there.
    pub(crate) fn check_clean(&self) {
        let names = |folder: &Path| -> Vec<String> {
            let entries = fs::read_dir(folder).into_iter().flatten();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        let version = self.version();
        let pets = names(&self.dirs.installed_pets());
        assert_eq!(pets, Vec::from_iter(version.map(|_| ID)), "left among the pets");
        let mut data = names(&self.dirs.user_data);
        data.retain(|name| !["pets", "openpets-state.json", "openpets-state.json.bak"].contains(&&**name));
        assert!(data.is_empty(), "left in the user data folder: {data:?}");
        self.check_state(version);
    }

    fn check_state(&self, version: Option<Version>) {
        let text = fs::read(self.dirs.user_data.join("openpets-state.json")).unwrap();
        let mut state: Value = serde_json::from_slice(&text).unwrap();
        let Value::Array(records) = state["pets"]["installed"].take() else { panic!("no list of pets") };
        let (known, others): (Vec<_>, Vec<_>) = records.into_iter().partition(|record| record["id"] == ID);
        let expected = version.map(|version| {
            json!({"id": ID, "displayName": version.name(), "description": "Purrs.", "builtIn": false,
                "protected": false, "installed": true})
        });
        assert_eq!(known, Vec::from_iter(expected), "the record of the pet");
        state["pets"]["installed"] = Value::Array(others);
        let before: Value = serde_json::from_str(super::place::STATE).unwrap();
        assert_eq!(state, before, "the rest of the state");
        if let Ok(backup) = fs::read(self.dirs.user_data.join("openpets-state.json.bak")) {
            serde_json::from_slice::<Value>(&backup).unwrap();
        }
    }
}

/// Watches nothing.
pub(crate) struct Silent;

impl Observer for Silent {
    fn progress(&self, _: Progress) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
