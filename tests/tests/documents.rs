//! What the documents promise is true: commands are understood, targets exist, JSON is JSON.

use anyhow::{Context, Result};
use clap::Parser;
use openpets_cli::args::Args;
use std::fs;
use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// README, ARCHITECTURE, CHANGELOG and everything in docs/ and docs/agents/.
fn documents() -> Result<Vec<(String, String)>> {
    let mut paths: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|name| project().join(name)).into();
    for folder in ["docs", "docs/agents"] {
        for entry in fs::read_dir(project().join(folder))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.into_iter().map(|path| Ok((path.display().to_string(), fs::read_to_string(path)?))).collect()
}

/// The lines of every code block of a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let opening = format!("```{language}");
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == opening {
            found.push(lines.by_ref().take_while(|line| *line != "```").collect());
        } else if line.starts_with("```") {
            lines.by_ref().find(|line| *line == "```");
        }
    }
    found
}

/// Words as a shell sees them, as far as the documents need it: single quotes, and comments.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
            continue;
        }
        let (part, is_comment) = part.split_once('#').map_or((part, false), |(part, _)| (part, true));
        words.extend(part.split_whitespace().map(str::to_owned));
        if is_comment {
            break;
        }
    }
    words
}

#[test]
fn every_command_in_the_documents_is_understood() -> Result<()> {
    let makefile = fs::read_to_string(project().join("Makefile"))?;
    let (mut commands, mut targets) = (0, 0);
    for (name, text) in documents()? {
        for line in blocks(&text, "sh").into_iter().flatten() {
            for command in line.split("&&") {
                let words = words(command);
                match words.first().map(String::as_str) {
                    Some("openpets" | "target/release/openpets") => {
                        commands += 1;
                        Args::try_parse_from(&words).with_context(|| format!("{name}: {line}"))?;
                    }
                    Some("make") => {
                        targets += 1;
                        let target = words.get(1).with_context(|| format!("{name}: {line}"))?;
                        anyhow::ensure!(makefile.contains(&format!("\n{target}:")), "{name}: {line}");
                    }
                    None | Some("cargo") => {}
                    Some(other) => anyhow::bail!("{name}: what is {other}?"),
                }
            }
        }
    }
    assert!(
        commands >= 12 && targets >= 4,
        "{commands} commands, {targets} targets: the documents were not read"
    );
    Ok(())
}

#[test]
fn every_json_in_the_documents_is_json() -> Result<()> {
    let mut values = 0;
    for (name, text) in documents()? {
        for block in blocks(&text, "json") {
            let block = block.join("\n");
            serde_json::from_str::<serde_json::Value>(&block).with_context(|| format!("{name}: {block}"))?;
            values += 1;
        }
    }
    assert!(values >= 5, "{values}");
    Ok(())
}

#[test]
fn every_link_to_a_file_leads_somewhere() -> Result<()> {
    for (name, text) in documents()? {
        let folder = Path::new(&name).parent().context("a folder")?.to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.contains("://") && !link.starts_with('#') {
                anyhow::ensure!(folder.join(link).exists(), "{name}: {link}");
            }
        }
    }
    Ok(())
}

#[test]
fn every_file_of_rules_in_the_documents_is_accepted() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let places = openpets_agents::hook::Places {
        config: Some(folder.path().to_owned()),
        ..openpets_agents::hook::Places::default()
    };
    let text = fs::read_to_string(project().join("docs/hooks.md"))?;
    let examples = blocks(&text, "toml");
    assert!(!examples.is_empty());
    for example in examples {
        fs::write(folder.path().join("hooks.toml"), example.join("\n"))?;
        assert_ne!(openpets_agents::hook::Rules::read(&places)?, openpets_agents::hook::Rules::default());
    }
    Ok(())
}
