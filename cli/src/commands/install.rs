//! `openpets install`: through the running app or, where that is wanted and none runs, by this program itself.

mod app;
mod bar;
mod standalone;

use crate::args::Install;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{Output, complain};
pub(super) use bar::Bar;
use openpets_ipc::reply::InstalledResult;
use openpets_ipc::{Answer, InstallFrom, PackageKind, PackageRule};
use serde_json::Value;
pub(super) use standalone::Watcher;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the person presses Ctrl-C.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C calls the installation off instead of ending the process; pressed again, it ends it.
    pub(super) fn listen() -> Self {
        let interrupt = Self::default();
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // Without it, Ctrl-C ends the process, which an installation survives as well.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&interrupt.0));
            let _ = signal_hook::flag::register(signal, Arc::clone(&interrupt.0));
        }
        interrupt
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

pub(super) fn run(args: &Install, output: &mut Output) -> Result<Exit, CommandError> {
    let from = source(args)?;
    let interrupt = Interrupt::listen();
    let bar = Bar::for_terminal(!args.json);
    let result = match app::install(&from, &interrupt, &bar) {
        Err(error) if error.exit() == Exit::NotRunning => match args.standalone {
            true => standalone::install(&from, &interrupt, &bar),
            false => Err(CommandError::AppNeeded),
        },
        other => other,
    };
    drop(bar);
    report(&result?, args, output)
}

fn source(args: &Install) -> Result<InstallFrom, CommandError> {
    let local = |path: &Path, kind| {
        let path = std::path::absolute(path).map_err(CommandError::Path)?;
        // The app is asked for it in JSON.
        let text = path.to_str().ok_or(PackageRule::Control)?;
        Ok(InstallFrom::local(text, kind)?)
    };
    match (&args.from_zip, &args.from_folder, &args.pet) {
        (Some(path), ..) => local(path, PackageKind::Zip),
        (_, Some(path), _) => local(path, PackageKind::Folder),
        (_, _, Some(pet)) => Ok(InstallFrom::Catalog(pet.clone())),
        (None, None, None) => unreachable!("the arguments need one of the three"),
    }
}

fn report(result: &Value, args: &Install, output: &mut Output) -> Result<Exit, CommandError> {
    if args.json {
        output.json(result);
        return Ok(Exit::Done);
    }
    let pet: InstalledResult = serde_json::from_value(result.clone()).map_err(|_| CommandError::Result)?;
    if !pet.notes.is_empty() {
        complain("the pet can be shown, but not everything about it is as the format says:");
    }
    for note in &pet.notes {
        complain(note);
    }
    let what = if pet.replaced { "Replaced" } else { "Installed" };
    output.line(&format!("{what} {} ({}).", pet.display_name, pet.pet_id));
    if !pet.replaced {
        output.line(&format!("To make it the default pet: openpets default {}", pet.pet_id));
    }
    Ok(Exit::Done)
}

/// What the app answered.
fn json(answer: &Answer) -> Value {
    answer.json().clone()
}
