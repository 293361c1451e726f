//! `openpets status`

use super::lease::lifetime;
use crate::args::Status;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::reply::{HiddenReason, LeaseStatusResult, StaleLeaseResult, StatusResult};
use openpets_ipc::{Client, Command, StatusAnswer};

pub(super) fn run(args: Status, output: &mut Output) -> Result<Exit, CommandError> {
    let answer = Client::discover()?.send(&Command::Status { lease: args.lease })?;
    let status = StatusAnswer::read(&answer)?;
    if args.json {
        output.json(answer.json());
    } else {
        match &status {
            StatusAnswer::App(status) => app(status, output),
            StatusAnswer::Lease(status) => lease(status, output),
            StatusAnswer::Stale(status) => stale(status, output),
        }
    }
    // A script asks `if openpets status --lease …`.
    Ok(if matches!(status, StatusAnswer::Stale(_)) { Exit::Failed } else { Exit::Done })
}

fn app(status: &StatusResult, output: &mut Output) {
    let pet = &status.default_pet;
    let visible = match status.hidden_reason {
        _ if status.default_pet_visible => "visible",
        Some(HiddenReason::NoDisplay) => "not shown: no display",
        _ => "hidden",
    };
    let broken = if pet.broken { ", broken (see openpets pets)" } else { "" };
    output.line(&format!("OpenPets {} is running.", status.app_version));
    output.line(&format!("  default pet  {} ({}), {visible}{broken}", pet.display_name, pet.id));
    if let Some(preferred) = &status.stands_in_for {
        output.line(&format!(
            "               stands in for {preferred}, which is missing or broken (see openpets pets)"
        ));
    }
    output.line(&format!("  paused       {}", if status.paused { "yes" } else { "no" }));
    output.line(&format!("  bubbles      {}", if status.speech_bubbles_enabled { "on" } else { "off" }));
}

fn lease(status: &LeaseStatusResult, output: &mut Output) {
    let lease = &status.lease;
    let (name, id) = (&lease.actual_target_pet_name, &lease.actual_target_pet_id);
    output.line(&format!("Lease {} is alive and {}.", lease.lease_id, lifetime(lease.expires_at)));
    let kind = if lease.using_default_pet { ", the default pet" } else { "" };
    output.line(&format!("  pet          {name} ({id}){kind}"));
    if let Some(reason) = &lease.fallback_reason {
        output.line(&format!("  fallback     {reason}"));
    }
    if let Some(pid) = lease.client_pid {
        output.line(&format!("  client       process {pid}"));
    }
    if let Some(pid) = lease.terminal_owner_pid {
        let name = lease.terminal_app_name.as_deref().unwrap_or("unknown");
        output.line(&format!("  terminal     {name}, process {pid}"));
    }
}

fn stale(status: &StaleLeaseResult, output: &mut Output) {
    output.line(&format!("Lease {} has ended; acquire a new one.", status.lease_id));
}
