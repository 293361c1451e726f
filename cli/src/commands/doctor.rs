//! `openpets doctor`: what connects agents with this app, and what is wrong with it.

use super::configure::this_program;
use crate::args::Doctor;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_agents::configure::{Entry, Report, Roots, Scope, Server, Status, report};
use openpets_ipc::Client;
use serde_json::{Value, json};
use std::path::PathBuf;

pub(super) fn run(args: &Doctor, output: &mut Output) -> Result<Exit, CommandError> {
    let reports = reports(args.cwd.clone())?;
    let app = Client::discover().and_then(|client| client.hello());
    let ill = reports.iter().any(is_ill);
    if args.json {
        let app = match &app {
            Ok(app) => json!({"running": true, "version": app.app_version}),
            Err(error) => json!({"running": false, "reason": error.to_string()}),
        };
        output.json(&json!({"ok": !ill, "app": app, "agents": as_json(&reports)}));
    } else {
        match &app {
            Ok(app) => output.line(&format!("OpenPets {} is running.", app.app_version)),
            // Not an illness: agents go on without it.
            Err(error) => output.line(&format!("The app cannot be reached: {error}")),
        }
        print(&reports, output);
    }
    Ok(if ill { Exit::Failed } else { Exit::Done })
}

/// What `openpets configure` tells without an agent.
pub(super) fn list(
    project: Option<PathBuf>,
    as_json_too: bool,
    output: &mut Output,
) -> Result<Exit, CommandError> {
    let reports = reports(project)?;
    if as_json_too {
        output.json(&json!({"ok": true, "agents": as_json(&reports)}));
    } else {
        print(&reports, output);
    }
    Ok(Exit::Done)
}

/// Every agent that is here or has something of ours, in the scopes where it matters.
fn reports(project: Option<PathBuf>) -> Result<Vec<Report>, CommandError> {
    let roots = Roots::from_env()?;
    let server = Server { program: this_program(&roots)?, pet: None };
    let folder = project.unwrap_or_else(|| PathBuf::from("."));
    let project =
        folder.canonicalize().ok().filter(|folder| Some(folder) != roots.home.canonicalize().as_ref().ok());
    let mut reports = report(project.as_deref(), &server, &roots);
    reports
        .retain(|report| report.is_here && report.scope == Scope::User || report.status() != Status::Missing);
    Ok(reports)
}

/// Something that was put in does not do what it should.
fn is_ill(report: &Report) -> bool {
    matches!(report.status(), Status::NeedsUpdate(_) | Status::Invalid(_))
}

fn as_json(reports: &[Report]) -> Vec<Value> {
    let entry = |entry: &Entry| {
        json!({
            "what": entry.what, "path": entry.path, "status": entry.status.name(), "detail": entry.status.detail(),
        })
    };
    let report = |report: &Report| {
        json!({
            "agent": report.agent.name(), "scope": report.scope.name(), "status": report.status().name(),
            "nextStep": report.next_step(), "entries": report.entries.iter().map(entry).collect::<Vec<_>>(),
        })
    };
    reports.iter().map(report).collect()
}

fn print(reports: &[Report], output: &mut Output) {
    if reports.is_empty() {
        output.line("No agent was found; `openpets configure --agent generic` prints the entry for any client of MCP.");
    }
    for report in reports {
        let (title, scope) = (report.agent.title(), report.scope.name());
        output.line(&format!("{title}, {scope}: {}", report.status().name()));
        if report.status() != Status::Missing {
            let rows: Vec<[String; 3]> = report.entries.iter().map(row).collect();
            output.table(&rows);
        }
        if let Some(next) = report.next_step() {
            output.line(&format!("  next: {next}"));
        }
    }
}

fn row(entry: &Entry) -> [String; 3] {
    let status = match entry.status.detail() {
        Some(detail) => format!("{}: {detail}", entry.status.name()),
        None => entry.status.name().to_owned(),
    };
    [format!("  {}", entry.what), status, entry.path.display().to_string()]
}
