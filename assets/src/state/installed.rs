//! What the state file records of installed pets. OpenPets lists the pets that it finds here; we list the folders, and
//! keep this list for it.

use super::{State, object_in};
use crate::id::PetId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What is recorded of a pet when it is installed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstalledRecord {
    pub(crate) id: PetId,
    pub(crate) display_name: String,
    pub(crate) description: String,
    /// Nothing for a package of this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<CatalogSource>,
}

/// Where a pet of the catalog came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CatalogSource {
    pub(crate) catalog_version: u32,
    pub(crate) zip: String,
    pub(crate) preview: String,
}

impl State {
    /// The ids of the pets that the file says are installed.
    pub fn installed_pets(&self) -> impl Iterator<Item = &str> {
        let records = self.section("pets").and_then(|pets| pets.get("installed")?.as_array());
        records.into_iter().flatten().filter_map(|record| record.get("id")?.as_str())
    }

    /// A pet was installed. A record of the same id is brought up to date in its place.
    pub(crate) fn record_installed(&mut self, record: &InstalledRecord) {
        let records = self.installed_mut();
        let known = records.iter().position(|known| has_id(known, &record.id));
        let index = known.unwrap_or_else(|| {
            records.push(Value::Object(Map::new()));
            records.len() - 1
        });
        let Value::Object(fields) = &mut records[index] else { return };
        for (name, value) in [
            ("id", json!(record.id)),
            ("displayName", json!(record.display_name)),
            ("description", json!(record.description)),
            ("builtIn", json!(false)),
            ("protected", json!(false)),
            ("installed", json!(true)),
        ] {
            fields.insert(name.to_owned(), value);
        }
        for outdated in ["source", "broken", "brokenReason"] {
            fields.shift_remove(outdated);
        }
        if let Some(CatalogSource { catalog_version, zip, preview }) = &record.source {
            let source =
                json!({"kind": "catalog", "catalogVersion": catalog_version, "zip": zip, "preview": preview});
            fields.insert("source".to_owned(), source);
        }
    }

    /// A pet was removed: it is no longer recorded, nor in the pool, nor the default pet.
    pub fn forget_pet(&mut self, id: &PetId) {
        self.installed_mut().retain(|known| !has_id(known, id));
        if self.default_pet_id() == id.as_str() {
            self.set_default_pet_id(&PetId::builtin());
        }
        let pool = self.section_mut("preferences").get_mut("petPoolOrder").and_then(Value::as_array_mut);
        if let Some(pool) = pool {
            pool.retain(|member| member.as_str() != Some(id.as_str()));
        }
    }

    fn installed_mut(&mut self) -> &mut Vec<Value> {
        let pets = object_in(&mut self.document, "pets");
        let records = pets.entry("installed").or_insert_with(|| json!([]));
        if !records.is_array() {
            *records = json!([]);
        }
        match records {
            Value::Array(records) => records,
            _ => unreachable!("made an array above"),
        }
    }
}

fn has_id(record: &Value, id: &PetId) -> bool {
    record.get("id").and_then(Value::as_str) == Some(id.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(document: &Value) -> State {
        State::parse(document.to_string().as_bytes()).unwrap()
    }

    fn record(source: Option<CatalogSource>) -> InstalledRecord {
        InstalledRecord {
            id: PetId::try_from("cat").unwrap(),
            display_name: "Cat".into(),
            description: "Purrs.".into(),
            source,
        }
    }

    #[test]
    fn a_pet_is_recorded_as_openpets_does() {
        let mut state = State::default();
        let zip = "https://zip.openpets.dev/pets/cat.zip".to_owned();
        let preview = "https://openpets.dev/pets/cat.webp".to_owned();
        state.record_installed(&record(Some(CatalogSource {
            catalog_version: 2,
            zip: zip.clone(),
            preview: preview.clone(),
        })));
        assert_eq!(
            state.document()["pets"]["installed"],
            json!([{
                "id": "cat", "displayName": "Cat", "description": "Purrs.", "builtIn": false, "protected": false,
                "installed": true,
                "source": {"kind": "catalog", "catalogVersion": 2, "zip": zip, "preview": preview},
            }])
        );
        assert_eq!(state.installed_pets().collect::<Vec<_>>(), ["cat"]);
    }

    #[test]
    fn a_known_pet_keeps_its_place_and_what_we_do_not_know() {
        let mut state = state(&json!({"version": 1, "pets": {"installed": [
            {"id": "cat", "displayName": "Old", "broken": true, "brokenReason": "?", "mood": "new", "source": {}},
            {"id": "dog", "displayName": "Dog"}, 7,
        ], "more": 1}}));
        state.record_installed(&record(None));
        assert_eq!(
            state.document()["pets"],
            json!({"installed": [
                {"id": "cat", "displayName": "Cat", "mood": "new", "description": "Purrs.", "builtIn": false,
                 "protected": false, "installed": true},
                {"id": "dog", "displayName": "Dog"}, 7,
            ], "more": 1})
        );
    }

    #[test]
    fn a_removed_pet_is_nowhere() {
        let mut state = state(&json!({"version": 1,
            "preferences": {"defaultPetId": "cat", "petPoolOrder": ["dog", "cat", 7], "petScale": 1.5},
            "pets": {"installed": [{"id": "cat"}, {"id": "dog"}]}}));
        state.forget_pet(&PetId::try_from("cat").unwrap());
        assert_eq!(state.default_pet_id(), "builtin");
        assert_eq!(state.preference("petPoolOrder"), Some(&json!(["dog", 7])));
        assert_eq!(state.installed_pets().collect::<Vec<_>>(), ["dog"]);
        assert_eq!(state.pet_scale(), 1.5);
    }

    #[test]
    fn lists_of_another_type_are_beyond_use() {
        for pets in [json!(null), json!(7), json!({"installed": {}})] {
            let mut state = state(&json!({"version": 1, "pets": pets}));
            assert_eq!(state.installed_pets().count(), 0);
            state.record_installed(&record(None));
            assert_eq!(state.installed_pets().collect::<Vec<_>>(), ["cat"]);
        }
    }
}
