//! Cool-downs: a pet that says the same at every step is soon turned off.
//!
//! They are remembered between hooks in one small file, shared by all of them, which may run at the same time. Whoever
//! changes it holds a lock beside it. The lock is waited for briefly: if it cannot be had, the reaction is sent all the same,
//! without words. The file holds fingerprints of sessions, each with its
//! last reaction and the times of what was sent, nothing else.

use super::payload::Event;
use super::places::Places;
use super::response::Response;
use openpets_ipc::Reaction;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The file's name; OpenPets has one of the same name.
const FILE: &str = "claude-hook-throttle.json";
const LOCK: &str = "claude-hook-throttle.lock";

/// A file of more bytes is not ours any more, and is replaced.
const MAX_BYTES: u64 = 64 * 1024;

/// Sessions that are remembered; the one that was silent for longest goes.
const MAX_SESSIONS: usize = 128;

/// How long another hook may hold the lock before this one goes on without. It is held for less than a millisecond.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long the same thing is not said or shown again in one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CoolDowns {
    /// After a line, until the next one.
    pub(super) speech: Duration,
    /// The same for lines that ask for something.
    pub(super) permission: Duration,
    /// After a reaction, until the same one is sent again.
    pub(super) reaction: Duration,
}

/// As OpenPets has them.
impl Default for CoolDowns {
    fn default() -> Self {
        Self {
            speech: Duration::from_secs(20),
            permission: Duration::from_secs(3),
            reaction: Duration::from_secs(10),
        }
    }
}

/// What may be sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The reaction.
    pub(super) reaction: bool,
    /// The line.
    pub(super) speech: bool,
}

/// What hooks remember between each other.
#[derive(Debug)]
pub(super) struct Memory {
    folder: Option<PathBuf>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Session {
    #[serde(skip_serializing_if = "Option::is_none")]
    reaction: Option<Reaction>,
    reaction_at: u64,
    speech_at: u64,
    permission_at: u64,
}

impl Session {
    /// What may be sent, and what is remembered of it if it is.
    fn decide(&mut self, response: &Response, cool_downs: &CoolDowns, now: u64) -> Verdict {
        let (since, pause) = if response.asks() {
            (&mut self.permission_at, cool_downs.permission)
        } else {
            (&mut self.speech_at, cool_downs.speech)
        };
        let speech = response.speech.is_some() && is_over(*since, pause, now);
        if speech {
            *since = now;
        }
        let again = response.reaction.is_some() && response.reaction == self.reaction;
        // A line carries its reaction along.
        let reaction = response.reaction.is_some()
            && (speech || !again || is_over(self.reaction_at, cool_downs.reaction, now));
        if reaction {
            self.reaction = response.reaction;
            self.reaction_at = now;
        }
        Verdict { reaction, speech }
    }

    fn last(&self) -> u64 {
        self.reaction_at.max(self.speech_at).max(self.permission_at)
    }
}

/// A time in the future, from a clock that was set back, holds nothing up.
fn is_over(since: u64, pause: Duration, now: u64) -> bool {
    since > now || u128::from(now - since) >= pause.as_millis()
}

impl Memory {
    /// The memory of this person's hooks.
    pub(super) fn open(places: &Places) -> Self {
        Self { folder: places.state.clone() }
    }

    /// Decides what may be sent, and remembers that it is.
    pub(super) fn take(
        &self,
        event: &Event,
        response: &Response,
        cool_downs: &CoolDowns,
        now: SystemTime,
    ) -> Verdict {
        let speechless = Verdict { reaction: response.reaction.is_some(), speech: false };
        // What cannot be remembered is better sent than lost, as long as it is silent.
        self.try_take(event, response, cool_downs, milliseconds(now)).unwrap_or(speechless)
    }

    /// What [`Memory::take`] would decide.
    pub(super) fn look(
        &self,
        event: &Event,
        response: &Response,
        cool_downs: &CoolDowns,
        now: SystemTime,
    ) -> Verdict {
        let document = self.folder.as_deref().map(read).unwrap_or_default();
        let mut session = sessions(&document).remove(&fingerprint(event)).unwrap_or_default();
        session.decide(response, cool_downs, milliseconds(now))
    }

    fn try_take(
        &self,
        event: &Event,
        response: &Response,
        cool_downs: &CoolDowns,
        now: u64,
    ) -> io::Result<Verdict> {
        let folder = self.folder.as_deref().ok_or(io::ErrorKind::NotFound)?;
        make_folder(folder)?;
        let _lock = lock(&folder.join(LOCK))?;
        let mut document = read(folder);
        let mut sessions = sessions(&document);
        let verdict = sessions.entry(fingerprint(event)).or_default().decide(response, cool_downs, now);
        if verdict.reaction || verdict.speech {
            while sessions.len() > MAX_SESSIONS {
                let silent = sessions.iter().min_by_key(|(_, session)| session.last());
                let Some(key) = silent.map(|(key, _)| key.clone()) else { break };
                sessions.remove(&key);
            }
            document.insert("sessions".to_owned(), serde_json::to_value(sessions)?);
            replace(folder, &document)?;
        }
        Ok(verdict)
    }
}

fn milliseconds(now: SystemTime) -> u64 {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Tells sessions apart without telling their names.
fn fingerprint(event: &Event) -> String {
    let mut hasher = DefaultHasher::new();
    (event.session.as_deref(), event.session.is_none().then_some(&event.cwd)).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// What stands in the file; nothing where there is none, or it is damaged, a link, or too large.
fn read(folder: &Path) -> Map<String, Value> {
    let read = || -> Option<Map<String, Value>> {
        let path = folder.join(FILE);
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(&path).ok()?.take(MAX_BYTES + 1).read_to_end(&mut bytes).ok()?;
        if bytes.len() as u64 > MAX_BYTES {
            return None;
        }
        serde_json::from_slice(&bytes).ok()
    };
    read().unwrap_or_default()
}

fn sessions(document: &Map<String, Value>) -> BTreeMap<String, Session> {
    let Some(Value::Object(sessions)) = document.get("sessions") else { return BTreeMap::new() };
    let sound = |(key, value): (&String, &Value)| Some((key.clone(), Session::deserialize(value).ok()?));
    sessions.iter().filter_map(sound).collect()
}

/// In one step, so that nobody reads half a file. Not synced: after a crash of the machine nobody waits for a
/// cool-down.
fn replace(folder: &Path, document: &Map<String, Value>) -> io::Result<()> {
    let path = folder.join(FILE);
    let temporary = folder.join(format!("{FILE}.{}", std::process::id()));
    let written = private(OpenOptions::new().write(true).create_new(true))
        .open(&temporary)
        .and_then(|mut file| file.write_all(&serde_json::to_vec(document)?))
        .and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Holds the lock until it is dropped.
fn lock(path: &Path) -> io::Result<File> {
    /// Between two tries.
    const PAUSE: Duration = Duration::from_micros(500);
    let file = no_links(private(OpenOptions::new().write(true).create(true).truncate(false))).open(path)?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(fs::TryLockError::WouldBlock) if start.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Only the person's.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

fn no_links(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    }
    options
}

/// Makes the folder where it is missing. Unlike the folders of `openpets_ipc`, one that OpenPets left writable for a group is
/// used: it guards no token, and a hook that refused it would never speak.
fn make_folder(folder: &Path) -> io::Result<()> {
    if fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)?;
    // What was there may be a link to a folder.
    if fs::symlink_metadata(folder)?.is_dir() { Ok(()) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

#[cfg(test)]
mod tests {
    use super::super::lines::Pool;
    use super::*;

    fn places(folder: &tempfile::TempDir) -> Places {
        Places { state: Some(folder.path().join("state/openpets")), ..Places::default() }
    }

    fn event(session: &str) -> Event {
        Event { name: "Stop".into(), session: Some(session.into()), ..Event::default() }
    }

    fn at(seconds: f64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(1_700_000_000) + Duration::from_secs_f64(seconds)
    }

    fn take(memory: &Memory, session: &str, response: &Response, seconds: f64) -> (bool, bool) {
        let looked = memory.look(&event(session), response, &CoolDowns::default(), at(seconds));
        let taken = memory.take(&event(session), response, &CoolDowns::default(), at(seconds));
        assert_eq!(looked, taken, "what is explained is what happens");
        (taken.reaction, taken.speech)
    }

    #[test]
    fn the_same_is_not_shown_or_said_again_soon() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&places(&folder));
        let editing = Response::react(Reaction::Editing);
        let done = Response::say(Reaction::Success, Pool::Success);
        assert_eq!(take(&memory, "a", &editing, 0.0), (true, false));
        assert_eq!(take(&memory, "a", &editing, 9.9), (false, false));
        assert_eq!(take(&memory, "b", &editing, 9.9), (true, false), "another session");
        assert_eq!(take(&memory, "a", &Response::react(Reaction::Running), 9.9), (true, false));
        assert_eq!(take(&memory, "a", &editing, 9.95), (true, false), "something else came between");
        assert_eq!(take(&memory, "a", &editing, 19.95), (true, false));
        assert_eq!(take(&memory, "a", &done, 20.0), (true, true));
        assert_eq!(take(&memory, "a", &editing, 21.0), (true, false));
        assert_eq!(take(&memory, "a", &done, 30.0), (true, false), "the cheer without words");
        assert_eq!(take(&memory, "a", &done, 40.0), (true, true));
    }

    #[test]
    fn questions_come_more_often() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&places(&folder));
        let ask = Response::say(Reaction::Waiting, Pool::Permission);
        assert_eq!(take(&memory, "a", &ask, 0.0), (true, true));
        assert_eq!(take(&memory, "a", &ask, 2.9), (false, false));
        assert_eq!(take(&memory, "a", &ask, 3.0), (true, true));
        // Neither kind of line holds up the other.
        assert_eq!(take(&memory, "a", &Response::say(Reaction::Error, Pool::Error), 3.1), (true, true));
    }

    #[test]
    fn a_clock_that_was_set_back_silences_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&places(&folder));
        let done = Response::say(Reaction::Success, Pool::Success);
        assert_eq!(take(&memory, "a", &done, 5000.0), (true, true));
        assert_eq!(take(&memory, "a", &done, 0.0), (true, true));
    }

    #[test]
    fn damage_is_mended_and_what_is_not_ours_stays() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(&folder);
        let memory = Memory::open(&places);
        let file = places.state.unwrap().join(FILE);
        let editing = Response::react(Reaction::Editing);
        assert_eq!(take(&memory, "a", &editing, 0.0), (true, false));
        for damage in ["", "{", "[]", "\u{0}\u{0}", "{\"sessions\":[1]}", "{\"sessions\":{\"x\":5}}"] {
            fs::write(&file, damage).unwrap();
            assert_eq!(take(&memory, "a", &editing, 1.0), (true, false), "{damage}");
            assert_eq!(take(&memory, "a", &editing, 2.0), (false, false), "{damage}");
        }
        fs::write(&file, "x".repeat(100_000)).unwrap();
        assert_eq!(take(&memory, "a", &editing, 1.0), (true, false));
        fs::write(&file, r#"{"lastSpeechAt":5}"#).unwrap();
        assert_eq!(take(&memory, "a", &editing, 1.0), (true, false));
        let document: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        assert_eq!(document["lastSpeechAt"], 5);
    }

    #[test]
    fn nothing_tells_the_name_of_a_session() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(&folder);
        take(&Memory::open(&places), "my-secret-name", &Response::react(Reaction::Editing), 0.0);
        let text = fs::read_to_string(places.state.unwrap().join(FILE)).unwrap();
        assert!(!text.contains("secret"), "{text}");
    }

    #[test]
    fn sessions_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(&folder);
        let memory = Memory::open(&places);
        for number in 0..MAX_SESSIONS + 10 {
            take(&memory, &number.to_string(), &Response::react(Reaction::Editing), number as f64);
        }
        assert_eq!(sessions(&read(&places.state.unwrap())).len(), MAX_SESSIONS);
        assert_eq!(take(&memory, "0", &Response::react(Reaction::Editing), 1.0), (true, false), "forgotten");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(&folder);
        let state = places.state.clone().unwrap();
        let elsewhere = folder.path().join("elsewhere");
        let editing = Response::react(Reaction::Editing);
        // A link in the place of the file is replaced, what it points to stays.
        fs::create_dir_all(&state).unwrap();
        fs::write(&elsewhere, "mine").unwrap();
        std::os::unix::fs::symlink(&elsewhere, state.join(FILE)).unwrap();
        assert_eq!(take(&Memory::open(&places), "a", &editing, 0.0), (true, false));
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "mine");
        assert_eq!(take(&Memory::open(&places), "a", &editing, 1.0), (false, false));
        // In the place of the lock or the folder: better without words than elsewhere.
        fs::remove_file(state.join(LOCK)).unwrap();
        std::os::unix::fs::symlink(&elsewhere, state.join(LOCK)).unwrap();
        let memory = Memory::open(&places);
        let done = Response::say(Reaction::Success, Pool::Success);
        let verdict = memory.take(&event("a"), &done, &CoolDowns::default(), at(2.0));
        assert_eq!(verdict, Verdict { reaction: true, speech: false });
    }

    #[test]
    fn a_lock_that_is_held_costs_the_words_alone() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(&folder);
        let memory = Memory::open(&places);
        let done = Response::say(Reaction::Success, Pool::Success);
        take(&memory, "a", &Response::react(Reaction::Editing), 0.0);
        let held = lock(&places.state.unwrap().join(LOCK)).unwrap();
        let verdict = memory.take(&event("a"), &done, &CoolDowns::default(), at(1.0));
        assert_eq!(verdict, Verdict { reaction: true, speech: false });
        drop(held);
        assert_eq!(take(&memory, "a", &done, 1.0), (true, true));
    }
}
