//! Real files of every agent: what is put in goes out again, and leaves no trace.

use crate::world::World;
use jsonc_parser::cst::CstNode;
use openpets_agents::configure::{Agent, Request, Server};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the files of a folder of the corpus stand, and whose they are.
const KINDS: [(&str, Agent, bool, &str); 14] = [
    ("claude-settings", Agent::Claude, false, "home/.claude/settings.json"),
    ("claude-settings", Agent::Claude, true, "project/.claude/settings.local.json"),
    ("claude-md", Agent::Claude, false, "home/.claude/CLAUDE.md"),
    ("opencode", Agent::OpenCode, true, "project/opencode"),
    ("opencode", Agent::OpenCode, false, "home/.config/opencode/opencode"),
    ("opencode-md", Agent::OpenCode, true, "project/.opencode/openpets.md"),
    ("cursor", Agent::Cursor, true, "project/.cursor/mcp.json"),
    ("vscode", Agent::VsCode, false, "home/.config/Code/User/mcp.json"),
    ("zed", Agent::Zed, false, "home/.config/zed/settings.json"),
    ("windsurf", Agent::Windsurf, false, "home/.codeium/windsurf/mcp_config.json"),
    ("claude-desktop", Agent::ClaudeDesktop, false, "home/.config/Claude/claude_desktop_config.json"),
    ("gemini", Agent::Gemini, true, "project/.gemini/settings.json"),
    ("codex", Agent::Codex, false, "home/.codex/config.toml"),
    ("codex-hooks", Agent::Codex, false, "home/.codex/hooks.json"),
];

/// A file of the corpus in its place.
#[derive(Debug, Clone)]
struct Sample {
    file: PathBuf,
    agent: Agent,
    in_project: bool,
    place: String,
}

fn samples() -> Vec<Sample> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut samples = Vec::new();
    for (folder, agent, in_project, place) in KINDS {
        let mut files: Vec<PathBuf> =
            fs::read_dir(corpus.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            let mut place = place.to_owned();
            if folder == "opencode" {
                place = format!("{place}.{}", file.extension().unwrap().to_str().unwrap());
            }
            samples.push(Sample { file, agent, in_project, place });
        }
    }
    samples
}

impl Sample {
    fn put(&self, world: &World) -> Vec<u8> {
        // Claude Code's command does nothing here; what it does is tested elsewhere.
        world.program("claude", "#!/bin/sh\nexit 0\n");
        let bytes = fs::read(&self.file).unwrap();
        world.write(&self.place, &bytes);
        bytes
    }

    fn request(&self, world: &World) -> Request {
        if self.in_project { world.in_project(self.agent) } else { world.user(self.agent) }
    }
}

/// What a file says, whatever its formatting: values, comments, words.
fn meaning(path: &str, text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("toml") => {
            let document: toml_edit::DocumentMut = text.parse().unwrap();
            let comments: Vec<&str> =
                text.lines().filter_map(|line| Some(line.split_once("# ")?.1)).collect();
            let mut table = document.as_table().clone();
            // A table of servers without servers says nothing.
            let no_servers =
                |item: &toml_edit::Item| item.as_table_like().is_some_and(toml_edit::TableLike::is_empty);
            if table.get("mcp_servers").is_some_and(no_servers) {
                table.remove("mcp_servers");
            }
            let value: serde_json::Value =
                toml_edit::de::from_document(toml_edit::DocumentMut::from(table)).unwrap();
            format!("{value} {comments:?}")
        }
        Some("json" | "jsonc") => {
            let root =
                jsonc_parser::cst::CstRootNode::parse(text, &jsonc_parser::ParseOptions::default()).unwrap();
            let mut value = root.to_serde_value().unwrap_or_else(|| serde_json::json!({}));
            // Neither do empty collections of what we put in.
            if let Some(object) = value.as_object_mut() {
                if let Some(hooks) = object.get_mut("hooks").and_then(serde_json::Value::as_object_mut) {
                    hooks.retain(|_, groups| groups != &serde_json::json!([]));
                }
                let empty = |name: &str, value: &serde_json::Value| {
                    ["hooks", "mcp", "mcpServers", "servers"].contains(&name)
                        && *value == serde_json::json!({})
                        || name == "instructions" && *value == serde_json::json!([])
                };
                object.retain(|name, value| !empty(name, value));
            }
            format!("{value} {:?}", comments(&root.into()))
        }
        _ => text.trim().replace("\r\n", "\n"),
    }
}

fn comments(node: &CstNode) -> Vec<String> {
    match node.as_comment() {
        Some(comment) => vec![comment.raw_value().trim_end().to_owned()],
        None => node.children().iter().flat_map(comments).collect(),
    }
}

#[test]
fn there_are_enough_of_them() {
    let files: BTreeSet<PathBuf> = samples().into_iter().map(|sample| sample.file).collect();
    assert!(files.len() >= 40, "{}", files.len());
}

/// Every file in every place once, so that none depends on luck.
#[test]
fn every_file_comes_back_byte_for_byte() {
    for sample in samples() {
        let world = World::new();
        sample.put(&world);
        let before = world.everything();
        let request = sample.request(&world);
        assert!(world.connect(&request).unwrap() > 0, "{sample:?}");
        assert_ne!(world.everything(), before, "{sample:?}");
        // Once is enough, but for Claude Code's own entry, which its command did not make.
        let again = world.connect(&request).unwrap();
        assert_eq!(again, usize::from(sample.agent == Agent::Claude), "{sample:?}");
        world.disconnect(&request).unwrap();
        assert_eq!(world.everything(), before, "{sample:?}");
    }
}

/// The copy of the file as it was is a help, not a need.
#[test]
fn without_the_copy_everything_of_the_person_comes_back() {
    for sample in samples() {
        let world = World::new();
        let before = String::from_utf8(sample.put(&world)).unwrap();
        let request = sample.request(&world);
        world.connect(&request).unwrap();
        let backup = format!("{}.openpets-backup", sample.place);
        fs::remove_file(world.path().join(backup)).unwrap();
        world.disconnect(&request).unwrap();
        let after = fs::read_to_string(world.path().join(&sample.place)).unwrap_or_default();
        assert_eq!(meaning(&sample.place, &after), meaning(&sample.place, &before), "{sample:?}\n{after}");
    }
}

#[test]
fn where_there_was_nothing_nothing_is_left() {
    for agent in Agent::ALL {
        for in_project in [false, true] {
            let world = World::new();
            world.program("claude", "#!/bin/sh\nexit 0\n");
            let request = if in_project { world.in_project(agent) } else { world.user(agent) };
            match world.connect(&request) {
                Ok(steps) => assert!(steps > 0),
                Err(error) => {
                    assert!(in_project && error.to_string().contains("--global"), "{agent}: {error}");
                    continue;
                }
            }
            assert!(!world.everything().is_empty());
            world.disconnect(&request).unwrap();
            assert_eq!(world.everything().into_keys().collect::<Vec<_>>(), Vec::<PathBuf>::new(), "{agent}");
        }
    }
}

/// Paths and pets as they may come.
fn servers() -> impl Strategy<Value = (String, Option<String>)> {
    (r#"[a-zA-Z0-9 '"$é日_.-]{1,24}"#, proptest::option::of("[a-z][a-z0-9_-]{0,30}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// Whatever is started, from wherever, however often it changes.
    #[test]
    fn any_file_comes_back_whatever_was_put_in(
        which in any::<proptest::sample::Index>(),
        first in servers(),
        second in servers(),
    ) {
        let samples = samples();
        let sample = which.get(&samples);
        let world = World::new();
        sample.put(&world);
        let before = world.everything();
        for (folder, pet) in [first, second] {
            let pet = pet.map(|pet| pet.try_into().unwrap());
            let server = Server { program: world.path().join(folder).join("openpets"), pet };
            let request = Request { server, ..sample.request(&world) };
            world.connect(&request).unwrap();
            let text = fs::read_to_string(world.path().join(&sample.place)).unwrap();
            // It is still a file of its kind.
            meaning(&sample.place, &text);
        }
        world.disconnect(&sample.request(&world)).unwrap();
        prop_assert_eq!(world.everything(), before, "{:?}", sample);
    }

    /// What the person writes meanwhile stays.
    #[test]
    fn later_changes_of_the_person_stay(which in any::<proptest::sample::Index>()) {
        let samples: Vec<Sample> =
            samples().into_iter().filter(|sample| sample.place.ends_with(".json") || sample.place.ends_with(".jsonc")).collect();
        let sample = which.get(&samples);
        let world = World::new();
        let before = String::from_utf8(sample.put(&world)).unwrap();
        world.connect(&sample.request(&world)).unwrap();
        let path = world.path().join(&sample.place);
        let text = fs::read_to_string(&path).unwrap();
        let at = text.find('{').unwrap() + 1;
        let edited = |text: &str| {
            let comma = if meaning("x.json", text).starts_with("{}") { "" } else { "," };
            let at = text.find('{').unwrap() + 1;
            format!("{} \"mine\": [1, 2]{comma} {}", &text[..at], &text[at..])
        };
        fs::write(&path, format!("{} \"mine\": [1, 2], {}", &text[..at], &text[at..])).unwrap();
        world.disconnect(&sample.request(&world)).unwrap();
        let after = fs::read_to_string(&path).unwrap();
        prop_assert_eq!(meaning("x.json", &after), meaning("x.json", &edited(&before)), "{:?}", sample);
        let backup = world.path().join(format!("{}.openpets-backup", sample.place));
        prop_assert!(!backup.exists());
    }
}
