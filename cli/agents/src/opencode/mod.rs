//! The plugin for OpenCode: one file in OpenCode's own language, which speaks the local protocol by itself.

use crate::hook::Language;
use openpets_ipc::RequestedPetId;

const PLUGIN: &str = include_str!("plugin.js");

/// Lines of [`PLUGIN`] that are filled in.
const NO_PET: &str = "const PET = null;";
const NO_LINES: &str = "const LINES = {};";

/// The plugin, for this pet.
pub(crate) fn plugin(pet: Option<&RequestedPetId>) -> String {
    let pet = pet.map_or(serde_json::Value::Null, |pet| pet.as_str().into());
    let lines: String = Language::ALL
        .into_iter()
        .map(|language| format!("  {:?}: {},\n", language.tag(), language.compact_lines()))
        .collect();
    PLUGIN.replacen(NO_PET, &format!("const PET = {pet};"), 1).replacen(
        NO_LINES,
        &format!("const LINES = {{\n{lines}}};"),
        1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pet_and_lines_are_filled_in() {
        let text = plugin(Some(&"it's \"so\"".to_owned().try_into().unwrap()));
        assert!(text.contains(r#"const PET = "it's \"so\"";"#));
        assert!(!text.contains(NO_LINES) && text.contains("\"zh-Hant\": {\"permission\":["));
        assert!(plugin(None).contains(NO_PET));
        // Agents of other people run it: it stays small enough to be read.
        assert!(PLUGIN.lines().count() < 350);
    }
}
