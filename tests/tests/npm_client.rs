//! The unmodified npm package `@open-pets/client` against the running app.

use anyhow::{Context, Result};
use openpets_tests::{App, AppOptions, Gallery, Rgb, XServer, install_twin, node_client, zip_of};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Runs every method of the client and returns what came back.
fn every_method(app: &App, pet: &str) -> Result<Value> {
    let folder = node_client()?;
    let local = tempfile::tempdir()?;
    install_twin(local.path(), "local")?;
    let picture = std::fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/nibble.png"))?;
    let mut command = Command::new("node");
    app.folders().apply(&mut command);
    let output = command
        .arg(folder.join("every-method.mjs"))
        .arg(pet)
        .arg(picture)
        .arg(local.path().join("local"))
        .output()
        .context("cannot run node")?;
    anyhow::ensure!(output.status.success(), "node failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn check(app: &App) -> Result<Value> {
    let result = every_method(app, "twin")?;
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        result["hello"],
        json!({"ok": true, "protocol": "openpets-ipc", "protocolVersion": 1, "appVersion": version})
    );
    assert_eq!(result["status"]["ok"], true);
    assert_eq!(result["status"]["defaultPet"]["id"], "builtin");
    assert_eq!(result["status"]["defaultPet"]["builtIn"], true);
    assert_eq!(result["listPets"]["defaultPetId"], "builtin");
    assert_eq!(
        result["installPet"],
        json!({"ok": true, "petId": "from-gallery", "displayName": "Twin", "installed": true})
    );
    assert_eq!(result["installMissing"]["code"], "install_failed");
    assert_eq!(result["installInvalid"]["code"], "invalid_pet_id");
    assert_eq!(
        (&result["installLocal"]["petId"], &result["installLocal"]["installed"]),
        (&json!("local"), &json!(true))
    );
    assert_eq!(result["lease"]["targetKind"], "default");
    assert_eq!(result["lease"]["leaseActive"], true);
    assert_eq!(result["missingPetLease"]["fallbackReason"], "pet_not_installed");
    assert_eq!(result["heartbeat"]["leaseId"], result["lease"]["leaseId"]);
    assert!(result["heartbeat"]["expiresAt"].as_u64() >= result["lease"]["expiresAt"].as_u64());
    for (name, answer) in result["reactions"].as_object().context("reactions")? {
        assert_eq!(answer["ok"], true, "{name}");
        assert_eq!(answer["reaction"], *name);
    }
    assert_eq!(result["say"]["ok"], true);
    assert_eq!(result["sayCode"]["code"], "invalid_params");
    assert_eq!(result["release"], json!({"released": true}));
    assert_eq!(result["releaseAgain"], json!({"released": false}));
    assert_eq!(result["deadHeartbeat"]["code"], "unknown_lease");
    assert_eq!(result["deadReact"]["code"], "unknown_lease");
    assert_eq!(result["deadStatus"]["staleReason"], "unknown_lease");
    assert_eq!(result["deadStatus"]["appRunning"], true);
    assert_eq!(result["invalidToken"]["code"], "invalid_token");
    assert_eq!(result["unknownMethod"]["code"], "unknown_method");
    assert_eq!(result["showMedia"]["ok"], true);
    assert_eq!(result["noMedia"]["code"], "invalid_params");
    assert_eq!(result["explicitLease"]["targetKind"], "explicit");
    assert_eq!(result["explicitLease"]["actualTargetPetName"], "Twin");
    assert_eq!(result["leaseStatus"]["actualTargetPetId"], "twin");
    assert_eq!(result["reactExplicit"]["leaseId"], result["explicitLease"]["leaseId"]);
    assert_eq!(result["sayExplicit"]["leaseId"], result["explicitLease"]["leaseId"]);
    Ok(result)
}

/// The app looks at its folders when it starts, so the pet is put there first.
fn app_with_pet(
    display: Option<&XServer>,
    gallery: &Gallery,
    mut variables: Vec<(&str, String)>,
) -> Result<App> {
    let folders = openpets_tests::Folders::new()?;
    install_twin(&folders.user_data().join("pets"), "twin")?;
    variables.push(("OPENPETS_CATALOG_URL", gallery.base()));
    App::start_in(folders, &AppOptions { display, variables })
}

/// A gallery with one pet.
fn gallery() -> Result<Gallery> {
    let packages = tempfile::tempdir()?;
    install_twin(packages.path(), "from-gallery")?;
    Gallery::start(vec![("from-gallery", "From the gallery", zip_of(&packages.path().join("from-gallery"))?)])
}

#[test]
fn every_method_over_the_unix_socket() -> Result<()> {
    let server = XServer::start(Rgb(40, 90, 160))?;
    let gallery = gallery()?;
    let app = app_with_pet(Some(&server), &gallery, Vec::new())?;
    let result = check(&app)?;
    // There is a screen, so everything can be seen.
    for shown in ["say", "showMedia"] {
        assert_eq!(result[shown]["shown"], true, "{shown}");
    }
    for (name, answer) in result["reactions"].as_object().context("reactions")? {
        assert_eq!(answer["shown"], true, "{name}");
    }
    assert!(result["endpoint"].as_str().is_some_and(|endpoint| endpoint.starts_with('/')));
    Ok(())
}

#[test]
fn every_method_over_tcp() -> Result<()> {
    let gallery = gallery()?;
    let tcp = ("OPENPETS_IPC_BIND", "tcp://127.0.0.1:0".to_owned());
    let app = app_with_pet(None, &gallery, vec![tcp])?;
    let result = check(&app)?;
    assert_eq!((&result["say"]["shown"], &result["say"]["reason"]), (&json!(false), &json!("no_display")));
    assert!(result["endpoint"].as_str().is_some_and(|endpoint| endpoint.starts_with("tcp://127.0.0.1:")));
    Ok(())
}
