use super::*;
use clap::CommandFactory;

/// Splits as a shell does, as far as examples need it: spaces and single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in line.split('\'').enumerate() {
        let quoted = index % 2 == 1;
        for (nth, piece) in part.split(|c| c == ' ' && !quoted).enumerate() {
            if nth > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(piece);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn parse(line: &str) -> Result<Command, clap::Error> {
    Args::try_parse_from(words(line)).map(|args| args.command)
}

fn commands(command: &clap::Command) -> Vec<&clap::Command> {
    let below = command.get_subcommands().flat_map(commands);
    std::iter::once(command).chain(below).collect()
}

#[test]
fn the_definition_is_consistent() {
    Args::command().debug_assert();
}

#[test]
fn every_example_parses() {
    let definition = Args::command();
    for command in commands(&definition) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples: Vec<_> = help
            .lines()
            .filter_map(|line| line.strip_prefix("  "))
            .filter(|l| l.starts_with("openpets "))
            .collect();
        for example in &examples {
            parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
        }
        // Every command that stands alone has an example.
        let is_part_of_lease = ["acquire", "heartbeat", "release", "list"].contains(&command.get_name());
        assert!(is_part_of_lease || !examples.is_empty(), "{}", command.get_name());
    }
}

#[test]
fn every_argument_is_explained() {
    let definition = Args::command();
    for command in commands(&definition) {
        assert!(command.get_about().is_some(), "{}", command.get_name());
        for argument in command.get_arguments() {
            assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
        }
    }
}

#[test]
fn values_are_checked() {
    for wrong in [
        "openpets",
        "openpets dance",
        "openpets react",
        "openpets react dancing",
        "openpets react idle --lease ''",
        "openpets say",
        "openpets say two words",
        "openpets say hi --reaction dancing",
        "openpets media",
        "openpets media a.png --duration 40s",
        "openpets media a.png --duration-ms 999",
        "openpets media a.png --duration 8s --duration-ms 8000",
        "openpets media a.png --click-url http://example.com",
        "openpets lease",
        "openpets lease acquire --pet a/b",
        "openpets lease acquire --client-pid 0",
        "openpets lease acquire --nonce n",
        "openpets lease heartbeat",
        "openpets completions tcsh",
    ] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
    let unknown = parse("openpets react dancing").unwrap_err().to_string();
    assert!(Reaction::ALL.iter().all(|reaction| unknown.contains(reaction.name())), "{unknown}");
}

#[test]
fn what_follows_run_is_passed_on() {
    let Command::Run(run) = parse("openpets run --headless --size 2 status").unwrap() else { panic!() };
    assert!(run.headless);
    assert_eq!(run.rest, ["--size", "2", "status"]);
}
