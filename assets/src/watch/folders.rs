//! Which folders are watched: those that hold pets, each pet's own, and, where there is no folder of pets yet, the
//! one in which it would appear. Each by itself and never what is below, so their number is bounded.

use crate::{Library, LibraryDirs};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, OnceLock};

/// The watched folders.
pub(super) struct Folders {
    /// Nothing where the system cannot watch.
    watcher: Option<RecommendedWatcher>,
    watched: HashMap<PathBuf, Identity>,
    /// What to tell of changes in: only these folders and what is in them.
    roots: Arc<OnceLock<Vec<PathBuf>>>,
    /// Some folder cannot be watched.
    blind: bool,
    /// Kept, so that waiting for changes never ends for want of a sender.
    _changes: SyncSender<()>,
}

/// Tells a folder from another one that took its name; the watch went with the old one.
type Identity = Option<u64>;

impl Folders {
    /// Nothing is watched yet. A message on `changes` tells of changes; one that waits there already is enough.
    pub(super) fn new(changes: SyncSender<()>) -> Self {
        let roots = Arc::new(OnceLock::<Vec<PathBuf>>::new());
        let (tell, within) = (changes.clone(), Arc::clone(&roots));
        let handler = move |event: notify::Result<Event>| {
            let matters = event.is_ok_and(|event| matters(&event, within.get().map_or(&[], Vec::as_slice)));
            if matters {
                // Full: it was told already.
                let _ = tell.try_send(());
            }
        };
        let watcher = notify::recommended_watcher(handler).ok();
        Self { blind: watcher.is_none(), watcher, watched: HashMap::new(), roots, _changes: changes }
    }

    /// Changes may go unnoticed.
    pub(super) fn is_blind(&self) -> bool {
        self.blind
    }

    /// Watches what there is to watch now, and nothing else. True when that is more than before.
    pub(super) fn follow(&mut self, dirs: &LibraryDirs, library: &Library) -> bool {
        let roots = [Some(dirs.installed_pets()), dirs.codex_pets.clone()].into_iter().flatten();
        let roots = self.roots.get_or_init(|| roots.collect());
        let Some(watcher) = &mut self.watcher else { return false };
        let places = roots.iter().filter_map(|root| root.ancestors().find(|folder| folder.is_dir()));
        let pets = library.iter().filter_map(|pet| pet.dir.as_deref());
        let wanted: HashMap<PathBuf, Identity> =
            places.chain(pets).map(|folder| (folder.to_owned(), identity(folder))).collect();

        self.watched.retain(|folder, known| {
            let stays = wanted.get(folder) == Some(known);
            if !stays {
                // It may be gone by itself.
                let _ = watcher.unwatch(folder);
            }
            stays
        });
        let (mut more, mut blind) = (false, false);
        for (folder, identity) in wanted {
            if self.watched.contains_key(&folder) {
                continue;
            }
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(folder, identity);
                    more = true;
                }
                // Gone again: its parent tells of that.
                Err(_) if !folder.exists() => {}
                Err(_) => blind = true,
            }
        }
        self.blind = blind;
        more
    }
}

/// Reading changes nothing, and neither does what happens beside the folders of pets.
fn matters(event: &Event, roots: &[PathBuf]) -> bool {
    let reading =
        matches!(event.kind, EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write));
    let concerns = |path: &Path| roots.iter().any(|root| path.starts_with(root) || root.starts_with(path));
    !reading && (event.need_rescan() || event.paths.iter().any(|path| concerns(path)))
}

#[cfg(unix)]
fn identity(folder: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt;
    folder.metadata().ok().map(|metadata| metadata.ino())
}

/// Elsewhere a watched folder cannot be replaced.
#[cfg(not(unix))]
fn identity(_: &Path) -> Identity {
    None
}
