//! Packages.

use super::*;
use crate::install::{Observer, Progress};
use std::cell::RefCell;
use std::io::Write;

#[derive(Default)]
struct Log(RefCell<Vec<Progress>>);

impl Observer for Log {
    fn progress(&self, progress: Progress) {
        self.0.borrow_mut().push(progress);
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Bytes that begin like a ZIP; what is in it is for others to judge.
fn zip(length: usize) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04".to_vec();
    bytes.extend((0..length - 4).map(|number| (number % 251) as u8));
    bytes
}

fn download(script: Script) -> Result<Vec<u8>, CatalogError> {
    let gallery = script.serve();
    let mut bytes = Vec::new();
    gallery.catalog.download(&gallery.cat(), &mut bytes, &Unattended)?;
    Ok(bytes)
}

#[test]
fn a_package_arrives_as_it_was_sent() {
    for length in [4, 5, 65_535, 65_536, 65_537, 3_000_000] {
        assert_eq!(download(Script::default().bytes("cat.zip", zip(length))).unwrap(), zip(length));
    }
}

#[test]
fn into_a_file() {
    let gallery = Script::default().bytes("cat.zip", zip(100_000)).serve();
    let mut file = tempfile::tempfile().unwrap();
    gallery.catalog.download(&gallery.cat(), &mut file, &Unattended).unwrap();
    assert_eq!(file.metadata().unwrap().len(), 100_000);
}

#[test]
fn progress_only_grows_and_ends_with_everything() {
    let gallery = Script::default().bytes("cat.zip", zip(2_000_000)).serve();
    let log = Log::default();
    gallery.catalog.download(&gallery.cat(), &mut std::io::sink(), &log).unwrap();
    let mut before = 0;
    for progress in log.0.borrow().iter() {
        let Progress::Downloading { received, total } = *progress else { panic!("{progress:?}") };
        assert!(received >= before);
        assert_eq!(total, Some(2_000_000));
        before = received;
    }
    assert_eq!(before, 2_000_000);
    assert_eq!(log.0.borrow()[0], Progress::Downloading { received: 0, total: Some(2_000_000) });
}

#[test]
fn a_package_of_unknown_length_has_no_total() {
    let answer = [b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".as_slice(), &zip(1000)].concat();
    let gallery = Script::default().raw("cat.zip", answer).serve();
    let log = Log::default();
    let mut bytes = Vec::new();
    gallery.catalog.download(&gallery.cat(), &mut bytes, &log).unwrap();
    assert_eq!(bytes, zip(1000));
    assert_eq!(log.0.borrow().last(), Some(&Progress::Downloading { received: 1000, total: None }));
}

#[test]
fn what_is_not_a_zip_is_refused() {
    let others: [&[u8]; 7] = [
        b"",
        b"PK",
        b"PK\x03",
        b"PK\x03\x06",
        b"PK\x01\x02 and so on",
        b"<html>Sign in</html>",
        b"\x1f\x8b\x08\0gzip",
    ];
    for other in others {
        let result = download(Script::default().bytes("cat.zip", other));
        assert_eq!(cause(result), Cause::Malformed("zip-signature"), "{other:?}");
    }
    for good in [b"PK\x05\x06", b"PK\x07\x08"] {
        assert_eq!(download(Script::default().bytes("cat.zip", good)).unwrap(), good);
    }
}

#[test]
fn a_page_in_place_of_the_package_is_not_fetched_to_the_end() {
    let script = Script::default().with("cat.zip", |_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n<html>")?;
        transfer::stall(stream)
    });
    assert_eq!(cause(download(script)), Cause::Malformed("zip-signature"));
}

#[test]
fn a_package_over_the_limit_is_refused() {
    const LIMIT: u64 = 50 * 1024 * 1024;
    let announced = Script::default().with("cat.zip", |_, stream| {
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\nPK\x03\x04", LIMIT + 1)?;
        transfer::stall(stream)
    });
    assert_eq!(cause(download(announced)), Cause::TooLarge { limit: LIMIT });

    struct Count(u64);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let unannounced = Script::default().with("cat.zip", |_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nPK\x03\x04")?;
        loop {
            stream.write_all(&[0; 65_536])?;
        }
    });
    let gallery = unannounced.serve();
    let mut count = Count(0);
    let result = gallery.catalog.download(&gallery.cat(), &mut count, &Unattended);
    assert_eq!(cause(result), Cause::TooLarge { limit: LIMIT });
    assert!(count.0 <= LIMIT);
}

#[test]
fn half_a_package_is_none() {
    let half = [b"HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n".as_slice(), &zip(1000)].concat();
    assert_eq!(cause(download(Script::default().raw("cat.zip", half))), Cause::Truncated);
    assert_eq!(cause(download(Script::default().status("cat.zip", "404 Not Found"))), Cause::Status(404));
    let moved = "HTTP/1.1 302 Found\r\nLocation: https://cdn.example/cat.zip\r\nContent-Length: 0\r\n\r\n";
    assert_eq!(cause(download(Script::default().raw("cat.zip", moved))), Cause::Redirected(302));
}

#[test]
fn a_full_disk_is_told() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let gallery = Script::default().bytes("cat.zip", zip(1000)).serve();
    let error = gallery.catalog.download(&gallery.cat(), &mut Full, &Unattended).unwrap_err();
    assert_eq!(error.code(), "cannot-save");
    assert!(error.to_string().contains("Check the free space"), "{error}");
}
