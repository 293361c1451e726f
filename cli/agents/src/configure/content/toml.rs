//! An MCP server in a TOML file, that of Codex. Comments, order and line endings stay as they are.

use super::Invalid;
use crate::configure::server::{NAME, Owner, Server, owner};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

const SERVERS: &str = "mcp_servers";

/// The entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct TomlServer {
    /// What is started.
    pub(in super::super) server: Server,
}

/// Line endings, which the library makes all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    Unix,
    Windows,
}

impl Lines {
    fn of(text: &str) -> Result<Self, Invalid> {
        let (all, windows) = (text.matches('\n').count(), text.matches("\r\n").count());
        match windows {
            0 => Ok(Self::Unix),
            _ if windows == all => Ok(Self::Windows),
            _ => Err(Invalid::MixedLines),
        }
    }

    fn apply(self, text: String) -> String {
        match self {
            Self::Unix => text,
            Self::Windows => text.replace('\n', "\r\n"),
        }
    }
}

fn parse(text: &str) -> Result<(DocumentMut, Lines), Invalid> {
    let lines = Lines::of(text)?;
    let document = text.replace("\r\n", "\n").parse();
    let document: DocumentMut = document.map_err(|error: toml_edit::TomlError| {
        // The first line says where; the rest draws it.
        let message = error.to_string();
        Invalid::Syntax(message.lines().next().unwrap_or_default().to_owned())
    })?;
    Ok((document, lines))
}

/// The table of servers. Nothing if there is none.
fn servers(document: &DocumentMut) -> Result<Option<&dyn TableLike>, Invalid> {
    document
        .get(SERVERS)
        .map(|item| item.as_table_like().ok_or_else(|| Invalid::Type(SERVERS.to_owned(), "a table")))
        .transpose()
}

fn owner_of(entry: &Item) -> Owner {
    let texts = |item: Option<&Item>| -> Option<Vec<String>> {
        item?.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    match entry.get("command").and_then(Item::as_str) {
        Some(command) => owner(command, &texts(entry.get("args")).unwrap_or_default()),
        None => Owner::Other,
    }
}

impl TomlServer {
    /// Whose entry it is, if there is one.
    pub(super) fn owner(&self, text: &str) -> Result<Option<Owner>, Invalid> {
        let (document, _) = parse(text)?;
        Ok(servers(&document)?.and_then(|servers| servers.get(NAME)).map(owner_of))
    }

    pub(super) fn put(&self, text: &str) -> Result<String, Invalid> {
        let (mut document, lines) = parse(text)?;
        let args: Array = self.server.args().into_iter().collect();
        let known = servers(&document)?.and_then(|servers| servers.get(NAME)).map(owner_of);
        if !document.contains_key(SERVERS) {
            let mut all = Table::new();
            all.set_implicit(true);
            document.insert(SERVERS, Item::Table(all));
        }
        let wrong = || Invalid::Type(SERVERS.to_owned(), "a table");
        let item = document.get_mut(SERVERS).ok_or_else(wrong)?;
        let inline = item.is_inline_table();
        let servers = item.as_table_like_mut().ok_or_else(wrong)?;
        if matches!(known, None | Some(Owner::Other)) {
            let entry: [(&str, Item); 2] = [("command", value(self.server.program())), ("args", value(args))];
            let entry: Item = if inline {
                let fields =
                    entry.into_iter().filter_map(|(name, item)| Some((name, item.into_value().ok()?)));
                value(fields.collect::<toml_edit::InlineTable>())
            } else {
                Item::Table(entry.into_iter().collect())
            };
            servers.insert(NAME, entry);
            return Ok(lines.apply(document.to_string()));
        }
        if known != Some(Owner::Us(self.server.clone()))
            && let Some(entry) = servers.get_mut(NAME).and_then(Item::as_table_like_mut)
        {
            // What else the person has set stays.
            set(entry, "command", value(self.server.program()));
            set(entry, "args", value(args));
        }
        Ok(lines.apply(document.to_string()))
    }

    pub(super) fn take_out(&self, text: &str) -> Result<Option<String>, Invalid> {
        let (mut document, lines) = parse(text)?;
        if servers(&document)?.is_some_and(|servers| servers.contains_key(NAME))
            && let Some(servers) = document.get_mut(SERVERS).and_then(Item::as_table_like_mut)
        {
            servers.remove(NAME);
            if servers.is_empty() {
                document.remove(SERVERS);
            }
        }
        let rest = lines.apply(document.to_string());
        Ok((!rest.trim().is_empty()).then_some(rest))
    }

    /// With the server that `text` has.
    pub(super) fn as_in(&self, text: &str) -> Option<Self> {
        match self.owner(text) {
            Ok(Some(Owner::Us(server))) => Some(Self { server }),
            _ => None,
        }
    }
}

/// Changes a value and keeps the comments around it.
fn set(table: &mut dyn TableLike, name: &str, new: Item) {
    match (table.get_mut(name), new) {
        (Some(Item::Value(old)), Item::Value(mut new)) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        (_, new) => {
            table.insert(name, new);
        }
    }
}
