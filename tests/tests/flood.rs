//! Broken requests by the hundred thousand against the running app, which must answer each and stay well.

use anyhow::Result;
use openpets_ipc::{Discovery, Endpoint};
use openpets_tests::{App, AppOptions};
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// As many as the project promises.
const BROKEN_REQUESTS: usize = 100_000;

/// A small generator (xorshift): the same mutations in every run, told by the seed in a failure.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn seeds(token: &str) -> Vec<Vec<u8>> {
    let request = |method: &str, params: &str| {
        format!(r#"{{"id":"a","version":1,"token":"{token}","method":"{method}","params":{params}}}"#)
            .into_bytes()
    };
    vec![
        request("hello", "{}"),
        request("status", r#"{"leaseId":"lease-1"}"#),
        request("pets.list", "{}"),
        request("lease.acquire", r#"{"requestedPetId":"cat","clientPid":1,"sessionNonce":"n"}"#),
        request("lease.heartbeat", r#"{"leaseId":"lease-1"}"#),
        request("lease.release", r#"{"leaseId":"lease-1"}"#),
        request("pet.react", r#"{"reaction":"working"}"#),
        request("pet.say", r#"{"message":"Hello","reaction":"waving"}"#),
        request(
            "pet.showMedia",
            r#"{"path":"/no/such.png","durationMs":2000,"clickUrl":"https://example.org"}"#,
        ),
        request("control.quit", "{}"),
        request("lease.list", "{}"),
    ]
}

/// One to four changes: bytes flipped, cut, doubled, or replaced by pieces that parsers stumble over.
fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    const PIECES: [&[u8]; 12] = [
        b"\0",
        b"\"",
        b"{",
        b"}}",
        b"[[[[[[[[",
        b"1e999",
        b"-0",
        b"\\ud800",
        b"\xff\xfe",
        b"null",
        b"\xef\xbb\xbf",
        b"\n",
    ];
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1)).min(bytes.len());
        match random.below(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => bytes.truncate(at),
            2 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            3 => bytes.extend_from_within(at..),
            _ => {
                let end = (at + random.below(12)).min(bytes.len());
                bytes.drain(at..end);
            }
        }
    }
    bytes
}

/// Sends bytes as one request and returns the answer, if any came.
fn exchange(socket: &Path, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    // The server may answer and close before it has read everything.
    let _ = stream.write_all(bytes);
    let _ = stream.write_all(b"\n");
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

#[test]
fn a_hundred_thousand_broken_requests_are_answered_and_do_no_harm() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let discovery = Discovery::read(&app.folders().discovery())?;
    let Endpoint::Unix(socket) = discovery.endpoint.clone() else { anyhow::bail!("not a Unix socket") };
    let seeds = seeds(&discovery.token);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..=8_u64)
            .map(|worker| {
                let (seeds, socket) = (&seeds, &socket);
                scope.spawn(move || -> Result<()> {
                    let mut random = Random(worker.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                    for number in 0..BROKEN_REQUESTS / 8 {
                        let request = mutate(&seeds[random.below(seeds.len())], &mut random);
                        let answer = exchange(socket, &request)?;
                        let told = || {
                            format!(
                                "worker {worker}, request {number}: {}",
                                String::from_utf8_lossy(&request)
                            )
                        };
                        anyhow::ensure!(answer.ends_with(b"\n"), "no whole answer to {}", told());
                        let json: serde_json::Value = serde_json::from_slice(&answer)?;
                        anyhow::ensure!(json["ok"].is_boolean(), "not a response to {}: {json}", told());
                        if json["ok"] == false {
                            let code = json["error"]["code"].as_str().unwrap_or_default();
                            let known = [
                                "invalid_request",
                                "invalid_version",
                                "invalid_token",
                                "unknown_method",
                                "invalid_params",
                                "unknown_lease",
                                "busy",
                                "forbidden",
                            ];
                            anyhow::ensure!(known.contains(&code), "{code} to {}", told());
                            let message = json["error"]["message"].as_str().unwrap_or_default();
                            anyhow::ensure!(!message.is_empty() && !message.contains("lease-1"), "{message}");
                        }
                    }
                    Ok(())
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a worker panicked")))
        })
    })?;
    app.client()?.hello()?;
    app.terminate()?;
    Ok(())
}

#[test]
fn late_half_sent_and_oversized_requests_hold_nothing_up() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let discovery = Discovery::read(&app.folders().discovery())?;
    let Endpoint::Unix(socket) = discovery.endpoint else { anyhow::bail!("not a Unix socket") };
    // Clients that send half a request and wait: more than the server takes at once.
    let idle: Vec<UnixStream> = (0..300)
        .map(|_| {
            let mut stream = UnixStream::connect(&socket)?;
            stream.write_all(b"{\"id\":")?;
            Ok(stream)
        })
        .collect::<Result<_>>()?;
    // The silent ones lose their places after 3 s; until then a client may have to wait.
    openpets_tests::wait_until("others are served", || app.client().ok()?.hello().ok())?;
    let huge = vec![b'x'; 1 << 20];
    let answer = exchange(&socket, &huge)?;
    let json: serde_json::Value = serde_json::from_slice(&answer)?;
    assert_eq!(json["error"]["code"], "invalid_request");
    assert_eq!(json["id"], serde_json::Value::Null);
    drop(idle);
    app.client()?.hello()?;
    app.terminate()?;
    Ok(())
}
