//! The gallery for end-to-end tests keeps the rules of a catalog.

use anyhow::Result;
use openpets_assets::PetId;
use openpets_assets::catalog::{Catalog, CatalogError};
use openpets_assets::install::Unattended;
use openpets_tests::Gallery;

#[test]
fn every_pet_is_found_and_fetched() -> Result<()> {
    let names = ["ant", "bee", "cat", "dog", "emu"];
    let zip = |name: &str| [b"PK\x05\x06".as_slice(), name.as_bytes()].concat();
    let gallery = Gallery::start(names.iter().map(|name| (*name, "A Pet", zip(name))).collect())?;
    let catalog = Catalog::at(Some(&gallery.base()))?;
    for name in names {
        let pet = catalog.find(&PetId::try_from(name)?, &Unattended)?;
        assert_eq!(pet.display_name, "A Pet");
        let mut bytes = Vec::new();
        catalog.download(&pet, &mut bytes, &Unattended)?;
        assert_eq!(bytes, zip(name));
    }
    let requests = gallery.requests();
    assert!(requests.contains(&"/pets/catalog.v3/search-page-002.json".to_owned()));
    assert!(!requests.contains(&"/pets/catalog.v2.json".to_owned()), "the newest catalog was of no use");

    let missing = catalog.find(&PetId::try_from("fox")?, &Unattended);
    assert!(matches!(missing, Err(CatalogError::NotFound { .. })), "{missing:?}");
    assert_eq!(catalog.search("pet", &Unattended)?.pets.len(), names.len());
    Ok(())
}
