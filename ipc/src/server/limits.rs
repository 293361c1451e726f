//! What one server allows. Passed in, so that tests wait milliseconds where people's machines wait seconds.

use std::time::Duration;

/// Connections served at a time. Fifty agents with a handful of hooks each stay far below; the next one waits in
/// the system's queue, whose clients are patient for two seconds. Keeps descriptors and buffers (16 KiB each, so
/// 4 MiB) bounded.
const MAX_CONNECTIONS: usize = 256;

/// How long a client may keep silent while its request, or the room for its answer, is waited for: the
/// protocol's idle time.
const IDLE: Duration = Duration::from_secs(3);

/// How long a whole request may take to arrive, or a client that sends a byte every two seconds would hold its
/// connection for half a day.
const REQUEST: Duration = Duration::from_secs(10);

/// How long the app may take for its answer. Clients give up after 3 s; they should still hear why.
const ANSWER: Duration = Duration::from_millis(2500);

/// How long an installation may take for its answer, which existing clients wait a minute for. It goes on after that.
const INSTALL: Duration = Duration::from_secs(55);

/// How long a client that was answered may take to close. Closing first could destroy an answer on its way.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long open connections may take to finish when the app ends.
const SHUTDOWN: Duration = Duration::from_millis(500);

/// The bounds of one server.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Connections at a time.
    pub(super) connections: usize,
    /// Between two steps of a client.
    pub(super) idle: Duration,
    /// For a whole request.
    pub(super) request: Duration,
    /// For the app's answer.
    pub(super) answer: Duration,
    /// For the app's answer when a pet is to be installed.
    pub(super) install: Duration,
    /// For the client to close.
    pub(super) farewell: Duration,
    /// For open connections at the end.
    pub(super) shutdown: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: MAX_CONNECTIONS,
            idle: IDLE,
            request: REQUEST,
            answer: ANSWER,
            install: INSTALL,
            farewell: FAREWELL,
            shutdown: SHUTDOWN,
        }
    }
}
