//! Every command on the pages about agents is carried out, in order, by the real program in a home of its own. Each page
//! ends by taking everything out again, so nothing may be left.

use anyhow::{Context, Result, ensure};
use openpets_agents::configure::Agent;
use openpets_tests::Folders;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Keeps one server where Claude Code keeps it.
const CLAUDE: &str = r#"#!/bin/sh
[ "$1" = --version ] && exit 0
case "$4" in project) file=.mcp.json ;; user) file="$HOME/.claude.json" ;; esac
case "$2" in
    add-json) [ -e "$file" ] && exit 1; printf '{"mcpServers":{"openpets":%s}}' "$6" >"$file" ;;
    remove) rm "$file" ;;
esac
"#;

fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/agents")
}

/// Lines of shell on a page, without their comments.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for block in page.split("```sh\n").skip(1) {
        let lines = block.split("```").next().unwrap_or_default().lines();
        commands.extend(lines.map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned()));
    }
    commands.retain(|line| !line.is_empty());
    commands
}

fn everything(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.insert(path.clone(), Vec::new());
            found.extend(everything(&path)?);
        } else {
            found.insert(path.clone(), fs::read(&path)?);
        }
    }
    Ok(found)
}

fn carry_out(page: &Path) -> Result<usize> {
    let folders = Folders::new()?;
    let home = folders.codex_pets().join("../..").canonicalize()?;
    let (project, programs) = (home.join("site"), folders.runtime().join("bin"));
    fs::create_dir(&project)?;
    fs::create_dir(&programs)?;
    // As after `make install`.
    std::os::unix::fs::symlink(folders.openpets()?.get_program(), programs.join("openpets"))?;
    fs::write(programs.join("claude"), CLAUDE)?;
    fs::set_permissions(programs.join("claude"), fs::Permissions::from_mode(0o755))?;
    let path = format!("{}:{}", programs.display(), std::env::var("PATH")?);
    let before = everything(&home)?;
    let mut changes = 0;
    let commands = commands(&fs::read_to_string(page)?);
    for command in &commands {
        let told_where = command.contains("--agent") && !command.contains("generic");
        let changes_something = command.contains("configure") && told_where && !command.contains("--dry-run");
        let line = if changes_something { format!("{command} --yes") } else { command.clone() };
        let mut shell = Command::new("sh");
        folders.apply(&mut shell);
        shell.env("PATH", &path).env("XDG_CONFIG_HOME", home.join(".config")).current_dir(&project);
        let outcome = shell.arg("-c").arg(&line).output()?;
        ensure!(
            outcome.status.success(),
            "{}: {line}: {}\n{}{}",
            page.display(),
            outcome.status,
            String::from_utf8_lossy(&outcome.stdout),
            String::from_utf8_lossy(&outcome.stderr)
        );
        if changes_something && !command.contains("--remove") {
            changes += 1;
            ensure!(everything(&home)? != before, "{}: {line} changed nothing", page.display());
        }
    }
    ensure!(everything(&home)? == before, "{}: something is left", page.display());
    ensure!(!commands.is_empty(), "{} has no commands", page.display());
    Ok(changes)
}

#[test]
fn every_command_on_the_pages_of_agents_works() -> Result<()> {
    let mut changes = 0;
    for page in fs::read_dir(pages())? {
        changes += carry_out(&page?.path())?;
    }
    ensure!(changes >= 20, "{changes}: the pages were not read");
    Ok(())
}

#[test]
fn every_agent_has_its_page() -> Result<()> {
    for agent in Agent::ALL {
        let path = pages().join(format!("{agent}.md"));
        let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        ensure!(page.starts_with(&format!("# {}\n", agent.title())), "{}", path.display());
    }
    Ok(())
}
