//! Pets that come, change and go while agents hold leases; installed by command, too.

use crate::support::{TestWorld, install_pet, lease_id, pet_request};
use openpets_ipc::reply::{InstallStep, InstalledResult, TargetKind};
use openpets_ipc::{AcquireLease, Command, InstallFrom, InstallPet, PackageKind, Reply, RequestedPetId};
use openpets_systems::pets::Pet;
use std::fs;

fn pet(id: &str) -> RequestedPetId {
    id.to_owned().try_into().unwrap()
}

fn actual_target(world: &mut TestWorld, lease: &str) -> (TargetKind, String, Option<String>) {
    match world.ask(Command::Status { lease: Some(lease_id(lease)) }) {
        Ok(Reply::LeaseStatus(status)) => {
            (status.lease.target_kind, status.lease.actual_target_pet_id, status.lease.fallback_reason)
        }
        other => panic!("no live lease: {other:?}"),
    }
}

fn install_from(world: &mut TestWorld, folder: &std::path::Path) -> InstalledResult {
    let from = InstallFrom::local(folder.to_str().unwrap(), PackageKind::Folder).unwrap();
    let answer = world.send(Command::InstallPet(InstallPet { from, key: None }));
    match world.wait_for(answer) {
        Ok(Reply::Installed(result)) => result,
        other => panic!("not installed: {other:?}"),
    }
}

#[test]
fn a_pet_that_breaks_and_comes_back_takes_its_leases_along() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let lease = world.acquire(pet_request("cat")).lease_id;
    let sheet = world.folder.path().join("pets/cat/spritesheet.webp");
    let whole = fs::read(&sheet).unwrap();

    fs::write(&sheet, "no picture").unwrap();
    world.look_at_disk();
    let broken = (TargetKind::Default, "builtin".to_owned(), Some("pet_broken".to_owned()));
    assert_eq!(actual_target(&mut world, &lease), broken);
    assert!(world.agent_pets().is_empty());

    fs::write(&sheet, whole).unwrap();
    world.look_at_disk();
    assert_eq!(actual_target(&mut world, &lease), (TargetKind::Explicit, "cat".to_owned(), None));
    assert_eq!(world.agent_pets(), ["cat"]);

    fs::remove_dir_all(world.folder.path().join("pets/cat")).unwrap();
    world.look_at_disk();
    let gone = (TargetKind::Default, "builtin".to_owned(), Some("pet_not_installed".to_owned()));
    assert_eq!(actual_target(&mut world, &lease), gone);
}

#[test]
fn the_default_pet_falls_back_and_returns() {
    let mut world = TestWorld::new(&["cat"], r#"{"defaultPetId":"cat"}"#);
    let default = world.default_pet();
    let lease = world.acquire(AcquireLease::default()).lease_id;
    fs::rename(world.folder.path().join("pets/cat"), world.folder.path().join("away")).unwrap();
    world.look_at_disk();
    assert_eq!(world.get::<Pet>(default).id, "builtin");
    let stands_in =
        (TargetKind::Default, "builtin".to_owned(), Some("default_broken_fallback_builtin".to_owned()));
    assert_eq!(actual_target(&mut world, &lease), stands_in);

    fs::rename(world.folder.path().join("away"), world.folder.path().join("pets/cat")).unwrap();
    world.look_at_disk();
    assert_eq!(world.get::<Pet>(default).id, "cat");
    assert_eq!(actual_target(&mut world, &lease), (TargetKind::Default, "cat".to_owned(), None));
}

#[test]
fn a_pet_that_is_installed_reaches_who_waits_for_it() {
    let mut world = TestWorld::new(&[], "{}");
    let lease = world.acquire(pet_request("dog"));
    assert_eq!(lease.fallback_reason.as_deref(), Some("pet_not_installed"));

    let elsewhere = tempfile::tempdir().unwrap();
    install_pet(elsewhere.path(), "dog");
    let result = install_from(&mut world, &elsewhere.path().join("pets/dog"));
    assert_eq!((result.pet_id.as_str(), result.installed, result.replaced), ("dog", true, false));
    assert!(world.folder.path().join("pets/dog/pet.json").exists());
    assert_eq!(actual_target(&mut world, &lease.lease_id), (TargetKind::Explicit, "dog".to_owned(), None));
    assert!(install_from(&mut world, &elsewhere.path().join("pets/dog")).replaced);

    let answer = world.send(Command::UninstallPet { pet: pet("dog") });
    assert!(matches!(world.wait_for(answer), Ok(Reply::Uninstalled(result)) if result.pet_id == "dog"));
    assert!(!world.folder.path().join("pets/dog").exists());
    assert_eq!(actual_target(&mut world, &lease.lease_id).0, TargetKind::Default);
}

#[test]
fn what_cannot_be_installed_says_why() {
    let mut world = TestWorld::new(&["cat"], "{}");
    let elsewhere = tempfile::tempdir().unwrap();
    let zip = elsewhere.path().join("cat.zip");
    fs::write(&zip, "no archive").unwrap();
    let from = InstallFrom::local(zip.to_str().unwrap(), PackageKind::Zip).unwrap();
    let answer = world.send(Command::InstallPet(InstallPet { from, key: None }));
    let failure = world.wait_for(answer).unwrap_err();
    assert_eq!(failure.code, "install_failed");
    assert!(failure.message.contains("(zip-"), "{failure}");

    let from = InstallFrom::Catalog(pet("Not An Id"));
    let failure = world.ask(Command::InstallPet(InstallPet { from, key: None })).unwrap_err();
    assert_eq!(failure.code, "invalid_params");
    let answer = world.send(Command::UninstallPet { pet: pet("builtin") });
    assert_eq!(world.wait_for(answer).unwrap_err().code, "install_failed");
    let answer = world.send(Command::UninstallPet { pet: pet("nobody") });
    assert_eq!(world.wait_for(answer).unwrap_err().code, "install_failed");
}

#[test]
fn installations_nobody_knows() {
    let mut world = TestWorld::new(&[], "{}");
    let key = "k".to_owned().try_into().unwrap();
    let progress = world.ask(Command::InstallProgress { key });
    assert!(matches!(progress, Ok(Reply::InstallProgress(at)) if at.step == InstallStep::Unknown));
    let key = "k".to_owned().try_into().unwrap();
    let cancelled = world.ask(Command::CancelInstall { key });
    assert!(matches!(cancelled, Ok(Reply::InstallCancelled(result)) if !result.cancelled));
}

#[test]
fn the_default_pet_is_chosen_and_kept() {
    let mut world = TestWorld::new(&["cat"], r#"{"defaultPetId":"builtin","petScale":1.25}"#);
    let default = world.default_pet();
    let chosen = world.ask(Command::SetDefaultPet { pet: pet("cat") });
    assert!(matches!(chosen, Ok(Reply::DefaultPet(result)) if result.default_pet.id == "cat"));
    world.app.update();
    assert_eq!(world.get::<Pet>(default).id, "cat");
    world.app.world_mut().resource_mut::<openpets_systems::settings::Saver>().finish();
    let state = openpets_assets::StateFile::peek(world.folder.path()).unwrap();
    assert_eq!((state.default_pet_id(), state.pet_scale()), ("cat", 1.25));

    for id in ["nobody", "Not An Id"] {
        let refused = world.ask(Command::SetDefaultPet { pet: pet(id) }).unwrap_err();
        assert_eq!(refused.code, "invalid_params");
    }
    fs::write(world.folder.path().join("pets/cat/spritesheet.webp"), "no picture").unwrap();
    world.look_at_disk();
    assert_eq!(world.ask(Command::SetDefaultPet { pet: pet("cat") }).unwrap_err().code, "invalid_params");
}
