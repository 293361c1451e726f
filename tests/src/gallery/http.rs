//! A small HTTP server on this machine, whose every answer is a function that may do whatever a bad server does.
//!
//! It is its own file without other dependencies, so that tests of other packages can include it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// A connection, perhaps below encryption.
pub(crate) trait Stream: Read + Write + Send {}
impl<S: Read + Write + Send> Stream for S {}

/// What a client asked.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    /// With everything behind it.
    pub(crate) path: String,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
}

/// Whether a connection is kept after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    Keep,
    Close,
}

type Wrap = dyn Fn(TcpStream) -> io::Result<Box<dyn Stream>> + Send + Sync;
type Handler = dyn Fn(&Request, &mut dyn Stream) -> io::Result<Then> + Send + Sync;

/// Runs until it is dropped, which also ends all of its connections.
pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    stopping: AtomicBool,
    connections: Mutex<Vec<TcpStream>>,
    requests: Mutex<Vec<Request>>,
}

impl Server {
    /// Answers with `handler` on a free port of this machine.
    pub(crate) fn start(
        handler: impl Fn(&Request, &mut dyn Stream) -> io::Result<Then> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::start_wrapped(|stream| Ok(Box::new(stream) as Box<dyn Stream>), handler)
    }

    /// The same, with every connection inside of what `wrap` makes of it.
    pub(crate) fn start_wrapped(
        wrap: impl Fn(TcpStream) -> io::Result<Box<dyn Stream>> + Send + Sync + 'static,
        handler: impl Fn(&Request, &mut dyn Stream) -> io::Result<Then> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::default());
        let (wrap, handler): (Arc<Wrap>, Arc<Handler>) = (Arc::new(wrap), Arc::new(handler));
        let accepting = thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                for stream in listener.incoming() {
                    if shared.stopping.load(Ordering::SeqCst) {
                        return;
                    }
                    let Ok(stream) = stream else { continue };
                    // Answers that are written in pieces would else wait for each other.
                    let _ = stream.set_nodelay(true);
                    if let Ok(stream) = stream.try_clone() {
                        lock(&shared.connections).push(stream);
                    }
                    let (shared, wrap, handler) =
                        (Arc::clone(&shared), Arc::clone(&wrap), Arc::clone(&handler));
                    thread::spawn(move || {
                        // Clients may break off whenever they like.
                        let _ = serve(&stream, &shared, &*wrap, &*handler);
                        let _ = stream.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        Ok(Self { address, shared, accepting: Some(accepting) })
    }

    /// The port.
    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// What was asked so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        lock(&self.shared.requests).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        for stream in lock(&self.shared.connections).iter() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        // Wakes the thread that waits for connections.
        if TcpStream::connect(self.address).is_ok()
            && let Some(accepting) = self.accepting.take()
        {
            let _ = accepting.join();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(stream: &TcpStream, shared: &Shared, wrap: &Wrap, handler: &Handler) -> io::Result<()> {
    let mut stream = BufReader::new(wrap(stream.try_clone()?)?);
    while let Some(request) = read_request(&mut stream)? {
        lock(&shared.requests).push(request.clone());
        if handler(&request, stream.get_mut())? == Then::Close {
            break;
        }
    }
    Ok(())
}

fn read_request(stream: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_lowercase(), value.trim().to_owned())),
            None => return Ok(Some(Request { path, headers })),
        }
    }
}

/// An answer of a well-behaved server.
pub(crate) fn answer(stream: &mut dyn Stream, status: &str, kind: &str, body: &[u8]) -> io::Result<Then> {
    let length = body.len();
    write!(stream, "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n")?;
    stream.write_all(body)?;
    stream.flush()?;
    Ok(Then::Keep)
}
