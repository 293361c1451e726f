//! Calling it off, whatever the server does.

use super::transfer::stall;
use super::*;
use crate::install::{Observer, Progress};
use std::cell::Cell;
use std::sync::mpsc::channel;

/// Only ends a test that hangs.
const HANGING: Duration = Duration::from_secs(20);

/// Calls it off once `when` is true.
struct Until<F>(F);

impl<F: Fn() -> bool> Observer for Until<F> {
    fn progress(&self, _: Progress) {}

    fn is_cancelled(&self) -> bool {
        (self.0)()
    }
}

#[test]
fn what_is_called_off_beforehand_asks_nobody() {
    let gallery = script().serve();
    assert_eq!(gallery.catalog.find(&id("cat"), &Until(|| true)).unwrap_err().code(), "cancelled");
    assert_eq!(gallery.catalog.search("cat", &Until(|| true)).unwrap_err().code(), "cancelled");
    let result = gallery.catalog.download(&gallery.cat(), &mut Vec::new(), &Until(|| true));
    assert!(matches!(result, Err(CatalogError::Cancelled)));
    assert!(gallery.paths().is_empty());
}

#[test]
fn a_silent_server_is_left_at_once_and_no_other_asked() {
    let (gone, wait_until_gone) = channel();
    let gallery = script()
        .with("s1.json", move |_, stream| {
            let result = stall(stream);
            let _ = gone.send(());
            result
        })
        .serve();
    let asked = Until(|| gallery.paths().iter().any(|path| path.ends_with("s1.json")));
    let result = gallery.catalog.find(&id("fox"), &asked);
    assert!(matches!(result, Err(CatalogError::Cancelled)), "{result:?}");
    // The connection is closed, long before its time limit.
    wait_until_gone.recv_timeout(HANGING).unwrap();
    assert!(!gallery.paths().iter().any(|path| path.ends_with("catalog.v2.json")));
}

#[test]
fn a_download_is_called_off_in_the_middle() {
    struct AfterSome(Cell<u64>);
    impl Observer for AfterSome {
        fn progress(&self, progress: Progress) {
            if let Progress::Downloading { received, .. } = progress {
                self.0.set(received);
            }
        }
        fn is_cancelled(&self) -> bool {
            self.0.get() > 0
        }
    }
    let (gone, wait_until_gone) = channel();
    let gallery = Script::default()
        .with("cat.zip", move |_, stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\nPK\x03\x04")?;
            // Until the client closes the connection.
            while stream.write_all(&[0; 1000]).is_ok() {}
            let _ = gone.send(());
            Ok(Then::Close)
        })
        .serve();
    let mut file = Vec::new();
    let result = gallery.catalog.download(&gallery.cat(), &mut file, &AfterSome(Cell::new(0)));
    assert!(matches!(result, Err(CatalogError::Cancelled)), "{result:?}");
    wait_until_gone.recv_timeout(HANGING).unwrap();
    assert!(file.len() < 30_000_000);
}

#[test]
fn a_stalled_download_is_called_off() {
    let stalled = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let flag = Arc::clone(&stalled);
    let gallery = Script::default()
        .with("cat.zip", move |_, stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\nPK\x03\x04")?;
            flag.store(true, std::sync::atomic::Ordering::SeqCst);
            stall(stream)
        })
        .serve();
    let observer = Until(|| stalled.load(std::sync::atomic::Ordering::SeqCst));
    let result = gallery.catalog.download(&gallery.cat(), &mut Vec::new(), &observer);
    assert!(matches!(result, Err(CatalogError::Cancelled)), "{result:?}");
}
