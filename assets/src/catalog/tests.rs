//! The catalog against a real server on this machine that behaves in every wrong way.

#[path = "../../../tests/src/gallery/http.rs"]
mod http;

mod addresses;
mod cancelling;
mod child;
mod documents;
mod downloading;
mod fallback;
mod finding;
mod searching;
#[cfg(target_os = "linux")]
mod secure;
mod transfer;

use super::request::Limits;
use super::{Catalog, CatalogError, CatalogPet, Cause, Failure, Part};
use crate::PetId;
use crate::install::Unattended;
use http::{Request, Server, Stream, Then, answer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

type Answer = Arc<dyn Fn(&Request, &mut dyn Stream) -> io::Result<Then> + Send + Sync>;

/// Answers by path below `/pets/`; `BASE` in a JSON answer becomes the server's own address.
#[derive(Default, Clone)]
struct Script(BTreeMap<&'static str, Answer>);

impl Script {
    fn with(
        mut self,
        path: &'static str,
        answer: impl Fn(&Request, &mut dyn Stream) -> io::Result<Then> + Send + Sync + 'static,
    ) -> Self {
        self.0.insert(path, Arc::new(answer));
        self
    }

    fn json(self, path: &'static str, value: Value) -> Self {
        self.text(path, value.to_string())
    }

    fn text(self, path: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        self.with(path, move |request, stream| {
            let text = text.replace("BASE", &base_of(request));
            answer(stream, "200 OK", "application/json", text.as_bytes())
        })
    }

    fn status(self, path: &'static str, status: &'static str) -> Self {
        self.with(path, move |_, stream| answer(stream, status, "text/html", b"<h1>Secret server text</h1>"))
    }

    fn bytes(self, path: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        self.with(path, move |_, stream| answer(stream, "200 OK", "application/zip", &bytes))
    }

    /// Exactly these bytes, and then the end of the connection.
    fn raw(self, path: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        self.with(path, move |_, stream| {
            stream.write_all(&bytes)?;
            stream.flush()?;
            Ok(Then::Close)
        })
    }

    fn respond(&self, request: &Request, stream: &mut dyn Stream) -> io::Result<Then> {
        let name = request.path.strip_prefix("/pets/").unwrap_or_default();
        match self.0.get(name) {
            Some(answer) => answer(request, stream),
            None => answer(stream, "404 Not Found", "text/html", b"<h1>Secret server text</h1>"),
        }
    }

    fn serve(self) -> Gallery {
        Gallery::start(move |request, stream| self.respond(request, stream))
    }
}

/// A server and the catalog that it serves.
struct Gallery {
    server: Server,
    catalog: Catalog,
    connections: Arc<AtomicUsize>,
}

impl Gallery {
    fn start(
        handler: impl Fn(&Request, &mut dyn Stream) -> io::Result<Then> + Send + Sync + 'static,
    ) -> Self {
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        let wrap = move |stream| {
            count.fetch_add(1, Ordering::SeqCst);
            Ok(Box::new(stream) as Box<dyn Stream>)
        };
        let server = Server::start_wrapped(wrap, handler).unwrap();
        let catalog = Catalog::with_limits(&base(&server), patient()).unwrap();
        Self { server, catalog, connections }
    }

    /// How many connections there were so far.
    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    fn find(&self, name: &str) -> Result<CatalogPet, CatalogError> {
        self.catalog.find(&id(name), &Unattended)
    }

    fn impatient(mut self) -> Self {
        self.catalog.limits.request = Duration::from_millis(200);
        self
    }

    fn paths(&self) -> Vec<String> {
        self.server.requests().into_iter().map(|request| request.path).collect()
    }

    /// A pet whose package is `cat.zip`.
    fn cat(&self) -> CatalogPet {
        let base = base(&self.server);
        CatalogPet {
            id: id("cat"),
            display_name: "Cat".to_owned(),
            description: "A cat.".to_owned(),
            preview: format!("{base}cat.webp"),
            zip: format!("{base}cat.zip"),
            catalog_version: 2,
        }
    }
}

fn base(server: &Server) -> String {
    format!("http://127.0.0.1:{}/pets/", server.port())
}

fn base_of(request: &Request) -> String {
    let host = request.headers.iter().find(|(name, _)| name == "host");
    format!("http://{}/pets/", host.map_or("", |(_, host)| host))
}

/// Limits that only end a test that hangs.
fn patient() -> Limits {
    Limits {
        request: Duration::from_secs(60),
        connect: Duration::from_secs(60),
        session: Duration::from_secs(60),
        poll: Duration::from_millis(5),
    }
}

fn id(text: &str) -> PetId {
    PetId::try_from(text).unwrap()
}

fn entry(id: &str) -> Value {
    json!({
        "id": id, "displayName": id.to_uppercase(), "description": format!("The {id}."),
        "thumbnail": format!("BASE{id}/thumb.webp"), "zip": format!("BASE{id}/{id}.zip"),
    })
}

fn older_entry(id: &str) -> Value {
    json!({
        "id": id, "displayName": format!("Old {id}"), "description": format!("The old {id}."),
        "preview": format!("BASE{id}/preview.webp"), "zip": format!("BASE{id}.zip"),
    })
}

/// A catalog of two pages and three pages of its search index, and an older one.
fn script() -> Script {
    let short = |id: &str, page: u32| json!({"id": id, "displayName": id.to_uppercase(), "searchText": format!("{id} a small friend"), "catalogPage": page});
    Script::default()
        .json(
            "catalog.v3.json",
            json!({
                "version": 3, "total": 4, "search": "BASEcatalog.v3/search.json",
                "pages": ["BASEcatalog.v3/page-000.json", "BASEcatalog.v3/page-001.json"],
            }),
        )
        .json(
            "catalog.v3/search.json",
            json!({"version": 3, "pages": ["BASEs0.json", "BASEs1.json", "BASEs2.json"]}),
        )
        .json("s0.json", json!({"version": 3, "pets": [short("cat", 0), short("dog", 0)]}))
        .json("s1.json", json!({"version": 3, "pets": [short("emu", 1)]}))
        .json("s2.json", json!({"version": 3, "pets": [short("fox", 1)]}))
        .json("catalog.v3/page-000.json", json!({"version": 3, "pets": [entry("cat"), entry("dog")]}))
        .json("catalog.v3/page-001.json", json!({"version": 3, "pets": [entry("emu"), entry("fox")]}))
        .json("catalog.v2.json", json!({"version": 2, "pets": [older_entry("cat"), older_entry("old")]}))
}

/// The reason why the newest catalog was of no use; panics when it was.
fn newest_failure(result: Result<CatalogPet, CatalogError>) -> (Part, Cause) {
    match result {
        Err(CatalogError::Unavailable { newest, .. }) => (newest.part, newest.cause),
        other => panic!("{other:?}"),
    }
}

/// The reason why a file could not be had; panics when it could.
fn cause<T: std::fmt::Debug>(result: Result<T, CatalogError>) -> Cause {
    match result {
        Err(CatalogError::Failed(Failure { cause, .. })) => cause,
        other => panic!("{other:?}"),
    }
}
