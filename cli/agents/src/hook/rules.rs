//! The person's own rules, in `hooks.toml`: which event of which tool in which project leads to what.

use super::cooldown::CoolDowns;
use super::event::is_test;
use super::glob::matches;
use super::lines::{Language, Pool};
use super::payload::Event;
use super::places::Places;
use super::response::{Response, Speech};
use openpets_ipc::{MessageRule, Reaction, SpeechText};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The file's name, in the folder of our configuration.
const FILE: &str = "hooks.toml";

/// Far more than anybody writes by hand, and read at every step of an agent.
const MAX_BYTES: u64 = 64 * 1024;

/// The bounds of a cool-down, in seconds. Less would flood the person, more is silence, for which there is a word.
const COOL_DOWN_SECONDS: std::ops::RangeInclusive<u64> = 1..=3600;

/// The rules, checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    /// In order; the first that fits counts.
    pub(super) rules: Vec<Rule>,
    /// Instead of the system's.
    language: Option<Language>,
    /// How long the same thing is not said or shown again.
    pub(super) cool_downs: CoolDowns,
    /// The person's own lines.
    pools: BTreeMap<String, Vec<String>>,
}

/// One rule. What it does not say is as it is without rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Rule {
    /// The event's name, a pattern.
    event: Option<String>,
    /// The tool's name, a pattern.
    tool: Option<String>,
    /// The folder's name or, with a slash in it, its whole path; a pattern.
    project: Option<String>,
    /// Only command lines that run tests, or only those that do not.
    test: Option<bool>,
    reaction: Option<Reaction>,
    /// The name of a pool, or `none`.
    say: Option<String>,
    /// Nothing happens.
    silent: bool,
}

/// Why the file of rules counts as none.
#[derive(Debug, thiserror::Error)]
pub enum InvalidRules {
    /// It is there, but cannot be read.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It has too many bytes.
    #[error("{0} is larger than 64 KiB; shorten it")]
    TooLarge(PathBuf),
    /// It is not as a file of rules must be.
    #[error("{path}: {reason}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        reason: String,
    },
}

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Document {
    language: Option<String>,
    cool_downs: Seconds,
    pools: BTreeMap<String, Vec<String>>,
    rule: Vec<Rule>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Seconds {
    speech: Option<u64>,
    permission: Option<u64>,
    reaction: Option<u64>,
}

/// What is wrong with a file that is TOML of the right shape.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    #[error("the language `{0}` is unknown; there are en, de, fr, es, pt, ja, ko, zh-Hans and zh-Hant")]
    Language(String),
    #[error("the cool-down `{0}` must have 1 to 3600 seconds")]
    CoolDown(&'static str),
    #[error("the pool `{0}` has the name of a built-in one; choose another name")]
    PoolName(String),
    #[error("the pool `{0}` has no lines")]
    EmptyPool(String),
    #[error("line {line} of the pool `{pool}` cannot be said: {rule}")]
    Line { pool: String, line: usize, rule: MessageRule },
    #[error("rule {0} says nothing; give it a reaction, say, or silent = true")]
    Nothing(usize),
    #[error("rule {0} is silent, so it can have neither reaction nor say")]
    SilentAndMore(usize),
    #[error(
        "rule {rule} says the pool `{pool}`, which does not exist; there are permission, question, success, error, your own [pools], and none"
    )]
    NoSuchPool { rule: usize, pool: String },
}

impl Rules {
    /// Where the file is looked for.
    #[must_use]
    pub fn path(places: &Places) -> Option<PathBuf> {
        Some(places.config.as_ref()?.join(FILE))
    }

    /// The person's rules; none where there is no file.
    ///
    /// # Errors
    /// When there is one that cannot be used.
    pub fn read(places: &Places) -> Result<Self, InvalidRules> {
        let Some(path) = Self::path(places) else { return Ok(Self::default()) };
        // Looked at before it is opened: a pipe would be waited for.
        let found = match fs::metadata(&path) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(InvalidRules::Unreadable { path, source }),
        };
        let mut text = String::new();
        let read = if found.is_file() {
            File::open(&path).and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
        } else {
            Err(std::io::Error::new(ErrorKind::InvalidInput, "it is not a file"))
        };
        match read {
            Err(source) => Err(InvalidRules::Unreadable { path, source }),
            Ok(length) if length as u64 > MAX_BYTES => Err(InvalidRules::TooLarge(path)),
            Ok(_) => Self::parse(&text).map_err(|reason| InvalidRules::Malformed { path, reason }),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A sentence on what is wrong, with the line where the text itself is.
    pub fn parse(text: &str) -> Result<Self, String> {
        let document: Document = toml_edit::de::from_str(text).map_err(|error| error.to_string())?;
        document.check().map_err(|fault| fault.to_string())
    }

    /// The number, from 1, and the response of the first rule that fits; nothing at all where it is silent.
    pub(super) fn respond(
        &self,
        event: &Event,
        built_in: Option<&Response>,
    ) -> Option<(usize, Option<Response>)> {
        let index = self.rules.iter().position(|rule| rule.fits(event))?;
        Some((index + 1, self.rules[index].response(built_in, &self.pools)))
    }

    /// The language of lines.
    pub(super) fn language(&self, places: &Places) -> Language {
        let of_system = || places.locale.as_deref().and_then(Language::from_tag);
        self.language.or_else(of_system).unwrap_or_default()
    }

    /// A line to say, another one each time.
    pub(super) fn line(&self, speech: &Speech, places: &Places) -> Option<SpeechText> {
        let lines = match speech {
            Speech::Pool(pool) => self.language(places).lines(*pool),
            Speech::Own(lines) => lines.clone(),
        };
        // Good enough for a dice.
        let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().subsec_nanos();
        let dice = (nanoseconds / 1000).wrapping_add(std::process::id()) as usize;
        let line = lines.get(dice.checked_rem(lines.len())?)?;
        SpeechText::parse(line).ok()
    }
}

impl Document {
    fn check(self) -> Result<Rules, Fault> {
        let language = match self.language {
            Some(tag) => Some(Language::from_tag(&tag).ok_or(Fault::Language(tag))?),
            None => None,
        };
        for (name, lines) in &self.pools {
            if Pool::from_name(name).is_some() || name == "none" {
                return Err(Fault::PoolName(name.clone()));
            }
            if lines.is_empty() {
                return Err(Fault::EmptyPool(name.clone()));
            }
            for (index, line) in lines.iter().enumerate() {
                SpeechText::parse(line).map_err(|rule| Fault::Line {
                    pool: name.clone(),
                    line: index + 1,
                    rule,
                })?;
            }
        }
        for (index, rule) in self.rule.iter().enumerate() {
            rule.check(index + 1, &self.pools)?;
        }
        let usual = CoolDowns::default();
        let cool_downs = CoolDowns {
            speech: seconds("speech", self.cool_downs.speech, usual.speech)?,
            permission: seconds("permission", self.cool_downs.permission, usual.permission)?,
            reaction: seconds("reaction", self.cool_downs.reaction, usual.reaction)?,
        };
        Ok(Rules { rules: self.rule, language, cool_downs, pools: self.pools })
    }
}

fn seconds(name: &'static str, told: Option<u64>, usual: Duration) -> Result<Duration, Fault> {
    match told {
        None => Ok(usual),
        Some(seconds) if COOL_DOWN_SECONDS.contains(&seconds) => Ok(Duration::from_secs(seconds)),
        Some(_) => Err(Fault::CoolDown(name)),
    }
}

impl Rule {
    fn check(&self, number: usize, pools: &BTreeMap<String, Vec<String>>) -> Result<(), Fault> {
        let says_something = self.reaction.is_some() || self.say.is_some();
        match (self.silent, says_something) {
            (true, true) => return Err(Fault::SilentAndMore(number)),
            (false, false) => return Err(Fault::Nothing(number)),
            _ => {}
        }
        match self.say.as_deref() {
            Some(name) if name != "none" && Pool::from_name(name).is_none() && !pools.contains_key(name) => {
                Err(Fault::NoSuchPool { rule: number, pool: name.to_owned() })
            }
            _ => Ok(()),
        }
    }

    fn fits(&self, event: &Event) -> bool {
        let named = |pattern: &Option<String>, text: Option<&str>| {
            pattern.as_deref().is_none_or(|pattern| text.is_some_and(|text| matches(pattern, text)))
        };
        named(&self.event, Some(&event.name))
            && named(&self.tool, event.tool.as_deref())
            && self.test.is_none_or(|test| test == is_test(event))
            && match self.project.as_deref() {
                Some(pattern) if pattern.contains(['/', '\\']) => event
                    .cwd
                    .as_deref()
                    .and_then(|path| path.to_str())
                    .is_some_and(|path| matches(pattern, path)),
                _ => named(&self.project, event.folder()),
            }
    }

    fn response(
        &self,
        built_in: Option<&Response>,
        pools: &BTreeMap<String, Vec<String>>,
    ) -> Option<Response> {
        if self.silent {
            return None;
        }
        let usual = built_in.cloned().unwrap_or_default();
        let speech = match self.say.as_deref() {
            None => usual.speech,
            Some("none") => None,
            Some(name) => Pool::from_name(name)
                .map(Speech::Pool)
                .or_else(|| pools.get(name).map(|lines| Speech::Own(lines.clone()))),
        };
        Some(Response {
            reaction: self.reaction.or(usual.reaction),
            speech,
            ends_session: usual.ends_session,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, tool: &str, command: &str, cwd: &str) -> Event {
        Event {
            name: name.into(),
            tool: Some(tool.into()),
            command: Some(command.into()),
            cwd: Some(cwd.into()),
            ..Event::default()
        }
    }

    const FULL: &str = r#"
language = "de"

[cool-downs]
speech = 60

[pools]
cheers = ["Hurra!", "Läuft."]

[[rule]]
event = "Stop"
project = "web*"
reaction = "celebrating"
say = "cheers"

[[rule]]
event = "PreToolUse"
tool = "Bash"
test = true
silent = true

[[rule]]
project = "/home/*/private*"
silent = true

[[rule]]
tool = "mcp__*"
reaction = "running"

[[rule]]
event = "PermissionRequest"
say = "none"
"#;

    fn respond(event: &Event) -> Option<(usize, Option<Response>)> {
        let usual = super::super::event::built_in(event);
        Rules::parse(FULL).unwrap().respond(event, usual.as_ref())
    }

    #[test]
    fn the_first_rule_that_fits_counts() {
        let own = vec!["Hurra!".to_owned(), "Läuft.".to_owned()];
        let cheers = Response {
            reaction: Some(Reaction::Celebrating),
            speech: Some(Speech::Own(own)),
            ends_session: false,
        };
        assert_eq!(respond(&event("Stop", "", "", "/srv/website")), Some((1, Some(cheers))));
        assert_eq!(respond(&event("Stop", "", "", "/srv/site")), None);
        assert_eq!(respond(&event("PreToolUse", "Bash", "npm test", "/srv/x")), Some((2, None)));
        assert_eq!(respond(&event("PreToolUse", "Bash", "npm i", "/srv/x")), None);
        assert_eq!(respond(&event("PreToolUse", "Edit", "", "/home/me/private/x")), Some((3, None)));
        assert_eq!(
            respond(&event("PreToolUse", "mcp__git__log", "", "/x")),
            Some((4, Some(Response::react(Reaction::Running))))
        );
        // What a rule does not say is as it is without it.
        assert_eq!(
            respond(&event("PermissionRequest", "Edit", "", "/x")),
            Some((5, Some(Response::react(Reaction::Waiting))))
        );
    }

    #[test]
    fn language_and_cool_downs() {
        let rules = Rules::parse(FULL).unwrap();
        assert_eq!(rules.cool_downs.speech, Duration::from_secs(60));
        assert_eq!(rules.cool_downs.permission, CoolDowns::default().permission);
        assert_eq!(rules.language(&Places::default()), Language::German);
        let japanese = Places { locale: Some("ja_JP.UTF-8".into()), ..Places::default() };
        assert_eq!(Rules::default().language(&japanese), Language::Japanese);
        let line = rules.line(&Speech::Own(vec!["Hurra!".into()]), &Places::default());
        assert_eq!(line.unwrap().as_str(), "Hurra!");
    }

    #[test]
    fn every_fault_is_told() {
        for (text, told) in [
            ("language = \"tlh\"", "the language `tlh` is unknown"),
            ("[cool-downs]\nspeech = 0", "the cool-down `speech` must have 1 to 3600 seconds"),
            ("[pools]\nerror = [\"x\"]", "has the name of a built-in one"),
            ("[pools]\nmine = []", "has no lines"),
            (
                "[pools]\nmine = [\"ok\", \"see https://x\"]",
                "line 2 of the pool `mine` cannot be said: a message must not contain web addresses",
            ),
            ("[[rule]]\nevent = \"Stop\"", "rule 1 says nothing"),
            ("[[rule]]\nsilent = true\nreaction = \"idle\"", "rule 1 is silent"),
            ("[[rule]]\nsay = \"mine\"", "the pool `mine`, which does not exist"),
            ("[[rule]]\nreaction = \"dancing\"", "line 2"),
            ("[[rule]]\nevnt = \"Stop\"", "line 2"),
            ("[[rule]", "line 1"),
        ] {
            let reason = Rules::parse(text).unwrap_err();
            assert!(reason.contains(told), "{text}: {reason}");
        }
    }

    #[test]
    fn files_that_cannot_be_used() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places { config: Some(folder.path().to_owned()), ..Places::default() };
        assert_eq!(Rules::read(&places).unwrap(), Rules::default());
        let path = folder.path().join(FILE);
        std::fs::write(&path, "#".repeat(70_000)).unwrap();
        assert!(matches!(Rules::read(&places), Err(InvalidRules::TooLarge(_))));
        std::fs::write(&path, b"\xff").unwrap();
        assert!(matches!(Rules::read(&places), Err(InvalidRules::Unreadable { .. })));
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert!(matches!(Rules::read(&places), Err(InvalidRules::Unreadable { .. })));
    }
}
