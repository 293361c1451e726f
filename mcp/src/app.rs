//! The way to the app. A trait, so that the rules of the lease are tested with a clock and an app of the test's own.

use openpets_ipc::{Answer, Client, ClientError, Command, Patience};
use std::time::Duration;

/// Shorter than the client's usual patience: an agent waits for it, and the app answers within milliseconds.
const PATIENCE: Patience = Patience {
    connect: Duration::from_secs(1),
    response: Duration::from_secs(2),
    install: Duration::from_secs(60),
};

/// Where an app listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Where the numbers of processes mean what they mean here.
    Here,
    /// Perhaps on another machine.
    Elsewhere,
}

/// Something that carries out commands.
pub(crate) trait App: Send + Sync + 'static {
    /// Sends what `make` makes and waits for the answer.
    fn send(
        &self,
        make: impl FnOnce(Reach) -> Command + Send + 'static,
    ) -> impl Future<Output = Result<Answer, ClientError>> + Send;
}

/// The app that the discovery file names at the moment, so that one that starts later or again is found.
#[derive(Debug)]
pub(crate) struct DiscoveredApp;

impl App for DiscoveredApp {
    async fn send(
        &self,
        make: impl FnOnce(Reach) -> Command + Send + 'static,
    ) -> Result<Answer, ClientError> {
        let exchange = move || {
            let client = Client::discover()?.patient(PATIENCE);
            let here = client.discovery().endpoint.shares_processes();
            client.send(&make(if here { Reach::Here } else { Reach::Elsewhere }))
        };
        // The client blocks. The task fails only while the runtime ends, when nobody looks at the answer any more.
        tokio::task::spawn_blocking(exchange).await.unwrap_or(Err(ClientError::ResponseTimeout))
    }
}
