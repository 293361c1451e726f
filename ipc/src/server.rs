//! The server of the local protocol: listens, lets in who may speak, and carries each request into the app's
//! inbox and its answer back.
//!
//! Everything is bounded: connections, bytes, and the time of every step. The world is never touched from here.

mod accept;
mod announce;
mod answer;
mod connection;
mod error;
mod limits;
mod listener;
mod pictures;
#[cfg(windows)]
mod pipe;
#[cfg(unix)]
mod socket;
mod timer;

#[cfg(test)]
#[cfg(unix)]
mod tests;

pub use announce::prepare_discovery_dir;
pub use error::StartError;

use crate::bind::TcpBind;
use crate::discovery::Discovery;
use crate::inbound::InboxSender;
use crate::places::Platform;
use crate::token::Tokens;
use announce::Announcement;
use answer::Shared;
use limits::Limits;
use listener::Listener;
use pictures::Pictures;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a server needs to know.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// Told to clients.
    pub app_version: String,
    /// Listen on TCP instead of the platform's own socket.
    pub bind: Option<TcpBind>,
    /// Where the discovery file is written; the control file lies beside it.
    pub discovery: PathBuf,
}

/// A server that listens and can be found. Dropping it removes its files.
pub struct Server {
    // Dropped first: whoever finds the files finds somebody who listens.
    announcement: Announcement,
    listener: Listener,
    shared: Arc<Shared>,
}

impl Server {
    /// Listens, then writes the discovery file and the control file with new tokens. To be called inside a tokio
    /// runtime with I/O and time; never waits.
    ///
    /// # Errors
    /// See [`StartError`]; nothing of the server is left then.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn start(config: ServerConfig, inbox: InboxSender) -> Result<Self, StartError> {
        Self::start_in(&socket_dir(), Limits::default(), config, inbox)
    }

    fn start_in(
        socket_dir: &Path,
        limits: Limits,
        config: ServerConfig,
        inbox: InboxSender,
    ) -> Result<Self, StartError> {
        prepare_discovery_dir(&config.discovery)?;
        let tokens = Tokens::generate()?;
        let (listener, endpoint) = Listener::bind(config.bind, socket_dir)?;
        let discovery = Discovery {
            endpoint,
            token: tokens.agent().to_owned(),
            app_version: config.app_version,
            pid: std::process::id(),
            platform: Platform::CURRENT,
        };
        let announcement = Announcement::publish(&config.discovery, discovery, tokens.control())?;
        Ok(Self {
            announcement,
            listener,
            shared: Arc::new(Shared { tokens, inbox, limits, pictures: Pictures::default() }),
        })
    }

    /// Serves until `shutdown` is done; then takes no more clients, removes the discovery file, the control file
    /// and the socket as far as they are still this server's, and lets open requests finish for up to 500 ms.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let Self { announcement, mut listener, shared } = self;
        let mut open = accept::until(shutdown, &mut listener, &shared).await;
        drop(announcement);
        drop(listener);
        accept::finish(&mut open, shared.limits.shutdown).await;
    }
}

#[cfg(unix)]
fn socket_dir() -> PathBuf {
    crate::places::Places::from_env().socket_dir(rustix::process::geteuid().as_raw())
}

/// Pipes have no folder.
#[cfg(not(unix))]
fn socket_dir() -> PathBuf {
    PathBuf::new()
}
