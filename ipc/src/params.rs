//! The parameters of each method, checked into a [`Command`].

use crate::command::{AcquireLease, Command};
use crate::ids::{InstallKey, InvalidId, LeaseId, RequestedPetId, SessionNonce};
use crate::install::{InstallFrom, InstallPet, PackageKind, PackageRule};
use crate::media::{ClickUrl, DEFAULT_MEDIA_DURATION, MediaRequest, MediaRule};
use crate::message::SpeechText;
use crate::method::Method;
use crate::reaction::Reaction;
use crate::reply::{Code, Failure};
use crate::setting::Setting;
use crate::source::{AgentKind, Label, Source};
use serde_json::{Map, Value};

impl From<InvalidId> for Failure {
    fn from(error: InvalidId) -> Self {
        Self::new(Code::InvalidParams, error.to_string())
    }
}

/// Checks the parameters of a method. Whether a picture's file exists is not looked at here: see
/// [`MediaRequest::check_file`].
pub(crate) fn command(method: Method, params: Option<Value>) -> Result<Command, Failure> {
    let mut params = Params::new(params);
    Ok(match method {
        Method::Hello => Command::Hello,
        Method::Status => Command::Status { lease: params.lease()? },
        Method::ListPets => Command::ListPets,
        Method::AcquireLease => Command::AcquireLease(AcquireLease {
            requested_pet: params.requested_pet()?,
            client_pid: params.client_pid(),
            session_nonce: params.session_nonce(),
            source: params.source(),
        }),
        Method::HeartbeatLease => Command::HeartbeatLease { lease: params.required_lease()? },
        Method::ReleaseLease => Command::ReleaseLease { lease: params.required_lease()? },
        Method::React => Command::React {
            reaction: params.reaction()?.ok_or_else(|| missing("reaction"))?,
            lease: params.lease()?,
            source: params.source(),
        },
        Method::Say => Command::Say {
            message: params.message()?.ok_or_else(|| missing("message"))?,
            reaction: params.reaction()?,
            lease: params.lease()?,
            source: params.source(),
        },
        Method::ShowMedia => Command::ShowMedia(MediaRequest {
            path: MediaRequest::parse_path(&params.text("path")?.ok_or_else(|| missing("path"))?)?,
            message: params.message()?,
            reaction: params.reaction()?,
            duration: params.duration()?,
            click_url: params.text("clickUrl")?.map(|text| ClickUrl::parse(&text)).transpose()?,
            lease: params.lease()?,
        }),
        Method::InstallPet => Command::InstallPet(InstallPet {
            from: InstallFrom::Catalog(params.required_pet()?),
            key: params.install_key()?,
        }),
        Method::InstallLocalPet => {
            Command::InstallPet(InstallPet { from: params.local_package()?, key: params.install_key()? })
        }
        Method::InstallProgress => Command::InstallProgress { key: params.required_install_key()? },
        Method::CancelInstall => Command::CancelInstall { key: params.required_install_key()? },
        Method::UninstallPet => Command::UninstallPet { pet: params.required_pet()? },
        Method::SetDefaultPet => Command::SetDefaultPet { pet: params.required_pet()? },
        Method::EndSession => {
            Command::EndSession { source: params.source().ok_or_else(|| missing("source"))? }
        }
        Method::ListSessions => Command::ListSessions,
        Method::Set => Command::Set(params.setting()?),
        Method::Pause => Command::Pause { paused: params.required_flag("paused")? },
        Method::Hide => Command::Hide,
        Method::ResetPlaces => Command::ResetPlaces,
        Method::ListLeases => Command::ListLeases,
        Method::Quit => Command::Quit,
        Method::Show => Command::Show,
    })
}

fn missing(name: &str) -> Failure {
    Failure::new(Code::InvalidParams, format!("{name} is missing"))
}

/// What is left of the parameters; each is taken out once.
struct Params(Map<String, Value>);

impl Params {
    /// Missing parameters, and anything but an object, count as none.
    fn new(params: Option<Value>) -> Self {
        match params {
            Some(Value::Object(map)) => Self(map),
            _ => Self(Map::new()),
        }
    }

    fn text(&mut self, name: &str) -> Result<Option<String>, Failure> {
        match self.0.swap_remove(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Failure::new(Code::InvalidParams, format!("{name} must be a string"))),
        }
    }

    fn lease(&mut self) -> Result<Option<LeaseId>, Failure> {
        Ok(self.text("leaseId")?.map(LeaseId::try_from).transpose()?)
    }

    fn required_lease(&mut self) -> Result<LeaseId, Failure> {
        self.lease()?.ok_or_else(|| missing("leaseId"))
    }

    fn reaction(&mut self) -> Result<Option<Reaction>, Failure> {
        let parse = |name: String| name.parse::<Reaction>();
        self.text("reaction")?
            .map(parse)
            .transpose()
            .map_err(|error| Failure::new(Code::InvalidParams, error.to_string()))
    }

    fn message(&mut self) -> Result<Option<SpeechText>, Failure> {
        Ok(self.text("message")?.map(|text| SpeechText::parse(&text)).transpose()?)
    }

    fn required_flag(&mut self, name: &'static str) -> Result<bool, Failure> {
        match self.0.swap_remove(name) {
            None => Err(missing(name)),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(Failure::new(Code::InvalidParams, format!("{name} must be true or false"))),
        }
    }

    fn setting(&mut self) -> Result<Setting, Failure> {
        let name = self.text("name")?.ok_or_else(|| missing("name"))?;
        let value = self.0.swap_remove("value").ok_or_else(|| missing("value"))?;
        Setting::parse(&name, &value).map_err(|rule| Failure::new(Code::InvalidParams, rule.to_string()))
    }

    /// Only spaces count as no request.
    fn requested_pet(&mut self) -> Result<Option<RequestedPetId>, Failure> {
        let text = self.text("requestedPetId")?.filter(|text| !text.trim().is_empty());
        Ok(text.map(RequestedPetId::try_from).transpose()?)
    }

    fn required_pet(&mut self) -> Result<RequestedPetId, Failure> {
        let text = self.text("petId")?.ok_or_else(|| missing("petId"))?;
        Ok(RequestedPetId::try_from(text).map_err(|invalid| InvalidId { what: "petId", ..invalid })?)
    }

    fn install_key(&mut self) -> Result<Option<InstallKey>, Failure> {
        Ok(self.text("installKey")?.map(InstallKey::try_from).transpose()?)
    }

    fn required_install_key(&mut self) -> Result<InstallKey, Failure> {
        self.install_key()?.ok_or_else(|| missing("installKey"))
    }

    fn local_package(&mut self) -> Result<InstallFrom, Failure> {
        let path = self.text("path")?.ok_or_else(|| missing("path"))?;
        let kind = self.text("kind")?.ok_or_else(|| missing("kind"))?;
        let kind = PackageKind::from_name(&kind).ok_or(PackageRule::Kind)?;
        Ok(InstallFrom::local(&path, kind)?)
    }

    /// Anything but a process id counts as absent.
    fn client_pid(&mut self) -> Option<u32> {
        process_id(&self.0.swap_remove("clientPid")?)
    }

    /// Without a well-formed kind of agent there is no source; each other part counts as absent by itself.
    fn source(&mut self) -> Option<Source> {
        let Value::Object(parts) = self.0.swap_remove("source")? else { return None };
        let text = |name| parts.get(name).and_then(Value::as_str).map(str::to_owned);
        let label = |name| text(name).and_then(|text| Label::try_from(text).ok());
        Some(Source {
            agent: AgentKind::try_from(text("agent")?).ok()?,
            pid: parts.get("pid").and_then(process_id),
            session: label("session"),
            event: label("event"),
            tool: label("tool"),
            folder: label("folder"),
        })
    }

    /// Anything but a well-formed nonce counts as absent.
    fn session_nonce(&mut self) -> Option<SessionNonce> {
        self.text("sessionNonce").ok().flatten().and_then(|text| SessionNonce::try_from(text).ok())
    }

    fn duration(&mut self) -> Result<std::time::Duration, Failure> {
        match self.0.swap_remove("durationMs") {
            None => Ok(DEFAULT_MEDIA_DURATION),
            Some(value) => Ok(MediaRequest::parse_duration(value.as_f64().ok_or(MediaRule::Duration)?)?),
        }
    }
}

fn process_id(value: &Value) -> Option<u32> {
    let number = value.as_f64()?;
    let whole = number.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&number);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be whole and in range"
    )]
    whole.then_some(number as u32)
}
