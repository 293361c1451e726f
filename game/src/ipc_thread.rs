//! The thread that speaks to clients: a tokio runtime of its own, with the server and the signals.

use anyhow::{Context, Result};
use openpets_ipc::{InboxSender, Server, ServerConfig, Wake};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// The running thread.
pub(crate) struct IpcThread {
    thread: JoinHandle<()>,
    stop: oneshot::Sender<()>,
}

/// Set when the system asked the app to end.
pub(crate) type Interrupted = Arc<AtomicBool>;

impl IpcThread {
    /// Starts the server and returns when it listens and clients can find it.
    ///
    /// # Errors
    /// When the address, the runtime folder or the discovery file cannot be used.
    pub(crate) fn start(
        config: ServerConfig,
        inbox: InboxSender,
        interrupted: Interrupted,
        wake: Wake,
    ) -> Result<Self> {
        let (started, outcome) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let serve = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = match runtime.context("no runtime for the ipc thread") {
                Ok(runtime) => runtime,
                Err(error) => {
                    let _ = started.send(Err(error));
                    return;
                }
            };
            runtime.block_on(async {
                let server = match Server::start(config, inbox) {
                    Ok(server) => server,
                    Err(error) => {
                        let _ = started.send(Err(error.into()));
                        return;
                    }
                };
                let _ = started.send(Ok(()));
                tokio::spawn(async move {
                    wait_for_signal().await;
                    interrupted.store(true, Ordering::Relaxed);
                    wake();
                });
                server
                    .run(async {
                        // A dropped sender means the same as a message: the app ends.
                        let _ = stopped.await;
                    })
                    .await;
            });
        };
        let thread =
            std::thread::Builder::new().name("ipc".to_owned()).spawn(serve).context("no thread for ipc")?;
        outcome.recv().context("the ipc thread ended at once")??;
        Ok(Self { thread, stop })
    }

    /// Lets open requests finish, removes the discovery file, and waits for the thread.
    pub(crate) fn stop(self) {
        let _ = self.stop.send(());
        if self.thread.join().is_err() {
            tracing::error!("the ipc thread has failed");
        }
    }
}

/// Ctrl-C and, where there is one, the polite request to end.
async fn wait_for_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match (signal(SignalKind::interrupt()), signal(SignalKind::terminate()), signal(SignalKind::hangup()))
        {
            (Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)) => {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                    _ = hangup.recv() => {}
                }
            }
            _ => {
                tracing::warn!("signals are not heard; use `openpets quit`");
                std::future::pending().await
            }
        }
    }
    #[cfg(not(unix))]
    {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
