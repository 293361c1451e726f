//! Where a catalog lies, and which addresses it may name: the public one two fixed places, a private one only what is
//! below its own address.

use super::CatalogError;
use url::{Host, Url};

/// The variable that names another catalog, for tests and private galleries.
pub const CATALOG_VARIABLE: &str = "OPENPETS_CATALOG_URL";

/// Where the public catalog lies, with the pictures of its pets.
const PUBLIC: &str = "https://openpets.dev/pets/";
/// Where its packages lie.
const PUBLIC_PACKAGES: &str = "https://zip.openpets.dev/pets/";

/// Most characters of an address, as OpenPets has it.
const MAX_URL: usize = 2048;

/// What an address is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// A file of the catalog.
    Document,
    /// A picture of a pet.
    Preview,
    /// A package.
    Package,
}

/// A catalog's places.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// Documents and previews lie below; ends with `/`.
    documents: Url,
    /// Packages lie below; ends with `/`.
    packages: Url,
    public: bool,
}

impl Site {
    /// The public catalog, or the one below `base`.
    pub(super) fn at(base: Option<&str>) -> Result<Self, CatalogError> {
        let wrong = |rule| CatalogError::Base { rule };
        match base {
            None => Ok(Self {
                documents: parse(PUBLIC).map_err(wrong)?,
                packages: parse(PUBLIC_PACKAGES).map_err(wrong)?,
                public: true,
            }),
            Some(base) => {
                let base = private_base(base).map_err(wrong)?;
                Ok(Self { documents: base.clone(), packages: base, public: false })
            }
        }
    }

    /// The public catalog as if its documents lay elsewhere, so that tests need not reach the real ones.
    #[cfg(test)]
    pub(super) fn public_at(documents: &str) -> Self {
        Self { documents: parse(documents).unwrap(), ..Self::at(None).unwrap() }
    }

    /// Whether this is the public catalog.
    pub(super) fn is_public(&self) -> bool {
        self.public
    }

    /// Whether it is on this machine, where no proxy is asked.
    pub(super) fn is_local(&self) -> bool {
        is_loopback(&self.documents)
    }

    /// Whether its connections are secure. If not, it is on this machine.
    pub(super) fn is_secure(&self) -> bool {
        self.documents.scheme() == "https"
    }

    /// A file that lies beside the index.
    pub(super) fn document(&self, name: &str) -> Url {
        let mut url = self.documents.clone();
        url.set_path(&format!("{}{name}", self.documents.path()));
        url
    }

    /// An address that the catalog names, in its normal form, or the name of the rule that it breaks.
    pub(super) fn allow(&self, text: &str, purpose: Use) -> Result<Url, &'static str> {
        let url = parse(text)?;
        let place = if purpose == Use::Package { &self.packages } else { &self.documents };
        if url.scheme() != place.scheme() {
            return Err("url-scheme");
        }
        if url.host() != place.host() {
            return Err("url-host");
        }
        if url.port_or_known_default() != place.port_or_known_default() {
            return Err("url-port");
        }
        let path = url.path();
        let is_file = path.strip_prefix(place.path()).is_some_and(|name| !name.is_empty() && is_plain(name));
        if !is_file || (purpose == Use::Document && !path.ends_with(".json")) {
            return Err("url-path");
        }
        Ok(url)
    }
}

/// An address without anything that could send more than its path, or lead elsewhere than it seems.
fn parse(text: &str) -> Result<Url, &'static str> {
    if text.encode_utf16().count() > MAX_URL {
        return Err("url-length");
    }
    // The parser, like that of a browser, would drop blanks and turn backslashes into slashes.
    if text.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\') {
        return Err("url-form");
    }
    let url = Url::parse(text).map_err(|_| "url-form")?;
    if !matches!(url.scheme(), "https" | "http") {
        return Err("url-scheme");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("url-credentials");
    }
    if url.query().is_some() {
        return Err("url-query");
    }
    if url.fragment().is_some() {
        return Err("url-fragment");
    }
    Ok(url)
}

fn private_base(text: &str) -> Result<Url, &'static str> {
    let mut url = parse(text)?;
    if url.scheme() == "http" && !is_loopback(&url) {
        return Err("base-not-local");
    }
    if url.path().ends_with(".json") {
        return Err("base-names-a-file");
    }
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Ok(url)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Whether a path (whose own dot segments are resolved already) means the same to every server: no dots that lead
/// upwards, and nothing percent-encoded that a server could take for a separator after all.
fn is_plain(path: &str) -> bool {
    let encoded = path.split('%').skip(1).map(|rest| rest.get(..2).map(|hex| u8::from_str_radix(hex, 16)));
    !path.contains("..")
        && encoded.into_iter().all(|byte| match byte {
            Some(Ok(byte)) => !matches!(byte, b'.' | b'/' | b'\\' | b'%') && !byte.is_ascii_control(),
            _ => false,
        })
}
