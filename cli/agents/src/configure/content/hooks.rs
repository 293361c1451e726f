//! Hooks in the settings of Claude Code, and in the same form in those of Codex:
//! `hooks.<event>[] = {matcher?, hooks[]: {type, command}}`.

use super::Invalid;
use super::json::{
    is_bare, object, object_or_new, parse, property, root_object, root_object_or_new, what_is_left,
};
use crate::hook::MANAGED;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstStringLit};
use openpets_ipc::RequestedPetId;
use std::path::{Path, PathBuf};

const HOOKS: &str = "hooks";

/// The hooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Hooks {
    /// The events, and what they are restricted to.
    pub(in super::super) events: &'static [(&'static str, Option<&'static str>)],
    /// What each of them calls.
    pub(in super::super) command: String,
}

/// The command of a hook.
pub(in super::super) fn command(
    program: &Path,
    agent: Option<&str>,
    project_local: bool,
    pet: Option<&RequestedPetId>,
) -> String {
    let mut words = vec![program.to_string_lossy().into_owned(), "hook".to_owned(), MANAGED.to_owned()];
    if project_local {
        words.push("--project-local".to_owned());
    }
    if let Some(agent) = agent {
        words.extend(["--agent".to_owned(), agent.to_owned()]);
    }
    if let Some(pet) = pet {
        words.extend(["--pet".to_owned(), pet.to_string()]);
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let plain =
        |c: char| c.is_ascii_alphanumeric() || "_-./:@%+=,".contains(c) || (cfg!(windows) && c == '\\');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The program that a command of ours starts, if it is named by its path.
pub(super) fn program(command: &str) -> Option<PathBuf> {
    let program = match command.strip_prefix('\'') {
        Some(rest) => rest.split_once("' hook ")?.0.replace(r"'\''", "'"),
        None => match command.strip_prefix('"') {
            Some(rest) => rest.split_once("\" hook ")?.0.to_owned(),
            None => command.split_once(" hook ")?.0.to_owned(),
        },
    };
    Some(PathBuf::from(program)).filter(|program| program.is_absolute())
}

/// One hook of ours in the tree.
struct Place {
    event: String,
    group: CstObject,
    hook: CstObject,
    command: CstStringLit,
}

impl Hooks {
    /// Every command of ours.
    pub(super) fn commands(&self, text: &str) -> Result<Vec<String>, Invalid> {
        let Some(root) = root_object(&parse(text)?)? else { return Ok(Vec::new()) };
        let Some(hooks) = object(&root, HOOKS)? else { return Ok(Vec::new()) };
        Ok(ours(&hooks)?.into_iter().filter_map(|place| place.command.decoded_value().ok()).collect())
    }

    pub(super) fn put(&self, text: &str) -> Result<String, Invalid> {
        let root = parse(text)?;
        let hooks = object_or_new(&root_object_or_new(&root)?, HOOKS)?;
        let mut there: Vec<&str> = Vec::new();
        for place in ours(&hooks)? {
            let wanted = self.events.iter().map(|(event, _)| *event).find(|event| *event == place.event);
            match wanted {
                Some(event) if !there.contains(&event) => {
                    there.push(event);
                    if place.command.decoded_value().ok().as_deref() != Some(&*self.command) {
                        place.command.replace_with(CstInputValue::String(self.command.clone()));
                    }
                }
                // One too many, or of an event that another version listened to.
                _ => remove(&hooks, place)?,
            }
        }
        for (event, matcher) in self.events.iter().filter(|(event, _)| !there.contains(event)) {
            groups_or_new(&hooks, event)?.append(self.group(*matcher));
        }
        Ok(root.to_string())
    }

    fn group(&self, matcher: Option<&str>) -> CstInputValue {
        let text = |text: &str| CstInputValue::String(text.to_owned());
        let hook = vec![("type".to_owned(), text("command")), ("command".to_owned(), text(&self.command))];
        let mut group: Vec<(String, CstInputValue)> = Vec::new();
        if let Some(matcher) = matcher {
            group.push(("matcher".to_owned(), text(matcher)));
        }
        group.push((HOOKS.to_owned(), CstInputValue::Array(vec![CstInputValue::Object(hook)])));
        CstInputValue::Object(group)
    }

    #[expect(clippy::unused_self, reason = "as the others")]
    pub(super) fn take_out(&self, text: &str) -> Result<Option<String>, Invalid> {
        let root = parse(text)?;
        if let Some(object_of_all) = root_object(&root)?
            && let Some(hooks) = object(&object_of_all, HOOKS)?
        {
            for place in ours(&hooks)? {
                remove(&hooks, place)?;
            }
            if is_bare(&hooks)
                && let Some(all) = property(&object_of_all, HOOKS)?
            {
                all.remove();
            }
        }
        Ok(what_is_left(&root))
    }

    /// With the command that `text` has.
    pub(super) fn as_in(&self, text: &str) -> Option<Self> {
        let command = self.commands(text).ok()?.into_iter().next()?;
        Some(Self { command, ..self.clone() })
    }
}

/// The groups of an event.
fn groups(hooks: &CstObject, event: &str) -> Result<Option<CstArray>, Invalid> {
    property(hooks, event)?
        .map(|found| found.array_value().ok_or_else(|| Invalid::Type(format!("{HOOKS}.{event}"), "an array")))
        .transpose()
}

fn groups_or_new(hooks: &CstObject, event: &str) -> Result<CstArray, Invalid> {
    match groups(hooks, event)? {
        Some(groups) => Ok(groups),
        None => Ok(hooks.array_value_or_set(event)),
    }
}

/// Every hook of ours, of any event.
fn ours(hooks: &CstObject) -> Result<Vec<Place>, Invalid> {
    let mut places = Vec::new();
    for event in hooks.properties().iter().filter_map(|property| property.decoded_name()) {
        // An agent may keep something else beside its events.
        let Some(groups) = property(hooks, &event)?.and_then(|found| found.array_value()) else { continue };
        for group in groups.elements().iter().filter_map(CstNode::as_object) {
            let Some(list) = group.array_value(HOOKS) else { continue };
            for hook in list.elements().iter().filter_map(CstNode::as_object) {
                let command = hook.get("command").and_then(|found| found.value()?.as_string_lit());
                if let Some(command) =
                    command.filter(|text| text.decoded_value().is_ok_and(|text| is_ours(&text)))
                {
                    places.push(Place { event: event.clone(), group: group.clone(), hook, command });
                }
            }
        }
    }
    Ok(places)
}

fn is_ours(command: &str) -> bool {
    command.split_whitespace().any(|word| word == MANAGED)
}

/// Removes a hook, and what has nothing else in it.
fn remove(hooks: &CstObject, place: Place) -> Result<(), Invalid> {
    let Place { event, group, hook, .. } = place;
    hook.remove();
    let others = group.array_value(HOOKS).is_some_and(|list| !list.elements().is_empty());
    if !others {
        group.remove();
    }
    if groups(hooks, &event)?.is_some_and(|groups| groups.elements().is_empty())
        && let Some(all) = property(hooks, &event)?
    {
        all.remove();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_for_a_shell() {
        let cat: RequestedPetId = "black cat's".to_owned().try_into().unwrap();
        let line = command(Path::new("/opt/my programs/openpets"), Some("codex"), true, Some(&cat));
        assert_eq!(
            line,
            r"'/opt/my programs/openpets' hook --openpets-managed --project-local --agent codex --pet 'black cat'\''s'"
        );
        assert_eq!(program(&line), Some("/opt/my programs/openpets".into()));
        let plain = command(Path::new("/usr/bin/openpets"), None, false, None);
        assert_eq!(plain, "/usr/bin/openpets hook --openpets-managed");
        assert_eq!(program(&plain), Some("/usr/bin/openpets".into()));
        assert_eq!(program("npx -y @open-pets/cli hook --openpets-managed"), None);
        assert!(is_ours(&line) && is_ours(&plain) && !is_ours("echo hook"));
    }
}
