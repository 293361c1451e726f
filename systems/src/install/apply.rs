//! Requests become jobs, and jobs answers.

use super::ticket::Ticket;
use super::worker::{Done, Job, Work, Worker};
use crate::commands::{CommandCompleted, CommandReceived, PendingReplies, RequestId};
use crate::pets::{LibraryFolders, PetLibrary};
use crate::settings::Preferences;
use crate::wake::WakeHandle;
use bevy_ecs::prelude::*;
use openpets_assets::{InvalidPetId, PetId};
use openpets_ipc::reply::{CancelledResult, InstallProgressResult, InstallStep};
use openpets_ipc::{
    Code, Command, Failure, InstallFrom, InstallKey, InstallPet, PackageKind, Reply, RequestedPetId,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Jobs that have not ended.
#[derive(Resource, Default)]
pub(super) struct Installations {
    /// Started with the first job: most days nobody installs a pet.
    worker: Option<Worker>,
    running: HashMap<RequestId, Running>,
}

struct Running {
    key: Option<InstallKey>,
    ticket: Arc<Ticket>,
}

impl Installations {
    fn with_key(&self, key: &InstallKey) -> Option<&Ticket> {
        self.running
            .values()
            .find(|running| running.key.as_ref() == Some(key))
            .map(|running| &*running.ticket)
    }

    fn start(
        &mut self,
        request: RequestId,
        work: Work,
        key: Option<InstallKey>,
        folders: &LibraryFolders,
        wake: &WakeHandle,
    ) -> Result<(), Failure> {
        let worker = match &self.worker {
            Some(worker) => worker,
            None => {
                let started = Worker::start(folders.0.clone(), wake.0.clone()).map_err(|error| {
                    tracing::error!(%error, "no thread to install pets");
                    Failure::new(Code::InternalError, "the system gave no thread to install the pet")
                })?;
                self.worker.insert(started)
            }
        };
        let ticket = Arc::new(Ticket::default());
        worker.send(Job { request, work, ticket: Arc::clone(&ticket) })?;
        self.running.insert(request, Running { key, ticket });
        Ok(())
    }
}

pub(super) fn start_jobs(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    mut pending: ResMut<PendingReplies>,
    mut installations: ResMut<Installations>,
    folders: Res<LibraryFolders>,
    wake: Res<WakeHandle>,
) {
    for message in received.read() {
        let (work, key) = match &message.command {
            Command::InstallPet(InstallPet { from, key }) => (work(from), key.clone()),
            Command::UninstallPet { pet } => (pet_id(pet).map(Work::Uninstall), None),
            _ => continue,
        };
        match work.and_then(|work| installations.start(message.request, work, key, &folders, &wake)) {
            Ok(()) => pending.defer(message.request),
            Err(failure) => {
                completed.write(CommandCompleted { request: message.request, outcome: Err(failure) });
            }
        }
    }
}

fn work(from: &InstallFrom) -> Result<Work, Failure> {
    Ok(match from {
        InstallFrom::Catalog(pet) => Work::FromCatalog(pet_id(pet)?),
        InstallFrom::Local { path, kind: PackageKind::Zip } => Work::FromZip(path.clone()),
        InstallFrom::Local { path, kind: PackageKind::Folder } => Work::FromFolder(path.clone()),
    })
}

fn pet_id(pet: &RequestedPetId) -> Result<PetId, Failure> {
    PetId::try_from(pet.as_str())
        .map_err(|invalid: InvalidPetId| Failure::new(Code::InvalidParams, invalid.to_string()))
}

pub(super) fn finish_jobs(
    mut installations: ResMut<Installations>,
    mut completed: MessageWriter<CommandCompleted>,
    mut library: ResMut<PetLibrary>,
    mut preferences: ResMut<Preferences>,
) {
    while let Some(done) = installations.worker.as_ref().and_then(Worker::take_done) {
        let Done { request, outcome, library: found, removed } = done;
        installations.running.remove(&request);
        if let Some(found) = found {
            library.update(found);
        }
        if let Some(id) = removed {
            // The file says so already.
            preferences.0.forget_pet(&id);
        }
        completed.write(CommandCompleted { request, outcome });
    }
}

pub(super) fn tell_and_cancel(
    mut received: MessageReader<CommandReceived>,
    mut completed: MessageWriter<CommandCompleted>,
    installations: Res<Installations>,
) {
    for message in received.read() {
        let reply = match &message.command {
            Command::InstallProgress { key } => {
                let unknown = InstallProgressResult {
                    ok: true,
                    step: InstallStep::Unknown,
                    received_bytes: None,
                    total_bytes: None,
                };
                Reply::InstallProgress(installations.with_key(key).map_or(unknown, Ticket::tell))
            }
            Command::CancelInstall { key } => {
                let ticket = installations.with_key(key);
                if let Some(ticket) = ticket {
                    ticket.cancel();
                }
                Reply::InstallCancelled(CancelledResult { ok: true, cancelled: ticket.is_some() })
            }
            _ => continue,
        };
        completed.write(CommandCompleted { request: message.request, outcome: Ok(reply) });
    }
}
