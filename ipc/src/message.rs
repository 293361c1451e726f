//! What a pet may be made to say. A pet speaks where others can look on, so lines that look like code, addresses,
//! paths or secrets are refused rather than shown.
//!
//! The rules are the protocol's and meant for what agents write; [`check_own_line`] is stricter and meant for the
//! lines that this product brings along.

use crate::reply::{Code, Failure};
use std::fmt;

/// The longest line: UTF-16 code units, as the existing clients count.
pub const MAX_MESSAGE_LENGTH: usize = 140;

/// Refused as whole words, in this spelling only: "Let me see" is speech, `let` is code.
const CODE_WORDS: [&str; 6] = ["class", "import", "export", "const", "let", "var"];

/// Refused wherever they stand, in any case.
const SECRET_WORDS: [&str; 7] = ["api_key", "api-key", "apikey", "secret", "token", "password", "passwd"];

/// A line that passed the message rules of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpeechText(String);

/// A rule that a line breaks. Never repeats the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MessageRule {
    /// Empty or too long.
    #[error("a message must have 1 to 140 characters")]
    Length,
    /// More than one line.
    #[error("a message must be a single line")]
    Lines,
    /// Looks like code.
    #[error("a message must not contain code")]
    Code,
    /// Contains an address.
    #[error("a message must not contain web addresses")]
    Address,
    /// Contains a path.
    #[error("a message must not contain file paths")]
    Path,
    /// Looks like a secret.
    #[error("a message must not mention keys, tokens, passwords or other secrets")]
    Secret,
    /// A character that only code needs, in a line of our own.
    #[error("a line of a pool must not contain `;`, `{{` or `}}`")]
    Punctuation,
}

impl From<MessageRule> for Failure {
    fn from(rule: MessageRule) -> Self {
        Self::new(Code::InvalidParams, rule.to_string())
    }
}

impl SpeechText {
    /// Trims the line and checks it.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn parse(text: &str) -> Result<Self, MessageRule> {
        // JavaScript trims the byte order mark too.
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if text.is_empty() || text.encode_utf16().count() > MAX_MESSAGE_LENGTH {
            return Err(MessageRule::Length);
        }
        if text.contains(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) {
            return Err(MessageRule::Lines);
        }
        let lower = text.to_ascii_lowercase();
        if looks_like_code(text, &lower) {
            return Err(MessageRule::Code);
        }
        if ["http://", "https://", "www."].iter().any(|start| lower.contains(start)) {
            return Err(MessageRule::Address);
        }
        if has_slash_path(text) || has_drive(text) {
            return Err(MessageRule::Path);
        }
        if SECRET_WORDS.iter().any(|word| lower.contains(word)) || has_private_key_header(&lower) {
            return Err(MessageRule::Secret);
        }
        Ok(Self(text.to_owned()))
    }

    /// The line, trimmed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SpeechText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks a line that this product says of its own accord (pools of hooks and plugins): everything that
/// [`SpeechText::parse`] checks, and no `;`, `{`, `}` or any relative, home or backslash path.
///
/// # Errors
/// The first rule that it breaks.
pub fn check_own_line(text: &str) -> Result<SpeechText, MessageRule> {
    let line = SpeechText::parse(text)?;
    if line.as_str().contains([';', '{', '}']) {
        return Err(MessageRule::Punctuation);
    }
    let backslash_path = line
        .as_str()
        .match_indices('\\')
        .any(|(at, _)| line.as_str()[at + 1..].starts_with(|c: char| !c.is_whitespace()));
    if line.as_str().contains("~/") || line.as_str().contains("./") || backslash_path {
        return Err(MessageRule::Path);
    }
    Ok(line)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn looks_like_code(text: &str, lower: &str) -> bool {
    text.contains("```")
        || lower.contains("<script")
        || text.contains("=>")
        || text.split(|c| !is_word(c)).any(|word| CODE_WORDS.contains(&word))
        || defines_function(text)
}

/// The whole word `function`, white space, and what could be a name.
fn defines_function(text: &str) -> bool {
    const WORD: &str = "function";
    text.match_indices(WORD).any(|(at, _)| {
        let rest = &text[at + WORD.len()..];
        let name = rest.trim_start();
        !text[..at].ends_with(is_word)
            && name.len() < rest.len()
            && name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
    })
}

/// `/usr/bin`, also at the end of something longer: two slashes, each with a segment behind it.
fn has_slash_path(text: &str) -> bool {
    let in_segment = |c: char| is_word(c) || "-.@+~%".contains(c);
    let parts: Vec<&str> = text.split('/').collect();
    parts
        .windows(2)
        .skip(1)
        .any(|pair| !pair[0].is_empty() && pair[0].chars().all(in_segment) && pair[1].starts_with(in_segment))
}

/// `C:\`.
fn has_drive(text: &str) -> bool {
    text.as_bytes().windows(3).any(|bytes| bytes[0].is_ascii_alphabetic() && &bytes[1..] == br":\")
}

fn has_private_key_header(lower: &str) -> bool {
    lower.split_once("-----begin").is_some_and(|(_, rest)| rest.contains("private key"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use MessageRule as R;
    use proptest::prelude::*;

    fn rule(text: &str) -> Option<R> {
        SpeechText::parse(text).err()
    }

    #[test]
    fn ordinary_speech() {
        for line in [
            "Hello!",
            "  Let me have a look  ",
            "Running the tests now; 3 of 12 failed {so far}",
            "and/or",
            "C: is full",
            "10:30 / 11:30",
            "Function calls are slow",
            "the function (again)",
            "dysfunction everywhere",
            "constant variables, letters, classes",
            "class_a and _var",
            "-> done",
            "日本語もどうぞ 🎉",
            "api key",
            "a \\ b",
        ] {
            assert_eq!(rule(line), None, "{line}");
        }
        assert_eq!(SpeechText::parse("\u{feff}  Hi \n").unwrap().as_str(), "Hi");
    }

    #[test]
    fn refusals() {
        for (line, expected) in [
            ("", R::Length),
            (" \t\n ", R::Length),
            ("a\nb", R::Lines),
            ("a\rb", R::Lines),
            ("a\u{2028}b", R::Lines),
            ("see ```x", R::Code),
            ("<script>", R::Code),
            ("<SCRIPT src", R::Code),
            ("function go", R::Code),
            ("a function  $go", R::Code),
            ("x => y", R::Code),
            ("let's go", R::Code),
            ("(class)", R::Code),
            ("import it", R::Code),
            ("export it", R::Code),
            ("a const", R::Code),
            ("var", R::Code),
            ("http://x", R::Address),
            ("see HTTPS://x", R::Address),
            ("Www.example", R::Address),
            ("in /usr/bin", R::Path),
            ("src/app/main.rs", R::Path),
            ("~/a/b", R::Path),
            ("on C:\\", R::Path),
            ("d:\\temp", R::Path),
            ("my API_KEY", R::Secret),
            ("Api-Key", R::Secret),
            ("APIKEY", R::Secret),
            ("Top Secrets", R::Secret),
            ("tokens", R::Secret),
            ("PassWord", R::Secret),
            ("passwd", R::Secret),
            ("-----BEGIN RSA PRIVATE KEY-----", R::Secret),
            ("-----begin private key-----", R::Secret),
        ] {
            assert_eq!(rule(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn length_counts_utf16() {
        assert_eq!(rule(&"x".repeat(140)), None);
        assert_eq!(rule(&"x".repeat(141)), Some(R::Length));
        assert_eq!(rule(&"é".repeat(140)), None);
        assert_eq!(rule(&"🎉".repeat(70)), None);
        assert_eq!(rule(&"🎉".repeat(71)), Some(R::Length));
    }

    #[test]
    fn lines_of_our_own() {
        assert_eq!(check_own_line(" Hello! ").unwrap().as_str(), "Hello!");
        for (line, expected) in [
            ("a;b", R::Punctuation),
            ("{", R::Punctuation),
            ("}", R::Punctuation),
            ("in ~/notes", R::Path),
            ("in ./notes", R::Path),
            ("in ../notes", R::Path),
            ("in \\notes", R::Path),
            ("token", R::Secret),
        ] {
            assert_eq!(check_own_line(line), Err(expected), "{line}");
        }
    }

    proptest! {
        #[test]
        fn accepted_lines_keep_the_rules(text in "\\PC{0,30}(token|/usr/bin|C:\\\\|=>|let| |\n|www\\.|🎉)?\\PC{0,120}") {
            if let Ok(line) = SpeechText::parse(&text) {
                let line = line.as_str();
                prop_assert!((1..=140).contains(&line.encode_utf16().count()));
                prop_assert_eq!(line.trim(), line);
                prop_assert_eq!(line.lines().count(), 1);
                for banned in ["token", "/usr/bin", "C:\\", "=>", "www."] {
                    prop_assert!(!line.contains(banned));
                }
                // Stable: what was accepted is accepted again, unchanged.
                prop_assert_eq!(SpeechText::parse(line).map(|again| again.as_str() == line), Ok(true));
            }
        }

        #[test]
        fn refusals_never_repeat_the_line(text in "[a-z]{3,12}zq\n[a-z]{3,12}") {
            let rule = SpeechText::parse(&text).unwrap_err();
            prop_assert!(!rule.to_string().contains("zq"));
        }
    }
}
