use super::*;
use crate::reaction::Reaction;
use crate::reply::*;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

fn pet(id: &str) -> PetSummary {
    PetSummary {
        id: id.into(),
        display_name: "A Pet".into(),
        built_in: false,
        broken: false,
        broken_reason: None,
    }
}

fn snapshot() -> LeaseSnapshot {
    LeaseSnapshot {
        lease_id: "l".into(),
        requested_pet_id: None,
        target_kind: TargetKind::Default,
        actual_target_pet_id: "builtin".into(),
        actual_target_pet_name: "OpenPets".into(),
        using_default_pet: true,
        fallback_reason: None,
        expires_at: 1_700_000_000_000,
        lease_active: true,
        client_pid: None,
        terminal_owner_pid: None,
        terminal_app_name: None,
    }
}

fn session() -> SessionSummary {
    SessionSummary {
        agent: Some("claude-code".into()),
        pid: Some(7),
        terminal_owner_pid: Some(6),
        terminal_app_name: Some("foot".into()),
        folder: Some("site".into()),
        actual_target_pet_id: "cat".into(),
        actual_target_pet_name: "Cat".into(),
        using_default_pet: false,
        lease_active: true,
        started_at: 1_700_000_000_000,
        last_active_at: 1_700_000_000_001,
        last: Some(SessionAct {
            reaction: Reaction::Editing,
            event: Some("PreToolUse".into()),
            tool: Some("Edit".into()),
            at: 1_700_000_000_001,
            showing: true,
            ends_at: Some(1_700_000_120_001),
        }),
    }
}

fn full_snapshot() -> LeaseSnapshot {
    LeaseSnapshot {
        requested_pet_id: Some("cat".into()),
        target_kind: TargetKind::Explicit,
        using_default_pet: false,
        fallback_reason: Some("pet_broken".into()),
        client_pid: Some(7),
        terminal_owner_pid: Some(6),
        terminal_app_name: Some("foot".into()),
        ..snapshot()
    }
}

#[test]
fn every_reply() {
    let status = StatusResult {
        ok: true,
        app_running: true,
        protocol_version: 1,
        app_version: "1.2.3".into(),
        default_pet: pet("cat"),
        paused: false,
        default_pet_visible: true,
        open_default_pet_on_launch: true,
        speech_bubbles_enabled: false,
        stands_in_for: Some("cat".into()),
        hidden_reason: Some(HiddenReason::NoDisplay),
    };
    let stale = StaleLeaseResult {
        ok: false,
        app_running: true,
        lease_id: "l".into(),
        lease_active: false,
        stale_reason: "unknown_lease".into(),
    };
    let broken = PetSummary { broken: true, broken_reason: Some("no sheet".into()), ..pet("dog") };
    let pets = PetListResult {
        ok: true,
        pets: vec![pet("cat"), broken],
        default_pet_id: "cat".into(),
        omitted: None,
    };
    let hidden = ShownResult {
        ok: true,
        reaction: Some(Reaction::Idle),
        shown: false,
        reason: Some(HiddenReason::BubblesDisabled),
        lease_id: Some("l".into()),
    };
    let shown = ShownResult { reaction: None, shown: true, reason: None, lease_id: None, ..hidden.clone() };
    let hello = HelloResult {
        ok: true,
        protocol: "openpets-ipc".into(),
        protocol_version: 1,
        app_version: "1.2.3".into(),
    };
    let replies = [
        Reply::Hello(hello),
        Reply::Status(status),
        Reply::LeaseStatus(LeaseStatusResult { ok: true, app_running: true, lease: snapshot() }),
        Reply::StaleLease(stale),
        Reply::Pets(pets),
        Reply::Lease(snapshot()),
        Reply::Lease(full_snapshot()),
        Reply::Leases(LeaseListResult { ok: true, leases: vec![snapshot()], omitted: Some(2) }),
        Reply::Sessions(SessionListResult { ok: true, sessions: vec![session()], omitted: None }),
        Reply::SessionEnd(SessionEndResult { ok: true, ended: true }),
        Reply::Heartbeat(HeartbeatResult { lease_id: "l".into(), expires_at: 5 }),
        Reply::Release(ReleaseResult { released: false }),
        Reply::Shown(hidden),
        Reply::Shown(shown),
        Reply::Done(DoneResult { ok: true }),
    ];
    let lines: String = replies.iter().map(|reply| text(success_line("r1", reply))).collect();
    insta::assert_snapshot!(lines, @r#"
    {"id":"r1","ok":true,"result":{"ok":true,"protocol":"openpets-ipc","protocolVersion":1,"appVersion":"1.2.3"}}
    {"id":"r1","ok":true,"result":{"ok":true,"appRunning":true,"protocolVersion":1,"appVersion":"1.2.3","defaultPet":{"id":"cat","displayName":"A Pet","builtIn":false,"broken":false},"paused":false,"defaultPetVisible":true,"openDefaultPetOnLaunch":true,"speechBubblesEnabled":false,"standsInFor":"cat","hiddenReason":"no_display"}}
    {"id":"r1","ok":true,"result":{"ok":true,"appRunning":true,"leaseId":"l","targetKind":"default","actualTargetPetId":"builtin","actualTargetPetName":"OpenPets","usingDefaultPet":true,"expiresAt":1700000000000,"leaseActive":true}}
    {"id":"r1","ok":true,"result":{"ok":false,"appRunning":true,"leaseId":"l","leaseActive":false,"staleReason":"unknown_lease"}}
    {"id":"r1","ok":true,"result":{"ok":true,"pets":[{"id":"cat","displayName":"A Pet","builtIn":false,"broken":false},{"id":"dog","displayName":"A Pet","builtIn":false,"broken":true,"brokenReason":"no sheet"}],"defaultPetId":"cat"}}
    {"id":"r1","ok":true,"result":{"leaseId":"l","targetKind":"default","actualTargetPetId":"builtin","actualTargetPetName":"OpenPets","usingDefaultPet":true,"expiresAt":1700000000000,"leaseActive":true}}
    {"id":"r1","ok":true,"result":{"leaseId":"l","requestedPetId":"cat","targetKind":"explicit","actualTargetPetId":"builtin","actualTargetPetName":"OpenPets","usingDefaultPet":false,"fallbackReason":"pet_broken","expiresAt":1700000000000,"leaseActive":true,"clientPid":7,"terminalOwnerPid":6,"terminalAppName":"foot"}}
    {"id":"r1","ok":true,"result":{"ok":true,"leases":[{"leaseId":"l","targetKind":"default","actualTargetPetId":"builtin","actualTargetPetName":"OpenPets","usingDefaultPet":true,"expiresAt":1700000000000,"leaseActive":true}],"omitted":2}}
    {"id":"r1","ok":true,"result":{"ok":true,"sessions":[{"agent":"claude-code","pid":7,"terminalOwnerPid":6,"terminalAppName":"foot","folder":"site","actualTargetPetId":"cat","actualTargetPetName":"Cat","usingDefaultPet":false,"leaseActive":true,"startedAt":1700000000000,"lastActiveAt":1700000000001,"last":{"reaction":"editing","event":"PreToolUse","tool":"Edit","at":1700000000001,"showing":true,"endsAt":1700000120001}}]}}
    {"id":"r1","ok":true,"result":{"ok":true,"ended":true}}
    {"id":"r1","ok":true,"result":{"leaseId":"l","expiresAt":5}}
    {"id":"r1","ok":true,"result":{"released":false}}
    {"id":"r1","ok":true,"result":{"ok":true,"reaction":"idle","shown":false,"reason":"bubbles_disabled","leaseId":"l"}}
    {"id":"r1","ok":true,"result":{"ok":true,"shown":true}}
    {"id":"r1","ok":true,"result":{"ok":true}}
    "#);
}

#[test]
fn failures() {
    let failure = Failure::new(Code::Busy, "try \"again\"");
    assert_eq!(
        text(failure_line(Some("r\n1"), &failure)),
        "{\"id\":\"r\\n1\",\"ok\":false,\"error\":{\"code\":\"busy\",\"message\":\"try \\\"again\\\"\"}}\n"
    );
    assert_eq!(
        text(failure_line(None, &failure)),
        "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"busy\",\"message\":\"try \\\"again\\\"\"}}\n"
    );
    let long = failure_line(Some("r1"), &Failure::new(Code::Busy, "x".repeat(MAX_MESSAGE_BYTES)));
    assert!(long.len() < 200 && text(long).contains("internal_error"));
}

fn list(count: usize, reason: Option<&str>) -> Reply {
    let pets = (0..count)
        .map(|index| PetSummary {
            broken: true,
            broken_reason: reason.map(Into::into),
            ..pet(&format!("pet-{index}"))
        })
        .collect();
    Reply::Pets(PetListResult { ok: true, pets, default_pet_id: "pet-0".into(), omitted: None })
}

fn result(bytes: &[u8]) -> PetListResult {
    let value: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    serde_json::from_value(value["result"].clone()).unwrap()
}

#[test]
fn long_lists_lose_reasons_first() {
    let bytes = success_line("r1", &list(100, Some(&"why ".repeat(50))));
    assert!(bytes.len() <= MAX_MESSAGE_BYTES);
    let short = result(&bytes);
    assert_eq!((short.pets.len(), short.omitted), (100, None));
    assert!(short.pets.iter().all(|pet| pet.broken));
    // The last ones go first, and no more than must.
    let told = short.pets.iter().take_while(|pet| pet.broken_reason.is_some()).count();
    assert!(told > 0 && short.pets[told..].iter().all(|pet| pet.broken_reason.is_none()));
    assert!(MAX_MESSAGE_BYTES - bytes.len() < 300, "room for another reason was left");
}

#[test]
fn longer_lists_lose_pets_and_say_how_many() {
    let bytes = success_line(&"\u{1}".repeat(120), &list(1000, Some("why")));
    assert!(bytes.len() <= MAX_MESSAGE_BYTES);
    let short = result(&bytes);
    assert_eq!(short.omitted, Some(1000 - short.pets.len()));
    // As many as fit, give or take one.
    assert!(MAX_MESSAGE_BYTES - bytes.len() < 200);
    assert_eq!(short.pets[0].id, "pet-0");
}

#[test]
fn whatever_else_is_too_long_is_our_fault() {
    let lease = LeaseSnapshot { actual_target_pet_name: "x".repeat(MAX_MESSAGE_BYTES), ..snapshot() };
    let line = text(success_line("r1", &Reply::Lease(lease)));
    assert!(line.starts_with(r#"{"id":"r1","ok":false,"error":{"code":"internal_error""#), "{line}");
}

#[test]
fn long_lists_of_leases_lose_the_last_ones() {
    let list = LeaseListResult { ok: true, leases: vec![full_snapshot(); 1000], omitted: None };
    let bytes = success_line("r1", &Reply::Leases(list));
    assert!(bytes.len() <= MAX_MESSAGE_BYTES);
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    let short: LeaseListResult = serde_json::from_value(value["result"].clone()).unwrap();
    // As many as fit: there is no room for one more.
    assert!(bytes.len() + serde_json::to_vec(&full_snapshot()).unwrap().len() + 10 > MAX_MESSAGE_BYTES);
    assert_eq!(short.omitted, Some(1000 - short.leases.len()));
}

#[test]
fn long_lists_of_sessions_lose_the_last_ones() {
    let list = SessionListResult { ok: true, sessions: vec![session(); 1000], omitted: None };
    let bytes = success_line("r1", &Reply::Sessions(list));
    assert!(bytes.len() <= MAX_MESSAGE_BYTES);
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    let short: SessionListResult = serde_json::from_value(value["result"].clone()).unwrap();
    assert!(bytes.len() + serde_json::to_vec(&session()).unwrap().len() + 10 > MAX_MESSAGE_BYTES);
    assert_eq!(short.omitted, Some(1000 - short.sessions.len()));
}
