//! What `openpets doctor` finds.

use crate::world::World;
use openpets_agents::configure::{Agent, Outdated, Report, Scope, Server, Status, report};
use std::fs;

fn find(world: &World, agent: Agent, scope: Scope) -> Report {
    let server = Server { program: world.openpets(), pet: None };
    let reports = report(Some(&world.project()), &server, &world.roots());
    reports.into_iter().find(|report| (report.agent, report.scope) == (agent, scope)).unwrap()
}

#[test]
fn every_status_has_a_next_step() {
    let world = World::new();
    let of = |scope| find(&world, Agent::Cursor, scope);
    assert_eq!(of(Scope::User).status(), Status::Missing);
    assert_eq!(of(Scope::User).next_step().as_deref(), Some("openpets configure --agent cursor --global"));
    assert_eq!(of(Scope::Project).next_step().as_deref(), Some("openpets configure --agent cursor"));
    assert!(!of(Scope::User).is_here);

    world.connect(&world.user(Agent::Cursor)).unwrap();
    assert_eq!((of(Scope::User).status(), of(Scope::User).next_step()), (Status::Installed, None));
    assert!(of(Scope::User).is_here);

    // The program has gone.
    fs::rename(world.openpets(), world.path().join("bin/moved")).unwrap();
    assert_eq!(of(Scope::User).status(), Status::NeedsUpdate(Outdated::ProgramGone(world.openpets())));
    assert!(of(Scope::User).next_step().is_some());

    world.write(
        "home/.cursor/mcp.json",
        r#"{"mcpServers": {"openpets": {"command": "npx", "args": ["@open-pets/mcp"]}}}"#,
    );
    assert_eq!(of(Scope::User).status(), Status::NeedsUpdate(Outdated::OtherProgram));
    world.write("home/.cursor/mcp.json", r#"{"mcpServers": {"openpets": {"command": "mine"}}}"#);
    assert_eq!(of(Scope::User).status(), Status::Custom);
    assert!(of(Scope::User).next_step().unwrap().contains("--force"));
    world.write("home/.cursor/mcp.json", "{");
    assert!(matches!(of(Scope::User).status(), Status::Invalid(_)));
    assert!(of(Scope::User).next_step().unwrap().contains("repair"));
}

#[test]
fn another_pet_and_another_program_of_ours_are_as_good() {
    let world = World::new();
    world.program("other", "");
    fs::create_dir(world.path().join("second")).unwrap();
    fs::copy(world.openpets(), world.path().join("second/openpets")).unwrap();
    for agent in [Agent::OpenCode, Agent::Codex, Agent::Zed] {
        let mut request = world.in_project(agent);
        request.server = Server {
            program: world.path().join("second/openpets"),
            pet: Some("cat".to_owned().try_into().unwrap()),
        };
        world.connect(&request).unwrap();
        assert_eq!(find(&world, agent, Scope::Project).status(), Status::Installed, "{agent}");
    }
}

#[test]
fn half_of_it_is_not_enough() {
    let world = World::new();
    world.connect(&world.in_project(Agent::OpenCode)).unwrap();
    let plugin = world.project().join(".opencode/plugins/openpets.js");
    let text = fs::read_to_string(&plugin).unwrap();
    fs::write(&plugin, format!("{text}// changed\n")).unwrap();
    let report = find(&world, Agent::OpenCode, Scope::Project);
    assert_eq!(report.status(), Status::NeedsUpdate(Outdated::Older));
    fs::remove_file(&plugin).unwrap();
    let report = find(&world, Agent::OpenCode, Scope::Project);
    assert_eq!(report.status(), Status::NeedsUpdate(Outdated::Older));
    assert!(report.entries.iter().any(|entry| entry.status == Status::Missing));

    // A version of ours that listened to fewer events.
    world.write(
        "project/.codex/hooks.json",
        format!(
            r#"{{"hooks": {{"Stop": [{{"hooks": [{{"type": "command", "command": "{} hook --openpets-managed"}}]}}]}}}}"#,
            world.openpets().display()
        ),
    );
    let report = find(&world, Agent::Codex, Scope::Project);
    assert_eq!(report.entries[1].status, Status::NeedsUpdate(Outdated::Older));
}

/// Codex' folder may be there for its pets alone.
#[test]
fn agents_are_found_by_what_they_leave() {
    let world = World::new();
    fs::create_dir_all(world.home().join(".codex/pets")).unwrap();
    assert!(!find(&world, Agent::Codex, Scope::User).is_here);
    world.program("codex", "#!/bin/sh\n");
    assert!(find(&world, Agent::Codex, Scope::User).is_here);
    world.write("home/.claude.json", "{}");
    assert!(find(&world, Agent::Claude, Scope::User).is_here);
}

/// Many keep their settings elsewhere and link them.
#[test]
fn what_is_linked_is_looked_at() {
    let world = World::new();
    world.write("dotfiles/mcp.json", r#"{"mcpServers": {}}"#);
    std::os::unix::fs::symlink(world.path().join("dotfiles"), world.home().join(".cursor")).unwrap();
    assert_eq!(find(&world, Agent::Cursor, Scope::User).status(), Status::Missing);
    let entry = format!(
        r#"{{"mcpServers": {{"openpets": {{"command": "{}", "args": ["mcp"]}}}}}}"#,
        world.openpets().display()
    );
    world.write("dotfiles/mcp.json", entry);
    assert_eq!(find(&world, Agent::Cursor, Scope::User).status(), Status::Installed);
}
