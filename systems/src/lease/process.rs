//! The processes of this machine, as far as leases need them.

use super::components::{Process, TerminalOwner};
use bevy_ecs::prelude::*;

/// What leases ask about processes. Behind a trait, so that tests of the rules need no real ones.
pub trait ProcessTable: Send + Sync + 'static {
    /// The process with this id now, or none. One that we may not signal is one; one that has ended and only waits to
    /// be collected is none.
    fn find(&self, pid: u32) -> Option<Process>;
    /// The process that started it.
    fn parent(&self, pid: u32) -> Option<u32>;
    /// The name of its program.
    fn name(&self, pid: u32) -> Option<String>;
}

/// The process table in use.
#[derive(Resource)]
pub struct Processes(pub Box<dyn ProcessTable>);

impl Processes {
    pub(super) fn identify(&self, pid: u32) -> Process {
        self.0.find(pid).unwrap_or(Process { pid, started: None })
    }

    /// The very process that was identified still runs.
    pub(crate) fn is_alive(&self, process: Process) -> bool {
        self.0.find(process.pid).is_some_and(|now| match (process.started, now.started) {
            (Some(then), Some(now)) => then == now,
            _ => true,
        })
    }

    /// The agent that has started a client: `parent`, or what stands behind it if that is only a shell.
    pub(crate) fn agent(&self, parent: u32) -> Process {
        let is_shell = |pid: &u32| self.0.name(*pid).is_some_and(|name| SHELLS.contains(&name.as_str()));
        let found = self.line(Some(parent)).find(|pid| !is_shell(pid));
        self.identify(found.unwrap_or(parent))
    }

    /// A process and its ancestors, up to the first one of the system.
    fn line(&self, first: Option<u32>) -> impl Iterator<Item = u32> {
        /// Deeper than any real chain of shells, and an end to one that goes in circles.
        const MAX_ANCESTORS: usize = 32;
        let all = std::iter::successors(first, |pid| self.0.parent(*pid));
        all.take_while(|pid| *pid > 1).take(MAX_ANCESTORS)
    }

    /// The nearest ancestor of `client` that is a terminal or an editor.
    pub(crate) fn terminal_owner(&self, client: u32) -> Option<TerminalOwner> {
        for pid in self.line(self.0.parent(client)) {
            let name = self.0.name(pid)?;
            if is_terminal_or_editor(&name) {
                return Some(TerminalOwner { process: self.identify(pid), name });
            }
        }
        None
    }
}

/// What agents start their hooks and servers through.
const SHELLS: &[&str] =
    &["ash", "bash", "busybox", "dash", "env", "fish", "ksh", "mksh", "nu", "pwsh", "sh", "zsh"];

/// Programs that hold sessions: when they end, so does what runs in them. Process names on Linux are cut at
/// 15 characters.
const TERMINALS_AND_EDITORS: &[&str] = &[
    "alacritty",
    "blackbox",
    "code",
    "code-insiders",
    "codium",
    "cosmic-term",
    "cursor",
    "deepin-terminal",
    "emacs",
    "foot",
    "footclient",
    "ghostty",
    "gnome-terminal-",
    "idea",
    "kgx",
    "kitty",
    "konsole",
    "lxterminal",
    "mate-terminal",
    "nvim",
    "ptyxis",
    "pycharm",
    "qterminal",
    "rio",
    "rustrover",
    "screen",
    "st",
    "sublime_text",
    "terminator",
    "tilix",
    "tmux",
    "tmux: server",
    "urxvt",
    "vim",
    "warp",
    "wezterm-gui",
    "windsurf",
    "xfce4-terminal",
    "xterm",
    "yakuake",
    "zed",
    "zed-editor",
    "zellij",
];

fn is_terminal_or_editor(name: &str) -> bool {
    TERMINALS_AND_EDITORS.contains(&name)
}

/// The real process table.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemProcesses;

#[cfg(target_os = "linux")]
impl ProcessTable for SystemProcesses {
    fn find(&self, pid: u32) -> Option<Process> {
        match stat(pid) {
            // Z: ended, not collected; X: being removed.
            Some(stat) if matches!(stat.state, 'Z' | 'X') => None,
            Some(stat) => Some(Process { pid, started: Some(stat.started) }),
            // Hidden by the mount options of /proc, or really gone.
            None => signal_exists(pid).then_some(Process { pid, started: None }),
        }
    }

    fn parent(&self, pid: u32) -> Option<u32> {
        stat(pid).map(|stat| stat.parent)
    }

    fn name(&self, pid: u32) -> Option<String> {
        stat(pid).map(|stat| stat.name)
    }
}

#[cfg(not(target_os = "linux"))]
impl ProcessTable for SystemProcesses {
    fn find(&self, pid: u32) -> Option<Process> {
        signal_exists(pid).then_some(Process { pid, started: None })
    }

    fn parent(&self, _pid: u32) -> Option<u32> {
        None
    }

    fn name(&self, _pid: u32) -> Option<String> {
        None
    }
}

#[cfg(unix)]
fn signal_exists(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| match rustix::process::test_kill_process(pid) {
        Ok(()) => true,
        // Somebody else's process is a live one.
        Err(error) => error == rustix::io::Errno::PERM,
    })
}

/// Without a way to ask, every process counts as alive and leases end by their TTL alone.
#[cfg(not(unix))]
fn signal_exists(_pid: u32) -> bool {
    true
}

#[cfg(target_os = "linux")]
struct Stat {
    name: String,
    state: char,
    parent: u32,
    started: u64,
}

/// `/proc/<pid>/stat`: the name stands in parentheses and may itself contain some, so the fields are counted
/// from the last closing one (see proc_pid_stat(5): state is field 3, ppid 4, starttime 22).
#[cfg(target_os = "linux")]
fn stat(pid: u32) -> Option<Stat> {
    parse_stat(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

#[cfg(target_os = "linux")]
fn parse_stat(line: &str) -> Option<Stat> {
    let (head, rest) = line.rsplit_once(')')?;
    let (_, name) = head.split_once('(')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    Some(Stat {
        name: name.to_owned(),
        state: fields.first()?.chars().next()?,
        parent: fields.get(1)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
    })
}

#[cfg(test)]
mod agent_tests {
    use super::*;

    /// 10 a terminal, in it 11 an agent, which starts 12 a shell, which starts 13 another one.
    struct Chain;

    impl ProcessTable for Chain {
        fn find(&self, pid: u32) -> Option<Process> {
            Some(Process { pid, started: Some(u64::from(pid)) })
        }
        fn parent(&self, pid: u32) -> Option<u32> {
            Some(pid - 1)
        }
        fn name(&self, pid: u32) -> Option<String> {
            let name = match pid {
                10 => "kitty",
                11 => "claude",
                _ => "sh",
            };
            Some(name.to_owned())
        }
    }

    #[test]
    fn an_agent_stands_behind_the_shells_that_it_starts() {
        let processes = Processes(Box::new(Chain));
        for parent in [11, 12, 13] {
            assert_eq!(processes.agent(parent).pid, 11);
        }
        assert_eq!(processes.terminal_owner(11).map(|owner| owner.name).as_deref(), Some("kitty"));
        // Shells all the way down: better the one that was told than none.
        assert_eq!(processes.agent(5).pid, 5);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_spaces_is_read_whole() {
        let line = "42 (tmux: (server) x) S 7 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 98765 1 2 3";
        let stat = parse_stat(line).unwrap();
        assert_eq!(
            (stat.name.as_str(), stat.state, stat.parent, stat.started),
            ("tmux: (server) x", 'S', 7, 98765)
        );
    }

    #[test]
    fn our_own_process_lives_and_an_ended_one_does_not() {
        let table = SystemProcesses;
        assert!(table.find(std::process::id()).is_some_and(|found| found.started.is_some()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = child.id();
        // Not collected yet: a zombie at the latest once the pipe-less child has run.
        while table.find(pid).is_some() {
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert_eq!(table.find(pid), None);
    }
}
