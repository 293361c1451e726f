//! What stands in the way: every file is as before, and the error names the file, the rule and what to do.

use crate::world::World;
use openpets_agents::configure::{Agent, ConfigureError, FileError, Invalid, Plan};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

/// Cursor's, since it is a single file.
const FILE: &str = "home/.cursor/mcp.json";

/// Tries to connect and to disconnect; nothing may change.
fn refused(world: &World) -> ConfigureError {
    let before = world.everything();
    let request = world.user(Agent::Cursor);
    let error = world.connect(&request).unwrap_err();
    assert_eq!(world.everything(), before, "{error}");
    let _ = world.disconnect(&request);
    assert_eq!(world.everything(), before, "{error}");
    error
}

#[test]
fn what_is_not_json_or_has_the_wrong_shape() {
    for (text, expected) in [
        ("{", "not valid"),
        ("nonsense", "not valid"),
        ("{'mcpServers': {}}", "not valid"),
        ("{\"mcpServers\": {} \"a\": 1}", "not valid"),
        ("{\"a\": 0x1}", "not valid"),
        ("[]", "the file` must be an object"),
        ("null", "the file` must be an object"),
        ("{\"mcpServers\": []}", "`mcpServers` must be an object"),
        ("{\"mcpServers\": null}", "`mcpServers` must be an object"),
        ("{\"mcpServers\": {}, \"mcpServers\": {}}", "`mcpServers` twice"),
        (
            "{\"mcpServers\": {\"openpets\": {\"command\": \"openpets\", \"args\": [\"mcp\"]}, \"openpets\": 1}}",
            "`openpets` twice",
        ),
    ] {
        let world = World::new();
        let path = world.write(FILE, text);
        let error = refused(&world);
        assert!(matches!(error, ConfigureError::Invalid { .. }), "{text}: {error}");
        let told = error.to_string();
        assert!(told.contains(expected) && told.contains(path.to_str().unwrap()), "{told}");
        // What a file says is nobody's business.
        assert!(!told.contains("nonsense"), "{told}");
    }
    let world = World::new();
    world.write(FILE, "[".repeat(300_000));
    assert!(matches!(refused(&world), ConfigureError::Invalid { rule: Invalid::Syntax(_), .. }));
}

#[test]
fn keys_that_are_doubled_elsewhere_are_the_persons() {
    let world = World::new();
    let text = "{\"a\": 1, \"a\": 2, \"mcpServers\": {\"x\": 1, \"x\": 2}}";
    world.write(FILE, text);
    world.connect(&world.user(Agent::Cursor)).unwrap();
    // Objects on one line are spread over several when something is added; nothing is lost.
    let tight: String = world.read(FILE).split_whitespace().collect();
    assert!(tight.starts_with("{\"a\":1,\"a\":2,\"mcpServers\":{\"x\":1,\"x\":2,\"openpets\":"), "{tight}");
    world.disconnect(&world.user(Agent::Cursor)).unwrap();
    assert_eq!(world.read(FILE), text);
}

#[test]
fn what_is_not_a_text_file_of_a_reasonable_size() {
    let world = World::new();
    world.write(FILE, [b'{', 0xff, b'}']);
    assert!(matches!(refused(&world), ConfigureError::File(FileError::NotText(_))));

    let world = World::new();
    world.write(FILE, format!("{{}}{}", " ".repeat(1024 * 1024)));
    assert!(matches!(refused(&world), ConfigureError::File(FileError::TooLarge(_, 1))));

    let world = World::new();
    fs::create_dir_all(world.path().join(FILE)).unwrap();
    assert!(matches!(refused(&world), ConfigureError::File(FileError::NotAFile(_))));

    let world = World::new();
    fs::create_dir_all(world.home().join(".cursor")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(world.path().join(FILE)).status().unwrap();
    assert!(made.success());
    // Reading it would hang, so `everything` is left out.
    let error = world.connect(&world.user(Agent::Cursor)).unwrap_err();
    assert!(matches!(error, ConfigureError::File(FileError::NotAFile(_))), "{error}");

    let world = World::new();
    world.write("home/.cursor", "a file");
    assert!(matches!(refused(&world), ConfigureError::File(FileError::NotAFolder(_))));
}

#[test]
fn symbolic_links_at_every_level() {
    // The file.
    let world = World::new();
    let real = world.write("home/dotfiles/mcp.json", "{}");
    fs::create_dir(world.home().join(".cursor")).unwrap();
    symlink(real, world.path().join(FILE)).unwrap();
    assert!(
        matches!(refused(&world), ConfigureError::File(FileError::Link(path)) if path.ends_with("mcp.json"))
    );

    // One that leads nowhere.
    let world = World::new();
    fs::create_dir(world.home().join(".cursor")).unwrap();
    symlink("/nowhere/at/all", world.path().join(FILE)).unwrap();
    assert!(matches!(refused(&world), ConfigureError::File(FileError::Link(_))));

    // Its folder.
    let world = World::new();
    world.write("elsewhere/mcp.json", "{}");
    symlink(world.path().join("elsewhere"), world.home().join(".cursor")).unwrap();
    assert!(
        matches!(refused(&world), ConfigureError::File(FileError::Link(path)) if path.ends_with(".cursor"))
    );
    assert_eq!(world.read("elsewhere/mcp.json"), "{}");

    // A folder above that.
    let world = World::new();
    fs::create_dir_all(world.path().join("elsewhere/User")).unwrap();
    fs::create_dir(world.home().join(".config")).unwrap();
    symlink(world.path().join("elsewhere"), world.home().join(".config/Code")).unwrap();
    let error = world.connect(&world.user(Agent::VsCode)).unwrap_err();
    assert!(matches!(error, ConfigureError::File(FileError::Link(path)) if path.ends_with("Code")));

    // The project.
    let world = World::new();
    symlink(world.project(), world.path().join("link")).unwrap();
    let mut request = world.in_project(Agent::Cursor);
    request.project = Some(world.path().join("link"));
    assert!(matches!(world.connect(&request).unwrap_err(), ConfigureError::LinkedProject(_)));

    // The copy.
    let world = World::new();
    world.write(FILE, "{\"a\": 1}");
    let victim = world.write("victim", "mine");
    symlink(victim, world.path().join(format!("{FILE}.openpets-backup"))).unwrap();
    assert!(matches!(refused(&world), ConfigureError::File(FileError::Link(_))));
    assert_eq!(world.read("victim"), "mine");
}

#[test]
fn a_read_only_file_is_meant_to_stay() {
    let world = World::new();
    let path = world.write(FILE, "{}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    assert!(matches!(refused(&world), ConfigureError::File(FileError::ReadOnly(_))));
}

#[test]
fn permissions_are_kept() {
    let world = World::new();
    let path = world.write(FILE, "{}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    world.connect(&world.user(Agent::Cursor)).unwrap();
    for name in [FILE.to_owned(), format!("{FILE}.openpets-backup")] {
        let mode = fs::metadata(world.path().join(&name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{name}");
    }
}

#[test]
fn a_file_that_changes_meanwhile_is_not_overwritten() {
    let world = World::new();
    world.write(FILE, "{}");
    let plan = Plan::connect(&world.user(Agent::Cursor), &world.roots()).unwrap();
    world.write(FILE, "{\"mine\": true}");
    let before = world.everything();
    let error = plan.apply(&world.roots()).unwrap_err();
    assert!(matches!(*error.cause, ConfigureError::File(FileError::Changed(_))), "{error}");
    assert_eq!(world.everything(), before);

    // Appeared, and gone.
    let world = World::new();
    let plan = Plan::connect(&world.user(Agent::Cursor), &world.roots()).unwrap();
    world.write(FILE, "{\"mine\": true}");
    assert!(plan.apply(&world.roots()).is_err());
    assert_eq!(world.read(FILE), "{\"mine\": true}");
}

#[test]
fn what_fails_later_undoes_what_came_before() {
    let world = World::new();
    world.write("project/opencode.json", "{\"theme\": \"x\"}");
    let request = world.in_project(Agent::OpenCode);
    let plan = Plan::connect(&request, &world.roots()).unwrap();
    assert_eq!(plan.steps().len(), 3);
    // The last of them.
    world.write("project/.opencode/openpets.md", "# Mine\n");
    let before = world.everything();
    let error = plan.apply(&world.roots()).unwrap_err();
    assert!(error.to_string().contains("openpets.md") && error.left_behind.is_none(), "{error}");
    assert_eq!(world.everything(), before);
}

#[test]
fn somebody_elses_entry_is_theirs() {
    for entry in [
        r#"{"command": "/opt/pets/server", "args": ["--x"]}"#,
        r#"{"url": "https://pets.example"}"#,
        r#""not even an object""#,
    ] {
        let world = World::new();
        let text = format!("{{\"mcpServers\": {{\"openpets\": {entry}}}}}");
        world.write(FILE, &text);
        let error = refused(&world);
        assert!(
            matches!(error, ConfigureError::Custom(_)) && error.to_string().contains("--force"),
            "{error}"
        );
        let plan = Plan::disconnect(&world.user(Agent::Cursor), &world.roots()).unwrap();
        assert!(plan.steps().is_empty() && plan.left_alone() == [world.path().join(FILE)]);
        // Unless the person says so, and then it can be had back.
        let mut request = world.user(Agent::Cursor);
        request.force = true;
        world.connect(&request).unwrap();
        assert!(world.read(FILE).contains("\"mcp\""));
        assert_eq!(world.read(&format!("{FILE}.openpets-backup")), text);
    }
    // A file that has the name of ours.
    let world = World::new();
    world.write("project/.cursor/rules/openpets.mdc", "my own rule");
    let error = world.connect(&world.in_project(Agent::Cursor)).unwrap_err();
    assert!(matches!(error, ConfigureError::Custom(_)), "{error}");
    assert_eq!(world.read("project/.cursor/rules/openpets.mdc"), "my own rule");
    assert!(!world.path().join("project/.cursor/mcp.json").exists());
}

#[test]
fn entries_of_openpets_are_replaced_and_what_was_added_to_them_stays() {
    for command in [
        r#""command": "npx", "args": ["-y", "@open-pets/mcp@latest", "--pet", "cat"]"#,
        r#""command": "node", "args": ["/opt/OpenPets/node_modules/@open-pets/mcp/dist/index.js"]"#,
        r#""command": "/old/place/openpets", "args": ["mcp"]"#,
        r#""command": "openpets", "args": ["mcp"]"#,
    ] {
        let world = World::new();
        world.write(
            FILE,
            format!("{{\"mcpServers\": {{\"openpets\": {{{command}, \"env\": {{\"A\": \"b\"}}}}}}}}"),
        );
        world.connect(&world.user(Agent::Cursor)).unwrap();
        let entry: serde_json::Value = serde_json::from_str(&world.read(FILE)).unwrap();
        let entry = &entry["mcpServers"]["openpets"];
        assert_eq!(entry["command"], world.openpets().to_str().unwrap(), "{command}");
        assert_eq!(entry["args"], serde_json::json!(["mcp"]));
        assert_eq!(entry["env"], serde_json::json!({"A": "b"}));
    }
}

#[test]
fn hooks_of_openpets_are_replaced_and_others_stay() {
    let world = World::new();
    world.write(
        "project/.codex/hooks.json",
        r#"{"hooks": {
            "PreToolUse": [
                {"matcher": "Edit", "hooks": [
                    {"type": "command", "command": "mine"},
                    {"type": "command", "command": "npx -y @open-pets/cli hook --openpets-managed"}
                ]},
                {"hooks": [{"type": "command", "command": "/old/openpets hook --openpets-managed"}]}
            ],
            "PostToolUse": [{"hooks": [{"type": "command", "command": "/old/openpets hook --openpets-managed"}]}]
        }}"#,
    );
    world.connect(&world.in_project(Agent::Codex)).unwrap();
    let hooks: serde_json::Value = serde_json::from_str(&world.read("project/.codex/hooks.json")).unwrap();
    let ours =
        format!("{} hook --openpets-managed --project-local --agent codex", world.openpets().display());
    assert_eq!(
        hooks["hooks"]["PreToolUse"],
        serde_json::json!([{"matcher": "Edit", "hooks": [
            {"type": "command", "command": "mine"}, {"type": "command", "command": ours}
        ]}])
    );
    assert_eq!(hooks["hooks"].get("PostToolUse"), None);
    assert_eq!(hooks["hooks"]["Stop"][0]["hooks"][0]["command"], *ours);
    world.disconnect(&world.in_project(Agent::Codex)).unwrap();
    let left: serde_json::Value = serde_json::from_str(&world.read("project/.codex/hooks.json")).unwrap();
    let mine = serde_json::json!({"hooks": {"PreToolUse": [
        {"matcher": "Edit", "hooks": [{"type": "command", "command": "mine"}]}
    ]}});
    assert_eq!(left, mine);
}

#[test]
fn toml_that_is_none_and_mixed_lines() {
    for (text, expected) in [
        ("model = ", "not valid"),
        ("a = 1\na = 2\n", "not valid"),
        ("mcp_servers = 3\n", "must be a table"),
        ("a = 1\r\nb = 2\n", "line endings"),
        ("[mcp_servers.openpets]\ncommand = \"x\"\n", "--force"),
    ] {
        let world = World::new();
        world.write("home/.codex/config.toml", text);
        let error = world.connect(&world.user(Agent::Codex)).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(world.read("home/.codex/config.toml"), text);
        assert!(!world.home().join(".codex/hooks.json").exists());
    }
}

/// Version 2 of OpenCode has its servers one level deeper.
#[test]
fn opencode_of_either_version() {
    for (text, path) in [
        (r#"{"mcp": {"servers": {"a": {"type": "remote", "url": "x"}}}}"#, "/mcp/servers/openpets/command/1"),
        (r#"{"mcp": {"servers": {}}}"#, "/mcp/servers/openpets/command/1"),
        (r#"{"mcp": {"servers": {"type": "local", "command": ["x"]}}}"#, "/mcp/openpets/command/1"),
        (r#"{"mcp": {"a": {"type": "local", "command": ["x"]}}}"#, "/mcp/openpets/command/1"),
        ("{}", "/mcp/openpets/command/1"),
    ] {
        let world = World::new();
        world.write("project/opencode.json", text);
        world.connect(&world.in_project(Agent::OpenCode)).unwrap();
        let value: serde_json::Value = serde_json::from_str(&world.read("project/opencode.json")).unwrap();
        assert_eq!(value.pointer(path), Some(&"mcp".into()), "{text} {value}");
    }
}

#[test]
fn what_openpets_wrote_for_opencode_is_replaced() {
    for plugin in [r#""@open-pets/opencode@1.2.3""#, r#"["@open-pets/opencode", {"pet": "cat"}]"#] {
        let world = World::new();
        // Not in the first file that is read.
        world.write("project/opencode.json", "{}");
        world.write(
            "project/.opencode/opencode.jsonc",
            format!(
                r#"{{
                    "mcp": {{"openpets": {{"type": "local", "command": ["npx", "-y", "@open-pets/cli@1.2.3", "mcp"], "enabled": true}}}},
                    "instructions": ["a.md", ".opencode/openpets.md"],
                    "plugin": ["other", {plugin}]
                }}"#
            ),
        );
        world.write("project/.opencode/openpets.md", "<!-- OPENPETS:START -->\nold\n<!-- OPENPETS:END -->\n");
        world.connect(&world.in_project(Agent::OpenCode)).unwrap();
        assert_eq!(world.read("project/opencode.json"), "{}");
        let config: serde_json::Value =
            serde_json::from_str(&world.read("project/.opencode/opencode.jsonc")).unwrap();
        assert_eq!(config["plugin"], serde_json::json!(["other"]));
        assert_eq!(config["instructions"], serde_json::json!(["a.md", ".opencode/openpets.md"]));
        assert_eq!(config["mcp"]["openpets"]["command"][1], "mcp");
        assert!(!world.read("project/.opencode/openpets.md").contains("old"));
        world.disconnect(&world.in_project(Agent::OpenCode)).unwrap();
        let config: serde_json::Value =
            serde_json::from_str(&world.read("project/.opencode/opencode.jsonc")).unwrap();
        assert_eq!(config, serde_json::json!({"instructions": ["a.md"], "plugin": ["other"]}));
    }
}
