//! `openpets pets`: from the running app, or from the library on disk when none runs.

mod disk;

use crate::args::Pets;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::reply::PetListResult;
use openpets_ipc::{Answer, Client, Command};
use serde_json::Value;

pub(super) fn run(args: &Pets, output: &mut Output) -> Result<Exit, CommandError> {
    match Client::discover().and_then(|client| client.send(&Command::ListPets)) {
        Ok(answer) => from_app(&answer, args, output)?,
        Err(error) if error.is_not_running() => disk::list(args, output)?,
        Err(error) => return Err(error.into()),
    }
    Ok(Exit::Done)
}

fn from_app(answer: &Answer, args: &Pets, output: &mut Output) -> Result<(), CommandError> {
    if args.json {
        output.json(&filtered(answer.json().clone(), args.broken));
        return Ok(());
    }
    let result: PetListResult = answer.read()?;
    let wanted = result.pets.into_iter().filter(|pet| pet.broken || !args.broken);
    let rows = wanted.map(|pet| Row {
        is_default: pet.id == result.default_pet_id,
        source: pet.built_in.then_some("built in"),
        broken: pet.broken.then(|| pet.broken_reason.unwrap_or_default()),
        name: pet.display_name,
        id: pet.id,
    });
    print(rows, args, output);
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

/// A list of pets for scripts, perhaps without those that are in order.
fn filtered(mut document: Value, broken_only: bool) -> Value {
    if let Some(pets) = document.get_mut("pets").and_then(Value::as_array_mut).filter(|_| broken_only) {
        pets.retain(|pet| pet.get("broken").and_then(Value::as_bool) == Some(true));
    }
    document
}

fn print(rows: impl Iterator<Item = Row>, args: &Pets, output: &mut Output) {
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
    if rows.is_empty() && args.broken {
        output.line("no pet is broken");
    }
    output.table(&rows);
}
