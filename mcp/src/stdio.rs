//! From start to end: standard input and output, the signals, and the order in which everything is put down.

use crate::app::{App, DiscoveredApp};
use crate::keeper::Keeper;
use crate::server::PetServer;
use crate::who::Identity;
use openpets_ipc::RequestedPetId;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::stdio_pipes;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout, timeout_at};

/// The longest line that is read. The largest call of ours is below a kilobyte; longer lines are skipped.
const MAX_LINE_BYTES: usize = 1024 * 1024;

/// What is under way when the agent ends may still be answered, for this long.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// By then the process ends, whatever the app does: agents kill servers that linger for two seconds.
const LAST_WORD: Duration = Duration::from_millis(1500);

/// Why the server could not serve. That the agent went away is no error.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// No runtime, no signals.
    #[error("the system refuses what the MCP server needs: {0}")]
    System(#[source] io::Error),
    /// No session can be told from others without.
    #[error("the system gave no random numbers: {0}")]
    Randomness(getrandom::Error),
    /// Something else than a request came first.
    #[error("the agent did not speak MCP: its first message must be a request, such as `initialize`")]
    NotMcp,
    /// The agent's version of MCP has nothing in common with ours.
    #[error("the agent and this server could not agree on a version of MCP; update both")]
    Version,
}

/// Serves one agent over standard input and output until it ends, or until SIGINT or SIGTERM. Then the lease goes back.
///
/// # Errors
/// When it could not serve at all.
pub fn serve(pet: Option<RequestedPetId>) -> Result<(), ServeError> {
    let identity = Identity::new(pet).map_err(ServeError::Randomness)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ServeError::System)?;
    let outcome = runtime.block_on(async {
        let ended_from_outside = signals().map_err(ServeError::System)?;
        let (input, output) = stdio_pipes();
        run(DiscoveredApp, identity, input, output, ended_from_outside).await
    });
    // A read of standard input may never end, nor a request to an app that hangs.
    runtime.shutdown_background();
    outcome
}

/// Serves over any streams.
pub(crate) async fn run<A: App>(
    app: A,
    identity: Identity,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    ended_from_outside: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let keeper = Arc::new(Keeper::new(app, identity));
    tokio::spawn({
        let keeper = Arc::clone(&keeper);
        async move { keeper.keep().await }
    });
    let (input, input_ended) = Watched::new(input);
    let server = PetServer::new(Arc::clone(&keeper));
    let transport = AsyncRwTransport::new(input, output).with_max_line_length(MAX_LINE_BYTES);
    let mut service = tokio::spawn(async move {
        let service = rmcp::serve_server(server, transport).await.map_err(Box::new)?;
        // How the service ended makes no difference any more.
        let _ = service.waiting().await;
        Ok::<_, Box<ServerInitializeError>>(())
    });
    let served = tokio::select! {
        served = &mut service => Some(served),
        () = ended_from_outside => None,
        _ = input_ended => timeout(LAST_ANSWERS, &mut service).await.ok(),
    };
    let deadline = Instant::now() + (LAST_WORD - LAST_ANSWERS);
    let _ = timeout_at(deadline, keeper.give_back()).await;
    match served {
        Some(Ok(Err(error))) => outcome(&error),
        _ => Ok(()),
    }
}

/// What a session that never began means to whoever started us.
fn outcome(error: &ServerInitializeError) -> Result<(), ServeError> {
    match error {
        ServerInitializeError::ExpectedInitializeRequest(_) => Err(ServeError::NotMcp),
        ServerInitializeError::InitializeFailed(_) => Err(ServeError::Version),
        // It went away.
        _ => Ok(()),
    }
}

/// Ends with the first signal to end.
#[cfg(unix)]
fn signals() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    })
}

/// Ends with Ctrl-C.
#[cfg(not(unix))]
fn signals() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// A stream that tells when it has ended: a service still waits for its own answers then.
struct Watched<R> {
    stream: R,
    ended: Option<oneshot::Sender<()>>,
}

impl<R> Watched<R> {
    fn new(stream: R) -> (Self, oneshot::Receiver<()>) {
        let (sender, receiver) = oneshot::channel();
        (Self { stream, ended: Some(sender) }, receiver)
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        let more = match &read {
            Poll::Pending => true,
            Poll::Ready(Ok(())) => buffer.filled().len() > before || buffer.remaining() == 0,
            Poll::Ready(Err(_)) => false,
        };
        if !more && let Some(ended) = this.ended.take() {
            // Nobody listens when a signal came first.
            let _ = ended.send(());
        }
        read
    }
}
