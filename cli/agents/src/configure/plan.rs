//! What has to be done, worked out before anything is touched, and then done so that it all happens or nothing.

use super::agent::{Agent, Scope};
use super::claude::{self, Call, ClaudeError};
use super::content::{Content, Found, Invalid};
use super::file::{self, FileError, MAX_BYTES};
use super::part::{Part, Place, parts};
use super::roots::Roots;
use super::server::Server;
use serde_json::Value;
use std::path::{Path, PathBuf};

mod apply;
mod step;

pub use apply::ApplyError;
pub use step::{Action, ClaudeStep, FileStep, Step};

use step::{Backup, Undoable};

/// Whose configuration is to be changed, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The agent.
    pub agent: Agent,
    /// The project, or the person's configuration without one.
    pub project: Option<PathBuf>,
    /// What the agent is to start.
    pub server: Server,
    /// An entry of somebody else under our name is replaced, or removed.
    pub force: bool,
}

/// Why nothing was planned or done.
#[derive(Debug, thiserror::Error)]
pub enum ConfigureError {
    /// The project is no project.
    #[error("{0} is not a folder")]
    NoProject(PathBuf),
    /// What is below it would be somewhere else.
    #[error("{0} is a symbolic link; name the folder that it leads to")]
    LinkedProject(PathBuf),
    /// Agents read other files there.
    #[error("{0} is your home folder, not a project; add --global, or name a project with --cwd")]
    HomeProject(PathBuf),
    /// Only the person's.
    #[error("{0} has no configuration for projects; add --global")]
    NoProjectScope(&'static str),
    /// JSON, TOML and shells take text only.
    #[error("the path of this program, {0}, is not valid Unicode; install it elsewhere")]
    ProgramNotText(PathBuf),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file is not what it should be.
    #[error("{path}: {rule}. Nothing was changed; repair it and try again")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The rule that it breaks.
        rule: Invalid,
    },
    /// Somebody else's entry has our name.
    #[error("{0} has an entry `openpets` that is not ours; nothing was changed. --force replaces it")]
    Custom(PathBuf),
    /// Claude Code does not do its part.
    #[error(transparent)]
    Claude(#[from] ClaudeError),
}

/// What has to be done, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    steps: Vec<Step>,
    left_alone: Vec<PathBuf>,
}

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
}

impl Plan {
    /// What connects the agent. Nothing is left to do if it is connected so already.
    ///
    /// # Errors
    /// When a file is not to be touched, or has to be repaired first.
    pub fn connect(request: &Request, roots: &Roots) -> Result<Self, ConfigureError> {
        Self::of(request, roots, Direction::In)
    }

    /// What removes everything of ours from the agent's configuration.
    ///
    /// # Errors
    /// As for [`Plan::connect`].
    pub fn disconnect(request: &Request, roots: &Roots) -> Result<Self, ConfigureError> {
        Self::of(request, roots, Direction::Out)
    }

    fn of(request: &Request, roots: &Roots, direction: Direction) -> Result<Self, ConfigureError> {
        if request.server.program.to_str().is_none() {
            return Err(ConfigureError::ProgramNotText(request.server.program.clone()));
        }
        let project = project(request, roots)?;
        let place = project.as_deref().map_or(Place::User, Place::Project);
        let mut plan = Self { steps: Vec::new(), left_alone: Vec::new() };
        for part in parts(request.agent, &place, &request.server, roots) {
            // What Claude Code writes itself is only looked at.
            let (text, found) = if part.through_claude { look_through_links(&part) } else { look(&part) }?;
            if found == Found::Other && !request.force {
                if direction == Direction::In {
                    return Err(ConfigureError::Custom(part.path));
                }
                plan.left_alone.push(part.path);
                continue;
            }
            let step = if part.through_claude {
                let folder = project.as_deref().unwrap_or(&roots.home);
                through_claude(&part, text.as_deref(), &found, direction, (place.scope(), folder))?
                    .map(Step::Claude)
            } else {
                let step = match direction {
                    Direction::In => put(part, text, &found)?,
                    Direction::Out => take_out(part, text, &found)?,
                };
                step.map(Step::File)
            };
            plan.steps.extend(step);
        }
        if plan.steps.iter().any(|step| matches!(step, Step::Claude(_))) {
            claude::find(roots)?;
        }
        Ok(plan)
    }

    /// What has to be done, in order. Nothing if all is as it should be.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Files with an entry of somebody else under our name, which stays.
    #[must_use]
    pub fn left_alone(&self) -> &[PathBuf] {
        &self.left_alone
    }
}

/// The real folder of the project.
fn project(request: &Request, roots: &Roots) -> Result<Option<PathBuf>, ConfigureError> {
    let Some(project) = &request.project else { return Ok(None) };
    if !request.agent.scopes().contains(&Scope::Project) {
        return Err(ConfigureError::NoProjectScope(request.agent.title()));
    }
    if project.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()) {
        return Err(ConfigureError::LinkedProject(project.clone()));
    }
    let real = project.canonicalize().ok().filter(|folder| folder.is_dir());
    let real = real.ok_or_else(|| ConfigureError::NoProject(project.clone()))?;
    if roots.home.canonicalize().is_ok_and(|home| home == real) {
        return Err(ConfigureError::HomeProject(project.clone()));
    }
    Ok(Some(real))
}

/// What a file has of a part.
fn look(part: &Part) -> Result<(Option<String>, Found), ConfigureError> {
    let text = file::read(&part.anchor, &part.path, part.max_bytes())?;
    let found = find(part, text.as_deref())?;
    Ok((text, found))
}

/// The same for a report: links are followed.
pub(super) fn look_through_links(part: &Part) -> Result<(Option<String>, Found), ConfigureError> {
    let text = file::read_through_links(&part.path, part.max_bytes())?;
    let found = find(part, text.as_deref())?;
    Ok((text, found))
}

fn find(part: &Part, text: Option<&str>) -> Result<Found, ConfigureError> {
    match text {
        Some(text) => part.content.find(text).map_err(|rule| invalid(&part.path, rule)),
        None => Ok(Found::Nothing),
    }
}

fn invalid(path: &Path, rule: Invalid) -> ConfigureError {
    ConfigureError::Invalid { path: path.to_owned(), rule }
}

fn put(part: Part, before: Option<String>, found: &Found) -> Result<Option<FileStep>, ConfigureError> {
    if matches!(found, Found::Ours { current: true, .. }) {
        return Ok(None);
    }
    let after =
        part.content.put(before.as_deref().unwrap_or_default()).map_err(|rule| invalid(&part.path, rule))?;
    // A copy that has something of ours would be no way back.
    let backup =
        if before.is_some() && !matches!(found, Found::Ours { .. }) { Backup::Make } else { Backup::Keep };
    let Part { what, path, anchor, .. } = part;
    Ok(Some(FileStep { what, anchor, path, before, after: Some(after), backup }))
}

fn take_out(part: Part, before: Option<String>, found: &Found) -> Result<Option<FileStep>, ConfigureError> {
    let Some(before) = before.filter(|_| *found != Found::Nothing) else { return Ok(None) };
    let backup = file::read(&part.anchor, &file::backup_of(&part.path), MAX_BYTES).unwrap_or(None);
    let own = matches!(part.content, Content::Own(_));
    let after = match backup {
        // Byte for byte as before, if nobody else has changed it since.
        Some(backup) if own || part.content.came_from(&before, &backup) => Some(backup),
        _ => part.content.take_out(&before).map_err(|rule| invalid(&part.path, rule))?,
    };
    let Part { what, path, anchor, .. } = part;
    Ok(Some(FileStep { what, anchor, path, before: Some(before), after, backup: Backup::Forget }))
}

fn through_claude(
    part: &Part,
    text: Option<&str>,
    found: &Found,
    direction: Direction,
    place: (Scope, &Path),
) -> Result<Option<ClaudeStep>, ConfigureError> {
    let (Content::Json(server), (scope, folder)) = (&part.content, place) else { return Ok(None) };
    let known = server.entry(text.unwrap_or_default()).map_err(|rule| invalid(&part.path, rule))?;
    let add = |entry: &Value| Call::add(scope, folder, entry);
    let remove = || Call::remove(scope, folder);
    // It refuses to change an entry: the old one goes first, and comes back if the new one fails.
    let out = known.as_ref().map(|known| Undoable { call: remove(), undo: add(known) });
    let enter = Undoable { call: add(&server.renewed(known.as_ref())), undo: remove() };
    let calls: Vec<Undoable> = match direction {
        Direction::In if matches!(found, Found::Ours { current: true, .. }) => Vec::new(),
        Direction::In => out.into_iter().chain([enter]).collect(),
        Direction::Out => out.into_iter().collect(),
    };
    Ok((!calls.is_empty()).then_some(ClaudeStep { calls }))
}
