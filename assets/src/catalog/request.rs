//! One file fetched from a server that may be slow, silent or hostile: bounded in bytes and time, and called off within
//! a moment whatever the server does.
//!
//! Each request runs in a thread of its own, which hands over what arrives in small pieces; the calling thread looks
//! at the clock and at its observer meanwhile. When it leaves early, it shuts the connections down, which ends the
//! thread too (only looking up a name and opening a connection cannot be interrupted; both have short limits).

mod failure;

use self::failure::{cause_of, is_broken};
use super::site::Site;
use super::{CatalogError, Cause, Failure, Part};
use crate::install::Observer;
use serde_json::Value;
use std::io::Read;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use ureq::http::{HeaderMap, Response, header};
use ureq::tls::{RootCerts, TlsConfig, TlsProvider};
use ureq::{Agent, Body};
use url::Url;

/// Most bytes of a JSON file of the catalog; the protocol's own bound.
const MAX_JSON_BYTES: u64 = 1_000_000;

/// Bytes handed over at once, and so between two questions whether to stop.
const PIECE: usize = 64 * 1024;
/// Pieces that wait to be taken. With the one being filled and the one being used they are all that is in memory.
const PIECES: usize = 2;

/// Bounds in time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// For each request in all; the protocol's own bound.
    pub(super) request: Duration,
    /// For finding the server and agreeing on encryption, so that a missing network shows soon.
    pub(super) connect: Duration,
    /// For all requests of one search for a pet, of which there may be a hundred.
    pub(super) session: Duration,
    /// Between two questions whether to stop while nothing arrives.
    pub(super) poll: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(30),
            connect: Duration::from_secs(10),
            session: Duration::from_secs(120),
            poll: Duration::from_millis(100),
        }
    }
}

/// The requests of one operation, over connections that are kept between them.
pub(super) struct Session<'a> {
    agent: Agent,
    limits: Limits,
    end: Instant,
    observer: &'a dyn Observer,
}

/// What a request's thread tells.
enum News {
    /// The server sends the file, of this size where it tells.
    Begun(Option<u64>),
    Piece(Vec<u8>),
    Complete,
}

impl<'a> Session<'a> {
    pub(super) fn new(site: &Site, limits: Limits, observer: &'a dyn Observer) -> Self {
        let tls = TlsConfig::builder()
            .provider(TlsProvider::Rustls)
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .https_only(site.is_secure())
            // Answers of other kinds are judged here.
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .accept_encoding("identity")
            .user_agent(concat!("openpets/", env!("CARGO_PKG_VERSION")))
            .timeout_global(Some(limits.request))
            .timeout_connect(Some(limits.connect));
        let config = if site.is_local() { config.proxy(None) } else { config };
        Self { agent: config.build().new_agent(), limits, end: Instant::now() + limits.session, observer }
    }

    /// Whether to go on.
    pub(super) fn check(&self) -> Result<(), CatalogError> {
        if self.observer.is_cancelled() { Err(CatalogError::Cancelled) } else { Ok(()) }
    }

    /// Fetches a JSON file.
    pub(super) fn json(&self, part: Part, url: &Url) -> Result<Value, CatalogError> {
        let mut bytes = Vec::new();
        self.fetch(part, url, MAX_JSON_BYTES, |piece, _| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        // As browsers read it: without the mark, and with a sign in place of what is not UTF-8.
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes));
        // The parser itself refuses to nest more than 128 levels.
        serde_json::from_str(&text).map_err(|_| failed(part, url, Cause::Malformed("not-json")))
    }

    /// Fetches a file of at most `most` bytes, and gives it piece by piece to `take`, with its size where the server
    /// tells; first of all an empty piece. After an error the session is of no more use.
    pub(super) fn fetch(
        &self,
        part: Part,
        url: &Url,
        most: u64,
        mut take: impl FnMut(&[u8], Option<u64>) -> Result<(), CatalogError>,
    ) -> Result<(), CatalogError> {
        self.check()?;
        let (send, news) = sync_channel(PIECES);
        let agent = self.agent.clone();
        let address = url.as_str().to_owned();
        thread::Builder::new()
            .name("catalog".to_owned())
            .spawn(move || {
                let result = deliver(&agent, &address, most, &send).transpose();
                // Nobody listens after an early end.
                let _ = result.map(|complete| send.send(complete));
            })
            .map_err(CatalogError::Thread)?;
        let result = self.receive(&news, part, url, &mut take);
        if result.is_err() {
            self.agent.clone().shutdown();
        }
        result
    }

    fn receive(
        &self,
        news: &Receiver<Result<News, Cause>>,
        part: Part,
        url: &Url,
        take: &mut impl FnMut(&[u8], Option<u64>) -> Result<(), CatalogError>,
    ) -> Result<(), CatalogError> {
        let end = self.end.min(Instant::now() + self.limits.request);
        let mut size = None;
        loop {
            self.check()?;
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(failed(part, url, Cause::Timeout));
            }
            match news.recv_timeout(left.min(self.limits.poll)) {
                Ok(Ok(News::Begun(length))) => {
                    size = length;
                    take(&[], size)?;
                }
                Ok(Ok(News::Piece(piece))) => take(&piece, size)?,
                Ok(Ok(News::Complete)) => return Ok(()),
                Ok(Err(cause)) => return Err(failed(part, url, cause)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(failed(part, url, Cause::Truncated)),
            }
        }
    }
}

/// The failure of one file.
pub(super) fn failed(part: Part, url: &Url, cause: Cause) -> CatalogError {
    Failure { part, host: url.host_str().unwrap_or_default().to_owned(), cause }.into()
}

/// Does the request, and tells what arrives. Nothing when nobody listens any more.
fn deliver(
    agent: &Agent,
    address: &str,
    most: u64,
    send: &SyncSender<Result<News, Cause>>,
) -> Result<Option<News>, Cause> {
    let response = ask(agent, address)?;
    let status = response.status();
    if status.is_redirection() {
        return Err(Cause::Redirected(status.as_u16()));
    }
    if !status.is_success() {
        return Err(Cause::Status(status.as_u16()));
    }
    if is_encoded(response.headers()) {
        return Err(Cause::Encoded);
    }
    let size = response.body().content_length();
    if size.is_some_and(|size| size > most) {
        return Err(Cause::TooLarge { limit: most });
    }
    if send.send(Ok(News::Begun(size))).is_err() {
        return Ok(None);
    }
    let mut body = response.into_body().into_reader();
    let mut buffer = vec![0; PIECE];
    let mut received = 0;
    loop {
        let length = body.read(&mut buffer).map_err(|error| cause_of(error.into()))?;
        if length == 0 {
            return Ok(Some(News::Complete));
        }
        received += length as u64;
        if received > most {
            return Err(Cause::TooLarge { limit: most });
        }
        if send.send(Ok(News::Piece(buffer[..length].to_vec()))).is_err() {
            return Ok(None);
        }
    }
}

/// Asks, and asks once more when the connection broke before the answer: a server may close a connection that was
/// kept just when it is used again.
fn ask(agent: &Agent, address: &str) -> Result<Response<Body>, Cause> {
    let answer = match agent.get(address).call() {
        Err(error) if is_broken(&error) => agent.get(address).call(),
        answer => answer,
    };
    answer.map_err(cause_of)
}

/// Whether the body is something other than the file itself.
fn is_encoded(headers: &HeaderMap) -> bool {
    let other_than = |name, plain: &str| {
        headers.get_all(name).iter().any(|value| !value.as_bytes().eq_ignore_ascii_case(plain.as_bytes()))
    };
    other_than(header::CONTENT_ENCODING, "identity") || other_than(header::TRANSFER_ENCODING, "chunked")
}
