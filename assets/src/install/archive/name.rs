//! The names of entries. A name that could lead anywhere but into the pet's own folder is refused.

use super::finding;
use crate::Finding;

/// What a name stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named<'a> {
    /// The one folder at the top.
    Folder(&'a str),
    /// A file, at the top or in a folder there.
    File {
        /// The folder it lies in.
        folder: Option<&'a str>,
        /// Its own name.
        leaf: &'a str,
    },
}

/// Understands a name.
///
/// # Errors
/// The first rule that it breaks.
pub(super) fn parse(bytes: &[u8]) -> Result<Named<'_>, Finding> {
    let refused = |rule, what: &str| {
        Err(finding(
            rule,
            format!("A name in the archive {what}."),
            "Pack the pet's folder again, with plain names.",
        ))
    };
    if bytes.contains(&0) {
        return refused("zip-name-nul", "holds a NUL byte");
    }
    let Ok(name) = std::str::from_utf8(bytes) else {
        return refused("zip-name-encoding", "is not UTF-8 text");
    };
    if name.contains('\\') {
        return refused("zip-name-backslash", "holds a backslash, which some systems take for a slash");
    }
    if name.chars().any(char::is_control) {
        return refused("zip-name-control", "holds a control character");
    }
    if name.starts_with('/') {
        return refused("zip-name-absolute", "is an absolute path");
    }
    // A colon would name a drive, or a hidden stream of a file, on Windows.
    if name.contains(':') {
        return refused("zip-name-drive", "holds a colon, which names a drive on some systems");
    }
    let (path, is_folder) = name.strip_suffix('/').map_or((name, false), |path| (path, true));
    let segments: Vec<&str> = path.split('/').collect();
    if segments.contains(&"..") {
        return refused("zip-name-traversal", "leads out of the pet's folder");
    }
    if segments.contains(&".") {
        return refused("zip-name-dot", "holds a segment \".\"");
    }
    if segments.contains(&"") {
        return refused("zip-name-empty", "holds an empty segment");
    }
    match (&*segments, is_folder) {
        ([folder], true) => Ok(Named::Folder(folder)),
        ([leaf], false) => Ok(Named::File { folder: None, leaf }),
        ([folder, leaf], false) => Ok(Named::File { folder: Some(folder), leaf }),
        _ => Err(finding(
            "zip-layout",
            "The archive holds folders within folders; a pet's files lie at the top, or in one folder there.",
            "Pack only the pet's folder, without folders in it or files that a system adds, such as __MACOSX.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn good_names() {
        assert_eq!(parse(b"pet.json"), Ok(Named::File { folder: None, leaf: "pet.json" }));
        assert_eq!(parse(b"cat/pet.json"), Ok(Named::File { folder: Some("cat"), leaf: "pet.json" }));
        assert_eq!(parse(b"cat/"), Ok(Named::Folder("cat")));
        assert_eq!(parse("kätzchen/".as_bytes()), Ok(Named::Folder("kätzchen")));
        assert_eq!(parse(b"..cat/a..b"), Ok(Named::File { folder: Some("..cat"), leaf: "a..b" }));
    }

    #[test]
    fn each_bad_name_by_its_own_rule() {
        for (name, rule) in [
            (&b"../pet.json"[..], "zip-name-traversal"),
            (b"cat/../pet.json", "zip-name-traversal"),
            (b"cat/..", "zip-name-traversal"),
            (b"../", "zip-name-traversal"),
            (b"..", "zip-name-traversal"),
            (b"..\\pet.json", "zip-name-backslash"),
            (b"/pet.json", "zip-name-absolute"),
            (b"//pet.json", "zip-name-absolute"),
            (b"C:/pet.json", "zip-name-drive"),
            (b"C:pet.json", "zip-name-drive"),
            (b"pet.json:stream", "zip-name-drive"),
            (b"\\\\server\\share", "zip-name-backslash"),
            (b"./pet.json", "zip-name-dot"),
            (b"cat//pet.json", "zip-name-empty"),
            (b"cat//", "zip-name-empty"),
            (b"", "zip-name-empty"),
            (b"pet.json\0.txt", "zip-name-nul"),
            (b"pet\n.json", "zip-name-control"),
            (b"pet\x7f.json", "zip-name-control"),
            (b"p\xffet.json", "zip-name-encoding"),
            (b"a/b/pet.json", "zip-layout"),
            (b"a/b/", "zip-layout"),
        ] {
            assert_eq!(parse(name).unwrap_err().rule, rule, "{}", name.escape_ascii());
        }
    }

    proptest! {
        #[test]
        fn what_passes_stays_in_its_folder(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            if let Ok(Named::File { leaf, .. }) = parse(&bytes) {
                let path = std::path::Path::new("/root").join(leaf);
                prop_assert_eq!(path.parent(), Some(std::path::Path::new("/root")));
                prop_assert!(!["", ".", ".."].contains(&leaf));
            }
        }

        #[test]
        fn spellings_of_traversal(
            before in "[a-z/.]{0,6}", after in "[a-z/.]{0,6}",
        ) {
            let name = format!("{before}/../{after}");
            prop_assert!(parse(name.as_bytes()).is_err());
        }
    }
}
