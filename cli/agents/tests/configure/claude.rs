//! Claude Code's own command: what it is asked, and what happens when it does not do it.

use crate::world::World;
use openpets_agents::configure::{Agent, ClaudeError, ConfigureError, Plan, Step};
use serde_json::{Value, json};
use std::fs;

/// A stand-in that notes what it is asked, one argument a line, and does it: it keeps servers where Claude Code does.
const STAND_IN: &str = r#"#!/bin/sh
log="$(dirname "$0")/../asked"
printf '%s\n' "in $(pwd)" "$@" >>"$log"
[ "$1" = --version ] && { echo '2.1.0 (Claude Code)'; exit 0; }
case "$4" in project) file=.mcp.json ;; user) file="$HOME_OF_TEST/.claude.json" ;; esac
case "$2" in
    add-json)
        if [ -e "$file" ]; then echo "MCP server openpets already exists" >&2; exit 1; fi
        printf '{"mcpServers":{"openpets":%s}}' "$6" >"$file" ;;
    remove) rm "$file" ;;
    *) echo "unknown command" >&2; exit 1 ;;
esac
"#;

fn world() -> World {
    let world = World::new();
    world.program("claude", &STAND_IN.replace("$HOME_OF_TEST", world.home().to_str().unwrap()));
    world
}

/// What Claude Code was asked since the last time: where, and the arguments.
fn asked(world: &World) -> Vec<Vec<String>> {
    let log = world.path().join("asked");
    let text = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_file(log);
    let mut calls: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("in ") {
            Some(folder) => calls.push(vec![folder.to_owned()]),
            None => calls.last_mut().unwrap().push(line.to_owned()),
        }
    }
    calls
}

#[test]
fn the_exact_calls() {
    for scope in ["project", "user"] {
        let world = world();
        let mut request =
            if scope == "user" { world.user(Agent::Claude) } else { world.in_project(Agent::Claude) };
        request.server.pet = Some("cat".to_owned().try_into().unwrap());
        let folder = if scope == "user" { world.home() } else { world.project() };
        let folder = folder.canonicalize().unwrap();
        world.connect(&request).unwrap();
        let calls = asked(&world);
        assert_eq!(calls[0][1..], ["--version"]);
        assert_eq!(calls[1][0], folder.to_str().unwrap());
        assert_eq!(calls[1][1..6], ["mcp", "add-json", "--scope", scope, "openpets"]);
        let entry: Value = serde_json::from_str(&calls[1][6]).unwrap();
        let program = world.openpets();
        assert_eq!(entry, json!({"type": "stdio", "command": program, "args": ["mcp", "--pet", "cat"]}));
        assert_eq!((calls.len(), calls[1].len()), (2, 7));

        // All is well now, and Claude Code is left in peace.
        assert_eq!(world.connect(&request).unwrap(), 0);
        assert_eq!(asked(&world), Vec::<Vec<String>>::new());

        // It refuses to change an entry.
        request.server.pet = None;
        world.connect(&request).unwrap();
        let calls = asked(&world);
        assert_eq!(calls[1][1..], ["mcp", "remove", "--scope", scope, "openpets"]);
        assert_eq!(calls[2][1..6], ["mcp", "add-json", "--scope", scope, "openpets"]);

        world.disconnect(&request).unwrap();
        let calls = asked(&world);
        assert_eq!(calls[1][1..], ["mcp", "remove", "--scope", scope, "openpets"]);
        assert_eq!(world.everything().into_keys().count(), 0);
    }
}

#[test]
fn a_preview_asks_nothing() {
    let world = world();
    let plan = Plan::connect(&world.in_project(Agent::Claude), &world.roots()).unwrap();
    let [Step::Claude(claude), Step::File(hooks)] = plan.steps() else { panic!("{plan:?}") };
    let shown: Vec<String> = claude.commands().collect();
    let program = world.openpets();
    assert_eq!(
        shown,
        [format!(
            r#"claude mcp add-json --scope project openpets '{{"type":"stdio","command":"{}","args":["mcp"]}}'"#,
            program.display()
        )]
    );
    assert!(hooks.diff().contains("+            \"command\": \""), "{}", hooks.diff());
    assert_eq!(asked(&world), Vec::<Vec<String>>::new());
    assert_eq!(world.everything().len(), 0);
}

fn failure(script: Option<&str>) -> (World, ConfigureError) {
    let world = World::new();
    if let Some(script) = script {
        world.program("claude", script);
    }
    world.write("project/.claude/settings.local.json", "{\"mine\": 1}");
    let before = world.everything();
    let error = world.connect(&world.in_project(Agent::Claude)).unwrap_err();
    assert_eq!(world.everything(), before, "{error}");
    (world, error)
}

#[test]
fn one_that_is_missing_fails_or_hangs() {
    let (_, error) = failure(None);
    assert!(
        matches!(error, ConfigureError::Claude(ClaudeError::NotFound)) && error.to_string().contains("PATH")
    );

    let (_, error) = failure(Some("#!/bin/sh\necho 'not logged in' >&2\nexit 3\n"));
    assert_eq!(error.to_string(), "`claude --version` failed: not logged in");

    let (_, error) = failure(Some(
        "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nprintf '\\n  no such scope\\nmore' >&2\nexit 1\n",
    ));
    let told = error.to_string();
    assert!(told.starts_with("`claude mcp add-json") && told.ends_with("failed: no such scope"), "{told}");

    // Says more than a pipe holds, and leaves somebody behind who keeps it open.
    let (_, error) = failure(Some("#!/bin/sh\nsleep 60 &\nhead -c 200000 /dev/zero >&2\nexit 1\n"));
    assert!(matches!(error, ConfigureError::Claude(ClaudeError::Failed { .. })), "{error}");

    let (_, error) = failure(Some("not a program at all"));
    assert!(matches!(error, ConfigureError::Claude(ClaudeError::Start { .. })), "{error}");

    let (_, error) = failure(Some("#!/bin/sh\nexec sleep 600\n"));
    assert!(matches!(error, ConfigureError::Claude(ClaudeError::Hangs(_))), "{error}");
}

#[test]
fn what_it_did_is_undone_when_a_file_refuses() {
    let world = world();
    let plan = Plan::connect(&world.in_project(Agent::Claude), &world.roots()).unwrap();
    world.write("project/.claude/settings.local.json", "{\"mine\": 1}");
    let before = world.everything();
    let error = plan.apply(&world.roots()).unwrap_err();
    assert!(error.left_behind.is_none(), "{error}");
    assert_eq!(world.everything(), before);
    let calls = asked(&world);
    assert_eq!(calls.last().unwrap()[1..3], ["mcp", "remove"]);
}

#[test]
fn a_server_of_somebody_else_stays() {
    let world = world();
    world.write("project/.mcp.json", r#"{"mcpServers": {"openpets": {"command": "my-own", "args": []}}}"#);
    let error = world.connect(&world.in_project(Agent::Claude)).unwrap_err();
    assert!(matches!(error, ConfigureError::Custom(_)), "{error}");
    assert_eq!(asked(&world), Vec::<Vec<String>>::new());
    let mut request = world.in_project(Agent::Claude);
    request.force = true;
    world.connect(&request).unwrap();
    assert!(world.read("project/.mcp.json").contains("\"mcp\""));
}

/// Claude Code's state may be large; it is only read.
#[test]
fn a_large_state_of_claude_is_read() {
    let world = world();
    let history = "x".repeat(3 * 1024 * 1024);
    let entry = json!({"type": "stdio", "command": world.openpets(), "args": ["mcp"], "env": {}});
    let state = json!({"history": history, "mcpServers": {"openpets": entry}});
    world.write("home/.claude.json", state.to_string());
    let plan = Plan::connect(&world.user(Agent::Claude), &world.roots()).unwrap();
    assert!(plan.steps().iter().all(|step| matches!(step, Step::File(_))), "{plan:?}");
}

#[test]
fn what_was_added_to_the_entry_stays_and_a_failure_brings_the_old_one_back() {
    let world = world();
    let old = json!({"type": "stdio", "command": "npx", "args": ["-y", "@open-pets/mcp"], "env": {"A": "b"}});
    world.write("project/.mcp.json", json!({"mcpServers": {"openpets": old}}).to_string());
    // The new one is refused.
    let refusing = STAND_IN.replace("add-json)", "add-json) case \"$6\" in *npx*) ;; *) exit 1 ;; esac;");
    world.program("claude", &refusing);
    let before = world.everything();
    let error = world.connect(&world.in_project(Agent::Claude)).unwrap_err();
    assert!(error.to_string().contains("add-json"), "{error}");
    let found: Value = serde_json::from_str(&world.read("project/.mcp.json")).unwrap();
    assert_eq!(found["mcpServers"]["openpets"], old);
    assert_eq!(world.everything().into_keys().collect::<Vec<_>>(), before.into_keys().collect::<Vec<_>>());
    // And taken.
    world.program("claude", STAND_IN);
    world.connect(&world.in_project(Agent::Claude)).unwrap();
    let found: Value = serde_json::from_str(&world.read("project/.mcp.json")).unwrap();
    let program = world.openpets();
    let new = json!({"type": "stdio", "command": program, "args": ["mcp"], "env": {"A": "b"}});
    assert_eq!(found["mcpServers"]["openpets"], new);
}
