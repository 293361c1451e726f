//! What belongs to which agent, and where it stands.

use super::agent::{Agent, Scope};
use super::content::hooks_command;
use super::content::{Block, Content, Found, Hooks, JsonServer, OpenCodeConfig, OwnFile, Shape, TomlServer};
use super::file::{MAX_BYTES, MAX_STATE_BYTES, read_through_links};
use super::roots::Roots;
use super::server::Server;
use super::words;
use std::path::{Path, PathBuf};

/// One thing of ours in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// What it is, for people.
    pub(super) what: &'static str,
    /// The file.
    pub(super) path: PathBuf,
    /// The folder below which nothing may be a symbolic link.
    pub(super) anchor: PathBuf,
    /// What stands in it.
    pub(super) content: Content,
    /// It is Claude Code's to write: through its command line.
    pub(super) through_claude: bool,
}

impl Part {
    /// The largest file that is read for it.
    pub(super) const fn max_bytes(&self) -> u64 {
        if self.through_claude { MAX_STATE_BYTES } else { MAX_BYTES }
    }
}

/// Whose configuration is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place<'a> {
    /// This project's.
    Project(&'a Path),
    /// The person's.
    User,
}

impl Place<'_> {
    pub(super) const fn scope(&self) -> Scope {
        match self {
            Self::Project(_) => Scope::Project,
            Self::User => Scope::User,
        }
    }
}

/// Where OpenCode's configuration is made in a project that has none, as OpenPets does.
const OPENCODE_NEW: &str = ".opencode/opencode.jsonc";

/// What Claude Code tells its hooks.
const CLAUDE_EVENTS: &[(&str, Option<&str>)] = &[
    ("SessionStart", None),
    ("UserPromptSubmit", None),
    ("PreToolUse", Some("*")),
    ("PermissionRequest", Some("*")),
    ("Notification", None),
    ("Stop", None),
    ("StopFailure", None),
    ("SessionEnd", None),
];

/// What of it Codex tells.
const CODEX_EVENTS: &[(&str, Option<&str>)] = &[
    ("UserPromptSubmit", None),
    ("PreToolUse", Some("*")),
    ("PermissionRequest", Some("*")),
    ("Stop", None),
];

/// Everything that connects an agent.
pub(super) fn parts(agent: Agent, place: &Place, server: &Server, roots: &Roots) -> Vec<Part> {
    let build = Builder { place, server, roots };
    match (agent, place) {
        (Agent::Claude, Place::Project(project)) => vec![
            Part {
                through_claude: true,
                ..build.json(project.join(".mcp.json"), "mcpServers", Shape::Typed)
            },
            build.hooks(project.join(".claude/settings.local.json"), CLAUDE_EVENTS, None),
        ],
        (Agent::Claude, Place::User) => {
            let folder = roots.claude_folder();
            vec![
                Part { through_claude: true, ..build.json(roots.claude_state(), "mcpServers", Shape::Typed) },
                build.hooks(folder.join("settings.json"), CLAUDE_EVENTS, None),
                build.own(folder.join("openpets.md"), "instructions", words::claude_file()),
                build.block(folder.join("CLAUDE.md"), words::import()),
            ]
        }
        (Agent::OpenCode, Place::Project(project)) => build.opencode(
            &["opencode.json", "opencode.jsonc", ".opencode/opencode.json", OPENCODE_NEW]
                .map(|name| project.join(name)),
            &project.join(".opencode"),
            ".opencode/openpets.md".to_owned(),
        ),
        (Agent::OpenCode, Place::User) => {
            let folder = roots.opencode_folder();
            build.opencode(
                &["config.json", "opencode.json", "opencode.jsonc"].map(|name| folder.join(name)),
                &folder,
                folder.join("openpets.md").to_string_lossy().into_owned(),
            )
        }
        (Agent::Cursor, Place::Project(project)) => vec![
            build.json(project.join(".cursor/mcp.json"), "mcpServers", Shape::Plain),
            build.own(project.join(".cursor/rules/openpets.mdc"), "rule", words::cursor_rule()),
        ],
        (Agent::Cursor, Place::User) => {
            vec![build.json(roots.home.join(".cursor/mcp.json"), "mcpServers", Shape::Plain)]
        }
        (Agent::VsCode, Place::Project(project)) => {
            vec![build.json(project.join(".vscode/mcp.json"), "servers", Shape::Typed)]
        }
        (Agent::VsCode, Place::User) => {
            vec![build.json(roots.app_data.join("Code/User/mcp.json"), "servers", Shape::Typed)]
        }
        (Agent::Zed, Place::Project(project)) => {
            vec![build.json(project.join(".zed/settings.json"), "context_servers", Shape::Custom)]
        }
        (Agent::Zed, Place::User) => {
            // On macOS Zed keeps to ~/.config all the same.
            let folder = if cfg!(windows) { roots.app_data.join("Zed") } else { roots.config.join("zed") };
            vec![build.json(folder.join("settings.json"), "context_servers", Shape::Custom)]
        }
        (Agent::Windsurf, _) => {
            vec![build.json(roots.home.join(".codeium/windsurf/mcp_config.json"), "mcpServers", Shape::Plain)]
        }
        (Agent::ClaudeDesktop, _) => {
            let file = roots.app_data.join("Claude/claude_desktop_config.json");
            vec![build.json(file, "mcpServers", Shape::Plain)]
        }
        (Agent::Codex, Place::Project(project)) => build.codex(&project.join(".codex")),
        (Agent::Codex, Place::User) => build.codex(&roots.codex_folder()),
        (Agent::Gemini, Place::Project(project)) => {
            vec![build.json(project.join(".gemini/settings.json"), "mcpServers", Shape::Plain)]
        }
        (Agent::Gemini, Place::User) => {
            vec![build.json(roots.home.join(".gemini/settings.json"), "mcpServers", Shape::Plain)]
        }
    }
}

/// Whether an agent seems to be on this machine.
#[must_use]
pub(super) fn is_here(agent: Agent, roots: &Roots) -> bool {
    let (program, traces): (Option<&str>, Vec<PathBuf>) = match agent {
        Agent::Claude => (Some("claude"), vec![roots.claude_state(), roots.claude_folder()]),
        Agent::OpenCode => (Some("opencode"), vec![roots.opencode_folder()]),
        Agent::Cursor => (Some("cursor"), vec![roots.home.join(".cursor")]),
        Agent::VsCode => (Some("code"), vec![roots.app_data.join("Code/User")]),
        Agent::Zed => (Some("zed"), vec![roots.config.join("zed")]),
        Agent::Windsurf => (Some("windsurf"), vec![roots.home.join(".codeium/windsurf")]),
        Agent::ClaudeDesktop => (None, vec![roots.app_data.join("Claude")]),
        // The folder alone may be there for its pets.
        Agent::Codex => (Some("codex"), vec![roots.codex_folder().join("config.toml")]),
        Agent::Gemini => (Some("gemini"), vec![roots.home.join(".gemini")]),
    };
    traces.iter().any(|path| path.exists()) || program.is_some_and(|name| roots.find_program(name).is_some())
}

struct Builder<'a> {
    place: &'a Place<'a>,
    server: &'a Server,
    roots: &'a Roots,
}

impl Builder<'_> {
    fn part(&self, what: &'static str, path: PathBuf, content: Content) -> Part {
        let anchor = match self.place {
            Place::Project(project) => (*project).to_owned(),
            // Folders that the person named in a variable are where they say.
            Place::User => [&self.roots.claude, &self.roots.opencode, &self.roots.codex]
                .into_iter()
                .flatten()
                .chain([&self.roots.config, &self.roots.app_data])
                .find(|folder| path.starts_with(folder) && !folder.starts_with(&self.roots.home))
                .unwrap_or(&self.roots.home)
                .clone(),
        };
        Part { what, path, anchor, content, through_claude: false }
    }

    fn json(&self, path: PathBuf, servers: &'static str, shape: Shape) -> Part {
        let content = JsonServer { servers, shape, server: self.server.clone() };
        self.part("MCP server", path, Content::Json(content))
    }

    fn hooks(&self, path: PathBuf, events: &'static [(&str, Option<&str>)], agent: Option<&str>) -> Part {
        let project_local = self.place.scope() == Scope::Project;
        let command = hooks_command(&self.server.program, agent, project_local, self.server.pet.as_ref());
        self.part("hooks", path, Content::Hooks(Hooks { events, command }))
    }

    fn own(&self, path: PathBuf, what: &'static str, file: OwnFile) -> Part {
        self.part(what, path, Content::Own(file))
    }

    fn block(&self, path: PathBuf, block: Block) -> Part {
        self.part("instructions", path, Content::Block(block))
    }

    fn codex(&self, folder: &Path) -> Vec<Part> {
        let server = Content::Toml(TomlServer { server: self.server.clone() });
        vec![
            self.part("MCP server", folder.join("config.toml"), server),
            self.hooks(folder.join("hooks.json"), CODEX_EVENTS, Some("codex")),
        ]
    }

    /// OpenCode reads all of `files` that are there; `folder` has the rest.
    fn opencode(&self, files: &[PathBuf], folder: &Path, instructions: String) -> Vec<Part> {
        let server = JsonServer { servers: "mcp", shape: Shape::Local, server: self.server.clone() };
        let content = Content::OpenCode(OpenCodeConfig { server, instructions });
        let plugin = OwnFile { text: crate::opencode::plugin(self.server.pet.as_ref()) };
        vec![
            self.part("MCP server", choose(files, &content), content),
            self.own(folder.join("plugins/openpets.js"), "plugin", plugin),
            self.part(
                "instructions",
                folder.join("openpets.md"),
                Content::Block(words::instructions_block()),
            ),
        ]
    }
}

/// The file that has something of ours, else the first that is there, else the last, to be made.
fn choose(files: &[PathBuf], content: &Content) -> PathBuf {
    let has_ours = |path: &&PathBuf| {
        let text = read_through_links(path, MAX_BYTES).ok().flatten();
        text.is_some_and(|text| content.find(&text).is_ok_and(|found| found != Found::Nothing))
    };
    let chosen = files.iter().find(has_ours).or_else(|| files.iter().find(|path| path.exists()));
    chosen.or(files.last()).cloned().unwrap_or_default()
}
