//! Where a hook looks, and the language of the person. Told from outside, so that tests look elsewhere.

use std::path::PathBuf;

/// The folders and variables that matter to a hook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// The person's folder.
    pub home: Option<PathBuf>,
    /// Where our state lies: `$XDG_STATE_HOME/openpets` or `~/.local/state/openpets`.
    pub state: Option<PathBuf>,
    /// Where our configuration lies: `$XDG_CONFIG_HOME/openpets` or `~/.config/openpets`.
    pub config: Option<PathBuf>,
    /// The project's folder, as Claude Code tells its hooks.
    pub project: Option<PathBuf>,
    /// Where the hook was started.
    pub cwd: Option<PathBuf>,
    /// The locale of messages, such as `de_DE.UTF-8`.
    pub locale: Option<String>,
}

impl Places {
    /// From the environment. Relative paths count as absent, as the base directory specification says.
    #[must_use]
    pub fn from_env() -> Self {
        let path = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        let home = path("HOME").or_else(|| path("USERPROFILE"));
        let below_home = |folder: &str| home.as_ref().map(|home| home.join(folder));
        let state = path("XDG_STATE_HOME").or_else(|| below_home(".local/state"));
        let config = path("XDG_CONFIG_HOME").or_else(|| below_home(".config"));
        Self {
            state: state.map(|state| state.join("openpets")),
            config: config.map(|config| config.join("openpets")),
            project: path("CLAUDE_PROJECT_DIR"),
            cwd: std::env::current_dir().ok(),
            // In the order of POSIX.
            locale: ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(text),
            home,
        }
    }
}
