//! Help, version and completions: a change in what people see shows here.

use crate::app::Place;

#[test]
fn help() {
    let place = Place::empty();
    let outcome = place.openpets(&["--help"]);
    assert_eq!((outcome.code, &*outcome.stderr), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
    A desktop pet that shows what your coding agents are doing

    Usage: openpets <COMMAND>

    Commands:
      run          Start the app
      status       Tell whether the app runs and what it shows
      pets         List the pets
      search       Search the gallery for pets
      install      Install a pet, from the catalog or from this machine [alias: install-pet]
      uninstall    Remove an installed pet
      default      Tell the default pet, or choose another one
      settings     List the settings, or change one
      pause        Freeze all pets
      resume       Let frozen pets go on
      hide         Take the default pet off the screen
      show         Bring the default pet back
      reset        Put every pet where it would be if nobody had moved it
      react        Show a reaction
      say          Say a line in a bubble
      media        Show a picture in a bubble
      lease        Route a script to a pet of its own
      sessions     Tell which agent drives which pet, and why
      hook         Show what an agent tells its hook; configured in the agent
      configure    Connect a coding agent, or tell which are connected
      doctor       Tell what is wrong with the connections of agents
      mcp          Serve an agent over MCP; configured in the agent
      quit         Quit the app and wait until it has ended
      completions  Print a completion script for a shell

    Options:
      -h, --help     Print help
      -V, --version  Print version

    Examples:
      openpets run
      openpets react working
      openpets say 'All tests pass' --reaction success
      openpets status --json

    Exit codes: 0 done, 1 failed or refused by a rule, 2 wrong usage, 3 the app is not running.
    OPENPETS_DISCOVERY_FILE names another discovery file than this user's own.
    ");
}

#[test]
fn help_of_a_command() {
    let outcome = Place::empty().openpets(&["media", "--help"]);
    insta::assert_snapshot!(outcome.stdout, @r"
    Show a picture in a bubble

    Usage: openpets media [OPTIONS] <PATH>

    Arguments:
      <PATH>  A .png, .jpg, .jpeg, .webp or .gif file of at most 10 MiB

    Options:
          --message <MESSAGE>    Say this line with it, under the rules of `openpets say`
          --reaction <REACTION>  Show this reaction too [possible values: idle, thinking, working, editing, running, testing, waiting, waving, success, error, celebrating]
          --duration <TIME>      How long, 1s to 30s [default: 8s]
          --duration-ms <N>      The same in milliseconds, 1000 to 30000
          --click-url <URL>      Opened by a click on the bubble: https, or an app's own scheme
          --lease <ID>           Through this lease; on the default pet without one
          --json                 Print the app's result as JSON
      -h, --help                 Print help

    Examples:
      openpets media chart.png
      openpets media ./out/plot.webp --message 'New plot' --duration 12s
      openpets media shot.png --duration-ms 5000 --click-url https://example.com/build/7
    ");
}

#[test]
fn version() {
    let outcome = Place::empty().openpets(&["--version"]);
    assert_eq!(outcome.stdout, concat!("openpets ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn completions() {
    let place = Place::empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let outcome = place.openpets(&["completions", shell]);
        assert_eq!((outcome.code, &*outcome.stderr), (0, ""));
        // Elvish's and PowerShell's know commands and options, but no values.
        let knows_values = ["bash", "zsh", "fish"].contains(&shell);
        for word in ["react", "heartbeat"].into_iter().chain(knows_values.then_some("celebrating")) {
            assert!(outcome.stdout.contains(word), "{shell} {word}");
        }
    }
}
