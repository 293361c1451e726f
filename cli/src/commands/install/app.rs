//! An installation by the running app: one request that waits, and others beside it that ask how far it is.

use super::{Bar, Interrupt, json};
use crate::error::CommandError;
use openpets_ipc::{Client, ClientError, Command, InstallFrom, InstallKey, InstallPet};
use serde_json::Value;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How often the bar moves.
const INTERVAL: Duration = Duration::from_millis(100);

/// Installs through the app and gives its result.
pub(super) fn install(from: &InstallFrom, interrupt: &Interrupt, bar: &Bar) -> Result<Value, CommandError> {
    let client = Client::discover()?;
    // OpenPets of old has no such file: no bar then, and no way to call it off.
    let control = Client::control().ok();
    let key = key();
    let wish = InstallPet { from: from.clone(), key: control.is_some().then(|| key.clone()) };
    let (sender, answer) = channel();
    std::thread::spawn(move || {
        // Nobody waits any more when this fails.
        let _ = sender.send(client.send(&Command::InstallPet(wish)));
    });
    let mut cancelled = false;
    loop {
        match answer.recv_timeout(INTERVAL) {
            Ok(answer) => return answered(answer, cancelled),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(CommandError::Result),
        }
        let Some(control) = &control else { continue };
        if interrupt.is_set() && !cancelled {
            cancelled = control.cancel_install(&key).is_ok_and(|answer| answer.cancelled);
        }
        if let Ok(progress) = control.install_progress(&key) {
            bar.show(&progress);
        }
    }
}

fn answered(
    answer: Result<openpets_ipc::Answer, ClientError>,
    cancelled: bool,
) -> Result<Value, CommandError> {
    match answer {
        Ok(answer) => Ok(json(&answer)),
        // What was called off fails; the person knows why.
        Err(ClientError::Refused(_)) if cancelled => Err(CommandError::Interrupted),
        Err(ClientError::Refused(failure)) if failure.code == "unknown_method" => Err(CommandError::TooOld),
        Err(error) => Err(error.into()),
    }
}

/// Of this installation alone: no other process has this id now, and none had it at this moment.
fn key() -> InstallKey {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let text = format!("{}-{}", std::process::id(), now.as_nanos());
    #[expect(clippy::expect_used, reason = "some digits and a hyphen are within the rules")]
    InstallKey::try_from(text).expect("a well-formed key")
}
