//! Worlds of different temper.

use crate::inbound::{Inbound, Inbox};
use crate::reply::{HelloResult, PetListResult, PetSummary, Reply};
use crate::{Command, PROTOCOL, PROTOCOL_VERSION};
use std::sync::mpsc::Sender;

/// Answers everything at once: `pets.list` with a list that fills a message, all else like `hello`.
pub(super) fn quick(inbox: Inbox) {
    for inbound in inbox {
        answer(inbound);
    }
}

/// Hands every command to the test, which answers when it likes.
pub(super) fn watched(watcher: Sender<Inbound>) -> impl FnOnce(Inbox) + Send {
    move |inbox| {
        for inbound in inbox {
            if watcher.send(inbound).is_err() {
                return;
            }
        }
    }
}

pub(super) fn answer(inbound: Inbound) {
    let reply = match inbound.command {
        Command::ListPets => Reply::Pets(long_list()),
        _ => Reply::Hello(HelloResult {
            ok: true,
            protocol: PROTOCOL.to_owned(),
            protocol_version: PROTOCOL_VERSION,
            app_version: "1.2.3".to_owned(),
        }),
    };
    // The client may be gone.
    let _ = inbound.reply.send(Ok(reply));
}

fn long_list() -> PetListResult {
    let pet = |number| PetSummary {
        id: format!("pet-{number}"),
        display_name: "A pet with a long name ".repeat(3),
        built_in: false,
        broken: false,
        broken_reason: None,
    };
    PetListResult {
        ok: true,
        pets: (0..200).map(pet).collect(),
        default_pet_id: "pet-0".to_owned(),
        omitted: None,
    }
}
