//! The client of the local protocol, for the command line, the hooks and the person's own programs.
//!
//! Blocking and without a runtime: a hook runs for every step of an agent and must be done in milliseconds. One
//! request per connection, as the protocol wants it; a client keeps nothing open, so it may live as long as it
//! likes. Every wait has an end: an agent is never held up by an app that hangs.

mod answer;
mod connect;
mod error;
mod exchange;
mod farewell;
mod methods;
mod request_id;
mod wire;

#[cfg(test)]
#[cfg(unix)]
mod fake;
#[cfg(test)]
#[cfg(unix)]
mod tests;

pub use answer::Answer;
pub use error::{BadResponse, ClientError};
pub use methods::StatusAnswer;

use crate::command::Command;
use crate::discovery::Discovery;
use crate::places::control_file_beside;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a client waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the whole response, from the moment the connection stands.
    pub response: Duration,
    /// The same when a pet is to be installed, which may mean a download.
    pub install: Duration,
}

/// What the existing clients wait: 2 s for a connection, 3 s for the response, a minute for an installation.
impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(2),
            response: Duration::from_secs(3),
            install: Duration::from_secs(60),
        }
    }
}

/// Knows where the app listens and the token that it asks for.
#[derive(Debug, Clone)]
pub struct Client {
    discovery: Discovery,
    path: PathBuf,
    patience: Patience,
}

impl Client {
    /// With the agents' token, from this user's discovery file. Connects to nothing yet.
    ///
    /// # Errors
    /// [`ClientError::Discovery`]: the app does not run, or its file cannot be trusted.
    pub fn discover() -> Result<Self, ClientError> {
        Self::with_discovery(Discovery::path()?)
    }

    /// With the token for the person's own programs, from the control file beside the discovery file.
    ///
    /// # Errors
    /// As for [`Client::discover`].
    pub fn control() -> Result<Self, ClientError> {
        Self::with_discovery(control_file_beside(&Discovery::path()?))
    }

    /// From this discovery or control file.
    ///
    /// # Errors
    /// As for [`Client::discover`].
    pub fn with_discovery(path: impl Into<PathBuf>) -> Result<Self, ClientError> {
        let path = path.into();
        let discovery = Discovery::read(&path)?;
        Ok(Self { discovery, path, patience: Patience::default() })
    }

    /// The same client with other limits. None may be zero.
    #[must_use]
    pub const fn patient(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// What the discovery file says about the app.
    #[must_use]
    pub const fn discovery(&self) -> &Discovery {
        &self.discovery
    }

    /// The file that this client has read.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sends one command and waits for its answer.
    ///
    /// # Errors
    /// [`ClientError::Refused`] when the app says no; the others when there is no answer to speak of.
    pub fn send(&self, command: &Command) -> Result<Answer, ClientError> {
        let id = request_id::next();
        let request = wire::request(command, &id, &self.discovery.token)?;
        let connection = connect::connect(&self.discovery.endpoint, self.patience.connect)?;
        let limit = if command.is_install() { self.patience.install } else { self.patience.response };
        let line = exchange::exchange(connection, request, limit)?;
        answer::read(&line, &id)
    }
}
