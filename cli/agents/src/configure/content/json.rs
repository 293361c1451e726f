//! An MCP server in a JSON file. Comments, order, indentation, line endings and trailing commas stay as they are.

use super::Invalid;
use crate::configure::server::{NAME, Owner, Server, owner};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};
use serde_json::Value;

/// The entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct JsonServer {
    /// The object that has the agent's servers.
    pub(in super::super) servers: &'static str,
    /// How the agent wants them.
    pub(in super::super) shape: Shape,
    /// What is started.
    pub(in super::super) server: Server,
}

/// How an entry is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Shape {
    /// `command` and `args`.
    Plain,
    /// The same with `type: "stdio"`.
    Typed,
    /// The same with `source: "custom"`.
    Custom,
    /// One array, `type: "local"`; in a further object `servers` where the file has one, as version 2 of OpenCode does.
    Local,
}

/// What agents accept: comments and trailing commas, and otherwise JSON.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The text as a tree that remembers every byte.
pub(super) fn parse(text: &str) -> Result<CstRootNode, Invalid> {
    CstRootNode::parse(text, &OPTIONS).map_err(|error| Invalid::Syntax(error.to_string()))
}

/// A property, unless it is there twice.
pub(super) fn property(object: &CstObject, name: &str) -> Result<Option<CstObjectProp>, Invalid> {
    let mut same =
        object.properties().into_iter().filter(|property| property.decoded_name().as_deref() == Some(name));
    match (same.next(), same.next()) {
        (_, Some(_)) => Err(Invalid::Twice(name.to_owned())),
        (only, None) => Ok(only),
    }
}

/// The object of a property. Nothing if there is no such property.
pub(super) fn object(parent: &CstObject, name: &str) -> Result<Option<CstObject>, Invalid> {
    property(parent, name)?
        .map(|found| found.object_value().ok_or_else(|| Invalid::Type(name.to_owned(), "an object")))
        .transpose()
}

/// The whole file, which must be an object. An empty file is as good as an empty object.
pub(super) fn root_object(root: &CstRootNode) -> Result<Option<CstObject>, Invalid> {
    match root.value() {
        None => Ok(None),
        Some(value) => {
            value.as_object().map(Some).ok_or_else(|| Invalid::Type("the file".to_owned(), "an object"))
        }
    }
}

/// The whole file, made an object if it is empty.
pub(super) fn root_object_or_new(root: &CstRootNode) -> Result<CstObject, Invalid> {
    match root_object(root)? {
        Some(object) => Ok(object),
        None => Ok(root.object_value_or_set()),
    }
}

/// The object of a property, made if it is not there.
pub(super) fn object_or_new(parent: &CstObject, name: &str) -> Result<CstObject, Invalid> {
    match object(parent, name)? {
        Some(object) => Ok(object),
        None => Ok(parent.object_value_or_set(name)),
    }
}

/// Whether nothing of anybody's is in it, not even a comment.
pub(super) fn is_bare(object: &CstObject) -> bool {
    object.properties().is_empty() && !object.children().iter().any(CstNode::is_comment)
}

/// The same of a list.
pub(super) fn is_bare_list(list: &CstArray) -> bool {
    list.elements().is_empty() && !list.children().iter().any(CstNode::is_comment)
}

/// The text of a tree from which something was taken. Nothing if nothing is left.
pub(super) fn what_is_left(root: &CstRootNode) -> Option<String> {
    let bare = root.object_value().is_none_or(|object| is_bare(&object));
    let comments = root.children().iter().any(CstNode::is_comment);
    (!bare || comments).then(|| root.to_string())
}

impl JsonServer {
    /// Whose entry it is, if there is one.
    pub(super) fn owner(&self, text: &str) -> Result<Option<Owner>, Invalid> {
        Ok(self.entry(text)?.map(|entry| self.owner_of(&entry)))
    }

    /// The entry, whosever it is.
    pub(in super::super) fn entry(&self, text: &str) -> Result<Option<Value>, Invalid> {
        let Some(root) = root_object(&parse(text)?)? else { return Ok(None) };
        let Some(servers) = object(&root, self.servers)? else { return Ok(None) };
        let entry = property(&self.inner(servers)?, NAME)?;
        Ok(entry.map(|entry| entry.value().and_then(|value| value.to_serde_value()).unwrap_or_default()))
    }

    /// Ours, with what a person has added to the entry that is there, if that is ours.
    pub(in super::super) fn renewed(&self, known: Option<&Value>) -> Value {
        let ours = known.filter(|known| self.owner_of(known) != Owner::Other);
        let mut entry = ours.and_then(Value::as_object).cloned().unwrap_or_default();
        entry.extend(self.fields().into_iter().map(|(name, value)| (name.to_owned(), plain(&value))));
        Value::Object(entry)
    }

    /// Where entries stand in the object of servers.
    fn inner(&self, servers: CstObject) -> Result<CstObject, Invalid> {
        const INNER: &str = "servers";
        if self.shape != Shape::Local {
            return Ok(servers);
        }
        let inner = property(&servers, INNER)?.and_then(|found| found.object_value());
        // It may as well be the name of a server, which has a type.
        let is_server =
            |object: &CstObject| object.get("type").is_some_and(|found| found.object_value().is_none());
        Ok(inner.filter(|object| !is_server(object)).unwrap_or(servers))
    }

    fn owner_of(&self, entry: &Value) -> Owner {
        let texts = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let line = match self.shape {
            Shape::Local => texts(&entry["command"]).filter(|line| !line.is_empty()),
            _ => entry["command"].as_str().map(|command| {
                let mut line = vec![command.to_owned()];
                line.extend(texts(&entry["args"]).unwrap_or_default());
                line
            }),
        };
        line.map_or(Owner::Other, |line| owner(&line[0], &line[1..]))
    }

    /// What the entry must have. An agent or a person may have added more.
    fn fields(&self) -> Vec<(&'static str, CstInputValue)> {
        let (program, args) = (self.server.program(), self.server.args());
        match self.shape {
            Shape::Plain => vec![("command", program.into()), ("args", args.into())],
            Shape::Typed => {
                vec![("type", "stdio".into()), ("command", program.into()), ("args", args.into())]
            }
            Shape::Custom => {
                vec![("source", "custom".into()), ("command", program.into()), ("args", args.into())]
            }
            Shape::Local => {
                let line: Vec<String> = std::iter::once(program).chain(args).collect();
                vec![("type", "local".into()), ("command", line.into())]
            }
        }
    }

    pub(super) fn put(&self, text: &str) -> Result<String, Invalid> {
        let root = parse(text)?;
        let object = root_object_or_new(&root)?;
        let servers = self.inner(object_or_new(&object, self.servers)?)?;
        let whole = || {
            CstInputValue::Object(
                self.fields().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            )
        };
        let Some(entry) = property(&servers, NAME)? else {
            servers.append(NAME, whole());
            return Ok(root.to_string());
        };
        let known = entry.value().and_then(|value| value.to_serde_value()).unwrap_or_default();
        match entry.object_value().filter(|_| self.owner_of(&known) != Owner::Other) {
            Some(fields) => self.renew(&fields, &known)?,
            None => entry.set_value(whole()),
        }
        Ok(root.to_string())
    }

    /// Changes only what differs.
    fn renew(&self, entry: &CstObject, known: &Value) -> Result<(), Invalid> {
        for (name, value) in self.fields() {
            match property(entry, name)? {
                Some(field) if known[name] != plain(&value) => field.set_value(value),
                Some(_) => {}
                None => {
                    entry.append(name, value);
                }
            }
        }
        Ok(())
    }

    pub(super) fn take_out(&self, text: &str) -> Result<Option<String>, Invalid> {
        let root = parse(text)?;
        if let Some(object_of_all) = root_object(&root)?
            && let Some(servers) = object(&object_of_all, self.servers)?
            && let Some(entry) = property(&self.inner(servers.clone())?, NAME)?
        {
            entry.remove();
            if is_bare(&servers)
                && let Some(all) = property(&object_of_all, self.servers)?
            {
                all.remove();
            }
        }
        Ok(what_is_left(&root))
    }

    /// With the server that `text` has.
    pub(super) fn as_in(&self, text: &str) -> Option<Self> {
        match self.owner(text) {
            Ok(Some(Owner::Us(server))) => Some(Self { server, ..self.clone() }),
            _ => None,
        }
    }
}

/// The same as a value.
fn plain(value: &CstInputValue) -> Value {
    match value {
        CstInputValue::Null | CstInputValue::Number(_) => Value::Null,
        CstInputValue::Bool(value) => (*value).into(),
        CstInputValue::String(text) => text.as_str().into(),
        CstInputValue::Array(items) => items.iter().map(plain).collect(),
        CstInputValue::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), plain(value))).collect()
        }
    }
}
