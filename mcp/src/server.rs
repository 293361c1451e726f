//! What MCP asks, answered by the tools.

use crate::app::App;
use crate::keeper::Keeper;
use crate::tools;
use openpets_ipc::AgentKind;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, InitializeRequestParams,
    InitializeResult, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use std::sync::Arc;

/// One agent's server.
pub(crate) struct PetServer<A> {
    keeper: Arc<Keeper<A>>,
}

impl<A: App> PetServer<A> {
    pub(crate) const fn new(keeper: Arc<Keeper<A>>) -> Self {
        Self { keeper }
    }

    /// Tells the app which agent this is, without letting the agent wait for it.
    fn introduce(&self, client: &Implementation) {
        if let Some(agent) = AgentKind::from_name(&client.name) {
            let keeper = Arc::clone(&self.keeper);
            tokio::spawn(async move { keeper.name(agent).await });
        }
    }
}

impl<A: App> ServerHandler for PetServer<A> {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(
                Implementation::new("openpets", env!("CARGO_PKG_VERSION")).with_title("OpenPets"),
            )
            .with_instructions(tools::INSTRUCTIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.introduce(&request.client_info);
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // From version 2026-07-28 on there is no `initialize`; each request tells.
        if let Some(client) = context.client_info() {
            self.introduce(&client);
        }
        let arguments = request.arguments.unwrap_or_default();
        match tools::call(&self.keeper, &request.name, arguments).await {
            Some(result) => Ok(result.into()),
            None => Err(ErrorData::invalid_params("there is no tool of this name; see tools/list", None)),
        }
    }
}
