//! From a command to the line that carries it. The way back is the server's.

use super::error::ClientError;
use crate::command::{AcquireLease, Command};
use crate::ids::{InstallKey, LeaseId, RequestedPetId, SessionNonce};
use crate::install::{InstallFrom, InstallPet};
use crate::media::{ClickUrl, DEFAULT_MEDIA_DURATION, MediaRequest};
use crate::message::SpeechText;
use crate::method::Method;
use crate::reaction::Reaction;
use crate::source::{Label, Source};
use crate::{MAX_MESSAGE_BYTES, PROTOCOL_VERSION};
use serde_json::{Map, Value, json};

/// The line for a command, its line break included.
pub(super) fn request(command: &Command, id: &str, token: &str) -> Result<Vec<u8>, ClientError> {
    let mut request =
        json!({"id": id, "version": PROTOCOL_VERSION, "token": token, "method": method(command).name()});
    let params = params(command)?;
    if !params.is_empty() {
        request["params"] = params.into();
    }
    let mut line = request.to_string();
    line.push('\n');
    if line.len() > MAX_MESSAGE_BYTES {
        return Err(ClientError::RequestTooLarge);
    }
    Ok(line.into_bytes())
}

const fn method(command: &Command) -> Method {
    match command {
        Command::Hello => Method::Hello,
        Command::Status { .. } => Method::Status,
        Command::ListPets => Method::ListPets,
        Command::AcquireLease(_) => Method::AcquireLease,
        Command::HeartbeatLease { .. } => Method::HeartbeatLease,
        Command::ReleaseLease { .. } => Method::ReleaseLease,
        Command::EndSession { .. } => Method::EndSession,
        Command::ListSessions => Method::ListSessions,
        Command::Set(_) => Method::Set,
        Command::Pause { .. } => Method::Pause,
        Command::Hide => Method::Hide,
        Command::ResetPlaces => Method::ResetPlaces,
        Command::ListLeases => Method::ListLeases,
        Command::React { .. } => Method::React,
        Command::Say { .. } => Method::Say,
        Command::ShowMedia(_) => Method::ShowMedia,
        Command::InstallPet(InstallPet { from: InstallFrom::Catalog(_), .. }) => Method::InstallPet,
        Command::InstallPet(InstallPet { from: InstallFrom::Local { .. }, .. }) => Method::InstallLocalPet,
        Command::InstallProgress { .. } => Method::InstallProgress,
        Command::CancelInstall { .. } => Method::CancelInstall,
        Command::UninstallPet { .. } => Method::UninstallPet,
        Command::SetDefaultPet { .. } => Method::SetDefaultPet,
        Command::Quit => Method::Quit,
        Command::Show => Method::Show,
    }
}

fn params(command: &Command) -> Result<Map<String, Value>, ClientError> {
    let mut params = Params::default();
    match command {
        Command::Hello
        | Command::ListPets
        | Command::ListSessions
        | Command::ListLeases
        | Command::Quit
        | Command::Hide
        | Command::ResetPlaces
        | Command::Show => {}
        Command::Status { lease } => params.text("leaseId", lease.as_ref().map(LeaseId::as_str)),
        Command::HeartbeatLease { lease } | Command::ReleaseLease { lease } => {
            params.text("leaseId", Some(lease.as_str()));
        }
        Command::AcquireLease(AcquireLease { requested_pet, client_pid, session_nonce, source }) => {
            params.text("requestedPetId", requested_pet.as_ref().map(RequestedPetId::as_str));
            params.number("clientPid", client_pid.map(u64::from));
            params.text("sessionNonce", session_nonce.as_ref().map(SessionNonce::as_str));
            params.source(source.as_ref());
        }
        Command::React { reaction, lease, source } => {
            params.text("reaction", Some(reaction.name()));
            params.text("leaseId", lease.as_ref().map(LeaseId::as_str));
            params.source(source.as_ref());
        }
        Command::Say { message, reaction, lease, source } => {
            params.text("message", Some(message.as_str()));
            params.text("reaction", reaction.map(Reaction::name));
            params.text("leaseId", lease.as_ref().map(LeaseId::as_str));
            params.source(source.as_ref());
        }
        Command::EndSession { source } => params.source(Some(source)),
        Command::Set(setting) => {
            params.text("name", Some(setting.name()));
            params.value("value", setting.value());
        }
        Command::Pause { paused } => params.flag("paused", *paused),
        Command::ShowMedia(media) => show_media(&mut params, media)?,
        Command::InstallPet(InstallPet { from, key }) => {
            match from {
                InstallFrom::Catalog(pet) => params.text("petId", Some(pet.as_str())),
                InstallFrom::Local { path, kind } => {
                    params.text("path", Some(path.to_str().ok_or(ClientError::PathNotText)?));
                    params.text("kind", Some(kind.name()));
                }
            }
            params.text("installKey", key.as_ref().map(InstallKey::as_str));
        }
        Command::InstallProgress { key } | Command::CancelInstall { key } => {
            params.text("installKey", Some(key.as_str()));
        }
        Command::UninstallPet { pet } | Command::SetDefaultPet { pet } => {
            params.text("petId", Some(pet.as_str()));
        }
    }
    Ok(params.0)
}

fn show_media(params: &mut Params, media: &MediaRequest) -> Result<(), ClientError> {
    let MediaRequest { path, message, reaction, duration, click_url, lease } = media;
    params.text("path", Some(path.to_str().ok_or(ClientError::PathNotText)?));
    params.text("message", message.as_ref().map(SpeechText::as_str));
    params.text("reaction", reaction.map(Reaction::name));
    let asked = (*duration != DEFAULT_MEDIA_DURATION).then_some(duration.as_millis());
    params.number("durationMs", asked.and_then(|milliseconds| milliseconds.try_into().ok()));
    params.text("clickUrl", click_url.as_ref().map(ClickUrl::as_str));
    params.text("leaseId", lease.as_ref().map(LeaseId::as_str));
    Ok(())
}

/// Only what is there is sent: existing servers take `null` for a value of the wrong type.
#[derive(Default)]
struct Params(Map<String, Value>);

impl Params {
    fn text(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), value.into());
        }
    }

    fn source(&mut self, source: Option<&Source>) {
        if let Some(source) = source {
            let Source { agent, pid, session, event, tool, folder } = source;
            let mut parts = Self::default();
            parts.text("agent", Some(agent.as_str()));
            parts.number("pid", pid.map(u64::from));
            for (name, label) in [("session", session), ("event", event), ("tool", tool), ("folder", folder)]
            {
                parts.text(name, label.as_ref().map(Label::as_str));
            }
            self.0.insert("source".to_owned(), parts.0.into());
        }
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.0.insert(name.to_owned(), value.into());
    }

    fn value(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    fn number(&mut self, name: &str, value: Option<u64>) {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), value.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::PackageKind;
    use crate::setting::{PetSize, Setting};
    use crate::source::AgentKind;
    use std::time::Duration;

    fn sent(command: &Command) -> String {
        let line = String::from_utf8(request(command, "7", "t").unwrap()).unwrap();
        assert!(line.ends_with('\n'));
        #[cfg(feature = "server")]
        assert_eq!(&understood(command), command);
        let rest = line.trim_end().strip_prefix(r#"{"id":"7","version":1,"token":"t","method":"#).unwrap();
        rest.strip_suffix('}').unwrap().to_owned()
    }

    /// What the server makes of it.
    #[cfg(feature = "server")]
    fn understood(command: &Command) -> Command {
        let tokens = crate::Tokens::generate().unwrap();
        let line = request(command, "7", tokens.control()).unwrap();
        crate::parse_request(line.trim_ascii_end(), &tokens).unwrap().command
    }

    fn pet() -> RequestedPetId {
        RequestedPetId::try_from("cat".to_owned()).unwrap()
    }

    fn key() -> InstallKey {
        InstallKey::try_from("k".to_owned()).unwrap()
    }

    fn lease() -> LeaseId {
        LeaseId::try_from("l1".to_owned()).unwrap()
    }

    fn source() -> Source {
        let label = |text: &str| Label::from_text(text);
        Source {
            pid: Some(7),
            session: label("s"),
            event: label("PreToolUse"),
            tool: label("Edit"),
            folder: label("site"),
            ..Source::new(AgentKind::from_name("Claude Code").unwrap())
        }
    }

    fn media() -> MediaRequest {
        MediaRequest {
            path: "/x/a.png".into(),
            message: Some(SpeechText::parse("Look").unwrap()),
            reaction: Some(Reaction::Waving),
            duration: Duration::from_millis(1500),
            click_url: Some(ClickUrl::parse("https://example.com/").unwrap()),
            lease: Some(lease()),
        }
    }

    #[test]
    fn commands_as_they_are_sent() {
        let acquire = AcquireLease {
            requested_pet: Some(pet()),
            client_pid: Some(7),
            session_nonce: Some(SessionNonce::try_from("n".to_owned()).unwrap()),
            source: None,
        };
        let message = SpeechText::parse("Hi").unwrap();
        for (command, expected) in [
            (Command::Hello, r#""hello""#),
            (Command::Status { lease: None }, r#""status""#),
            (Command::Status { lease: Some(lease()) }, r#""status","params":{"leaseId":"l1"}"#),
            (Command::ListPets, r#""pets.list""#),
            (Command::AcquireLease(AcquireLease::default()), r#""lease.acquire""#),
            (
                Command::AcquireLease(acquire),
                r#""lease.acquire","params":{"requestedPetId":"cat","clientPid":7,"sessionNonce":"n"}"#,
            ),
            (Command::HeartbeatLease { lease: lease() }, r#""lease.heartbeat","params":{"leaseId":"l1"}"#),
            (Command::ReleaseLease { lease: lease() }, r#""lease.release","params":{"leaseId":"l1"}"#),
            (Command::ListLeases, r#""lease.list""#),
            (
                Command::React { reaction: Reaction::Idle, lease: Some(lease()), source: None },
                r#""pet.react","params":{"reaction":"idle","leaseId":"l1"}"#,
            ),
            (
                Command::Say { message, reaction: Some(Reaction::Error), lease: None, source: None },
                r#""pet.say","params":{"message":"Hi","reaction":"error"}"#,
            ),
            (
                Command::React { reaction: Reaction::Editing, lease: None, source: Some(source()) },
                r#""pet.react","params":{"reaction":"editing","source":{"agent":"claude-code","pid":7,"session":"s","event":"PreToolUse","tool":"Edit","folder":"site"}}"#,
            ),
            (
                Command::EndSession { source: Source::new(source().agent) },
                r#""session.end","params":{"source":{"agent":"claude-code"}}"#,
            ),
            (Command::ListSessions, r#""session.list""#),
            (
                Command::Set(Setting::Size(PetSize::Large)),
                r#""settings.set","params":{"name":"petScale","value":1.25}"#,
            ),
            (Command::Pause { paused: true }, r#""control.pause","params":{"paused":true}"#),
            (Command::Hide, r#""control.hide""#),
            (Command::ResetPlaces, r#""control.reset-places""#),
            (
                Command::ShowMedia(media()),
                r#""pet.showMedia","params":{"path":"/x/a.png","message":"Look","reaction":"waving","durationMs":1500,"clickUrl":"https://example.com/","leaseId":"l1"}"#,
            ),
            (
                Command::InstallPet(InstallPet { from: InstallFrom::Catalog(pet()), key: None }),
                r#""pets.install","params":{"petId":"cat"}"#,
            ),
            (
                Command::InstallPet(InstallPet {
                    from: InstallFrom::local("/x/cat.zip", PackageKind::Zip).unwrap(),
                    key: Some(key()),
                }),
                r#""pets.install-local","params":{"path":"/x/cat.zip","kind":"zip","installKey":"k"}"#,
            ),
            (
                Command::InstallProgress { key: key() },
                r#""pets.install-progress","params":{"installKey":"k"}"#,
            ),
            (Command::CancelInstall { key: key() }, r#""pets.install-cancel","params":{"installKey":"k"}"#),
            (Command::UninstallPet { pet: pet() }, r#""pets.uninstall","params":{"petId":"cat"}"#),
            (Command::SetDefaultPet { pet: pet() }, r#""pets.set-default","params":{"petId":"cat"}"#),
            (Command::Quit, r#""control.quit""#),
            (Command::Show, r#""control.show""#),
        ] {
            assert_eq!(sent(&command), expected);
        }
        let default = MediaRequest { duration: DEFAULT_MEDIA_DURATION, ..media() };
        assert!(!sent(&Command::ShowMedia(default)).contains("durationMs"));
    }

    #[test]
    fn what_cannot_be_sent() {
        let long = MediaRequest { path: format!("/{}.png", "x".repeat(MAX_MESSAGE_BYTES)).into(), ..media() };
        let error = request(&Command::ShowMedia(long), "7", "t").unwrap_err();
        assert!(matches!(error, ClientError::RequestTooLarge), "{error}");
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt;
            let name = std::ffi::OsString::from_vec(b"/\xff.png".to_vec());
            let raw = MediaRequest { path: name.into(), ..media() };
            let error = request(&Command::ShowMedia(raw), "7", "t").unwrap_err();
            assert!(matches!(error, ClientError::PathNotText), "{error}");
        }
    }
}
