use super::*;
use crate::command::AcquireLease;
use crate::ids::{InstallKey, LeaseId, RequestedPetId};
use crate::install::{InstallFrom, InstallPet, PackageKind};
use crate::media::{DEFAULT_MEDIA_DURATION, MediaRequest};
use crate::message::SpeechText;
use crate::reaction::Reaction;
use crate::setting::Setting;
use proptest::prelude::*;
use serde_json::json;
use std::sync::LazyLock;

static TOKENS: LazyLock<Tokens> = LazyLock::new(|| Tokens::generate().unwrap());

fn request(method: &str, params: Value) -> Value {
    json!({"id": "r1", "version": 1, "token": TOKENS.agent(), "method": method, "params": params})
}

fn parse(value: &Value) -> Result<Request, Rejection> {
    parse_request(value.to_string().as_bytes(), &TOKENS)
}

fn command(method: &str, params: Value) -> Result<Command, (String, String)> {
    match parse(&request(method, params)) {
        Ok(request) => Ok(request.command),
        Err(rejection) => Err((rejection.failure.code, rejection.failure.message)),
    }
}

fn code(value: &Value) -> (Option<String>, String) {
    let rejection = parse(value).unwrap_err();
    (rejection.id, rejection.failure.code)
}

fn lease(text: &str) -> LeaseId {
    LeaseId::try_from(text.to_owned()).unwrap()
}

fn media_path() -> &'static str {
    if cfg!(windows) { r"C:\x\a.png" } else { "/x/a.png" }
}

#[test]
fn every_method() {
    let say = SpeechText::parse("Hi").unwrap();
    let media = MediaRequest {
        path: media_path().into(),
        message: Some(say.clone()),
        reaction: None,
        duration: DEFAULT_MEDIA_DURATION,
        click_url: None,
        lease: None,
    };
    let cases = [
        ("hello", json!({}), Command::Hello),
        ("status", json!({}), Command::Status { lease: None }),
        ("status", json!({"leaseId": "l"}), Command::Status { lease: Some(lease("l")) }),
        ("pets.list", json!({}), Command::ListPets),
        ("lease.acquire", json!({}), Command::AcquireLease(AcquireLease::default())),
        ("lease.heartbeat", json!({"leaseId": "l"}), Command::HeartbeatLease { lease: lease("l") }),
        ("lease.release", json!({"leaseId": "l"}), Command::ReleaseLease { lease: lease("l") }),
        (
            "pet.react",
            json!({"reaction": "error"}),
            Command::React { reaction: Reaction::Error, lease: None, source: None },
        ),
        (
            "pet.say",
            json!({"message": " Hi ", "reaction": "waving", "leaseId": "l"}),
            Command::Say {
                message: say,
                reaction: Some(Reaction::Waving),
                lease: Some(lease("l")),
                source: None,
            },
        ),
        ("pet.showMedia", json!({"path": media_path(), "message": "Hi"}), Command::ShowMedia(media)),
    ];
    for (method, params, expected) in cases {
        assert_eq!(command(method, params), Ok(expected), "{method}");
    }
}

#[test]
fn params_that_are_no_object_count_as_none() {
    for params in [json!(null), json!([1]), json!("x"), json!(7)] {
        assert_eq!(command("status", params), Ok(Command::Status { lease: None }));
    }
    let mut without = request("hello", json!({}));
    without.as_object_mut().unwrap().remove("params");
    assert_eq!(parse(&without).unwrap().command, Command::Hello);
}

#[test]
fn params_that_break_rules() {
    let cases = [
        ("status", json!({"leaseId": ""})),
        ("status", json!({"leaseId": 5})),
        ("status", json!({"leaseId": null})),
        ("status", json!({"leaseId": "x".repeat(121)})),
        ("status", json!({"leaseId": "a\rb"})),
        ("lease.heartbeat", json!({})),
        ("lease.release", json!({})),
        ("lease.acquire", json!({"requestedPetId": 5})),
        ("lease.acquire", json!({"requestedPetId": "a/b"})),
        ("lease.acquire", json!({"requestedPetId": "a\\b"})),
        ("lease.acquire", json!({"requestedPetId": "a\u{1}"})),
        ("lease.acquire", json!({"requestedPetId": "é".repeat(65)})),
        ("pet.react", json!({})),
        ("pet.react", json!({"reaction": "Idle"})),
        ("pet.react", json!({"reaction": "idle", "leaseId": false})),
        ("pet.say", json!({})),
        ("pet.say", json!({"message": ""})),
        ("pet.say", json!({"message": "my token"})),
        ("pet.say", json!({"message": "Hi", "reaction": "happy"})),
        ("pet.showMedia", json!({})),
        ("pet.showMedia", json!({"path": "a.png"})),
        ("pet.showMedia", json!({"path": media_path(), "durationMs": 999})),
        ("pet.showMedia", json!({"path": media_path(), "durationMs": "2000"})),
        ("pet.showMedia", json!({"path": media_path(), "clickUrl": "http://x"})),
        ("pet.showMedia", json!({"path": media_path(), "message": "a\nb"})),
    ];
    for (method, params) in cases {
        let (code, _) = command(method, params.clone()).unwrap_err();
        assert_eq!(code, "invalid_params", "{method} {params}");
    }
}

#[test]
fn identity_of_the_client_is_optional_in_every_way() {
    let acquire = |params| match command("lease.acquire", params) {
        Ok(Command::AcquireLease(acquire)) => acquire,
        other => panic!("{other:?}"),
    };
    let whole = acquire(json!({"requestedPetId": " cat ", "clientPid": 42, "sessionNonce": "n"}));
    assert_eq!(whole.requested_pet.unwrap().as_str(), "cat");
    assert_eq!(whole.client_pid, Some(42));
    assert_eq!(whole.session_nonce.unwrap().as_str(), "n");
    for pid in [json!(0), json!(-1), json!(1.5), json!("42"), json!(null), json!(1e20), json!({})] {
        assert_eq!(acquire(json!({"clientPid": pid})).client_pid, None, "{pid}");
    }
    for nonce in [json!(""), json!("x".repeat(129)), json!("a\u{7}"), json!(5), json!(null)] {
        assert_eq!(acquire(json!({"sessionNonce": nonce})).session_nonce, None);
    }
    assert_eq!(acquire(json!({"requestedPetId": "  "})).requested_pet, None);
}

#[test]
fn two_tokens() {
    let pet = RequestedPetId::try_from("cat".to_owned()).unwrap();
    let key = InstallKey::try_from("k".to_owned()).unwrap();
    for (method, params, expected) in [
        ("control.quit", json!({}), Command::Quit),
        ("control.show", json!({}), Command::Show),
        ("lease.list", json!({}), Command::ListLeases),
        ("session.list", json!({}), Command::ListSessions),
        (
            "settings.set",
            json!({"name": "petGazeEnabled", "value": false}),
            Command::Set(Setting::Gaze(false)),
        ),
        ("control.pause", json!({"paused": true}), Command::Pause { paused: true }),
        ("control.hide", json!({}), Command::Hide),
        ("control.reset-places", json!({}), Command::ResetPlaces),
        ("pets.uninstall", json!({"petId": "cat"}), Command::UninstallPet { pet: pet.clone() }),
        ("pets.set-default", json!({"petId": "cat"}), Command::SetDefaultPet { pet }),
        ("pets.install-progress", json!({"installKey": "k"}), Command::InstallProgress { key: key.clone() }),
        ("pets.install-cancel", json!({"installKey": "k"}), Command::CancelInstall { key }),
    ] {
        let mut value = request(method, params);
        assert_eq!(code(&value), (Some("r1".into()), "forbidden".into()));
        value["token"] = json!(TOKENS.control());
        let accepted = parse(&value).unwrap();
        assert_eq!((accepted.command, accepted.origin), (expected, Origin::Control));
    }
    let mut value = request("hello", json!({}));
    assert_eq!(parse(&value).unwrap().origin, Origin::Agent);
    value["token"] = json!(TOKENS.control());
    assert_eq!(parse(&value).unwrap().origin, Origin::Control);
}

#[test]
fn methods_have_exact_names() {
    for method in ["pets.installed", "pets.install_local", "", "Hello", "control.", "hello "] {
        assert_eq!(code(&request(method, json!({}))).1, "unknown_method", "{method}");
    }
}

#[test]
fn installations() {
    let pet = |id: &str| RequestedPetId::try_from(id.to_owned()).unwrap();
    let from_catalog = parse(&request("pets.install", json!({"petId": " cat "}))).unwrap();
    let wish = InstallPet { from: InstallFrom::Catalog(pet("cat")), key: None };
    assert_eq!((from_catalog.command, from_catalog.origin), (Command::InstallPet(wish), Origin::Agent));

    let params = json!({"path": "/pets/cat", "kind": "folder", "installKey": "k"});
    let wish = InstallPet {
        from: InstallFrom::local("/pets/cat", PackageKind::Folder).unwrap(),
        key: Some(InstallKey::try_from("k".to_owned()).unwrap()),
    };
    assert_eq!(parse(&request("pets.install-local", params)).unwrap().command, Command::InstallPet(wish));

    for (method, params) in [
        ("pets.install", json!({})),
        ("pets.install", json!({"petId": 7})),
        ("pets.install", json!({"petId": "a/b"})),
        ("pets.install", json!({"petId": "cat", "installKey": ""})),
        ("pets.install-local", json!({"path": "/pets/cat"})),
        ("pets.install-local", json!({"kind": "zip"})),
        ("pets.install-local", json!({"path": "/pets/cat", "kind": "tar"})),
        ("pets.install-local", json!({"path": "pets/cat", "kind": "zip"})),
        ("pets.install-local", json!({"path": "/pets/c\nat", "kind": "zip"})),
        ("pets.install-local", json!({"path": format!("/{}", "x".repeat(2048)), "kind": "zip"})),
    ] {
        assert_eq!(code(&request(method, params.clone())).1, "invalid_params", "{method} {params}");
    }
}

#[test]
fn ids() {
    for id in [json!(""), json!(5), json!(null), json!("x".repeat(121)), json!({})] {
        let mut value = request("hello", json!({}));
        value["id"] = id;
        assert_eq!(code(&value), (None, "invalid_request".into()));
    }
    for id in ["x".repeat(120), "é".repeat(120), "🎉".repeat(60), "\0".into()] {
        let mut value = request("hello", json!({}));
        value["id"] = json!(id);
        assert_eq!(parse(&value).unwrap().id, id);
    }
}

#[test]
fn versions() {
    for version in [json!(1), json!(1.0)] {
        let mut value = request("hello", json!({}));
        value["version"] = version;
        assert!(parse(&value).is_ok());
    }
    for version in [json!(0), json!(2), json!("1"), json!(true), json!(null), json!([1])] {
        let mut value = request("hello", json!({}));
        value["version"] = version;
        assert_eq!(code(&value), (Some("r1".into()), "invalid_version".into()));
    }
}

#[test]
fn lines_that_are_no_request() {
    let deep = format!("{{\"id\":{}1{}}}", "[".repeat(500), "]".repeat(500));
    let whole = request("hello", json!({})).to_string();
    let twice = format!("{},\"id\":\"r2\"}}", &whole[..whole.len() - 1]);
    let twice_inside =
        request("hello", json!({"x": 1})).to_string().replace("{\"x\":1}", "{\"x\":1,\"x\":1}");
    for line in [
        "",
        " ",
        "x",
        "[]",
        "null",
        "\"x\"",
        "1",
        "{",
        "{}{}",
        "\u{feff}{}",
        &deep,
        &twice,
        &twice_inside,
        &whole[1..],
    ] {
        let rejection = parse_request(line.as_bytes(), &TOKENS).unwrap_err();
        assert_eq!((rejection.id, rejection.failure.code.as_str()), (None, "invalid_request"), "{line}");
    }
    // A carriage return before the line break is white space to JSON.
    assert!(parse_request(format!("{whole}\r").as_bytes(), &TOKENS).is_ok());
}

/// One fault for each check, in the order of the protocol.
const FAULTS: [(&str, &str); 5] = [
    ("id", "invalid_request"),
    ("version", "invalid_version"),
    ("token", "invalid_token"),
    ("method", "unknown_method"),
    ("params", "invalid_params"),
];

proptest! {
    #[test]
    fn the_first_fault_is_answered(faulty in proptest::collection::vec(any::<bool>(), 5), remove: bool) {
        let mut value = request("pet.say", json!({"message": "Hi"}));
        for ((field, _), faulty) in FAULTS.iter().zip(&faulty) {
            if *faulty {
                let object = value.as_object_mut().unwrap();
                if remove { object.remove(*field); } else { object[*field] = json!(["wrong"]); }
            }
        }
        let expected = FAULTS.iter().zip(&faulty).find(|(_, faulty)| **faulty).map(|((_, code), _)| *code);
        match parse(&value) {
            Ok(_) => prop_assert_eq!(expected, None),
            Err(rejection) => {
                prop_assert_eq!(Some(rejection.failure.code.as_str()), expected);
                prop_assert_eq!(rejection.id.is_none(), expected == Some("invalid_request"));
                // Nothing may be logged before the token was accepted.
                if ["invalid_request", "invalid_version", "invalid_token"].contains(&rejection.failure.code.as_str()) {
                    prop_assert_eq!(rejection.method, None);
                }
            }
        }
    }

    #[test]
    fn any_line_is_answered(line: Vec<u8>) {
        if let Err(rejection) = parse_request(&line, &TOKENS) {
            prop_assert_eq!(rejection.failure.code, "invalid_request");
        }
    }

    #[test]
    fn a_damaged_request_is_refused_or_means_something(
        which in 0..4_usize,
        damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<proptest::sample::Index>(),
    ) {
        let whole = [
            request("pet.say", json!({"message": "Hi", "reaction": "idle", "leaseId": "l"})),
            request("lease.acquire", json!({"requestedPetId": "cat", "clientPid": 7, "sessionNonce": "n"})),
            request("pet.showMedia", json!({"path": media_path(), "durationMs": 2000, "clickUrl": "https://x"})),
            request("lease.heartbeat", json!({"leaseId": "l"})),
        ][which].to_string().into_bytes();
        let mut line = whole.clone();
        for (at, byte) in damage {
            let at = at.index(line.len());
            line[at] = byte;
        }
        if let Err(rejection) = parse_request(&line, &TOKENS) {
            prop_assert!(!rejection.failure.message.contains(TOKENS.agent()));
            prop_assert!(rejection.failure.message.len() < 200);
        }
        let cut = &whole[..cut.index(whole.len())];
        prop_assert!(parse_request(cut, &TOKENS).is_err());
    }
}

#[test]
fn a_source_is_read_part_by_part_and_never_refused() {
    let source = |value: Value| {
        let params = json!({"reaction": "idle", "source": value});
        match command("pet.react", params).unwrap() {
            Command::React { source, .. } => source,
            other => panic!("{other:?}"),
        }
    };
    let agent = |name: &str| crate::AgentKind::try_from(name.to_owned()).unwrap();
    let whole = source(
        json!({"agent": "codex", "pid": 7, "session": "s", "event": "Stop", "tool": "日本", "folder": "site"}),
    );
    let label = |text: &str| crate::Label::try_from(text.to_owned()).ok();
    assert_eq!(
        whole,
        Some(crate::Source {
            agent: agent("codex"),
            pid: Some(7),
            session: label("s"),
            event: label("Stop"),
            tool: label("日本"),
            folder: label("site"),
        })
    );
    let odd = json!({"agent": "codex", "pid": -1, "session": "", "event": "\u{1b}[2J", "tool": 5, "folder": "x".repeat(65), "more": 1});
    assert_eq!(source(odd), Some(crate::Source::new(agent("codex"))));
    for none in [json!({"agent": "Codex"}), json!({"pid": 7}), json!("codex"), json!(null), json!([1])] {
        assert_eq!(source(none), None);
    }
}
