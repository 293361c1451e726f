//! Where agents look for their configuration. Told from outside, so that tests look elsewhere.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folders and variables that matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roots {
    /// The person's folder.
    pub home: PathBuf,
    /// `$XDG_CONFIG_HOME` or `~/.config`.
    pub config: PathBuf,
    /// Where programs with a window keep their settings: [`Roots::config`], `~/Library/Application Support` or
    /// `%APPDATA%`.
    pub app_data: PathBuf,
    /// `$CLAUDE_CONFIG_DIR`.
    pub claude: Option<PathBuf>,
    /// `$OPENCODE_CONFIG_DIR`.
    pub opencode: Option<PathBuf>,
    /// `$CODEX_HOME`.
    pub codex: Option<PathBuf>,
    /// `$PATH`.
    pub path: OsString,
}

/// The person has no folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no home folder: set HOME to an absolute path")]
pub struct NoHomeFolder;

impl Roots {
    /// From the environment. Relative paths count as absent.
    ///
    /// # Errors
    /// Without a home.
    pub fn from_env() -> Result<Self, NoHomeFolder> {
        let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = folder("HOME").or_else(|| folder("USERPROFILE")).ok_or(NoHomeFolder)?;
        let config = folder("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"));
        let app_data = if cfg!(target_os = "macos") {
            home.join("Library/Application Support")
        } else if cfg!(windows) {
            folder("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming"))
        } else {
            config.clone()
        };
        Ok(Self {
            home,
            config,
            app_data,
            claude: folder("CLAUDE_CONFIG_DIR"),
            opencode: folder("OPENCODE_CONFIG_DIR"),
            codex: folder("CODEX_HOME"),
            path: env::var_os("PATH").unwrap_or_default(),
        })
    }

    /// The folder with Claude Code's settings.
    pub(super) fn claude_folder(&self) -> PathBuf {
        self.claude.clone().unwrap_or_else(|| self.home.join(".claude"))
    }

    /// The file in which Claude Code keeps the person's MCP servers, among much else.
    pub(super) fn claude_state(&self) -> PathBuf {
        self.claude.as_ref().unwrap_or(&self.home).join(".claude.json")
    }

    pub(super) fn opencode_folder(&self) -> PathBuf {
        self.opencode.clone().unwrap_or_else(|| self.config.join("opencode"))
    }

    pub(super) fn codex_folder(&self) -> PathBuf {
        self.codex.clone().unwrap_or_else(|| self.home.join(".codex"))
    }

    /// A program in the folders of `PATH`.
    #[must_use]
    pub fn find_program(&self, name: &str) -> Option<PathBuf> {
        let extensions: &[&str] = if cfg!(windows) { &["exe", "cmd"] } else { &[""] };
        env::split_paths(&self.path)
            .filter(|folder| folder.is_absolute())
            .flat_map(|folder| {
                extensions.iter().map(move |extension| folder.join(name).with_extension(extension))
            })
            .find(|path| is_program(path))
    }

    /// How this program is called: by its name in `PATH` if that is it, which outlives an update better than the file
    /// that the name leads to.
    #[must_use]
    pub fn this_program(&self) -> Option<PathBuf> {
        let this = env::current_exe().ok()?;
        let real = this.canonicalize().ok()?;
        let named = this.file_name().and_then(|name| name.to_str()).and_then(|name| self.find_program(name));
        Some(named.filter(|path| path.canonicalize().is_ok_and(|found| found == real)).unwrap_or(this))
    }
}

/// A file that can be started.
pub(super) fn is_program(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    metadata.is_file()
}
