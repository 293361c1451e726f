//! The Windows pipe. Its name is random, so that nobody can take it before us, and remote machines are refused.

use super::error::StartError;
use crate::token::NoRandomness;
use std::io;
use tokio::net::windows::named_pipe::{NamedPipeServer, ServerOptions};

/// Random bytes in a name: twice as many hexadecimal digits.
const NAME_BYTES: usize = 16;

/// A listening pipe: the instance that the next client gets.
#[derive(Debug)]
pub(super) struct Pipe {
    name: String,
    next: NamedPipeServer,
}

impl Pipe {
    pub(super) fn bind() -> Result<Self, StartError> {
        let name = format!(r"\\.\pipe\openpets-{:032x}-{}", random()?, std::process::id());
        let next = ServerOptions::new().first_pipe_instance(true).reject_remote_clients(true).create(&name);
        match next {
            Ok(next) => Ok(Self { name, next }),
            Err(source) => Err(StartError::Listen { place: name, source }),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Cancel-safe: a client that connected stays connected to `next` until it is handed out.
    pub(super) async fn accept(&mut self) -> io::Result<NamedPipeServer> {
        if let Err(error) = self.next.connect().await {
            // A client that came and went leaves an instance that nobody else can use.
            let _ = self.next.disconnect();
            return Err(error);
        }
        let fresh = ServerOptions::new().reject_remote_clients(true).create(&self.name)?;
        Ok(std::mem::replace(&mut self.next, fresh))
    }
}

fn random() -> Result<u128, NoRandomness> {
    let mut bytes = [0; NAME_BYTES];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(u128::from_ne_bytes(bytes))
}
