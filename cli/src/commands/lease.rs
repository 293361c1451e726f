//! `openpets lease`: routing for scripts, which hold the id and send the heartbeats themselves.

use super::{answer, control};
use crate::args::{Acquire, LeaseAction};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{Output, complain};
use openpets_ipc::reply::{HeartbeatResult, LeaseListResult, LeaseSnapshot, ReleaseResult};
use openpets_ipc::{AcquireLease, Client, Command};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) fn run(action: LeaseAction, output: &mut Output) -> Result<Exit, CommandError> {
    match action {
        LeaseAction::Acquire(args) => acquire(args, output)?,
        LeaseAction::Heartbeat(args) => {
            let sent = Client::discover()?.send(&Command::HeartbeatLease { lease: args.lease })?;
            if let Some::<HeartbeatResult>(result) = answer(&sent, args.json, output)? {
                output.line(&format!("extended; {}", lifetime(result.expires_at)));
            }
        }
        LeaseAction::Release(args) => {
            let sent = Client::discover()?.send(&Command::ReleaseLease { lease: args.lease })?;
            if let Some::<ReleaseResult>(result) = answer(&sent, args.json, output)? {
                output.line(if result.released { "released" } else { "had ended already" });
            }
        }
        LeaseAction::List(args) => {
            let sent = control()?.send(&Command::ListLeases)?;
            if let Some(result) = answer(&sent, args.json, output)? {
                list(&result, output);
            }
        }
    }
    Ok(Exit::Done)
}

fn acquire(args: Acquire, output: &mut Output) -> Result<(), CommandError> {
    let wish = AcquireLease {
        requested_pet: args.pet,
        client_pid: args.client_pid,
        session_nonce: args.nonce,
        source: None,
    };
    let sent = Client::discover()?.send(&Command::AcquireLease(wish))?;
    if let Some::<LeaseSnapshot>(lease) = answer(&sent, args.json, output)? {
        // The id alone, for `lease=$(openpets lease acquire)`; what a person wants to know goes beside it.
        output.line(&lease.lease_id);
        if let Some(reason) = &lease.fallback_reason {
            complain(&format!("{} stands in ({reason})", lease.actual_target_pet_name));
        }
    }
    Ok(())
}

fn list(result: &LeaseListResult, output: &mut Output) {
    if result.leases.is_empty() {
        output.line("no leases");
    }
    let rows: Vec<[String; 4]> = result
        .leases
        .iter()
        .map(|lease| {
            [
                lease.lease_id.clone(),
                lease.actual_target_pet_id.clone(),
                match (&lease.terminal_app_name, lease.client_pid) {
                    (Some(name), Some(pid)) => format!("{name}, process {pid}"),
                    (Some(name), None) => name.clone(),
                    (None, Some(pid)) => format!("process {pid}"),
                    (None, None) => "-".to_owned(),
                },
                lifetime(lease.expires_at),
            ]
        })
        .collect();
    output.table(&rows);
    if let Some(omitted) = result.omitted {
        output.line(&format!("… and {omitted} more"));
    }
}

/// When a lease ends, in words. The app's clock is this machine's.
pub(super) fn lifetime(expires_at: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
    match u128::from(expires_at).saturating_sub(now).div_ceil(1000) {
        0 => "ends now".to_owned(),
        seconds => format!("ends in {seconds} s without a heartbeat"),
    }
}
