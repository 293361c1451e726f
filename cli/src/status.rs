//! `openpets status`.

use crate::exit::{Exit, Failed};
use crate::output;
use openpets_ipc::reply::{LeaseSnapshot, StatusResult};
use openpets_ipc::{Client, ClientError, Command, LeaseId, StatusAnswer};
use serde_json::json;

pub(crate) fn status(json: bool, lease: Option<LeaseId>) -> Result<(), Failed> {
    let answer = Client::discover().and_then(|client| client.send(&Command::Status { lease }));
    match answer {
        Ok(answer) if json => output::json(answer.json()),
        Ok(answer) => match StatusAnswer::read(&answer)? {
            StatusAnswer::App(status) => output::line(describe(&status)),
            StatusAnswer::Lease(status) => output::line(describe_lease(&status.lease)),
            StatusAnswer::Stale(_) => {
                Err(Failed::because("this lease has ended; get a new one with `openpets lease acquire`"))
            }
        },
        Err(error) if json && error.is_not_running() => not_running(&error),
        Err(error) => Err(error.into()),
    }
}

/// In the shape that the npm client gives.
fn not_running(error: &ClientError) -> Result<(), Failed> {
    output::json(&json!({ "ok": false, "appRunning": false, "unavailableReason": error.to_string() }))?;
    Err(Failed::Quietly(Exit::NotRunning))
}

fn describe(status: &StatusResult) -> String {
    let shown = match (status.default_pet_visible, status.paused) {
        (_, true) => "paused",
        (true, false) => "on screen",
        (false, false) => "not on screen",
    };
    let bubbles = if status.speech_bubbles_enabled { "on" } else { "off" };
    let pet = &status.default_pet;
    format!(
        "OpenPets {} is running\nDefault pet: {} ({}), {shown}\nBubbles: {bubbles}",
        status.app_version, pet.display_name, pet.id
    )
}

pub(crate) fn describe_lease(lease: &LeaseSnapshot) -> String {
    let mut text = format!("{}  {} ({})", lease.lease_id, lease.actual_target_pet_name, lease.actual_target_pet_id);
    if lease.using_default_pet {
        text += "  default pet";
    }
    if let Some(reason) = &lease.fallback_reason {
        text += &format!("  fallback: {reason}");
    }
    if let Some(pid) = lease.client_pid {
        text += &format!("  process {pid}");
    }
    if let Some(name) = &lease.terminal_app_name {
        text += &format!(" in {name}");
    }
    text
}
