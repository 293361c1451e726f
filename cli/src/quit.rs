//! `openpets quit`.

use crate::exit::Failed;
use openpets_ipc::Client;
use std::time::Duration;

/// An app that takes longer to end hangs.
const LIMIT: Duration = Duration::from_secs(5);

/// Asks the app to end and returns when it has, so that a script can start it again.
pub(crate) fn quit() -> Result<(), Failed> {
    let client = Client::control()?;
    client.quit()?;
    if client.wait_until_gone(LIMIT) {
        Ok(())
    } else {
        Err(Failed::because("OpenPets agreed to quit but still runs after 5 s; it may hang"))
    }
}
