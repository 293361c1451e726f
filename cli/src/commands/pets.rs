//! `openpets pets`: from the running app.

use super::answer;
use crate::args::Pets;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_ipc::reply::{PetListResult, PetSummary};
use openpets_ipc::{Client, Command};

pub(super) fn run(args: &Pets, output: &mut Output) -> Result<Exit, CommandError> {
    let sent = Client::discover()?.send(&Command::ListPets)?;
    if let Some(pets) = answer(&sent, args.json, output)? {
        list(&pets, output);
    }
    Ok(Exit::Done)
}

fn list(result: &PetListResult, output: &mut Output) {
    let rows: Vec<_> = result
        .pets
        .iter()
        .map(|pet| [pet.id.clone(), pet.display_name.clone(), remark(pet, pet.id == result.default_pet_id)])
        .collect();
    output.table(&rows);
    if let Some(omitted) = result.omitted {
        output.line(&format!("… and {omitted} more"));
    }
}

fn remark(pet: &PetSummary, is_default: bool) -> String {
    let broken = pet.broken.then(|| match &pet.broken_reason {
        Some(reason) => format!("broken: {reason}"),
        None => "broken".to_owned(),
    });
    let words = [is_default.then(|| "default".into()), pet.built_in.then(|| "built in".into()), broken];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
