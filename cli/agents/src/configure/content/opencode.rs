//! The configuration of OpenCode, which has three things of ours or of OpenPets in one file: the MCP server, a file of
//! instructions in a list, and OpenPets' plugin, whose place our own takes without an entry.

use super::Invalid;
use super::json::{JsonServer, is_bare_list, parse, property, root_object, root_object_or_new, what_is_left};
use crate::configure::server::Owner;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject};
use serde_json::Value;

const INSTRUCTIONS: &str = "instructions";
const PLUGINS: &str = "plugin";

/// OpenPets' package with the plugin.
const PACKAGE: &str = "@open-pets/opencode";

/// The entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct OpenCodeConfig {
    /// The server.
    pub(in super::super) server: JsonServer,
    /// The file of instructions, as OpenCode is to read it.
    pub(in super::super) instructions: String,
}

impl OpenCodeConfig {
    /// Whose entries there are, if there are some.
    pub(super) fn owner(&self, text: &str) -> Result<Option<Owner>, Invalid> {
        let server = self.server.owner(text)?;
        if server.is_some() {
            return Ok(server);
        }
        let Some(root) = root_object(&parse(text)?)? else { return Ok(None) };
        let listed = list(&root, INSTRUCTIONS)?.is_some_and(|list| self.find(&list).is_some());
        let plugin = list(&root, PLUGINS)?.is_some_and(|list| list.elements().iter().any(is_openpets));
        Ok((listed || plugin).then_some(Owner::OpenPets { pet: None }))
    }

    pub(super) fn put(&self, text: &str) -> Result<String, Invalid> {
        let root = parse(&self.server.put(text)?)?;
        let object = root_object_or_new(&root)?;
        let files = match list(&object, INSTRUCTIONS)? {
            Some(files) => files,
            None => object.array_value_or_set(INSTRUCTIONS),
        };
        if self.find(&files).is_none() {
            files.append(CstInputValue::String(self.instructions.clone()));
        }
        remove_plugin(&object)?;
        Ok(root.to_string())
    }

    pub(super) fn take_out(&self, text: &str) -> Result<Option<String>, Invalid> {
        let root = parse(text)?;
        if let Some(object) = root_object(&root)? {
            if let Some(files) = list(&object, INSTRUCTIONS)?
                && let Some(ours) = self.find(&files)
            {
                ours.remove();
                remove_if_bare(&object, INSTRUCTIONS)?;
            }
            remove_plugin(&object)?;
        }
        match what_is_left(&root) {
            Some(rest) => self.server.take_out(&rest),
            None => Ok(None),
        }
    }

    /// With the server that `text` has.
    pub(super) fn as_in(&self, text: &str) -> Option<Self> {
        Some(Self { server: self.server.as_in(text)?, instructions: self.instructions.clone() })
    }

    fn find(&self, files: &CstArray) -> Option<CstNode> {
        files
            .elements()
            .into_iter()
            .find(|file| file.to_serde_value().as_ref().and_then(Value::as_str) == Some(&self.instructions))
    }
}

/// The list of a property. Nothing if there is no such property.
fn list(object: &CstObject, name: &str) -> Result<Option<CstArray>, Invalid> {
    property(object, name)?
        .map(|found| found.array_value().ok_or_else(|| Invalid::Type(name.to_owned(), "an array")))
        .transpose()
}

/// `@open-pets/opencode`, perhaps with a version, perhaps with options.
fn is_openpets(plugin: &CstNode) -> bool {
    let value = plugin.to_serde_value().unwrap_or_default();
    let package = value.as_str().or_else(|| value.get(0).and_then(Value::as_str));
    let rest = package.and_then(|package| package.strip_prefix(PACKAGE));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('@'))
}

fn remove_plugin(object: &CstObject) -> Result<(), Invalid> {
    let Some(plugins) = list(object, PLUGINS)? else { return Ok(()) };
    let theirs: Vec<CstNode> = plugins.elements().into_iter().filter(is_openpets).collect();
    if theirs.is_empty() {
        return Ok(());
    }
    for plugin in theirs {
        plugin.remove();
    }
    remove_if_bare(object, PLUGINS)
}

fn remove_if_bare(object: &CstObject, name: &str) -> Result<(), Invalid> {
    if let Some(found) = property(object, name)?
        && found.array_value().is_some_and(|list| is_bare_list(&list))
    {
        found.remove();
    }
    Ok(())
}
