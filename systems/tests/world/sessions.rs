//! Who drives which pet, and why it does what it does.

use crate::support::{TestWorld, client_request, pet_request};
use openpets_ipc::reply::{SessionAct, SessionSummary};
use openpets_ipc::{
    AcquireLease, AgentKind, Command, Label, Reaction as Kind, Reply, Setting, Source, SpeechText,
};
use openpets_systems::pets::{Pet, Role};
use openpets_systems::reaction::Reaction;
use openpets_systems::session::model::{FORGET_AFTER, MAX_SESSIONS, SWEEP_PERIOD};
use std::time::Duration;

const AGENT: u32 = 500;

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn label(text: &str) -> Option<Label> {
    Label::from_text(text)
}

fn source(agent: &str, pid: Option<u32>, session: Option<&str>) -> Source {
    Source { pid, session: session.and_then(label), ..Source::new(AgentKind::from_name(agent).unwrap()) }
}

/// What a hook of Claude Code sends.
fn hook(kind: Kind, event: &str, tool: Option<&str>) -> Command {
    let source = Source {
        event: label(event),
        tool: tool.and_then(label),
        folder: label("site"),
        ..source("claude-code", Some(AGENT), Some("s1"))
    };
    Command::React { reaction: kind, lease: None, source: Some(source) }
}

/// What its MCP server acquires.
fn server(pet: Option<&str>) -> AcquireLease {
    AcquireLease { source: Some(source("mcp", Some(AGENT), None)), ..client_request(pet, 501, "n") }
}

impl TestWorld {
    fn sessions(&mut self) -> Vec<SessionSummary> {
        match self.ask(Command::ListSessions) {
            Ok(Reply::Sessions(list)) => list.sessions,
            other => panic!("no sessions: {other:?}"),
        }
    }

    fn only_session(&mut self) -> SessionSummary {
        let mut sessions = self.sessions();
        assert_eq!(sessions.len(), 1, "{sessions:?}");
        sessions.remove(0)
    }

    fn last(&mut self) -> SessionAct {
        self.only_session().last.expect("it has done something")
    }

    fn end(&mut self, source: Source) -> bool {
        match self.ask(Command::EndSession { source }) {
            Ok(Reply::SessionEnd(result)) => result.ended,
            other => panic!("not ended: {other:?}"),
        }
    }

    /// What the pet with this role shows.
    fn shows(&mut self, id: &str, role: Role) -> Kind {
        let mut pets = self.app.world_mut().query::<(&Pet, &Role, &Reaction)>();
        let found = pets.iter(self.app.world()).find(|(pet, of, _)| pet.id == id && **of == role);
        found.expect("there is such a pet").2.kind
    }
}

#[test]
fn a_session_tells_why_its_pet_is_busy_and_until_when() {
    let mut world = TestWorld::new(&[], "{}");
    world.shown(hook(Kind::Editing, "PreToolUse", Some("Edit")));
    world.sleep(secs(8));
    let session = world.only_session();
    assert_eq!((session.agent.as_deref(), session.pid), (Some("claude-code"), Some(AGENT)));
    assert_eq!((session.actual_target_pet_id.as_str(), session.using_default_pet), ("builtin", true));
    assert!(!session.lease_active);
    let act = session.last.unwrap();
    assert_eq!(
        (act.reaction, act.event.as_deref(), act.tool.as_deref()),
        (Kind::Editing, Some("PreToolUse"), Some("Edit"))
    );
    assert!(act.showing);
    // Began 8 s ago, and ends 120 s after that.
    let lasts = act.ends_at.unwrap() - act.at;
    assert!((119_900..=120_100).contains(&lasts), "{lasts}");
    assert_eq!(session.last_active_at, session.started_at);

    world.sleep(secs(113));
    let over = world.last();
    assert_eq!((over.reaction, over.showing, over.ends_at), (Kind::Editing, false, None));
}

#[test]
fn a_pet_that_another_agent_took_over_does_not_show_the_first_ones_doing() {
    let mut world = TestWorld::new(&[], "{}");
    world.shown(hook(Kind::Working, "PreToolUse", Some("Read")));
    world.sleep(secs(1));
    let other = Source { event: label("Stop"), ..source("codex", Some(600), None) };
    world.shown(Command::React { reaction: Kind::Working, lease: None, source: Some(other) });
    let sessions = world.sessions();
    let showing: Vec<(Option<&str>, bool)> = sessions
        .iter()
        .map(|session| (session.agent.as_deref(), session.last.as_ref().is_some_and(|act| act.showing)))
        .collect();
    assert_eq!(showing, [(Some("codex"), true), (Some("claude-code"), false)]);
}

#[test]
fn hooks_reach_the_pet_that_their_agents_server_holds() {
    let mut world = TestWorld::new(&["cat"], "{}");
    world.acquire(server(Some("cat")));
    world.shown(hook(Kind::Testing, "PreToolUse", Some("Bash")));
    assert_eq!(world.shows("cat", Role::Agent), Kind::Testing);
    assert_eq!(world.shows("builtin", Role::Default), Kind::Idle);
    // One session, known by the name that the hook knows.
    let session = world.only_session();
    assert_eq!((session.agent.as_deref(), session.lease_active), (Some("claude-code"), true));
    assert_eq!(session.actual_target_pet_id, "cat");
    // A line goes there too.
    let Command::React { source, .. } = hook(Kind::Waiting, "PermissionRequest", None) else {
        unreachable!()
    };
    let message = SpeechText::parse("May I?").unwrap();
    world.shown(Command::Say { message, reaction: Some(Kind::Waiting), lease: None, source });
    assert_eq!(world.shows("cat", Role::Agent), Kind::Waiting);
}

#[test]
fn a_process_with_several_leases_does_not_tell_which_is_meant() {
    let mut world = TestWorld::new(&["cat", "dog"], "{}");
    world.acquire(server(Some("cat")));
    let second = AcquireLease {
        source: Some(source("mcp", Some(AGENT), None)),
        ..client_request(Some("dog"), 502, "m")
    };
    world.acquire(second);
    world.shown(hook(Kind::Testing, "PreToolUse", Some("Bash")));
    assert_eq!(world.shows("builtin", Role::Default), Kind::Testing);
}

#[test]
fn a_lease_wins_over_the_session() {
    let mut world = TestWorld::new(&["cat", "dog"], "{}");
    world.acquire(server(Some("cat")));
    let lease = world.acquire(pet_request("dog")).lease_id;
    let Command::React { source, .. } = hook(Kind::Idle, "Stop", None) else { unreachable!() };
    let command = Command::React { reaction: Kind::Success, lease: Some(lease.try_into().unwrap()), source };
    world.shown(command);
    assert_eq!(world.shows("dog", Role::Agent), Kind::Success);
    assert_eq!(world.shows("cat", Role::Agent), Kind::Idle);
}

#[test]
fn the_server_tells_its_agents_name_later() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let first = world.acquire(server(Some("cat")));
    assert_eq!(world.only_session().agent.as_deref(), Some("mcp"));
    let named = AcquireLease { source: Some(source("Cursor", Some(AGENT), None)), ..server(Some("cat")) };
    let again = world.acquire(named);
    assert_eq!(first.lease_id, again.lease_id);
    assert_eq!(world.only_session().agent.as_deref(), Some("cursor"));
    // And a lease that was acquired without a source gets one.
    let mut world = TestWorld::new(&["cat"], "{}");
    world.acquire(client_request(Some("cat"), 501, "n"));
    let unknown = world.only_session();
    assert_eq!((unknown.agent, unknown.pid, unknown.lease_active), (None, Some(501), true));
    world.acquire(server(Some("cat")));
    world.shown(hook(Kind::Editing, "PreToolUse", Some("Edit")));
    assert_eq!(world.shows("cat", Role::Agent), Kind::Editing);
    assert_eq!(world.only_session().agent.as_deref(), Some("claude-code"));
}

#[test]
fn a_client_that_tells_nothing_is_known_by_its_lease() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let lease = world.acquire(client_request(Some("cat"), 7, "n")).lease_id;
    let lease = Some(lease.try_into().unwrap());
    world.shown(Command::React { reaction: Kind::Thinking, lease, source: None });
    let act = world.last();
    // As long as the lease lives.
    assert_eq!((act.reaction, act.showing, act.ends_at, act.event), (Kind::Thinking, true, None, None));
}

#[test]
fn a_hooks_own_lease_lives_without_heartbeats_and_ends_with_the_session() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let Command::React { source: Some(hook), .. } = hook(Kind::Working, "PreToolUse", None) else {
        unreachable!()
    };
    let wish = AcquireLease { source: Some(hook.clone()), ..client_request(Some("cat"), AGENT, "s1") };
    let lease = world.acquire(wish.clone()).lease_id;
    world.shown(Command::React {
        reaction: Kind::Working,
        lease: Some(lease.clone().try_into().unwrap()),
        source: Some(hook.clone()),
    });
    world.sleep(secs(100));
    assert_eq!(world.agent_pets(), ["cat"]);
    assert_eq!(world.acquire(wish).lease_id, lease, "another hook finds it again");
    world.sleep(secs(100));
    assert_eq!(world.shows("cat", Role::Agent), Kind::Working);
    assert!(world.end(Source { event: label("SessionEnd"), ..hook }));
    world.sleep(secs(1));
    assert!(world.agent_pets().is_empty());
    assert!(world.sessions().is_empty());
}

#[test]
fn the_end_of_a_session_ends_what_it_was_busy_with() {
    let mut world = TestWorld::new(&[], "{}");
    world.shown(hook(Kind::Running, "PreToolUse", Some("Bash")));
    assert!(!world.end(source("claude-code", Some(AGENT), Some("another"))));
    assert!(world.end(source("claude-code", Some(AGENT), Some("s1"))));
    assert!(!world.end(source("claude-code", Some(AGENT), Some("s1"))), "once");
    world.sleep(secs(1));
    assert_eq!(world.shows("builtin", Role::Default), Kind::Idle);
    // What another one has it do goes on.
    world.shown(hook(Kind::Running, "PreToolUse", Some("Bash")));
    world.shown(Command::React { reaction: Kind::Running, lease: None, source: None });
    assert!(world.end(source("claude-code", Some(AGENT), Some("s1"))));
    world.sleep(secs(1));
    assert_eq!(world.shows("builtin", Role::Default), Kind::Running);
}

#[test]
fn sessions_end_with_their_process_or_in_silence() {
    let mut world = TestWorld::new(&[], "{}");
    world.shown(hook(Kind::Running, "PreToolUse", Some("Bash")));
    let remote = source("codex", None, Some("r"));
    world.shown(Command::React { reaction: Kind::Waving, lease: None, source: Some(remote) });
    assert_eq!(world.sessions().len(), 2);
    world.processes.kill(AGENT);
    world.sleep(SWEEP_PERIOD);
    world.sleep(secs(1));
    assert_eq!(world.only_session().agent.as_deref(), Some("codex"));
    assert_eq!(world.shows("builtin", Role::Default), Kind::Idle);
    world.sleep(FORGET_AFTER);
    world.sleep(secs(1));
    assert!(world.sessions().is_empty());
}

#[test]
fn sessions_are_bounded_and_the_most_silent_goes() {
    let mut world = TestWorld::new(&[], "{}");
    for pid in 0..u32::try_from(MAX_SESSIONS).unwrap() + 3 {
        let source = Some(source("codex", Some(1000 + pid), None));
        world.shown(Command::React { reaction: Kind::Idle, lease: None, source });
        world.sleep(Duration::from_millis(10));
    }
    let sessions = world.sessions();
    assert_eq!(sessions.len(), MAX_SESSIONS);
    assert_eq!(sessions.last().and_then(|session| session.pid), Some(1003));
}

#[test]
fn folders_are_told_only_while_the_person_allows_it() {
    let mut world = TestWorld::new(&[], "{}");
    world.shown(hook(Kind::Working, "PreToolUse", None));
    assert_eq!(world.only_session().folder, None);
    world.ask(Command::Set(Setting::AgentFolders(true))).unwrap();
    assert_eq!(world.only_session().folder, None, "it was not even kept");
    world.shown(hook(Kind::Working, "PreToolUse", None));
    assert_eq!(world.only_session().folder.as_deref(), Some("site"));
    world.ask(Command::Set(Setting::AgentFolders(false))).unwrap();
    assert_eq!(world.only_session().folder, None);
}
