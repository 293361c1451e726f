//! `openpets configure`: shows what would change in an agent's configuration, asks, and changes it.

use super::doctor;
use crate::args::{Configure, Target};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_agents::configure::{Agent, Plan, Request, Roots, Scope, Server, Step, generic};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::PathBuf;

pub(super) fn run(args: &Configure, output: &mut Output) -> Result<Exit, CommandError> {
    let roots = Roots::from_env()?;
    let server = Server { program: this_program(&roots)?, pet: args.pet.clone() };
    match args.agent {
        None => doctor::list(args.cwd.clone(), args.json, output),
        Some(Target::Generic) => {
            print_generic(&server, args.json, output);
            Ok(Exit::Done)
        }
        Some(Target::Agent(agent)) => {
            let request = Request { agent, project: project(args, agent)?, server, force: args.force };
            configure(&request, args, &roots, output)
        }
    }
}

/// The path that agents are to start.
pub(super) fn this_program(roots: &Roots) -> Result<PathBuf, CommandError> {
    roots.this_program().map_or_else(|| std::env::current_exe().map_err(CommandError::NoProgram), Ok)
}

/// The project that is meant; none for an agent that knows no projects, unless one was named.
fn project(args: &Configure, agent: Agent) -> Result<Option<PathBuf>, CommandError> {
    if args.global || (args.cwd.is_none() && !agent.scopes().contains(&Scope::Project)) {
        return Ok(None);
    }
    let folder = args.cwd.clone().unwrap_or_else(|| PathBuf::from("."));
    std::path::absolute(&folder).map(Some).map_err(CommandError::Path)
}

fn print_generic(server: &Server, as_json: bool, output: &mut Output) {
    let entry = generic(server);
    if as_json {
        output.json(&entry);
    } else {
        output.block(&format!("{entry:#}\n"));
    }
}

fn configure(
    request: &Request,
    args: &Configure,
    roots: &Roots,
    output: &mut Output,
) -> Result<Exit, CommandError> {
    let plan = if args.remove { Plan::disconnect(request, roots) } else { Plan::connect(request, roots) }?;
    let nothing = plan.steps().is_empty();
    if !args.json {
        show(&plan, request, args, output);
    }
    let applied = !nothing && !args.dry_run && (args.yes || agreed(args, output)?);
    if applied {
        plan.apply(roots)?;
    }
    if args.json {
        output.json(&result(&plan, request, applied));
    } else if applied {
        conclude(&plan, request, args, output);
    } else if !nothing && !args.dry_run {
        output.line("Nothing was changed.");
    }
    Ok(Exit::Done)
}

fn show(plan: &Plan, request: &Request, args: &Configure, output: &mut Output) {
    let title = request.agent.title();
    for path in plan.left_alone() {
        output.line(&format!(
            "{} has an entry `openpets` that is not ours; it stays. --force removes it.",
            path.display()
        ));
    }
    if plan.steps().is_empty() {
        let state = if args.remove { "has nothing of OpenPets" } else { "is connected already" };
        output.line(&format!("{title} {state}; there is nothing to do."));
    }
    for step in plan.steps() {
        match step {
            // Nobody is going to look at every line.
            Step::File(step) if args.yes => {
                output.line(&format!("{} {} ({})", step.action().name(), step.path().display(), step.what()));
            }
            Step::File(step) => output.verbatim(&step.diff()),
            Step::Claude(step) => step.commands().for_each(|command| output.line(&format!("$ {command}"))),
        }
    }
}

/// Asks the person.
fn agreed(args: &Configure, output: &mut Output) -> Result<bool, CommandError> {
    if args.json || !stdin().is_terminal() || !stderr().is_terminal() {
        return Err(CommandError::NobodyToAsk);
    }
    output.write_so_far().map_err(CommandError::Output)?;
    let mut terminal = stderr();
    let mut answer = String::new();
    // Whoever cannot be asked has not agreed.
    let asked = write!(terminal, "Change this? [y/N] ").and_then(|()| terminal.flush());
    let answered = asked.and_then(|()| stdin().read_line(&mut answer));
    Ok(answered.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn conclude(plan: &Plan, request: &Request, args: &Configure, output: &mut Output) {
    let title = request.agent.title();
    if args.remove {
        output.line(&format!(
            "{title} has nothing of OpenPets any more. {}",
            request.agent.afterwards_removed()
        ));
        return;
    }
    for path in plan.backups() {
        output.line(&format!("As it was: {}", path.display()));
    }
    output.line(&format!("{title} is connected. {}", request.agent.afterwards()));
}

fn result(plan: &Plan, request: &Request, applied: bool) -> Value {
    let steps: Vec<Value> = plan.steps().iter().flat_map(step).collect();
    let scope = if request.project.is_some() { Scope::Project } else { Scope::User };
    json!({
        "ok": true, "agent": request.agent.name(), "scope": scope.name(), "applied": applied, "steps": steps,
        "leftAlone": plan.left_alone(), "backups": if applied { plan.backups() } else { Vec::new() },
    })
}

fn step(step: &Step) -> Vec<Value> {
    match step {
        Step::File(step) => vec![json!({
            "action": step.action().name(), "what": step.what(), "path": step.path(), "diff": step.diff(),
        })],
        Step::Claude(step) => step.words().map(|words| json!({"action": "run", "command": words})).collect(),
    }
}
