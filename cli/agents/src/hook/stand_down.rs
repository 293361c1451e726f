//! A hook of the person's whole machine does nothing where the project has its own: the pet would react twice.

use super::payload::Event;
use super::places::Places;
use openpets_ipc::AgentKind;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What marks an entry as ours.
pub(crate) const MANAGED: &str = "--openpets-managed";

/// A project's settings, in the form of Claude Code. Codex has them elsewhere.
const SETTINGS: [&str; 2] = [".claude/settings.local.json", ".claude/settings.json"];
const SETTINGS_OF_CODEX: [&str; 1] = [".codex/hooks.json"];

/// Larger settings are not looked at. Read at every step of an agent.
const MAX_BYTES: u64 = 1024 * 1024;

/// Folders that are looked at, from the working folder up.
const MAX_DEPTH: usize = 32;

/// The settings of the project that have a hook of ours.
pub(super) fn project_with_own_hook(agent: &AgentKind, event: &Event, places: &Places) -> Option<PathBuf> {
    let settings: &[&str] = if agent.as_str() == "codex" { &SETTINGS_OF_CODEX } else { &SETTINGS };
    let project = places.project.as_deref();
    let start = event.cwd.as_deref().or(places.cwd.as_deref());
    let above = start.into_iter().flat_map(Path::ancestors).take(MAX_DEPTH);
    project
        .into_iter()
        .chain(above)
        // What lies there is the person's, not a project's.
        .filter(|folder| Some(*folder) != places.home.as_deref())
        .flat_map(|folder| settings.iter().map(|name| folder.join(name)))
        .find(|settings| has_managed_hook(settings))
}

/// A file that is not there, not a file, too large or not JSON has none.
fn has_managed_hook(settings: &Path) -> bool {
    let read = || -> Option<Vec<u8>> {
        if !fs::metadata(settings).ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(settings).ok()?.take(MAX_BYTES + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= MAX_BYTES).then_some(bytes)
    };
    let Some(bytes) = read() else { return false };
    // Most have none, and need not be parsed.
    let mentions = bytes.windows(MANAGED.len()).any(|window| window == MANAGED.as_bytes());
    mentions && serde_json::from_slice(&bytes).is_ok_and(|document: Value| in_hooks(&document))
}

/// `hooks.<event>[].hooks[].command`
fn in_hooks(document: &Value) -> bool {
    let groups = document["hooks"].as_object().into_iter().flat_map(|events| events.values());
    let entries = groups.filter_map(Value::as_array).flatten().filter_map(|group| group["hooks"].as_array());
    entries.flatten().filter_map(|entry| entry["command"].as_str()).any(|command| command.contains(MANAGED))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/bin/openpets hook --openpets-managed --project-local"}]}]}}"#;

    fn claude() -> AgentKind {
        AgentKind::from_name("claude-code").unwrap()
    }

    fn write(path: PathBuf, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn a_project_with_its_own_hook_is_found_from_below() {
        let home = tempfile::tempdir().unwrap();
        let project = home.path().join("site");
        fs::create_dir_all(project.join("src/deep")).unwrap();
        let places = Places { home: Some(home.path().to_owned()), ..Places::default() };
        let event = Event { cwd: Some(project.join("src/deep")), ..Event::default() };
        // The person's own settings do not count.
        write(home.path().join(SETTINGS[1]), OURS);
        assert_eq!(project_with_own_hook(&claude(), &event, &places), None);
        for other in [
            "{",
            "[]",
            r#"{"note":"--openpets-managed"}"#,
            r#"{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}"#,
        ] {
            write(project.join(SETTINGS[0]), other);
            assert_eq!(project_with_own_hook(&claude(), &event, &places), None, "{other}");
        }
        write(project.join(SETTINGS[0]), OURS);
        assert_eq!(project_with_own_hook(&claude(), &event, &places), Some(project.join(SETTINGS[0])));
        // Another agent's hooks are another matter.
        let codex = AgentKind::from_name("codex").unwrap();
        assert_eq!(project_with_own_hook(&codex, &event, &places), None);
        write(project.join(SETTINGS_OF_CODEX[0]), OURS);
        assert_eq!(project_with_own_hook(&codex, &event, &places), Some(project.join(SETTINGS_OF_CODEX[0])));
        // Without a folder in the event, where the hook was started, or what the agent says.
        let started = Places { cwd: Some(project.clone()), ..places.clone() };
        assert!(project_with_own_hook(&claude(), &Event::default(), &started).is_some());
        let told = Places { project: Some(project), ..places };
        assert!(project_with_own_hook(&claude(), &Event::default(), &told).is_some());
    }

    #[test]
    fn folders_and_large_files_have_no_hook() {
        let folder = tempfile::tempdir().unwrap();
        let settings = folder.path().join("settings.json");
        fs::create_dir(&settings).unwrap();
        assert!(!has_managed_hook(&settings));
        let large = folder.path().join("large.json");
        fs::write(&large, format!("{}{OURS}", " ".repeat(1024 * 1024))).unwrap();
        assert!(!has_managed_hook(&large));
    }
}
