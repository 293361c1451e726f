//! The plugin for OpenCode: one file in OpenCode's own language, which speaks the local protocol by itself.

use openpets_ipc::RequestedPetId;

const PLUGIN: &str = include_str!("plugin.js");

/// How the line with the pet looks in [`PLUGIN`].
const NO_PET: &str = "const PET = null;";

/// The plugin, for this pet.
pub(crate) fn plugin(pet: Option<&RequestedPetId>) -> String {
    match pet {
        Some(pet) => PLUGIN.replacen(NO_PET, &format!("const PET = {};", serde_json::json!(pet.as_str())), 1),
        None => PLUGIN.to_owned(),
    }
}
