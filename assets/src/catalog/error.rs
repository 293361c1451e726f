//! Why the catalog gave nothing: each failure with a stable name, a sentence and what to do.

use super::CATALOG_VARIABLE;
use crate::PetId;
use std::fmt;
use std::io;

/// Why a pet was not found or not fetched. Never contains what a server wrote.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The catalog can be read, and has no such pet.
    #[error("The catalog has no pet \"{id}\". Check the id{}.", where_ids_are(*public))]
    NotFound {
        /// The pet.
        id: PetId,
        /// Whether the public catalog was asked.
        public: bool,
    },
    /// The address of a private gallery is not one that a catalog may have.
    #[error(
        "{CATALOG_VARIABLE} {} Correct it, or unset it to use the public catalog. ({rule})",
        base_sentence(rule)
    )]
    Base {
        /// The stable name of the rule.
        rule: &'static str,
    },
    /// Neither the newest nor the older catalog helped.
    #[error("{} {} {}", newest.sentence(), older_sentence(newest, older.as_ref()), newest.fix())]
    Unavailable {
        /// Why the newest one did not.
        newest: Failure,
        /// Why the older one did not; nothing when it can be read, but lacks the pet.
        older: Option<Failure>,
    },
    /// A file could not be had.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// The observer called it off.
    #[error("It was cancelled.")]
    Cancelled,
    /// The package could not be written.
    #[error("The package cannot be saved: {0}. Check the free space and the permissions.")]
    Save(#[source] io::Error),
    /// No thread could be started for a request.
    #[error("No thread can be started for the download: {0}. End other programs and try again.")]
    Thread(#[source] io::Error),
}

/// The parts of the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// `catalog.v3.json`.
    Index,
    /// The list of the pages of the search index.
    SearchIndex,
    /// One of these pages.
    SearchPage,
    /// A page of the catalog.
    Page,
    /// `catalog.v2.json`.
    Older,
    /// A pet's package.
    Package,
}

/// A part of the catalog that could not be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Which one.
    pub part: Part,
    /// The server's name.
    pub host: String,
    /// Why.
    pub cause: Cause,
}

/// Why a file could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The server's address is unknown, or it does not take connections.
    Unreachable,
    /// The proxy of the environment refused.
    Proxy,
    /// It took longer than 30 seconds, or all requests together longer than 2 minutes.
    Timeout,
    /// No secure connection: the certificate is not trusted, or the two found no common ground.
    Tls,
    /// This machine has no certificates of authorities, so no server can be trusted.
    NoAuthorities,
    /// The server refused with this HTTP status.
    Status(u16),
    /// The server sends us elsewhere, which is not followed.
    Redirected(u16),
    /// More bytes than allowed.
    TooLarge {
        /// How many are allowed.
        limit: u64,
    },
    /// The server compressed it although that was not asked for, so that its real size is unknown.
    Encoded,
    /// The connection broke off.
    Truncated,
    /// It breaks the rule of this name.
    Malformed(&'static str),
    /// It names an address that breaks the rule of this name.
    Url(&'static str),
}

impl CatalogError {
    /// A stable name in kebab case, for scripts and tests.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "not-in-catalog",
            Self::Base { .. } => "catalog-url-invalid",
            Self::Unavailable { .. } => "catalog-unavailable",
            Self::Failed(failure) => failure.cause.code(),
            Self::Cancelled => "cancelled",
            Self::Save(_) => "cannot-save",
            Self::Thread(_) => "no-thread",
        }
    }
}

impl Cause {
    /// A stable name in kebab case.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Proxy => "proxy-refused",
            Self::Timeout => "timeout",
            Self::Tls => "not-trusted",
            Self::NoAuthorities => "no-authorities",
            Self::Status(_) => "http-status",
            Self::Redirected(_) => "redirected",
            Self::TooLarge { .. } => "too-large",
            Self::Encoded => "encoded",
            Self::Truncated => "truncated",
            Self::Malformed(_) => "malformed",
            Self::Url(_) => "address-not-allowed",
        }
    }
}

impl Failure {
    /// What failed, as a whole sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { part, host, cause } = self;
        let reason = match cause {
            Cause::Unreachable => "the server cannot be reached".to_owned(),
            Cause::Proxy => "the proxy refuses".to_owned(),
            Cause::Timeout => "the server takes too long".to_owned(),
            Cause::Tls => "the connection is not secure".to_owned(),
            Cause::NoAuthorities => "this machine trusts no certificate authority".to_owned(),
            Cause::Status(status) => format!("the server answers {status}"),
            Cause::Redirected(status) => {
                format!("the server sends us elsewhere ({status}), which is not followed")
            }
            Cause::TooLarge { limit } => format!("it is larger than the allowed {}", size(*limit)),
            Cause::Encoded => "it is compressed, which hides its size".to_owned(),
            Cause::Truncated => "the connection broke off".to_owned(),
            Cause::Malformed(rule) => format!("it is malformed ({rule})"),
            Cause::Url(rule) if *part == Part::Package => format!("its address is not allowed ({rule})"),
            Cause::Url(rule) => format!("it names an address that is not allowed ({rule})"),
        };
        format!("The {part} cannot be fetched from {host}: {reason}.")
    }

    /// What to do about it, as a whole sentence.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        match self.cause {
            Cause::Unreachable | Cause::Timeout | Cause::Truncated => {
                "Check the network connection (and HTTPS_PROXY, where there is a proxy) and try again."
            }
            Cause::Proxy => "Check HTTPS_PROXY and NO_PROXY.",
            Cause::Tls => {
                "Check the date of this machine; in a company network, its certificate authority must be \
                 installed in the system."
            }
            Cause::NoAuthorities => "Install the package ca-certificates, or correct SSL_CERT_FILE.",
            Cause::Redirected(_) => {
                "Sign in to the network, if it asks for that in a browser, and try again."
            }
            Cause::Status(404 | 410) => "Try again later; if it stays so, tell those who keep the gallery.",
            Cause::Status(_) => "Try again later.",
            Cause::Malformed(_) | Cause::TooLarge { .. } | Cause::Encoded | Cause::Url(_) => {
                "Sign in to the network, if it asks for that in a browser; else tell those who keep the gallery."
            }
        }
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.sentence(), self.fix())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Index => "catalog's index",
            Self::SearchIndex => "catalog's search index",
            Self::SearchPage => "page of the search index",
            Self::Page => "page of the catalog",
            Self::Older => "older catalog",
            Self::Package => "pet's package",
        })
    }
}

fn where_ids_are(public: bool) -> String {
    if public {
        "; https://openpets.dev/gallery shows all pets".to_owned()
    } else {
        format!(", and whether {CATALOG_VARIABLE} names the gallery that you mean")
    }
}

fn size(bytes: u64) -> String {
    const MIB: u64 = 1024 * 1024;
    if bytes.is_multiple_of(MIB) {
        format!("{} MiB", bytes / MIB)
    } else {
        format!("{} MB", bytes / 1_000_000)
    }
}

/// What the older catalog has to say, shortened where it fails in the same way, as without a network.
fn older_sentence(newest: &Failure, older: Option<&Failure>) -> String {
    match older {
        None => "The older catalog, asked instead, does not have the pet.".to_owned(),
        Some(older) if older.cause == newest.cause => "The older catalog fails alike.".to_owned(),
        Some(older) => older.sentence(),
    }
}

fn base_sentence(rule: &str) -> &'static str {
    match rule {
        "base-not-unicode" => "is not Unicode text.",
        "base-names-a-file" => "names a file instead of the folder with the catalog.",
        "base-not-local" => "names another machine by http; there it must be https.",
        "url-scheme" => "must begin with https:// (or http:// on this machine).",
        "url-credentials" => "contains a user name or password, which are not sent.",
        "url-query" | "url-fragment" => "contains a query or fragment.",
        _ => "is not an address.",
    }
}
