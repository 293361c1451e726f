//! The pets that can still be found when no catalog can be read.
//!
//! Ids and addresses are those that the gallery publishes, as several public sources about OpenPets state them; the
//! descriptions are ours. The packages are not part of the program: they lie on another server than the catalog, which
//! may well answer when that one does not.

use super::{CatalogPet, RECORDED_CATALOG_VERSION};
use crate::PetId;

struct Entry {
    id: &'static str,
    display_name: &'static str,
    description: &'static str,
    preview: &'static str,
    zip: &'static str,
}

const PETS: &[Entry] = &[
    Entry {
        id: "tmuxai",
        display_name: "TmuxAI Official",
        description: "A white, rounded robot cube with an antenna.",
        preview: "https://openpets.dev/pets/tmuxai-openpets/thumb.webp",
        zip: "https://zip.openpets.dev/pets/tmuxai-openpets/tmuxai.zip",
    },
    Entry {
        id: "nori",
        display_name: "Nori",
        description: "A small smiling sushi.",
        preview: "https://openpets.dev/pets/nori-openpets/thumb.webp",
        zip: "https://zip.openpets.dev/pets/nori-openpets/nori.zip",
    },
    Entry {
        id: "tux",
        display_name: "Tux",
        description: "The penguin of Linux.",
        preview: "https://openpets.dev/pets/tux-de2f300f/thumb.webp",
        zip: "https://zip.openpets.dev/pets/tux-de2f300f/tux.zip",
    },
];

/// All of them.
pub(super) fn pets() -> impl Iterator<Item = CatalogPet> {
    PETS.iter().filter_map(|entry| {
        Some(CatalogPet {
            id: PetId::try_from(entry.id).ok()?,
            display_name: entry.display_name.to_owned(),
            description: entry.description.to_owned(),
            preview: entry.preview.to_owned(),
            zip: entry.zip.to_owned(),
            catalog_version: RECORDED_CATALOG_VERSION,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::site::{Site, Use};

    #[test]
    fn every_entry_keeps_the_rules_of_the_public_catalog() {
        let site = Site::at(None).unwrap();
        assert_eq!(pets().count(), PETS.len());
        for pet in pets() {
            assert!(!pet.id.is_builtin());
            assert_eq!(site.allow(&pet.preview, Use::Preview).unwrap().as_str(), pet.preview);
            assert_eq!(site.allow(&pet.zip, Use::Package).unwrap().as_str(), pet.zip);
            assert!(
                (1..=120).contains(&pet.display_name.len()) && (1..=500).contains(&pet.description.len())
            );
        }
    }
}
