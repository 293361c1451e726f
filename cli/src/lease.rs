//! `openpets lease …`

use crate::arguments::Lease;
use crate::exit::Failed;
use crate::output;
use crate::status::describe_lease;
use openpets_ipc::reply::{LeaseListResult, LeaseSnapshot, ReleaseResult};
use openpets_ipc::{AcquireLease, Client, Command};

pub(crate) fn lease(command: Lease) -> Result<(), Failed> {
    match command {
        Lease::Acquire { pet, client_pid, nonce, json } => {
            let wish = AcquireLease { requested_pet: pet, client_pid, session_nonce: nonce };
            let answer = Client::discover()?.send(&Command::AcquireLease(wish))?;
            if json {
                return output::json(answer.json());
            }
            output::line(answer.read::<LeaseSnapshot>()?.lease_id)
        }
        Lease::Heartbeat { lease, json } => {
            let answer = Client::discover()?.send(&Command::HeartbeatLease { lease })?;
            if json { output::json(answer.json()) } else { Ok(()) }
        }
        Lease::Release { lease, json } => {
            let answer = Client::discover()?.send(&Command::ReleaseLease { lease })?;
            if json {
                return output::json(answer.json());
            }
            match answer.read::<ReleaseResult>()?.released {
                true => Ok(()),
                false => output::line("There was nothing to release: the lease had ended."),
            }
        }
        Lease::List { json } => {
            let answer = Client::control()?.send(&Command::ListLeases)?;
            if json {
                return output::json(answer.json());
            }
            let list: LeaseListResult = answer.read()?;
            if list.leases.is_empty() {
                return output::line("No agent holds a lease.");
            }
            list.leases.iter().try_for_each(|lease| output::line(describe_lease(lease)))?;
            list.omitted.map_or(Ok(()), |more| output::line(format!("… and {more} more")))
        }
    }
}
