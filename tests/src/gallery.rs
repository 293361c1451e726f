//! A gallery of pets on this machine, for `OPENPETS_CATALOG_URL`.

mod http;

use anyhow::Result;
use http::{Server, Then, answer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Pets on one page of the catalog or of its search index: few, so that there are several pages.
const PETS_PER_PAGE: usize = 2;

/// A complete catalog, the newest and the older one, with its packages. Runs until it is dropped.
pub struct Gallery {
    server: Server,
}

impl Gallery {
    /// Serves these pets: id, display name, and the bytes of the package.
    ///
    /// # Errors
    /// When no port is free.
    pub fn start(pets: Vec<(&str, &str, Vec<u8>)>) -> Result<Self> {
        let pets: Vec<_> =
            pets.into_iter().map(|(id, name, zip)| (id.to_owned(), name.to_owned(), zip)).collect();
        // The documents name the port, which is known only when the server runs.
        let server = Server::start(move |request, stream| {
            let host = request.headers.iter().find(|(name, _)| name == "host");
            let base = format!("http://{}/pets/", host.map_or("", |(_, host)| host));
            match files(&base, &pets).remove(&request.path) {
                Some(File::Json(value)) => {
                    answer(stream, "200 OK", "application/json", value.to_string().as_bytes())
                }
                Some(File::Zip(bytes)) => answer(stream, "200 OK", "application/zip", bytes),
                None => answer(stream, "404 Not Found", "text/plain", b"not here").map(|_| Then::Close),
            }
        })?;
        Ok(Self { server })
    }

    /// What `OPENPETS_CATALOG_URL` has to be.
    #[must_use]
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}/pets/", self.server.port())
    }

    /// The paths that were asked for so far, such as `/pets/catalog.v3.json`.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        self.server.requests().into_iter().map(|request| request.path).collect()
    }
}

enum File<'a> {
    Json(Value),
    Zip(&'a [u8]),
}

/// Every file of the gallery by its path.
fn files<'a>(base: &str, pets: &'a [(String, String, Vec<u8>)]) -> BTreeMap<String, File<'a>> {
    let mut files = BTreeMap::new();
    let mut older = Vec::new();
    let (mut pages, mut search_pages) = (Vec::new(), Vec::new());
    // An index has at least one page.
    let chunks = if pets.is_empty() { vec![pets] } else { pets.chunks(PETS_PER_PAGE).collect() };
    for (page, on_page) in chunks.into_iter().enumerate() {
        let (mut full, mut short) = (Vec::new(), Vec::new());
        for (id, name, zip) in on_page {
            let description = format!("{name}, a pet for tests.");
            let (picture, package) = (format!("{base}{id}/thumb.webp"), format!("{base}{id}/{id}.zip"));
            full.push(json!({
                "id": id, "displayName": name, "description": description, "thumbnail": picture,
                "spritesheet": format!("{base}{id}/spritesheet.webp"), "zip": package, "category": "western",
            }));
            short.push(json!({
                "id": id, "displayName": name, "searchText": description.to_lowercase(),
                "category": "western", "catalogPage": page,
            }));
            older.push(json!({
                "id": id, "displayName": name, "description": description, "preview": picture, "zip": package,
            }));
            files.insert(format!("/pets/{id}/{id}.zip"), File::Zip(zip));
        }
        for (list, pets, name) in [(&mut pages, full, "page"), (&mut search_pages, short, "search-page")] {
            let name = format!("catalog.v3/{name}-{page:03}.json");
            list.push(format!("{base}{name}"));
            files.insert(
                format!("/pets/{name}"),
                File::Json(json!({"version": 3, "page": page, "pets": pets})),
            );
        }
    }
    let total = pets.len();
    let search = format!("{base}catalog.v3/search.json");
    let mut put = |name: &str, value| files.insert(format!("/pets/{name}"), File::Json(value));
    put("catalog.v3.json", json!({"version": 3, "total": total, "search": search, "pages": pages}));
    put("catalog.v3/search.json", json!({"version": 3, "total": total, "pages": search_pages}));
    put("catalog.v2.json", json!({"version": 2, "pets": older}));
    files
}
