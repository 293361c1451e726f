//! What the world and the thread that installs share about one installation.

use openpets_assets::install::{Observer, Progress};
use openpets_ipc::reply::{InstallProgressResult, InstallStep};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// How far one installation is, and whether it was called off.
#[derive(Debug, Default)]
pub(super) struct Ticket {
    /// Nothing yet: others come first.
    progress: Mutex<Option<Progress>>,
    cancelled: AtomicBool,
}

impl Ticket {
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub(super) fn tell(&self) -> InstallProgressResult {
        // Only whole values are ever stored, so a panic elsewhere has spoiled nothing.
        let progress = *self.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let at = |step| InstallProgressResult { ok: true, step, received_bytes: None, total_bytes: None };
        match progress {
            None => at(InstallStep::Waiting),
            Some(Progress::LookingUp) => at(InstallStep::LookingUp),
            Some(Progress::Downloading { received, total }) => InstallProgressResult {
                received_bytes: Some(received),
                total_bytes: total,
                ..at(InstallStep::Downloading)
            },
            Some(Progress::Checking) => at(InstallStep::Checking),
            Some(Progress::Placing) => at(InstallStep::Placing),
        }
    }
}

impl Observer for Ticket {
    fn progress(&self, progress: Progress) {
        *self.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(progress);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
