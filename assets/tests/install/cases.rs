//! What must not get in, each by the rule that it breaks. The small ones are the fuzzers' seeds too.

mod bytes;
mod headers;
mod manifests;
mod names;
mod sheets;

/// A package and the rule that refuses it.
pub(crate) struct Case {
    /// In kebab case: also the name of a file.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) rule: &'static str,
}

pub(crate) fn case(name: impl Into<String>, rule: &'static str, bytes: impl Into<Vec<u8>>) -> Case {
    Case { name: name.into(), bytes: bytes.into(), rule }
}

/// All cases but those of many megabytes.
pub(crate) fn all() -> Vec<Case> {
    [bytes::cases(), headers::cases(), names::cases(), manifests::cases(), sheets::cases()]
        .into_iter()
        .flatten()
        .collect()
}

/// Those of many megabytes, one after the other.
pub(crate) fn large() -> impl Iterator<Item = Case> {
    bytes::large().chain(manifests::large())
}
