//! What stands under the help: examples, and what a script needs to know. A test parses every example.

pub(super) const TOP: &str = "\
Examples:
  openpets run
  openpets react working
  openpets say 'All tests pass' --reaction success
  openpets status --json

Exit codes: 0 done, 1 failed or refused by a rule, 2 wrong usage, 3 the app is not running.
OPENPETS_DISCOVERY_FILE names another discovery file than this user's own.";

pub(super) const RUN: &str = "\
Starts openpets-desktop, which is looked for beside this program and then in PATH. When the app runs already, its
pet comes forward.

Examples:
  openpets run
  openpets run --headless";

pub(super) const STATUS: &str = "\
Examples:
  openpets status
  openpets status --json
  openpets status --lease 0a1b2c

When the app is not running, the exit code is 3 and --json prints ok, appRunning and unavailableReason.";

pub(super) const PETS: &str = "\
When the app is not running, the pets on disk are listed. Broken ones are listed with the reason and the fix.

Examples:
  openpets pets
  openpets pets --broken
  openpets pets --json";

pub(super) const SEARCH: &str = "\
At most 50 pets are shown, the best first. Without words, those that the gallery shows first.

Examples:
  openpets search
  openpets search black cat
  openpets search owl --json";

pub(super) const INSTALL: &str = "\
The running app installs the pet, and it can be used at once. With --standalone this program does it itself when the
app is not running; called by the name install-pet it does so too. A pet of the same id is replaced. Ctrl-C calls it
off. What breaks a rule is refused, the rule is named, and nothing changes on disk.

Examples:
  openpets install tux
  openpets install --from-zip ~/Downloads/cat.zip
  openpets install --from-folder ./my-cat --standalone

OPENPETS_CATALOG_URL names another catalog: https, or http on this machine.";

pub(super) const UNINSTALL: &str = "\
If it was the default pet, the built-in one takes its place. Pets of Codex are not OpenPets' to remove.

Examples:
  openpets uninstall cat";

pub(super) const DEFAULT: &str = "\
Examples:
  openpets default
  openpets default cat
  openpets default builtin";

pub(super) const SETTINGS: &str = "\
A change takes effect at once if the app runs, else when it starts.

Examples:
  openpets settings
  openpets settings size 1.25
  openpets settings flip on
  openpets settings theme dark";

pub(super) const PAUSE: &str = "\
Frozen pets do not move, react or speak; agents are told so. It ends with `openpets resume`, or with the app.

Examples:
  openpets pause";

pub(super) const RESUME: &str = "\
Examples:
  openpets resume";

pub(super) const HIDE: &str = "\
The next reaction of an agent brings it back, unless pets are paused.

Examples:
  openpets hide";

pub(super) const SHOW: &str = "\
Examples:
  openpets show";

pub(super) const RESET: &str = "\
For a pet that cannot be found: the default pet stands at the bottom right of the main screen again, others beside it.

Examples:
  openpets reset";

pub(super) const REACT: &str = "\
Examples:
  openpets react thinking
  openpets react success --lease 0a1b2c

A reaction that is accepted but not shown (a paused or hidden pet) is no failure: the reason is printed.";

pub(super) const SAY: &str = "\
Examples:
  openpets say 'Tests are running'
  openpets say 'Done, have a look' --reaction celebrating
  openpets say -- '-3 degrees outside'

A message that breaks a rule is not sent; the rule is named and the exit code is 1.";

pub(super) const MEDIA: &str = "\
Examples:
  openpets media chart.png
  openpets media ./out/plot.webp --message 'New plot' --duration 12s
  openpets media shot.png --duration-ms 5000 --click-url https://example.com/build/7";

pub(super) const LEASE: &str = "\
Examples:
  openpets lease acquire --pet cat --client-pid 4242
  openpets lease acquire --json
  openpets lease heartbeat 0a1b2c
  openpets lease release 0a1b2c
  openpets lease list";

pub(super) const SESSIONS: &str = "\
A session is one run of an agent, known by its hooks or its MCP server. It is shown with its process, the terminal or
editor it runs in, its pet, and the last thing it had the pet do.

Examples:
  openpets sessions
  openpets sessions --json

`openpets settings folders on` tells the names of the folders that agents work in, too.";

pub(super) const HOOK: &str = "\
Reads one event from standard input, as Claude Code and Codex write it, and shows the matching reaction. So that it is
never in an agent's way it prints nothing, always ends with exit code 0, and takes half a second at most.

What happens at which event can be changed in ~/.config/openpets/hooks.toml.

Examples:
  openpets hook --dry-run --event PreToolUse --tool Edit
  openpets hook --dry-run --event PreToolUse --tool Bash --command 'cargo test'
  openpets hook --openpets-managed --pet cat";

pub(super) const CONFIGURE: &str = "\
Adds the MCP server to the agent's configuration and, where the agent has them, hooks or a plugin and a few lines of
instructions. Shows every line that changes and asks before it changes anything. Comments and order stay, what you or
others wrote stays, and a copy of each file is kept beside it; --remove brings the files back as they were. Symbolic
links are not followed.

`generic` prints the entry for any other client of MCP.

Examples:
  openpets configure
  openpets configure --agent claude --global
  openpets configure --agent cursor --dry-run
  openpets configure --agent codex --pet cat --yes
  openpets configure --agent claude --global --remove

Without a terminal nothing is changed unless --yes is given, and the exit code is 2.";

pub(super) const DOCTOR: &str = "\
Looks at the configuration of every agent of this machine, and of the project that you are in. For whatever is not as it
should be it tells the next step, and the exit code is 1.

Examples:
  openpets doctor
  openpets doctor --json";

pub(super) const MCP: &str = "\
An agent starts it and speaks MCP with it over standard input and output; there is nothing to type. Its tools are
openpets_status, openpets_react and openpets_say. It starts whether the app runs or not, and finds it later. It ends with
standard input, Ctrl-C or SIGTERM.

Examples:
  openpets mcp
  openpets mcp --pet cat";

pub(super) const QUIT: &str = "\
Waits up to 5 s until the app has ended; then the exit code is 1.

Examples:
  openpets quit";

pub(super) const COMPLETIONS: &str = "\
Examples:
  openpets completions bash
  openpets completions fish";
