//! The Windows pipe. Its name is random, so that nobody can take it before us; other users and remote machines are
//! refused by the system.

use super::error::StartError;
use crate::token::NoRandomness;
use interprocess::os::windows::named_pipe::PipeListenerOptions;
use interprocess::os::windows::named_pipe::pipe_mode::Bytes;
use interprocess::os::windows::named_pipe::tokio::{DuplexPipeStream, PipeListener};
use interprocess::os::windows::security_descriptor::SecurityDescriptor;
use std::fmt;
use std::io;
use widestring::u16cstr;

/// Random bytes in a name: twice as many hexadecimal digits.
const NAME_BYTES: usize = 16;

/// A client of the pipe.
pub(super) type PipeStream = DuplexPipeStream<Bytes>;

/// A listening pipe.
pub(super) struct Pipe {
    name: String,
    listener: PipeListener<Bytes, Bytes>,
}

impl fmt::Debug for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipe").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Pipe {
    pub(super) fn bind() -> Result<Self, StartError> {
        let name = format!(r"\\.\pipe\openpets-{:032x}-{}", random()?, std::process::id());
        match listen(&name) {
            Ok(listener) => Ok(Self { name, listener }),
            Err(source) => Err(StartError::Listen { place: name, source }),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Cancel-safe: the listener keeps the instance that a client may have connected to.
    pub(super) async fn accept(&mut self) -> io::Result<PipeStream> {
        self.listener.accept().await
    }
}

fn listen(name: &str) -> io::Result<PipeListener<Bytes, Bytes>> {
    // In the system's notation: protected from inherited rules, all rights for the owner, none for anybody else. By
    // default everybody may read.
    let owner_only = SecurityDescriptor::deserialize(u16cstr!("D:P(A;;GA;;;OW)"))?;
    PipeListenerOptions::new()
        .path(name)
        .accept_remote(false)
        .security_descriptor(Some(owner_only))
        .create_tokio_duplex()
}

fn random() -> Result<u128, NoRandomness> {
    let mut bytes = [0; NAME_BYTES];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(u128::from_ne_bytes(bytes))
}
