//! The thread that installs and removes pets, one after the other.

use super::ticket::Ticket;
use crate::commands::RequestId;
use crossbeam_channel::{Receiver, Sender, TrySendError};
use openpets_assets::install::{InstallError, Wish, install, uninstall};
use openpets_assets::{Library, LibraryDirs, PetId};
use openpets_ipc::reply::{InstalledResult, UninstalledResult};
use openpets_ipc::{Code, Failure, Outcome, Reply, Wake};
use std::path::PathBuf;
use std::sync::Arc;

/// Jobs that may wait for the one at work. A person starts one or two; past this, requests are answered `busy`.
const MAX_WAITING: usize = 8;

/// What other programs find in the lock while the app installs.
const COMMAND: &str = "openpets-desktop";

/// Something to do.
pub(super) struct Job {
    pub(super) request: RequestId,
    pub(super) work: Work,
    pub(super) ticket: Arc<Ticket>,
}

pub(super) enum Work {
    FromCatalog(PetId),
    FromZip(PathBuf),
    FromFolder(PathBuf),
    Uninstall(PetId),
}

/// How it ended.
pub(super) struct Done {
    pub(super) request: RequestId,
    pub(super) outcome: Outcome,
    /// What is on disk now; nothing if the job changed nothing.
    pub(super) library: Option<Library>,
    /// The pet that was removed.
    pub(super) removed: Option<PetId>,
}

/// The way to the thread.
pub(super) struct Worker {
    jobs: Sender<Job>,
    done: Receiver<Done>,
}

impl Worker {
    /// Starts the thread.
    pub(super) fn start(dirs: LibraryDirs, wake: Wake) -> std::io::Result<Self> {
        let (jobs, queue) = crossbeam_channel::bounded::<Job>(MAX_WAITING);
        let (finished, done) = crossbeam_channel::unbounded();
        let work = move || {
            for job in queue {
                if finished.send(carry_out(job, &dirs)).is_err() {
                    return;
                }
                wake();
            }
        };
        std::thread::Builder::new().name("install".to_owned()).spawn(work)?;
        Ok(Self { jobs, done })
    }

    /// Queues a job.
    pub(super) fn send(&self, job: Job) -> Result<(), Failure> {
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => {
                Failure::new(Code::Busy, "many pets are being installed already; try again in a moment")
            }
            TrySendError::Disconnected(_) => Failure::new(
                Code::InternalError,
                "the part of the app that installs pets has failed; restart it",
            ),
        })
    }

    /// A job that has ended, if one has.
    pub(super) fn take_done(&self) -> Option<Done> {
        self.done.try_recv().ok()
    }
}

/// A decoder that panics fails for that pet alone.
fn carry_out(Job { request, work, ticket }: Job, dirs: &LibraryDirs) -> Done {
    let result = std::panic::catch_unwind(|| match &work {
        Work::FromCatalog(id) => install(dirs, &Wish::Catalog(id), COMMAND, &*ticket).map(installed),
        Work::FromZip(path) => install(dirs, &Wish::Zip(path), COMMAND, &*ticket).map(installed),
        Work::FromFolder(path) => install(dirs, &Wish::Folder(path), COMMAND, &*ticket).map(installed),
        Work::Uninstall(id) => uninstall(dirs, id, COMMAND)
            .map(|()| Reply::Uninstalled(UninstalledResult { ok: true, pet_id: id.to_string() })),
    });
    let outcome = match result {
        Ok(result) => result.map_err(|error| failure(&error)),
        Err(_) => Err(Failure::new(Code::InternalError, "the package made the program that reads it fail")),
    };
    let library = outcome.is_ok().then(|| Library::scan(dirs));
    let removed = match work {
        Work::Uninstall(id) if outcome.is_ok() => Some(id),
        _ => None,
    };
    Done { request, outcome, library, removed }
}

fn installed(pet: openpets_assets::install::Installed) -> Reply {
    Reply::Installed(InstalledResult {
        ok: true,
        pet_id: pet.id.to_string(),
        display_name: pet.display_name,
        installed: true,
        replaced: pet.replaced,
        notes: pet.notes.iter().map(ToString::to_string).collect(),
    })
}

fn failure(error: &InstallError) -> Failure {
    let code = match error {
        InstallError::Busy { .. } => Code::Busy,
        _ => Code::InstallFailed,
    };
    Failure::new(code, error.to_string())
}
