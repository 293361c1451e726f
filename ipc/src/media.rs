//! The parameters of `pet.showMedia`.

use crate::ids::LeaseId;
use crate::message::SpeechText;
use crate::reaction::Reaction;
use crate::reply::{Code, Failure};
use std::path::{Path, PathBuf};
use std::time::Duration;
use url::Url;

/// The largest picture file.
pub const MAX_MEDIA_BYTES: u64 = 10 * 1024 * 1024;
/// How long a picture may be asked for.
pub const MEDIA_DURATIONS: std::ops::RangeInclusive<Duration> =
    Duration::from_secs(1)..=Duration::from_secs(30);
/// How long a picture stays when nothing is asked for.
pub const DEFAULT_MEDIA_DURATION: Duration = Duration::from_secs(8);
/// The longest address: UTF-16 code units.
pub const MAX_CLICK_URL_LENGTH: usize = 2048;

/// In any case.
const EXTENSIONS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// Schemes that run something, reach local files or open without encryption.
const REFUSED_SCHEMES: [&str; 14] = [
    "http",
    "file",
    "javascript",
    "data",
    "vbscript",
    "blob",
    "about",
    "chrome",
    "ms-appx",
    "ms-appx-web",
    "shell",
    "search-ms",
    "search",
    "res",
];

/// A local picture to show in a bubble. Its file was checked (absolute path, known extension, regular, at most
/// 10 MiB) when the request was validated; it is decoded, with a bound on pixels, later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaRequest {
    /// The picture.
    pub path: PathBuf,
    /// Said with it.
    pub message: Option<SpeechText>,
    /// Shown with it.
    pub reaction: Option<Reaction>,
    /// How long: 1 to 30 s.
    pub duration: Duration,
    /// Opened by a click on the bubble.
    pub click_url: Option<ClickUrl>,
    /// Through which lease; the default pet without one.
    pub lease: Option<LeaseId>,
}

/// A rule that the picture or its duration breaks. Never repeats the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MediaRule {
    /// Relative, or not a path at all.
    #[error("path must be absolute and without NUL")]
    Path,
    /// Not a picture by its name.
    #[error("path must end in .png, .jpg, .jpeg, .webp or .gif")]
    Extension,
    /// Nothing there, or nothing that we may look at.
    #[error("path must name an existing file that the app can read")]
    Missing,
    /// A folder, a device, a pipe.
    #[error("path must name a regular file")]
    NotAFile,
    /// Too large.
    #[error("the file must not be larger than 10 MiB")]
    TooLarge,
    /// Too short or too long.
    #[error("durationMs must be a number from 1000 to 30000")]
    Duration,
}

impl From<MediaRule> for Failure {
    fn from(rule: MediaRule) -> Self {
        Self::new(Code::InvalidParams, rule.to_string())
    }
}

impl MediaRequest {
    /// Checks what the path itself says: absolute, and the extension of a picture.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn parse_path(text: &str) -> Result<PathBuf, MediaRule> {
        let path = Path::new(text);
        if text.contains('\0') || !path.is_absolute() {
            return Err(MediaRule::Path);
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension)) {
            return Err(MediaRule::Extension);
        }
        Ok(path.to_owned())
    }

    /// Checks the milliseconds asked for.
    ///
    /// # Errors
    /// When they are out of range or no number.
    pub fn parse_duration(milliseconds: f64) -> Result<Duration, MediaRule> {
        Duration::try_from_secs_f64(milliseconds / 1000.0)
            .ok()
            .filter(|duration| MEDIA_DURATIONS.contains(duration))
            .ok_or(MediaRule::Duration)
    }

    /// Looks at the file: regular and at most 10 MiB. A link to such a file passes. Asks the file system, which
    /// may take its time.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn check_file(&self) -> Result<(), MediaRule> {
        let found = self.path.metadata().map_err(|_| MediaRule::Missing)?;
        if !found.is_file() {
            return Err(MediaRule::NotAFile);
        }
        if found.len() > MAX_MEDIA_BYTES {
            return Err(MediaRule::TooLarge);
        }
        Ok(())
    }
}

/// An address that a click on a bubble may open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClickUrl(String);

/// A rule that an address breaks. Never repeats the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClickUrlRule {
    /// Empty or too long.
    #[error("clickUrl must have 1 to 2048 characters")]
    Length,
    /// White space or control characters.
    #[error("clickUrl must not contain white space or control characters")]
    Characters,
    /// Not a URL.
    #[error("clickUrl must be an absolute URL")]
    Url,
    /// A scheme that is not opened.
    #[error("clickUrl must use https or an app's own scheme")]
    Scheme,
}

impl From<ClickUrlRule> for Failure {
    fn from(rule: ClickUrlRule) -> Self {
        Self::new(Code::InvalidParams, rule.to_string())
    }
}

impl ClickUrl {
    /// Checks an address and keeps it as the URL standard spells it.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn parse(text: &str) -> Result<Self, ClickUrlRule> {
        if text.is_empty() || text.encode_utf16().count() > MAX_CLICK_URL_LENGTH {
            return Err(ClickUrlRule::Length);
        }
        if text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\u{feff}') {
            return Err(ClickUrlRule::Characters);
        }
        let url = Url::parse(text).map_err(|_| ClickUrlRule::Url)?;
        // The parser has lowered the scheme.
        if REFUSED_SCHEMES.contains(&url.scheme()) {
            return Err(ClickUrlRule::Scheme);
        }
        Ok(Self(url.into()))
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let absolute =
            |name: &str| if cfg!(windows) { format!(r"C:\x\{name}") } else { format!("/x/{name}") };
        for name in ["a.png", "a.JPG", "a.jpeg", "a b.WebP", "a.b.gif"] {
            assert!(MediaRequest::parse_path(&absolute(name)).is_ok(), "{name}");
        }
        for name in ["a.svg", "a", ".png", "a.png.exe", "a.bmp"] {
            assert_eq!(MediaRequest::parse_path(&absolute(name)), Err(MediaRule::Extension), "{name}");
        }
        for text in ["a.png", "./a.png", "", "~/a.png"] {
            assert_eq!(MediaRequest::parse_path(text), Err(MediaRule::Path), "{text}");
        }
        assert_eq!(MediaRequest::parse_path(&absolute("a\0.png")), Err(MediaRule::Path));
    }

    #[test]
    fn durations() {
        let parse = MediaRequest::parse_duration;
        assert_eq!(parse(1000.0), Ok(Duration::from_secs(1)));
        assert_eq!(parse(30_000.0), Ok(Duration::from_secs(30)));
        assert_eq!(parse(1500.5), Ok(Duration::from_micros(1_500_500)));
        for bad in [0.0, 999.0, 30_001.0, -1000.0, 1e300, f64::NAN, f64::INFINITY] {
            assert_eq!(parse(bad), Err(MediaRule::Duration), "{bad}");
        }
    }

    #[test]
    fn files() {
        let place = tempfile::tempdir().unwrap();
        let check = |path: &Path| {
            let request = MediaRequest {
                path: path.to_owned(),
                message: None,
                reaction: None,
                duration: DEFAULT_MEDIA_DURATION,
                click_url: None,
                lease: None,
            };
            request.check_file()
        };
        let path = place.path().join("a.png");
        assert_eq!(check(&path), Err(MediaRule::Missing));
        let file = std::fs::File::create(&path).unwrap();
        file.set_len(MAX_MEDIA_BYTES).unwrap();
        assert_eq!(check(&path), Ok(()));
        file.set_len(MAX_MEDIA_BYTES + 1).unwrap();
        assert_eq!(check(&path), Err(MediaRule::TooLarge));
        assert_eq!(check(place.path()), Err(MediaRule::NotAFile));
        #[cfg(unix)]
        {
            file.set_len(1).unwrap();
            let link = place.path().join("link.png");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            assert_eq!(check(&link), Ok(()));
            assert_eq!(check(Path::new("/dev/null")), Err(MediaRule::NotAFile));
        }
    }

    #[test]
    fn addresses() {
        for (text, kept) in [
            ("https://example.com", "https://example.com/"),
            ("HTTPS://example.com/a?b#c", "https://example.com/a?b#c"),
            ("vscode://file/x", "vscode://file/x"),
            ("mailto:me@example.com", "mailto:me@example.com"),
            ("slack:x", "slack:x"),
        ] {
            assert_eq!(ClickUrl::parse(text).unwrap().as_str(), kept);
        }
        for scheme in REFUSED_SCHEMES {
            for text in [format!("{scheme}:x"), format!("{}://x/", scheme.to_uppercase())] {
                assert_eq!(ClickUrl::parse(&text), Err(ClickUrlRule::Scheme), "{text}");
            }
        }
        for (text, rule) in [
            ("", ClickUrlRule::Length),
            ("https://a b", ClickUrlRule::Characters),
            ("java\tscript:x", ClickUrlRule::Characters),
            (" https://a", ClickUrlRule::Characters),
            ("https://a\u{7f}", ClickUrlRule::Characters),
            ("https://a\u{a0}", ClickUrlRule::Characters),
            ("example.com", ClickUrlRule::Url),
            ("//example.com", ClickUrlRule::Url),
            ("https://", ClickUrlRule::Url),
        ] {
            assert_eq!(ClickUrl::parse(text), Err(rule), "{text}");
        }
        let long = format!("https://e.com/{}", "x".repeat(MAX_CLICK_URL_LENGTH - 14));
        assert!(ClickUrl::parse(&long).is_ok());
        assert_eq!(ClickUrl::parse(&format!("{long}x")), Err(ClickUrlRule::Length));
    }
}
