//! An installation without the app.

use super::{Bar, Interrupt};
use crate::error::CommandError;
use openpets_assets::install::{InstallError, Observer, Progress, Wish, install as install_pet};
use openpets_assets::{LibraryDirs, PetId};
use openpets_ipc::reply::{InstallProgressResult, InstallStep, InstalledResult};
use openpets_ipc::{InstallFrom, PackageKind};
use serde_json::Value;

/// What other programs find in the lock.
const COMMAND: &str = "openpets install";

/// Shows progress in the bar, and calls off at Ctrl-C.
pub(in crate::commands) struct Watcher<'a> {
    pub(in crate::commands) interrupt: &'a Interrupt,
    pub(in crate::commands) bar: &'a Bar,
}

impl Observer for Watcher<'_> {
    fn progress(&self, progress: Progress) {
        let step = match progress {
            Progress::LookingUp => InstallStep::LookingUp,
            Progress::Downloading { .. } => InstallStep::Downloading,
            Progress::Checking => InstallStep::Checking,
            Progress::Placing => InstallStep::Placing,
        };
        let (received_bytes, total_bytes) = match progress {
            Progress::Downloading { received, total } => (Some(received), total),
            _ => (None, None),
        };
        self.bar.show(&InstallProgressResult { ok: true, step, received_bytes, total_bytes });
    }

    fn is_cancelled(&self) -> bool {
        self.interrupt.is_set()
    }
}

/// Installs here and gives the result that the app would give.
pub(super) fn install(from: &InstallFrom, interrupt: &Interrupt, bar: &Bar) -> Result<Value, CommandError> {
    let dirs = LibraryDirs::from_env()?;
    let observer = Watcher { interrupt, bar };
    let id;
    let wish = match from {
        InstallFrom::Catalog(pet) => {
            id = PetId::try_from(pet.as_str())?;
            Wish::Catalog(&id)
        }
        InstallFrom::Local { path, kind: PackageKind::Zip } => Wish::Zip(path),
        InstallFrom::Local { path, kind: PackageKind::Folder } => Wish::Folder(path),
    };
    let pet = install_pet(&dirs, &wish, COMMAND, &observer).map_err(|error| match error {
        InstallError::Cancelled => CommandError::Interrupted,
        other => other.into(),
    })?;
    let result = InstalledResult {
        ok: true,
        pet_id: pet.id.to_string(),
        display_name: pet.display_name,
        installed: true,
        replaced: pet.replaced,
        notes: pet.notes.iter().map(ToString::to_string).collect(),
    };
    serde_json::to_value(result).map_err(|_| CommandError::Result)
}
