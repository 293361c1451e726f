//! Where a user's pets and settings lie on each platform.

use std::ffi::OsString;
use std::path::PathBuf;

/// The variable that names another user data folder.
pub const USER_DATA_VARIABLE: &str = "OPENPETS_USER_DATA";

/// The folders that pets are read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryDirs {
    /// `<userData>`: the state file, and installed pets below `pets`. Shared with OpenPets.
    pub user_data: PathBuf,
    /// `~/.codex/pets`; nothing without a home folder.
    pub codex_pets: Option<PathBuf>,
}

/// Neither a home folder nor an override tells where pets and settings would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no home folder is known; set HOME or OPENPETS_USER_DATA")]
pub struct NoUserData;

impl LibraryDirs {
    /// What this process's environment says.
    ///
    /// # Errors
    /// Without a home folder and without an override.
    pub fn from_env() -> Result<Self, NoUserData> {
        Self::from_vars(|name| std::env::var_os(name), std::env::home_dir())
    }

    /// What an environment says. Empty variables count as unset.
    ///
    /// # Errors
    /// Without a home folder and without an override.
    pub fn from_vars(
        variable: impl Fn(&str) -> Option<OsString>,
        home: Option<PathBuf>,
    ) -> Result<Self, NoUserData> {
        let folder = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = home.filter(|home| home.is_absolute());
        let platform = || {
            let in_home = |path: &str| home.as_ref().map(|home| home.join(path));
            if cfg!(windows) {
                return folder("APPDATA");
            }
            if cfg!(target_os = "macos") {
                return in_home("Library/Application Support");
            }
            // Relative paths are invalid by the XDG specification and to be ignored.
            folder("XDG_CONFIG_HOME").filter(|path| path.is_absolute()).or_else(|| in_home(".config"))
        };
        // Made absolute, so that it stays the same place whatever the working folder becomes.
        let user_data = match folder(USER_DATA_VARIABLE) {
            Some(path) => std::path::absolute(path).map_err(|_| NoUserData)?,
            None => platform().ok_or(NoUserData)?.join("OpenPets"),
        };
        Ok(Self { user_data, codex_pets: home.map(|home| home.join(".codex/pets")) })
    }

    /// Where installed pets lie.
    #[must_use]
    pub fn installed_pets(&self) -> PathBuf {
        self.user_data.join("pets")
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn dirs(vars: &[(&str, &str)], home: Option<&str>) -> Result<LibraryDirs, NoUserData> {
        let lookup =
            |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, value)| OsString::from(value));
        LibraryDirs::from_vars(lookup, home.map(PathBuf::from))
    }

    #[test]
    fn the_override_wins_then_xdg_then_home() {
        let user_data = |vars: &[(&str, &str)]| dirs(vars, Some("/home/u")).unwrap().user_data;
        assert_eq!(user_data(&[]), PathBuf::from("/home/u/.config/OpenPets"));
        assert_eq!(user_data(&[("XDG_CONFIG_HOME", "/c")]), PathBuf::from("/c/OpenPets"));
        assert_eq!(user_data(&[("XDG_CONFIG_HOME", "relative")]), PathBuf::from("/home/u/.config/OpenPets"));
        assert_eq!(user_data(&[("OPENPETS_USER_DATA", "/d")]), PathBuf::from("/d"));
        assert_eq!(
            dirs(&[], Some("/home/u")).unwrap().codex_pets,
            Some(PathBuf::from("/home/u/.codex/pets"))
        );
        assert_eq!(dirs(&[], None), Err(NoUserData));
        assert_eq!(dirs(&[], Some("")), Err(NoUserData));
        assert_eq!(dirs(&[("XDG_CONFIG_HOME", "/c")], None).unwrap().user_data, PathBuf::from("/c/OpenPets"));
        let relative = dirs(&[("OPENPETS_USER_DATA", "d")], None).unwrap().user_data;
        assert_eq!(relative, std::env::current_dir().unwrap().join("d"));
        assert_eq!(dirs(&[("OPENPETS_USER_DATA", "/d")], None).unwrap().codex_pets, None);
    }
}
