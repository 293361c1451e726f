//! Where the discovery file, the control file and the socket lie on each platform. Decided from values that are
//! passed in, so that the rules can be tested without touching the process's environment.

use crate::endpoint::{Endpoint, socket_name};
use crate::private_dir::is_private_dir;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The variable that names another discovery file, for clients and for the app.
pub const DISCOVERY_VARIABLE: &str = "OPENPETS_DISCOVERY_FILE";

const DISCOVERY_NAME: &str = "ipc.json";
/// The control file beside `ipc.json`.
pub(crate) const CONTROL_NAME: &str = "control.json";

/// The longest path of a Unix socket on Linux, in bytes: its address has 108, one of which ends it.
const MAX_SOCKET_PATH: usize = 107;

/// An operating system, as the discovery file names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Linux, and every other Unix that is not macOS.
    Linux,
    /// macOS.
    Darwin,
    /// Windows.
    Win32,
}

impl Platform {
    /// The platform that this program was built for.
    pub const CURRENT: Self = if cfg!(windows) {
        Self::Win32
    } else if cfg!(target_os = "macos") {
        Self::Darwin
    } else {
        Self::Linux
    };
}

/// Neither a home folder nor an override tells where the discovery file would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "no home folder is known, so there is no place for the discovery file; set HOME or OPENPETS_DISCOVERY_FILE"
)]
pub struct NoHome;

/// What the environment says about folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The rules that apply.
    pub platform: Platform,
    /// `OPENPETS_DISCOVERY_FILE`.
    pub discovery_override: Option<PathBuf>,
    /// `XDG_RUNTIME_DIR`, if it is a real folder, ours, with mode exactly 0700.
    pub private_runtime: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`, if it is absolute.
    pub config_home: Option<PathBuf>,
    /// `APPDATA`.
    pub app_data: Option<PathBuf>,
    /// The user's home folder.
    pub home: Option<PathBuf>,
}

impl Places {
    /// What this process's environment says.
    #[must_use]
    pub fn from_env() -> Self {
        Self::from_vars(
            Platform::CURRENT,
            |name| std::env::var_os(name),
            std::env::home_dir(),
            is_private_dir,
        )
    }

    /// What an environment says. Empty variables count as unset, and so do XDG variables that are not absolute.
    pub fn from_vars(
        platform: Platform,
        variable: impl Fn(&str) -> Option<OsString>,
        home: Option<PathBuf>,
        is_private: impl Fn(&Path) -> bool,
    ) -> Self {
        let path = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let absolute = |name| path(name).filter(|path| path.is_absolute());
        Self {
            platform,
            discovery_override: path(DISCOVERY_VARIABLE),
            private_runtime: absolute("XDG_RUNTIME_DIR").filter(|path| is_private(path)),
            config_home: absolute("XDG_CONFIG_HOME"),
            app_data: path("APPDATA"),
            home: home.filter(|path| !path.as_os_str().is_empty()),
        }
    }

    /// The discovery file, which carries the agents' token.
    ///
    /// # Errors
    /// When there is neither an override nor a home folder.
    pub fn discovery_file(&self) -> Result<PathBuf, NoHome> {
        if let Some(path) = &self.discovery_override {
            return Ok(path.clone());
        }
        let home = || self.home.clone().ok_or(NoHome);
        let folder = match (self.platform, &self.private_runtime) {
            (Platform::Linux, Some(runtime)) => runtime.join("openpets"),
            (Platform::Linux, None) => {
                let config =
                    self.config_home.clone().map_or_else(|| home().map(|home| home.join(".config")), Ok)?;
                config.join("OpenPets").join("runtime")
            }
            (Platform::Darwin, _) => home()?.join("Library/Application Support/OpenPets/runtime"),
            (Platform::Win32, _) => {
                let roaming = self
                    .app_data
                    .clone()
                    .map_or_else(|| home().map(|home| home.join("AppData").join("Roaming")), Ok)?;
                roaming.join("OpenPets").join("runtime")
            }
        };
        Ok(folder.join(DISCOVERY_NAME))
    }

    /// The control file beside it, which carries the second token, for the person's own programs.
    ///
    /// # Errors
    /// As for the discovery file.
    pub fn control_file(&self) -> Result<PathBuf, NoHome> {
        self.discovery_file().map(|path| control_file_beside(&path))
    }

    /// The folder of the socket, on platforms with Unix sockets. An override of the discovery file does not move
    /// it: clients accept only these two places. A runtime folder whose path is too long for a socket, or that
    /// clients would refuse, counts as none.
    #[must_use]
    pub fn socket_dir(&self, uid: u32) -> PathBuf {
        match (self.platform, &self.private_runtime) {
            (Platform::Linux, Some(runtime)) if can_hold_a_socket(&runtime.join("openpets")) => {
                runtime.join("openpets")
            }
            _ => PathBuf::from(format!("/tmp/openpets-{uid}")),
        }
    }
}

fn can_hold_a_socket(dir: &Path) -> bool {
    let longest = dir.join(socket_name(u32::MAX));
    longest.to_str().is_some_and(|path| path.len() <= MAX_SOCKET_PATH && Endpoint::parse(path).is_ok())
}

/// The control file that belongs to a discovery file: `control.json` beside `ipc.json`. Beside a discovery file of
/// another name, one that carries that name, so that two apps in one folder do not take each other's.
#[must_use]
pub fn control_file_beside(discovery: &Path) -> PathBuf {
    match discovery.file_stem().and_then(OsStr::to_str) {
        Some("ipc") | None => discovery.with_file_name(CONTROL_NAME),
        Some(stem) => discovery.with_file_name(format!("{stem}.{CONTROL_NAME}")),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn places(platform: Platform, variables: &[(&str, &str)], private: bool) -> Places {
        let variable = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        };
        Places::from_vars(platform, variable, Some("/home/me".into()), |_| private)
    }

    fn file(platform: Platform, variables: &[(&str, &str)], private: bool) -> PathBuf {
        places(platform, variables, private).discovery_file().unwrap()
    }

    #[test]
    fn linux() {
        let runtime = [("XDG_RUNTIME_DIR", "/run/user/7"), ("XDG_CONFIG_HOME", "/conf")];
        assert_eq!(file(Platform::Linux, &runtime, true), Path::new("/run/user/7/openpets/ipc.json"));
        assert_eq!(file(Platform::Linux, &runtime, false), Path::new("/conf/OpenPets/runtime/ipc.json"));
        assert_eq!(file(Platform::Linux, &[], true), Path::new("/home/me/.config/OpenPets/runtime/ipc.json"));
        let unset = [("XDG_RUNTIME_DIR", ""), ("XDG_CONFIG_HOME", "relative"), (DISCOVERY_VARIABLE, "")];
        assert_eq!(
            file(Platform::Linux, &unset, true),
            Path::new("/home/me/.config/OpenPets/runtime/ipc.json")
        );
        assert_eq!(places(Platform::Linux, &runtime, true).socket_dir(7), Path::new("/run/user/7/openpets"));
        assert_eq!(places(Platform::Linux, &runtime, false).socket_dir(7), Path::new("/tmp/openpets-7"));
    }

    #[test]
    fn elsewhere() {
        let runtime = [("XDG_RUNTIME_DIR", "/run/user/7"), ("XDG_CONFIG_HOME", "/conf")];
        let mac = places(Platform::Darwin, &runtime, true);
        let expected = Path::new("/home/me/Library/Application Support/OpenPets/runtime/ipc.json");
        assert_eq!(mac.discovery_file().unwrap(), expected);
        assert_eq!(mac.socket_dir(501), Path::new("/tmp/openpets-501"));
        assert_eq!(
            file(Platform::Win32, &[("APPDATA", "/appdata")], true),
            Path::new("/appdata/OpenPets/runtime/ipc.json")
        );
        assert_eq!(
            file(Platform::Win32, &[], true),
            Path::new("/home/me/AppData/Roaming/OpenPets/runtime/ipc.json")
        );
    }

    #[test]
    fn the_override_moves_both_files_but_not_the_socket() {
        let variables = [(DISCOVERY_VARIABLE, "/x/y.json"), ("XDG_RUNTIME_DIR", "/run/user/7")];
        let places = places(Platform::Linux, &variables, true);
        assert_eq!(places.discovery_file().unwrap(), Path::new("/x/y.json"));
        assert_eq!(places.control_file().unwrap(), Path::new("/x/y.control.json"));
        assert_eq!(places.socket_dir(7), Path::new("/run/user/7/openpets"));
    }

    #[test]
    fn runtime_folders_that_cannot_hold_a_socket() {
        let fixed = "/openpets/openpets-4294967295.sock".len();
        let longest = format!("/{}", "x".repeat(MAX_SOCKET_PATH - fixed - 1));
        let dir =
            |runtime: &str| places(Platform::Linux, &[("XDG_RUNTIME_DIR", runtime)], true).socket_dir(7);
        assert_eq!(dir(&longest), Path::new(&longest).join("openpets"));
        for runtime in [format!("{longest}x"), "/run/../user".to_owned()] {
            assert_eq!(dir(&runtime), Path::new("/tmp/openpets-7"));
            // Clients look for the discovery file in the old place all the same.
            let file = file(Platform::Linux, &[("XDG_RUNTIME_DIR", &runtime)], true);
            assert_eq!(file, Path::new(&runtime).join("openpets/ipc.json"));
        }
    }

    #[test]
    fn no_home() {
        let nothing = Places::from_vars(Platform::Linux, |_| None, None, |_| true);
        assert_eq!(nothing.discovery_file(), Err(NoHome));
    }
}
