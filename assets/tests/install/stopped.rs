//! Installers that are killed before each single step that they take on disk, one after the other, and those that
//! clean up after them too. The kernel stops the installer at every system call and tells us which it is, so that
//! nothing in the program has to be prepared for it.

use super::again::{again, task};
use super::survivor::{Silent, Step, Survivor, Version};
use nix::errno::Errno;
use nix::libc;
use nix::sys::ptrace::{self, Options};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, SystemTime};

/// Carries out one step when it is told to. Told a folder and the step, `folder;one`.
#[test]
fn as_a_process() {
    let Some(task) = task() else { return };
    let (folder, step) = task.split_once(';').unwrap();
    let survivor = Survivor::at(folder.as_ref());
    println!("thread {}", nix::unistd::gettid());
    std::io::stdin().read_line(&mut String::new()).unwrap();
    survivor.carry_out(Step::of_name(step), &Silent);
    std::process::exit(0);
}

/// What the kernel can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kernel {
    /// All that we ask for.
    Usual,
    /// No exchanging of names, as on some file systems.
    Old,
}

/// A step was carried out.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Killed,
    Finished,
}

/// Carries a step out as a process of its own, and kills it before its change to the disk of this number.
fn stop_before(survivor: &Path, step: Step, number: usize, kernel: Kernel) -> Result<Outcome, Errno> {
    let task = format!("{};{}", survivor.display(), step.name());
    let mut child = again("stopped::as_a_process", &task).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let thread: i32 = lines
        .map(Result::unwrap)
        .find_map(|line| line.split_once("thread ").map(|(_, number)| number.parse().unwrap()))
        .expect("the installer starts");
    let thread = Pid::from_raw(thread);
    let outcome = follow(&mut child, thread, number, kernel);
    child.kill().unwrap();
    // The kernel keeps a thread that we follow until we have heard of its end.
    while waitpid(thread, Some(WaitPidFlag::__WALL)).is_ok() {}
    let _ = child.wait();
    outcome
}

fn follow(child: &mut Child, thread: Pid, number: usize, kernel: Kernel) -> Result<Outcome, Errno> {
    ptrace::seize(thread, Options::PTRACE_O_TRACESYSGOOD | Options::PTRACE_O_EXITKILL)?;
    ptrace::interrupt(thread)?;
    let mut changes = 0;
    child.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
    loop {
        match waitpid(thread, Some(WaitPidFlag::__WALL))? {
            WaitStatus::Exited(..) | WaitStatus::Signaled(..) => return Ok(Outcome::Finished),
            WaitStatus::PtraceSyscall(_) if is_entry(thread)? => {
                let call = Call::of(thread)?;
                if call.ends_the_process() {
                    return Ok(Outcome::Finished);
                }
                if call.changes_the_disk() {
                    if changes == number {
                        return Ok(Outcome::Killed);
                    }
                    changes += 1;
                }
                if kernel == Kernel::Old && call.number == libc::SYS_renameat2 {
                    call.refuse(thread)?;
                }
            }
            _ => {}
        }
        ptrace::syscall(thread, None)?;
    }
}

fn is_entry(thread: Pid) -> Result<bool, Errno> {
    Ok(ptrace::syscall_info(thread)?.op == libc::PTRACE_SYSCALL_INFO_ENTRY)
}

/// A system call that is about to be carried out.
struct Call {
    number: i64,
    /// Its second and third arguments.
    arguments: [u64; 2],
    registers: libc::user_regs_struct,
}

impl Call {
    fn of(thread: Pid) -> Result<Self, Errno> {
        let registers = ptrace::getregs(thread)?;
        let (number, arguments) = (registers.orig_rax.cast_signed(), [registers.rsi, registers.rdx]);
        Ok(Self { number, arguments, registers })
    }

    /// Makes it a call that there is not.
    fn refuse(mut self, thread: Pid) -> Result<(), Errno> {
        self.registers.orig_rax = u64::MAX;
        ptrace::setregs(thread, self.registers)
    }

    fn ends_the_process(&self) -> bool {
        self.number == libc::SYS_exit_group
    }

    fn changes_the_disk(&self) -> bool {
        let makes_a_file = |flags: u64| flags & libc::O_CREAT as u64 != 0;
        match self.number {
            libc::SYS_open => makes_a_file(self.arguments[0]),
            libc::SYS_openat => makes_a_file(self.arguments[1]),
            libc::SYS_mkdir
            | libc::SYS_mkdirat
            | libc::SYS_rmdir
            | libc::SYS_unlink
            | libc::SYS_unlinkat
            | libc::SYS_rename
            | libc::SYS_renameat
            | libc::SYS_renameat2
            | libc::SYS_write
            | libc::SYS_writev
            | libc::SYS_pwrite64
            | libc::SYS_ftruncate
            | libc::SYS_link
            | libc::SYS_linkat
            | libc::SYS_symlink
            | libc::SYS_symlinkat
            | libc::SYS_chmod
            | libc::SYS_fchmod
            | libc::SYS_copy_file_range
            | libc::SYS_sendfile => true,
            _ => false,
        }
    }
}

/// Everything below a folder, in another one. The journal of an installer knows the new pet's folder by its number, so
/// the copy's journal gets the number of the copy.
fn copy(from: &Path, to: &Path) {
    let mut numbers = HashMap::new();
    copy_folder(from, to, &mut numbers);
    let stages = fs::read_dir(to.join("data/pets")).into_iter().flatten();
    for journal in stages.map(|stage| stage.unwrap().path().join("record.json")) {
        let Ok(Ok(mut document)) = fs::read(&journal).map(|text| serde_json::from_slice::<Value>(&text))
        else {
            continue;
        };
        document["folder"] = numbers[&document["folder"].as_u64().unwrap()].into();
        fs::write(journal, document.to_string()).unwrap();
    }
}

fn copy_folder(from: &Path, to: &Path, numbers: &mut HashMap<u64, u64>) {
    fs::create_dir(to).unwrap();
    numbers.insert(fs::metadata(from).unwrap().ino(), fs::metadata(to).unwrap().ino());
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target, numbers);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// A lock whose taker was killed before it said who it is, which only an old kernel leaves, counts until it is old.
fn age_lock(survivor: &Survivor, kernel: Kernel) {
    if kernel == Kernel::Usual {
        return;
    }
    let lock = survivor.dirs.user_data.join(".install-pet.lock");
    if lock.exists() && !lock.join("owner.json").exists() {
        let long_ago = SystemTime::now() - Duration::from_secs(11 * 60);
        fs::File::open(lock).unwrap().set_modified(long_ago).unwrap();
    }
}

/// Kills a step before each of its changes, and what cleans up after it before each of its own. Tells how many changes
/// the step has.
fn before_every_change(before: Option<Version>, step: Step, kernel: Kernel) -> usize {
    let folder = Survivor::folder();
    let start = folder.path().join("start");
    fs::create_dir(&start).unwrap();
    let original = Survivor::make(&start);
    if let Some(version) = before {
        original.carry_out(Step::Install(version), &Silent);
    }
    let after = step.after(before);
    let check = |survivor: &Survivor, when: &str| {
        let found = survivor.version();
        assert!(found == before || found == after, "{step:?} {when}: {found:?} is neither old nor new");
    };
    for number in 0.. {
        let path = folder.path().join("killed");
        copy(&start, &path);
        let outcome = match stop_before(&path, step, number, kernel) {
            Err(Errno::EPERM) => {
                eprintln!("SKIPPED: this system does not let us follow a process");
                return usize::MAX;
            }
            outcome => outcome.unwrap(),
        };
        let survivor = original.moved_to(&path);
        age_lock(&survivor, kernel);
        if kernel == Kernel::Usual {
            check(&survivor, &format!("killed before change {number}"));
        }
        if outcome == Outcome::Finished {
            assert_eq!(survivor.version(), after);
            survivor.check_clean();
            return number;
        }
        for again in 0.. {
            let path = folder.path().join("recovering");
            copy(&survivor.folder, &path);
            let outcome = stop_before(&path, Step::Recover, again, kernel).unwrap();
            let recovering = original.moved_to(&path);
            age_lock(&recovering, kernel);
            recovering.carry_out(Step::Recover, &Silent);
            check(&recovering, &format!("killed before change {number}, and recovery before change {again}"));
            recovering.check_clean();
            fs::remove_dir_all(path).unwrap();
            if outcome == Outcome::Finished {
                break;
            }
        }
        fs::remove_dir_all(path).unwrap();
    }
    unreachable!("counts on")
}

#[test]
fn installing() {
    let changes = before_every_change(None, Step::Install(Version::One), Kernel::Usual);
    assert!(changes > 20, "{changes}");
}

#[test]
fn replacing() {
    let changes = before_every_change(Some(Version::One), Step::Install(Version::Two), Kernel::Usual);
    assert!(changes > 20, "{changes}");
}

#[test]
fn replacing_without_exchanging_names() {
    let changes = before_every_change(Some(Version::One), Step::Install(Version::Two), Kernel::Old);
    assert!(changes > 20, "{changes}");
}

#[test]
fn removing() {
    let changes = before_every_change(Some(Version::One), Step::Uninstall, Kernel::Usual);
    assert!(changes > 10, "{changes}");
}
