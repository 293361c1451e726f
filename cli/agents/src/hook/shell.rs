//! Tells a command line that runs tests. A guess for the pet's sake: it is never run, and nothing depends on it.

/// Tests that are only mentioned further on do not matter, nor does what it costs to look.
const MAX_LOOKED_AT: usize = 4096;

/// Programs that do nothing but run tests.
const TEST_RUNNERS: [&str; 23] = [
    "ava",
    "bats",
    "busted",
    "cargo-nextest",
    "ctest",
    "gotestsum",
    "jasmine",
    "jest",
    "karma",
    "mocha",
    "newman",
    "nosetests",
    "nox",
    "pest",
    "phpunit",
    "prove",
    "py.test",
    "pytest",
    "rspec",
    "tap",
    "tox",
    "trial",
    "vitest",
];

/// Programs that run the scripts and programs of a JavaScript package.
const SCRIPT_RUNNERS: [&str; 4] = ["bun", "npm", "pnpm", "yarn"];

/// Programs of which one of these words is a run of tests, as their first word that is no option.
const WITH_TESTS: [(&[&str], &[&str]); 9] = [
    (&SCRIPT_RUNNERS, &["t", "test", "tst"]),
    (&["cargo"], &["t", "test", "nextest"]),
    (
        &[
            "go",
            "deno",
            "dotnet",
            "swift",
            "mix",
            "flutter",
            "dart",
            "sbt",
            "lein",
            "zig",
            "bazel",
            "rails",
            "meson",
            "stack",
            "cabal",
            "composer",
            "forge",
            "elm-test",
            "playwright",
            "buck2",
            "rebar3",
            "gleam",
        ],
        &["test"],
    ),
    (
        &["make", "gmake", "just", "task", "ninja", "rake", "nx", "turbo", "invoke"],
        &["check", "test", "tests"],
    ),
    (&["mvn", "mvnw", "gradle", "gradlew"], &["check", "test", "verify"]),
    (&["cypress"], &["run"]),
    (&["manage.py"], &["test"]),
    (&["artisan"], &["test"]),
    (&["hatch", "pdm"], &["test"]),
];

/// Programs that start another one, whose name follows.
const PREFIXES: [&str; 22] = [
    "bunx", "bundle", "command", "coverage", "doas", "dotenv", "env", "exec", "nice", "nohup", "npx",
    "pipenv", "pnpx", "poetry", "rtk", "stdbuf", "sudo", "time", "timeout", "uv", "uvx", "xvfb-run",
];

/// Some part of the command line runs tests.
pub(super) fn runs_tests(line: &str) -> bool {
    let end = (0..=MAX_LOOKED_AT.min(line.len())).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
    commands(&line[..end]).iter().any(|words| is_test(words))
}

/// The commands of a line, each as its words. Knows quotes, and what stands between commands; no more.
fn commands(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut words) = (Vec::new(), Vec::new());
    let (mut word, mut quote) = (None::<String>, None);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().extend(chars.next().filter(|c| *c != '\n')),
            (None, c) if c.is_whitespace() && c != '\n' => words.extend(word.take()),
            (None, '\n' | ';' | '&' | '|' | '(' | ')' | '{' | '}' | '`') => {
                words.extend(word.take());
                commands.push(std::mem::take(&mut words));
            }
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    commands.push(words);
    commands
}

fn is_test(words: &[String]) -> bool {
    let mut rest = words;
    while let [first, more @ ..] = rest {
        let program = first.rsplit(['/', '\\']).next().unwrap_or(first);
        let program =
            program.strip_suffix(".exe").or_else(|| program.strip_suffix(".cmd")).unwrap_or(program);
        if is_assignment(first)
            || PREFIXES.contains(&program)
            || is_option_or_number(first)
            || is_run_word(first)
        {
            rest = more;
            continue;
        }
        return is_test_program(program, more);
    }
    false
}

fn is_test_program(program: &str, arguments: &[String]) -> bool {
    if TEST_RUNNERS.contains(&program) {
        return true;
    }
    // `python -m pytest`, `python manage.py test`, `php artisan test`, `node --test`, `bash run-tests.sh`
    if program.starts_with("python") || ["py", "php", "node", "ruby", "bash", "sh"].contains(&program) {
        return match arguments {
            [dash_m, module, ..] if dash_m == "-m" => {
                matches!(module.as_str(), "pytest" | "unittest" | "tox" | "nose2")
            }
            [first, ..] if program == "node" && first == "--test" => true,
            [script, more @ ..] if !script.starts_with('-') => is_test_program(base_name(script), more),
            _ => false,
        };
    }
    let mut plain = arguments.iter().map(String::as_str).filter(|word| !word.starts_with(['-', '+']));
    let first = plain.next();
    let runs_scripts = SCRIPT_RUNNERS.contains(&program);
    let is_test_word = |words: &[&str]| {
        let named =
            |word: &str| words.contains(&word) || word.starts_with("test:") || word.ends_with(":test");
        match first {
            // `npm run test:unit`
            Some("run" | "run-script") if runs_scripts => plain.clone().next().is_some_and(named),
            Some("exec" | "x" | "dlx") if runs_scripts => {
                plain.clone().next().is_some_and(|word| TEST_RUNNERS.contains(&word))
            }
            Some(word) => named(word) || program == "yarn" && TEST_RUNNERS.contains(&word),
            None => false,
        }
    };
    WITH_TESTS.iter().any(|(programs, words)| programs.contains(&program) && is_test_word(words))
        || is_test_script(program)
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// `./run-tests.sh`
fn is_test_script(program: &str) -> bool {
    let Some(stem) = program.strip_suffix(".sh") else { return false };
    matches!(stem, "run-tests" | "run_tests" | "runtests" | "run-test" | "test" | "tests")
}

/// `RUST_LOG=debug`
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// An option of a prefix, or its number: `timeout -k 5 60s`, `nice -n 10`.
fn is_option_or_number(word: &str) -> bool {
    word.starts_with('-') || word.trim_end_matches(['s', 'm', 'h']).parse::<f64>().is_ok()
}

/// `uv run`, `poetry run`, `bundle exec`
fn is_run_word(word: &str) -> bool {
    matches!(word, "run" | "exec")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_of_tests() {
        for line in [
            "cargo test",
            "cargo +nightly test -p core -- --nocapture",
            "cargo nextest run",
            "RUST_BACKTRACE=1 cargo t",
            "cd web && npm test",
            "npm run test:unit -- --watch=false",
            "npm run-script test",
            "pnpm exec vitest run",
            "yarn test",
            "yarn jest src",
            "bun test",
            "npx --yes jest",
            "pytest -q tests/test_api.py",
            "python -m pytest",
            "python3 -m unittest discover",
            "python manage.py test shop",
            "uv run pytest",
            "poetry run pytest -x",
            "bundle exec rspec spec/models",
            "timeout 60s go test ./...",
            "sudo -E make check",
            "make -j4 test",
            "just test",
            "./gradlew test --info",
            "mvn -q verify",
            "dotnet test",
            "ctest --output-on-failure",
            "(cd build; ctest)",
            "git stash\nmake tests",
            "node --test",
            "php artisan test",
            "vendor/bin/phpunit",
            "bash run-tests.sh",
            "./run-tests.sh",
            "echo start; 'cargo' \"test\"",
            "cat log | tee x || go test",
        ] {
            assert!(runs_tests(line), "{line}");
        }
    }

    #[test]
    fn everything_else() {
        for line in [
            "",
            "cargo build --tests",
            "cargo run -- test",
            "echo cargo test",
            "grep -r 'cargo test' .",
            "git commit -m \"npm test works\"",
            "npm install jest",
            "npm run build",
            "test -f x",
            "cat tests/test.py",
            "ls test",
            "make",
            "make testify",
            "go build ./test",
            "python -c 'test'",
            "python",
            "vim pytest.ini",
            "docker run test",
            "mkdir pytest",
            "yarn add vitest",
        ] {
            assert!(!runs_tests(line), "{line}");
        }
    }

    #[test]
    fn only_the_beginning_is_looked_at() {
        assert!(!runs_tests(&format!("{}; cargo test", "é".repeat(4096))));
    }

    proptest! {
        #[test]
        fn nothing_makes_it_fail(line in "(cargo|npm|test|run|'|\"|\\\\|\n|;|&|é| |=|-){0,60}") {
            let _ = runs_tests(&line);
        }
    }
}
