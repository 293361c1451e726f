//! Who this server is to the app.

use crate::app::Reach;
use openpets_ipc::{AcquireLease, AgentKind, Label, RequestedPetId, SessionNonce, Source};

/// What the app is told about this process and its agent.
#[derive(Debug, Clone)]
pub(crate) struct Identity {
    /// The pet that the agent is configured for.
    pub(crate) pet: Option<RequestedPetId>,
    /// The kind of agent, as soon as it has told.
    pub(crate) agent: AgentKind,
    nonce: SessionNonce,
    folder: Option<Label>,
}

impl Identity {
    /// A new one for this process.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub(crate) fn new(pet: Option<RequestedPetId>) -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let nonce = format!("mcp-{:032x}", u128::from_ne_bytes(bytes));
        let nonce = SessionNonce::try_from(nonce).map_err(|_| getrandom::Error::UNEXPECTED)?;
        let folder = std::env::current_dir().ok();
        let folder = folder.as_ref().and_then(|path| path.file_name()?.to_str());
        Ok(Self { pet, agent: AgentKind::unnamed(), nonce, folder: folder.and_then(Label::from_text) })
    }

    /// What a lease is asked for with. Without a process there is no telling which client asks again.
    pub(crate) fn wish(&self, reach: Reach) -> AcquireLease {
        let here = reach == Reach::Here;
        AcquireLease {
            requested_pet: self.pet.clone(),
            client_pid: here.then(std::process::id),
            session_nonce: here.then(|| self.nonce.clone()),
            source: Some(self.source(reach)),
        }
    }

    /// The agent alone.
    fn source(&self, reach: Reach) -> Source {
        let mut source = Source::new(self.agent.clone());
        source.folder = self.folder.clone();
        match reach {
            Reach::Here => source.pid = Source::parent_process(),
            // Something has to tell it from other agents of the same kind.
            Reach::Elsewhere => source.session = Label::from_text(&String::from(self.nonce.clone())),
        }
        source
    }

    /// The agent, calling this tool.
    pub(crate) fn calling(&self, reach: Reach, tool: &str) -> Source {
        Source { event: Label::from_text("MCP"), tool: Label::from_text(tool), ..self.source(reach) }
    }
}
