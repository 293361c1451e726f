//! Installers that are killed at any time: the pet is wholly the old one or the new one, and whoever comes next cleans
//! up. While it is being replaced, nobody ever finds it missing or half there.

use super::again::{again, task};
use super::survivor::{Silent, Step, Survivor, Version};
use openpets_assets::install::{Observer, Progress};
use rustix::fs::{Mode, OFlags, openat};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Installers that are killed while they only ever replace the pet, and while they also remove it.
const REPLACING: usize = 300;
const REMOVING: usize = 200;
/// Killed at one of so many moments that they tell, and at most so much later: that is as long as it takes to put a
/// pet into place where syncing costs nothing.
const MOMENTS: u64 = 5;
const LATER: u64 = 4_000;

/// Tells the parent how far it is. A line is one write: it is told wholly or not at all.
struct Teller;

fn tell(line: &str) {
    std::io::stdout().write_all(format!("{line}\n").as_bytes()).unwrap();
}

impl Observer for Teller {
    fn progress(&self, progress: Progress) {
        if progress == Progress::Placing {
            tell("placing");
        }
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Carries out steps over and over until it is killed. Told a folder and the steps, `folder;one;two`.
#[test]
fn as_a_process() {
    let Some(task) = task() else { return };
    let (folder, steps) = task.split_once(';').unwrap();
    let survivor = Survivor::at(folder.as_ref());
    let steps: Vec<Step> = steps.split(';').map(Step::of_name).collect();
    tell("ready");
    for step in steps.iter().cycle() {
        tell(&format!("begin {}", step.name()));
        survivor.carry_out(*step, &Teller);
        tell("end");
    }
}

/// What may be there after a kill: before and after the step in which it came.
struct Story {
    before: Option<Version>,
    after: Option<Version>,
}

impl Story {
    fn hear(&mut self, line: &str) {
        if let Some(step) = line.strip_prefix("begin ") {
            self.after = Step::of_name(step).after(self.before);
        } else if line == "end" {
            self.before = self.after;
        }
    }
}

/// Starts an installer, kills it, and tells what may be there now.
fn kill_one(survivor: &Survivor, folder: &str, steps: &str, random: &mut Random) -> Story {
    let mut story = Story { before: survivor.version(), after: survivor.version() };
    let mut child = again("killed::as_a_process", &format!("{folder};{steps}")).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    lines.find(|line| line.ends_with("ready")).expect("the installer starts");
    for _ in 0..=random.below(MOMENTS) {
        story.hear(&lines.next().expect("the installer goes on"));
    }
    // No waiting for something: the moment of its death is to be any.
    std::thread::sleep(Duration::from_micros(random.below(LATER)));
    end(&mut child);
    lines.for_each(|line| story.hear(&line));
    story
}

fn end(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Kills so many installers, and checks what they leave.
fn kill(survivor: &Survivor, folder: &str, count: usize, seed: u64, choices: &[&str]) {
    let mut random = Random(seed);
    for number in 0..count {
        let steps = choices[random.below(choices.len() as u64) as usize];
        let story = kill_one(survivor, folder, steps, &mut random);
        let found = survivor.version();
        assert!(
            found == story.before || found == story.after,
            "kill {number}: {found:?} instead of {:?} or {:?}",
            story.before,
            story.after
        );
        if random.below(4) == 0 {
            survivor.clean_up_by_installing();
        } else {
            survivor.carry_out(Step::Recover, &Silent);
        }
        let cleaned = survivor.version();
        assert!(
            cleaned == story.before || cleaned == story.after,
            "kill {number}: {cleaned:?} after recovery"
        );
        survivor.check_clean();
    }
}

#[test]
fn while_replacing() {
    let folder = Survivor::folder();
    let survivor = Survivor::make(folder.path());
    survivor.carry_out(Step::Install(Version::One), &Silent);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut looks = 0;
            while !done.load(Ordering::Relaxed) {
                look(&survivor);
                looks += 1;
                std::thread::yield_now();
            }
            looks
        });
        let path = folder.path().to_str().unwrap();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            kill(&survivor, path, REPLACING, 1, &["one;two", "two;one", "two", "one"]);
        }));
        done.store(true, Ordering::Relaxed);
        let looks = reader.join().expect("nobody ever finds half a pet");
        assert!(looks > 1000, "the reader hardly looked: {looks}");
        if let Err(panic) = result {
            std::panic::resume_unwind(panic);
        }
    });
}

#[test]
fn while_removing_and_installing() {
    let folder = Survivor::folder();
    let survivor = Survivor::make(folder.path());
    let path = folder.path().to_str().unwrap();
    kill(&survivor, path, REMOVING, 2, &["one;none", "none;two", "two;one;none", "none"]);
}

/// Looks at the pet as anybody may: it is there, and its files are those of one version. That may fail only if the pet
/// was replaced while we looked; then the folder in its place is another.
fn look(survivor: &Survivor) {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = rustix::fs::open(survivor.pet(), flags, Mode::empty()).expect("the pet is there");
    let read = |name: &str| {
        let mut contents = Vec::new();
        let file = openat(&folder, name, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
        let file = match file {
            Ok(file) => file,
            Err(rustix::io::Errno::NOENT) => return None,
            Err(error) => panic!("{name}: {error}"),
        };
        File::from(file).read_to_end(&mut contents).unwrap();
        Some((name.to_owned(), contents))
    };
    let files: Vec<_> =
        ["pet.json", "spritesheet.webp", "preview.webp"].into_iter().filter_map(read).collect();
    if survivor.version_of(&files).is_none() {
        // Held open, its number is not given to another folder.
        let ours = rustix::fs::fstat(&folder).unwrap().st_ino;
        let now = std::fs::symlink_metadata(survivor.pet()).expect("the pet is there").ino();
        assert_ne!(ours, now, "half a pet is in its place");
    }
}

/// The same numbers in every run: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}
