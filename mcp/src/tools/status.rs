//! `openpets_status`: is there an app, and which pet does this agent drive?

use crate::app::App;
use crate::keeper::Keeper;
use crate::trouble;
use openpets_ipc::reply::LeaseSnapshot;
use openpets_ipc::{BadResponse, ClientError, Command, LeaseId, StatusAnswer};
use schemars::JsonSchema;
use serde::Serialize;

/// The fields are those of OpenPets' own server.
#[derive(Debug, Serialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Status {
    /// The pet can be driven.
    ok: bool,
    /// OpenPets is running.
    app_running: bool,
    /// The pet that this agent is configured for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    configured_pet_id: Option<String>,
    /// The pet that it drives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    actual_target_pet_id: Option<String>,
    /// The name of that pet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    actual_target_pet_name: Option<String>,
    /// It is the user's default pet.
    using_default_pet: bool,
    /// Always true: this server can drive other pets than the default one.
    routing_implemented: bool,
    /// Why no pet can be driven.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    unavailable_reason: Option<String>,
    /// Why another pet than the configured one is driven.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    fallback_reason: Option<String>,
}

/// Asks the app.
pub(super) async fn of<A: App>(keeper: &Keeper<A>) -> Status {
    let configured_pet_id = keeper.identity().await.pet.map(String::from);
    match lease(keeper).await {
        Ok(lease) => Status {
            ok: true,
            app_running: true,
            configured_pet_id,
            actual_target_pet_id: Some(lease.actual_target_pet_id),
            actual_target_pet_name: Some(lease.actual_target_pet_name),
            using_default_pet: lease.using_default_pet,
            routing_implemented: true,
            unavailable_reason: None,
            fallback_reason: lease.fallback_reason,
        },
        Err(error) => Status {
            ok: false,
            app_running: trouble::is_there(&error),
            using_default_pet: configured_pet_id.is_none(),
            configured_pet_id,
            actual_target_pet_id: None,
            actual_target_pet_name: None,
            routing_implemented: true,
            unavailable_reason: Some(trouble::sentence(&error).to_owned()),
            fallback_reason: None,
        },
    }
}

/// The lease as the app sees it now: a default pet may have become another one.
async fn lease<A: App>(keeper: &Keeper<A>) -> Result<LeaseSnapshot, ClientError> {
    // What one has ended, the other brings back.
    for _ in 0..2 {
        let answer = keeper.send(|_, _, lease| Command::Status { lease: Some(lease) }).await?;
        match StatusAnswer::read(&answer)? {
            StatusAnswer::Lease(status) => return Ok(status.lease),
            StatusAnswer::Stale(stale) => {
                if let Ok(lease) = LeaseId::try_from(stale.lease_id) {
                    keeper.lost(&lease).await;
                }
            }
            StatusAnswer::App(_) => break,
        }
    }
    Err(ClientError::BadResponse(BadResponse::Result))
}
