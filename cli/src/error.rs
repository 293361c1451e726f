//! Why a command failed: one sentence for people, one JSON object for scripts, one exit code.

use crate::args::InvalidValue;
use crate::exit::Exit;
use openpets_agents::configure::{ApplyError, ConfigureError, NoHomeFolder};
use openpets_assets::catalog::CatalogError;
use openpets_assets::install::InstallError;
use openpets_assets::{Finding, InvalidPetId, NoUserData, StateError};
use openpets_ipc::{ClientError, MediaRule, MessageRule, PackageRule};
use openpets_mcp::ServeError;
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;

/// What can go wrong once the arguments are understood.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// There is no answer of the app, or a negative one.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The message may not be shown; the app would refuse it too.
    #[error("{0}; nothing was sent")]
    Message(#[from] MessageRule),
    /// The picture may not be shown; the app would refuse it too.
    #[error("{0}; nothing was sent")]
    Media(#[from] MediaRule),
    /// The working folder is gone, so a relative path means nothing.
    #[error("the path cannot be made absolute: {0}")]
    Path(#[source] io::Error),
    /// Not installed, or not completely.
    #[error(
        "openpets-desktop was found neither beside {0} nor in PATH; install it, or add its folder to PATH"
    )]
    NoDesktop(PathBuf),
    /// The app is there, but does not start.
    #[error("cannot start {path}: {source}")]
    Start {
        /// The app.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The app that runs brings no second token.
    #[error(
        "the running app has no control file, so it is not this OpenPets or an older one; quit it from its tray menu"
    )]
    NoControl,
    /// It said yes, but stays.
    #[error("OpenPets agreed to quit, but process {0} still runs; end it by hand")]
    StillRunning(u32),
    /// There is no place where pets could be.
    #[error(transparent)]
    NoUserData(#[from] NoUserData),
    /// The settings say which pet is the default one.
    #[error(transparent)]
    State(#[from] StateError),
    /// The path of a package cannot be right.
    #[error("{0}; nothing was installed")]
    Package(#[from] PackageRule),
    /// A setting has other values.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// No pet has such a name.
    #[error(transparent)]
    PetId(#[from] InvalidPetId),
    /// The library has no such pet.
    #[error("there is no pet of this id; see `openpets pets`")]
    NoSuchPet,
    /// The pet cannot be shown.
    #[error("the pet is broken: {0}")]
    BrokenPet(Finding),
    /// Only the app installs, unless told otherwise.
    #[error(
        "OpenPets is not running; start it with `openpets run`, or add --standalone to install without it"
    )]
    AppNeeded,
    /// It was not installed.
    #[error(transparent)]
    Install(#[from] InstallError),
    /// The gallery cannot be searched.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The app does not know how.
    #[error(
        "the running app is too old to install pets; quit and update it, or quit it and use --standalone"
    )]
    TooOld,
    /// Nothing about agents can be known.
    #[error(transparent)]
    NoHomeFolder(#[from] NoHomeFolder),
    /// This program does not know where it is.
    #[error("the path of this program cannot be told: {0}")]
    NoProgram(#[source] io::Error),
    /// The configuration of an agent is not to be touched.
    #[error(transparent)]
    Configure(#[from] ConfigureError),
    /// It could not be changed.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// Nobody can be asked.
    #[error(
        "nothing was changed: there is no terminal to ask you on; add --yes to change it, or --dry-run to see what would change"
    )]
    NobodyToAsk,
    /// The MCP server could not serve.
    #[error(transparent)]
    Mcp(#[from] ServeError),
    /// Ctrl-C.
    #[error("called off; nothing was installed")]
    Interrupted,
    /// The app said yes in words that we do not know.
    #[error("OpenPets' answer cannot be read; update both programs")]
    Result,
    /// Disk full, and the like.
    #[error("cannot write the result: {0}")]
    Output(#[source] io::Error),
}

impl CommandError {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Client(error) if error.is_not_running() => Exit::NotRunning,
            Self::AppNeeded => Exit::NotRunning,
            Self::Interrupted => Exit::Interrupted,
            Self::Value(_)
            | Self::NobodyToAsk
            | Self::Configure(
                ConfigureError::NoProjectScope(_)
                | ConfigureError::HomeProject(_)
                | ConfigureError::NoProject(_),
            ) => Exit::Usage,
            _ => Exit::Failed,
        }
    }

    /// `{"ok":false,"error":{code,message}}` as on the wire; when the app does not run, what `status` of the
    /// existing clients prints.
    pub(crate) fn json(&self) -> Value {
        if self.exit() == Exit::NotRunning {
            return json!({"ok": false, "appRunning": false, "unavailableReason": self.to_string()});
        }
        let (code, message) = match self {
            // The code stands apart here.
            Self::Client(ClientError::Refused(failure)) => (&*failure.code, failure.message.clone()),
            Self::Client(error) => (error.code(), error.to_string()),
            Self::Value(_) => ("invalid_params", self.to_string()),
            Self::Message(_) | Self::Media(_) | Self::Path(_) | Self::Package(_) | Self::PetId(_) => {
                ("invalid_params", self.to_string())
            }
            // As the app answers.
            Self::NoSuchPet | Self::BrokenPet(_) => ("invalid_params", self.to_string()),
            Self::Install(InstallError::Busy { .. }) => ("busy", self.to_string()),
            Self::Install(_) => ("install_failed", self.to_string()),
            Self::Catalog(error) => (error.code(), self.to_string()),
            Self::Configure(ConfigureError::Custom(_)) => ("custom", self.to_string()),
            Self::Configure(ConfigureError::Invalid { .. }) => ("invalid", self.to_string()),
            Self::NobodyToAsk => ("unconfirmed", self.to_string()),
            Self::Interrupted => ("cancelled", self.to_string()),
            _ => ("failed", self.to_string()),
        };
        json!({"ok": false, "error": {"code": code, "message": message}})
    }
}
