//! What is there, agent by agent, and what to do about it.

use super::agent::{Agent, Scope};
use super::content::Found;
use super::part::{Part, Place, is_here, parts};
use super::plan::look_through_links;
use super::roots::{Roots, is_program};
use super::server::Server;
use std::path::{Path, PathBuf};

/// One agent in one scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The agent.
    pub agent: Agent,
    /// Whose configuration.
    pub scope: Scope,
    /// The agent seems to be on this machine.
    pub is_here: bool,
    /// Everything that connects it.
    pub entries: Vec<Entry>,
}

/// One thing of ours in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is, for people.
    pub what: &'static str,
    /// The file.
    pub path: PathBuf,
    /// How it is.
    pub status: Status,
}

/// How an entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It is not there.
    Missing,
    /// It is there and works.
    Installed,
    /// It is there, but not as it should be.
    NeedsUpdate(Outdated),
    /// Somebody else's has its name.
    Custom,
    /// The file cannot be read, is not to be touched, or is not what it should be. With the reason.
    Invalid(String),
}

/// Why an entry has to be written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outdated {
    /// The program that it starts is not there any more.
    ProgramGone(PathBuf),
    /// It starts OpenPets' own package, or a program that is only found with luck.
    OtherProgram,
    /// Another version of this program wrote it.
    Older,
}

impl Status {
    /// In one word, for scripts.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Installed => "installed",
            Self::NeedsUpdate(_) => "needs-update",
            Self::Custom => "custom",
            Self::Invalid(_) => "invalid",
        }
    }

    /// More about it, for people.
    #[must_use]
    pub fn detail(&self) -> Option<String> {
        match self {
            Self::Missing | Self::Installed => None,
            Self::NeedsUpdate(Outdated::ProgramGone(path)) => Some(format!("{} is gone", path.display())),
            Self::NeedsUpdate(Outdated::OtherProgram) => {
                Some("it starts another program than this one".to_owned())
            }
            Self::NeedsUpdate(Outdated::Older) => Some("another version wrote it".to_owned()),
            Self::Custom => Some("an entry `openpets` that is not ours".to_owned()),
            Self::Invalid(reason) => Some(reason.clone()),
        }
    }
}

impl Report {
    /// How the agent is as a whole: installed or missing if everything is, else the worst of it.
    #[must_use]
    pub fn status(&self) -> Status {
        let all = |status: &Status| self.entries.iter().all(|entry| entry.status == *status);
        if all(&Status::Installed) {
            return Status::Installed;
        }
        if all(&Status::Missing) {
            return Status::Missing;
        }
        let any = |test: fn(&Status) -> bool| {
            self.entries.iter().map(|entry| &entry.status).find(|status| test(status))
        };
        any(|status| matches!(status, Status::Invalid(_)))
            .or_else(|| any(|status| matches!(status, Status::Custom)))
            .or_else(|| any(|status| matches!(status, Status::NeedsUpdate(_))))
            .cloned()
            .unwrap_or(Status::NeedsUpdate(Outdated::Older))
    }

    /// The command, or what else to do, that makes it well. Nothing if it is.
    #[must_use]
    pub fn next_step(&self) -> Option<String> {
        let global = match (self.scope, self.agent.scopes().contains(&Scope::Project)) {
            (Scope::User, true) => " --global",
            _ => "",
        };
        let command = format!("openpets configure --agent {}{global}", self.agent);
        match self.status() {
            Status::Installed => None,
            Status::Missing | Status::NeedsUpdate(_) => Some(command),
            Status::Custom => Some(format!("{command} --force, if it may be replaced")),
            Status::Invalid(_) => Some(format!("repair the file, then {command}")),
        }
    }
}

/// How every agent is, for the person and, if one is named, for a project.
#[must_use]
pub fn report(project: Option<&Path>, server: &Server, roots: &Roots) -> Vec<Report> {
    let mut reports = Vec::new();
    for agent in Agent::ALL {
        let is_here = is_here(agent, roots);
        for scope in agent.scopes() {
            let place = match (scope, project) {
                (Scope::Project, Some(project)) => Place::Project(project),
                (Scope::Project, None) => continue,
                (Scope::User, _) => Place::User,
            };
            let entries = parts(agent, &place, server, roots).iter().map(entry).collect();
            reports.push(Report { agent, scope: *scope, is_here, entries });
        }
    }
    reports
}

fn entry(part: &Part) -> Entry {
    Entry { what: part.what, path: part.path.clone(), status: status(part) }
}

fn status(part: &Part) -> Status {
    let (text, found) = match look_through_links(part) {
        Ok(seen) => seen,
        Err(error) => return Status::Invalid(error.to_string()),
    };
    match found {
        Found::Nothing => Status::Missing,
        Found::Other => Status::Custom,
        Found::Ours { program: Some(program), .. } if !is_program(&program) => {
            Status::NeedsUpdate(Outdated::ProgramGone(program))
        }
        Found::Ours { program: None, .. } if part.content.starts_a_program() => {
            Status::NeedsUpdate(Outdated::OtherProgram)
        }
        // Another installed program of ours and another pet are as good.
        Found::Ours { .. } => {
            let text = text.unwrap_or_default();
            let as_found = part.content.as_in(&text).and_then(|content| content.find(&text).ok());
            match as_found {
                Some(Found::Ours { current: true, .. }) => Status::Installed,
                _ => Status::NeedsUpdate(Outdated::Older),
            }
        }
    }
}
