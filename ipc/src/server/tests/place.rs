//! A server in a thread and a folder of its own.

use super::Limits;
use crate::bind::TcpBind;
use crate::discovery::Discovery;
use crate::inbound::{Inbox, InboxSender, inbox};
use crate::places::control_file_beside;
use crate::server::{Server, ServerConfig, StartError};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// Where one server's files lie.
pub(super) struct Place {
    folder: TempDir,
}

/// A server that runs until it is stopped.
pub(super) struct Running {
    thread: JoinHandle<()>,
    stop: oneshot::Sender<()>,
    pub(super) agent: Discovery,
    pub(super) control: Discovery,
    pub(super) sender: InboxSender,
}

impl Place {
    pub(super) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(super) fn socket_dir(&self) -> PathBuf {
        self.folder.path().join("openpets")
    }

    pub(super) fn discovery(&self) -> PathBuf {
        self.folder.path().join("runtime/ipc.json")
    }

    pub(super) fn control(&self) -> PathBuf {
        control_file_beside(&self.discovery())
    }

    pub(super) fn socket(&self) -> PathBuf {
        self.socket_dir().join(crate::endpoint::socket_name(std::process::id()))
    }

    /// Starts a server that nothing is asked of.
    pub(super) fn try_start(&self, discovery: PathBuf) -> Result<Server, StartError> {
        let (sender, _) = inbox(Arc::new(|| {}));
        let config = ServerConfig { app_version: "1.2.3".to_owned(), bind: None, discovery };
        Server::start_in(&self.socket_dir(), Limits::default(), config, sender)
    }

    /// Runs a server whose commands go to `world`, in a thread of its own.
    pub(super) fn run(
        &self,
        limits: Limits,
        bind: Option<TcpBind>,
        world: impl FnOnce(Inbox) + Send + 'static,
    ) -> Running {
        let (sender, inbox) = inbox(Arc::new(|| {}));
        std::thread::spawn(move || world(inbox));
        let (stop, stopped) = oneshot::channel::<()>();
        let (started, ready) = std::sync::mpsc::channel();
        let (socket_dir, discovery, to_server) = (self.socket_dir(), self.discovery(), sender.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let config = ServerConfig { app_version: "1.2.3".to_owned(), bind, discovery };
                let server = Server::start_in(&socket_dir, limits, config, to_server).unwrap();
                started.send(()).unwrap();
                server.run(async { drop(stopped.await) }).await;
            });
        });
        ready.recv().unwrap();
        let agent = Discovery::read(&self.discovery()).unwrap();
        let control = Discovery::read(&self.control()).unwrap();
        Running { thread, stop, agent, control, sender }
    }
}

impl Running {
    /// Tells the server to end.
    pub(super) fn stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.thread
    }
}
