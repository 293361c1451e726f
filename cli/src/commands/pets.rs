//! `openpets pets`: from the running app, or from the library on disk when none runs.

mod disk;

use crate::args::Pets;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::reply::PetListResult;
use openpets_ipc::{Answer, Client, Command};

pub(super) fn run(args: &Pets, output: &mut Output) -> Result<Exit, CommandError> {
    match Client::discover().and_then(|client| client.send(&Command::ListPets)) {
        Ok(answer) => from_app(&answer, args.json, output)?,
        Err(error) if error.is_not_running() => disk::list(args.json, output)?,
        Err(error) => return Err(error.into()),
    }
    Ok(Exit::Done)
}

fn from_app(answer: &Answer, json: bool, output: &mut Output) -> Result<(), CommandError> {
    let Some(result) = super::answer::<PetListResult>(answer, json, output)? else { return Ok(()) };
    let rows = result.pets.into_iter().map(|pet| Row {
        is_default: pet.id == result.default_pet_id,
        source: pet.built_in.then_some("built in"),
        broken: pet.broken.then(|| pet.broken_reason.unwrap_or_default()),
        name: pet.display_name,
        id: pet.id,
    });
    print(rows, output);
    if let Some(omitted) = result.omitted {
        output.line(&format!("… and {omitted} more"));
    }
    Ok(())
}

/// One pet, for people.
struct Row {
    id: String,
    name: String,
    is_default: bool,
    source: Option<&'static str>,
    /// Why and what to do; empty if the app does not tell.
    broken: Option<String>,
}

fn print(rows: impl Iterator<Item = Row>, output: &mut Output) {
    let rows: Vec<_> = rows
        .map(|row| {
            let broken = row.broken.map(|reason| match &*reason {
                "" => "broken".to_owned(),
                _ => format!("broken: {reason}"),
            });
            let words = [row.is_default.then(|| "default".into()), row.source.map(Into::into), broken];
            [row.id, row.name, words.into_iter().flatten().collect::<Vec<String>>().join(", ")]
        })
        .collect();
    output.table(&rows);
}
