//! `openpets search`: which pets the gallery has. Asks it directly; no app is needed.

use super::install::{Bar, Interrupt, Watcher};
use crate::args::Search;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{Output, complain};
use openpets_assets::catalog::{Catalog, CatalogError, CatalogHit};
use serde_json::json;

pub(super) fn run(args: &Search, output: &mut Output) -> Result<Exit, CommandError> {
    let (interrupt, bar) = (Interrupt::listen(), Bar::for_terminal(!args.json));
    let found = Catalog::from_env()?
        .search(&args.words.join(" "), &Watcher { interrupt: &interrupt, bar: &bar })
        .map_err(|error| match error {
            CatalogError::Cancelled => CommandError::Interrupted,
            other => other.into(),
        })?;
    drop(bar);
    if args.json {
        let pet = |hit: &CatalogHit| json!({"id": hit.id, "displayName": hit.display_name, "recommended": hit.recommended});
        output.json(&json!({
            "ok": true,
            "pets": found.pets.iter().map(pet).collect::<Vec<_>>(),
            "more": found.more,
            "complete": found.fallback.is_none(),
        }));
        return Ok(Exit::Done);
    }
    if let Some(failure) = &found.fallback {
        complain(&format!("{} Only an older list was searched. {}", failure.sentence(), failure.fix()));
    }
    let rows: Vec<_> = found.pets.iter().map(|hit| [hit.id.to_string(), hit.display_name.clone()]).collect();
    output.table(&rows);
    match (found.pets.is_empty(), found.more) {
        (true, _) => output.line("no pet has all of these words"),
        (false, true) => output.line("… and more; add a word to see fewer"),
        (false, false) => {}
    }
    Ok(Exit::Done)
}
