//! Answers of servers that are broken or hostile, judged on a file of the catalog.

use super::*;

/// What becomes of an index that is answered like this, and the older catalog too.
fn index(raw: impl Into<Vec<u8>>) -> Cause {
    let gallery = Script::default().raw("catalog.v3.json", raw).serve();
    let (part, cause) = newest_failure(gallery.find("cat"));
    assert_eq!(part, Part::Index);
    cause
}

#[test]
fn refusals_are_told_by_their_number() {
    for status in [400, 401, 403, 404, 410, 429, 500, 502, 503] {
        let answer = format!("HTTP/1.1 {status} Whatever\r\nContent-Length: 2\r\n\r\n{{}}");
        assert_eq!(index(answer), Cause::Status(status));
    }
}

#[test]
fn redirects_are_not_followed_anywhere() {
    for (status, place) in [
        (301, "catalog.v3.json"),
        (302, "catalog.v2.json"),
        (303, "https://openpets.dev/pets/catalog.v3.json"),
        (307, "https://evil.example/"),
        (308, "/"),
    ] {
        let gallery = script()
            .raw(
                "catalog.v3.json",
                format!("HTTP/1.1 {status} Elsewhere\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n"),
            )
            .status("catalog.v2.json", "404 Not Found")
            .serve();
        let found = newest_failure(gallery.find("cat"));
        assert_eq!(found, (Part::Index, Cause::Redirected(status)));
        assert_eq!(gallery.paths(), ["/pets/catalog.v3.json", "/pets/catalog.v2.json"]);
    }
}

#[test]
fn a_file_over_the_limit_is_refused_before_it_is_fetched() {
    // What it announces never comes, so it must not be waited for.
    let gallery = Script::default()
        .with("catalog.v3.json", |_, stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n")?;
            stall(stream)
        })
        .serve();
    let found = newest_failure(gallery.find("cat"));
    assert_eq!(found, (Part::Index, Cause::TooLarge { limit: 1_000_000 }));
}

#[test]
fn a_file_of_unknown_length_is_cut_off_at_the_limit() {
    for head in [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
    ] {
        let chunked = head.contains("chunked");
        let gallery = Script::default()
            .with("catalog.v3.json", move |_, stream| {
                stream.write_all(head.as_bytes())?;
                let blanks = [b' '; 10_000];
                // For ever: only the client ends it.
                loop {
                    if chunked {
                        write!(stream, "{:x}\r\n", blanks.len())?;
                    }
                    stream.write_all(&blanks)?;
                    if chunked {
                        stream.write_all(b"\r\n")?;
                    }
                }
            })
            .serve();
        let found = newest_failure(gallery.find("cat"));
        assert_eq!(found, (Part::Index, Cause::TooLarge { limit: 1_000_000 }));
    }
}

#[test]
fn a_file_of_just_the_limit_is_read() {
    let padded = |length: usize| {
        script().with("catalog.v3/page-000.json", move |request, stream| {
            let page = json!({"version": 3, "pets": [entry("cat")]}).to_string();
            let mut page = page.replace("BASE", &base_of(request)).into_bytes();
            page.resize(length, b' ');
            answer(stream, "200 OK", "application/json", &page)
        })
    };
    assert_eq!(padded(1_000_000).serve().find("cat").unwrap().display_name, "CAT");
    assert_eq!(padded(1_000_001).serve().find("cat").unwrap().display_name, "Old cat");
}

#[test]
fn chunks_are_put_together() {
    let mut chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for piece in br#"{"version":3,"pets":[{"id":"cat","catalogPage":0}]}"#.chunks(7) {
        chunked.extend(format!("{:x}\r\n", piece.len()).into_bytes());
        chunked.extend(piece);
        chunked.extend(b"\r\n");
    }
    chunked.extend(b"0\r\n\r\n");
    assert!(script().raw("s0.json", chunked).serve().find("cat").is_ok());
}

#[test]
fn half_a_file_is_none() {
    for half in [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"version\":3}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{\"version\":3}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n{\"version\":3}\r\n",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\n",
        "",
    ] {
        assert_eq!(index(half), Cause::Truncated, "{half:?}");
    }
}

#[test]
fn a_length_that_is_too_short_cuts_the_file() {
    assert_eq!(
        index("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{\"version\":3}"),
        Cause::Malformed("not-json")
    );
}

#[test]
fn compressed_files_are_not_unpacked() {
    for encoding in ["Content-Encoding: gzip", "Content-Encoding: br", "Content-Encoding: identity, gzip"] {
        let answer = format!("HTTP/1.1 200 OK\r\n{encoding}\r\nContent-Length: 2\r\n\r\n{{}}");
        assert_eq!(index(answer), Cause::Encoded, "{encoding}");
    }
    let plain = br#"{"version":3,"pets":[{"id":"cat","catalogPage":0}]}"#;
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Encoding: Identity\r\nContent-Length: {}\r\n\r\n", plain.len());
    assert!(script().raw("s0.json", [head.as_bytes(), plain].concat()).serve().find("cat").is_ok());
}

#[test]
fn what_is_not_http_is_refused() {
    assert_eq!(index("SSH-2.0-OpenSSH_9.6\r\n\r\n"), Cause::Malformed("http"));
    let endless = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert_eq!(index(endless), Cause::Malformed("http"));
}

#[test]
fn a_silent_server_costs_only_the_time_limit() {
    for begin in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"] {
        let silent = move |_: &Request, stream: &mut dyn Stream| {
            stream.write_all(begin.as_bytes())?;
            stall(stream)
        };
        let gallery = Script::default()
            .with("catalog.v3.json", silent)
            .with("catalog.v2.json", silent)
            .serve()
            .impatient();
        let error = gallery.find("cat").unwrap_err();
        let CatalogError::Unavailable { newest, older: Some(older) } = error else { panic!("{error:?}") };
        assert_eq!((newest.cause, older.cause), (Cause::Timeout, Cause::Timeout));
    }
}

#[test]
fn a_byte_now_and_then_does_not_extend_the_time() {
    let slow = |_: &Request, stream: &mut dyn Stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n")?;
        loop {
            stream.write_all(b" ")?;
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let gallery = Script::default().with("catalog.v3.json", slow).serve().impatient();
    assert_eq!(newest_failure(gallery.find("cat")), (Part::Index, Cause::Timeout));
}

#[test]
fn all_requests_together_have_a_limit_too() {
    let mut gallery = script().serve();
    gallery.catalog.limits.session = Duration::ZERO;
    assert_eq!(newest_failure(gallery.find("cat")).1, Cause::Timeout);
}

/// Sends nothing more, and returns when the client has gone.
pub(super) fn stall(stream: &mut dyn Stream) -> io::Result<Then> {
    stream.flush()?;
    while stream.read(&mut [0; 64])? > 0 {}
    Ok(Then::Close)
}
