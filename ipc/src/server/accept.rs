//! Taking in clients, as many at a time as there is room for.

use super::answer::Shared;
use super::connection::serve;
use super::listener::{Listener, Stream};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{JoinError, JoinSet};

/// After a failed accept. Without descriptors it would fail again at once, and keep the processor busy until a
/// connection ends.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes in clients until `shutdown` is done; gives the connections that are still open. Dropping them ends them.
pub(super) async fn until(
    shutdown: impl Future<Output = ()>,
    listener: &mut Listener,
    shared: &Arc<Shared>,
) -> JoinSet<()> {
    let mut shutdown = pin!(shutdown);
    let mut open = JoinSet::new();
    // One line in the log for each time of trouble, not twenty a second.
    let mut in_trouble = false;
    loop {
        tokio::select! {
            biased;
            () = &mut shutdown => return open,
            Some(ended) = open.join_next() => note(ended),
            accepted = listener.accept(), if open.len() < shared.limits.connections => match accepted {
                Ok(stream) => {
                    in_trouble = false;
                    if let Some(stream) = stream {
                        spawn(&mut open, stream, Arc::clone(shared));
                    }
                }
                Err(error) => {
                    if !in_trouble {
                        tracing::warn!(%error, "cannot take in clients");
                    }
                    in_trouble = true;
                    tokio::time::sleep(PAUSE).await;
                }
            },
        }
    }
}

/// Waits for open connections.
pub(super) async fn finish(open: &mut JoinSet<()>, limit: Duration) {
    let all = async {
        while let Some(ended) = open.join_next().await {
            note(ended);
        }
    };
    // What still runs after that is ended.
    let _ = tokio::time::timeout(limit, all).await;
}

fn spawn(open: &mut JoinSet<()>, stream: Stream, shared: Arc<Shared>) {
    match stream {
        #[cfg(unix)]
        Stream::Unix(stream) => open.spawn(serve(stream, shared)),
        #[cfg(windows)]
        Stream::Pipe(stream) => open.spawn(serve(stream, shared)),
        Stream::Tcp(stream) => open.spawn(serve(stream, shared)),
    };
}

/// One connection's failure must not end the others.
fn note(ended: Result<(), JoinError>) {
    if let Err(error) = ended
        && error.is_panic()
    {
        // Without its message, which might tell what the client sent.
        tracing::error!("a connection has failed");
    }
}
