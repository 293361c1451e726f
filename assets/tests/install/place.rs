//! A user data folder of a test, and everything that is in it.

use openpets_assets::LibraryDirs;
use openpets_assets::install::{InstallError, Installed, Observer, Unattended, Wish, install};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What the state file of a user holds that installing must not touch.
pub(crate) const STATE: &str = r#"{"version":1,"preferences":{"defaultPetId":"dog","petScale":1.25,"mood":[1.50]},"pets":{"installed":[{"id":"dog","displayName":"Dog","kept":true}],"more":1},"activity":{"messagesSent":3},"unknown":{"a":null}}"#;

/// A place for a user's pets, and for the packages that are to become some.
pub(crate) struct Place {
    folder: TempDir,
    pub(crate) dirs: LibraryDirs,
}

impl Place {
    /// Nothing is there, not even the user data folder.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let dirs = LibraryDirs { user_data: folder.path().join("user/data"), codex_pets: None };
        fs::create_dir(folder.path().join("user")).unwrap();
        Self { folder, dirs }
    }

    /// There are a state file and another version of the pet "cat".
    pub(crate) fn with_old_cat() -> Self {
        let place = Self::new();
        let cat = place.pet("cat");
        fs::create_dir_all(&cat).unwrap();
        fs::write(cat.join("pet.json"), "the old manifest").unwrap();
        fs::write(cat.join("old.webp"), "the old sheet").unwrap();
        fs::write(place.state_file(), STATE).unwrap();
        place
    }

    pub(crate) fn pet(&self, id: &str) -> PathBuf {
        self.dirs.installed_pets().join(id)
    }

    pub(crate) fn state_file(&self) -> PathBuf {
        self.dirs.user_data.join("openpets-state.json")
    }

    /// A path for a package, outside of the user data folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Installs from an archive of these bytes.
    pub(crate) fn install_zip(&self, bytes: &[u8]) -> Result<Installed, InstallError> {
        self.install_zip_watched(bytes, &Unattended)
    }

    pub(crate) fn install_zip_watched(
        &self,
        bytes: &[u8],
        observer: &dyn Observer,
    ) -> Result<Installed, InstallError> {
        let path = self.path("package.zip");
        fs::write(&path, bytes).unwrap();
        install(&self.dirs, &Wish::Zip(&path), "test", observer)
    }

    pub(crate) fn install_folder(&self, folder: &Path) -> Result<Installed, InstallError> {
        install(&self.dirs, &Wish::Folder(folder), "test", &Unattended)
    }

    /// Everything of the user: the user data folder, what is in it, and what stands beside it.
    pub(crate) fn tree(&self) -> Tree {
        tree(&self.folder.path().join("user"))
    }
}

/// Every path with its kind, mode and contents.
pub(crate) type Tree = BTreeMap<PathBuf, (u32, Vec<u8>)>;

pub(crate) fn tree(folder: &Path) -> Tree {
    let mut tree = Tree::new();
    collect(folder, folder, &mut tree);
    tree
}

fn collect(root: &Path, folder: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let contents = if metadata.is_symlink() {
            fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
        } else if metadata.is_file() {
            fs::read(&path).unwrap()
        } else {
            Vec::new()
        };
        tree.insert(path.strip_prefix(root).unwrap().to_owned(), (mode(&metadata), contents));
        if metadata.is_dir() {
            collect(root, &path, tree);
        }
    }
}

#[cfg(unix)]
fn mode(metadata: &fs::Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::mode(metadata)
}

#[cfg(not(unix))]
fn mode(metadata: &fs::Metadata) -> u32 {
    u32::from(metadata.is_dir())
}

/// The rule that an installation broke.
pub(crate) fn rule(result: Result<Installed, InstallError>) -> Result<&'static str, String> {
    match result {
        Ok(installed) => Err(format!("it was installed as {}", installed.id)),
        Err(InstallError::Refused(finding)) => {
            for text in [&finding.sentence, &finding.fix] {
                assert!(text.ends_with('.') && text.chars().count() < 300, "{finding}");
                assert!(!text.contains(char::is_control), "{finding}");
            }
            Ok(finding.rule)
        }
        Err(other) => Err(format!("no rule: {other}")),
    }
}
