//! Pets come from galleries, archives and folders, through the app and without it, and beside OpenPets' own installer.

use anyhow::{Context, Result, ensure};
use openpets_assets::StateFile;
use openpets_tests::{
    App, AppOptions, Folders, Gallery, Running, install_twin, node_client, wait_until, zip_of,
};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Packages to install from, outside of any library.
struct Packages(TempDir);

impl Packages {
    fn new(ids: &[&str]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        ids.iter().try_for_each(|id| install_twin(folder.path(), id))?;
        Ok(Self(folder))
    }

    fn folder(&self, id: &str) -> PathBuf {
        self.0.path().join(id)
    }

    fn zip(&self, id: &str) -> Result<PathBuf> {
        let path = self.0.path().join(format!("{id}.zip"));
        fs::write(&path, zip_of(&self.folder(id))?)?;
        Ok(path)
    }

    fn gallery(&self, ids: &[&str]) -> Result<Gallery> {
        let pets = ids.iter().map(|id| Ok((*id, *id, zip_of(&self.folder(id))?)));
        Gallery::start(pets.collect::<Result<_>>()?)
    }
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Everything below the user data folder but the pets, the state file and its backup.
fn remains(folders: &Folders) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for folder in [folders.user_data(), folders.user_data().join("pets")] {
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                found.push(name);
            }
        }
    }
    Ok(found)
}

fn is_whole(folders: &Folders, id: &str) -> bool {
    let pet = folders.user_data().join("pets").join(id);
    pet.join("pet.json").is_file() && pet.join("spritesheet.webp").is_file()
}

#[test]
fn a_pet_of_the_gallery_from_arriving_to_leaving() -> Result<()> {
    let packages = Packages::new(&["ant", "bee", "cat"])?;
    let gallery = packages.gallery(&["ant", "bee", "cat"])?;
    let variables = vec![("OPENPETS_CATALOG_URL", gallery.base())];
    let app = App::start(&AppOptions { variables, ..AppOptions::default() })?;

    let mut search = app.folders().openpets()?;
    let found = search.env("OPENPETS_CATALOG_URL", gallery.base()).args(["search", "CAT"]).output()?;
    assert_eq!((out(&found), err(&found)), ("cat  cat\n".to_owned(), String::new()));

    let installed = app.openpets(&["install", "cat"])?;
    assert_eq!(out(&installed), "Installed Twin (cat).\nTo make it the default pet: openpets default cat\n");
    assert!(is_whole(app.folders(), "cat"));
    assert_eq!(remains(app.folders())?, Vec::<String>::new());
    let state = StateFile::peek(&app.folders().user_data())?;
    let record = &state.document()["pets"]["installed"][0];
    assert_eq!((&record["id"], &record["source"]["kind"]), (&json!("cat"), &json!("catalog")));
    assert_eq!(record["source"]["zip"], json!(format!("{}cat/cat.zip", gallery.base())));

    assert!(out(&app.openpets(&["pets"])?).contains("cat "));
    assert_eq!(out(&app.openpets(&["default", "cat"])?), "The default pet is Twin (cat).\n");
    assert!(out(&app.openpets(&["status"])?).contains("Twin"));
    assert_eq!(out(&app.openpets(&["install", "cat"])?), "Replaced Twin (cat).\n");
    assert_eq!(out(&app.openpets(&["uninstall", "cat"])?), "Removed cat.\n");
    assert_eq!(out(&app.openpets(&["default"])?), "The default pet is Nibble (builtin).\n");
    assert!(!app.folders().user_data().join("pets/cat").exists());

    let missing = app.openpets(&["install", "no-such-pet"])?;
    assert_eq!(missing.status.code(), Some(1));
    assert!(err(&missing).contains("has no pet"), "{}", err(&missing));
    Ok(())
}

#[test]
fn local_packages_through_the_app() -> Result<()> {
    let packages = Packages::new(&["ant", "bee"])?;
    let app = App::start(&AppOptions::default())?;
    let zip = packages.zip("ant")?;
    let installed = app.openpets(&["install", "--from-zip", zip.to_str().context("text")?, "--json"])?;
    let result: Value = serde_json::from_slice(&installed.stdout)?;
    assert_eq!(
        result,
        json!({"ok": true, "petId": "ant", "displayName": "Twin", "installed": true, "replaced": false})
    );
    let folder = packages.folder("bee");
    let installed = app.openpets(&["install", "--from-folder", folder.to_str().context("text")?])?;
    assert!(installed.status.success(), "{}", err(&installed));
    assert!(is_whole(app.folders(), "ant") && is_whole(app.folders(), "bee"));
    Ok(())
}

#[test]
fn standalone_and_the_app_finds_it_later() -> Result<()> {
    let packages = Packages::new(&["cat"])?;
    let gallery = packages.gallery(&["cat"])?;
    let folders = Folders::new()?;
    let mut command = folders.openpets()?;
    command.env("OPENPETS_CATALOG_URL", gallery.base());
    let installed = command.args(["install", "cat", "--standalone"]).output()?;
    assert!(out(&installed).starts_with("Installed Twin (cat)."), "{}", err(&installed));
    assert_eq!(remains(&folders)?, Vec::<String>::new());
    let app = App::start_in(folders, &AppOptions::default())?;
    assert!(out(&app.openpets(&["pets"])?).contains("cat "));
    Ok(())
}

/// A gallery on a slow line: the archive begins to arrive, and never ends.
fn stalling_gallery() -> Result<(std::net::TcpListener, String)> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let base = format!("http://{}/pets/", listener.local_addr()?);
    Ok((listener, base))
}

#[test]
fn ctrl_c_calls_an_installation_off() -> Result<()> {
    for through_app in [false, true] {
        let (listener, base) = stalling_gallery()?;
        let variables = vec![("OPENPETS_CATALOG_URL", base.clone())];
        let folders = Folders::new()?;
        let (app, folders) = if through_app {
            (Some(App::start_in(folders, &AppOptions { variables, ..AppOptions::default() })?), None)
        } else {
            (None, Some(folders))
        };
        let folders = app.as_ref().map(App::folders).or(folders.as_ref()).context("folders")?;
        let mut command = folders.openpets()?;
        command.env("OPENPETS_CATALOG_URL", &base).args(["install", "cat", "--standalone"]);
        let mut child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        // The catalog is asked for, and whoever asks waits for the answer.
        let (_waiting, _) = listener.accept()?;
        assert!(folders.user_data().join(".install-pet.lock/owner.json").exists());
        interrupt(child.pid())?;
        let status = wait_until("the command ends", || child.0.try_wait().ok().flatten())?;
        assert_eq!(status.code(), Some(130), "through the app: {through_app}");
        wait_until("nothing is left", || remains(folders).ok().filter(Vec::is_empty))?;
    }
    Ok(())
}

fn interrupt(pid: u32) -> Result<()> {
    let pid = rustix::process::Pid::from_raw(pid.try_into()?).context("a pid")?;
    Ok(rustix::process::kill_process(pid, rustix::process::Signal::INT)?)
}

#[test]
fn what_a_killed_installer_left_is_cleaned_up_by_the_next_start() -> Result<()> {
    let folders = Folders::new()?;
    let pets = folders.user_data().join("pets");
    // As npm's install-pet leaves it behind, and a lock of a process that is gone.
    fs::create_dir_all(pets.join(".install-cat-Ab3dE5"))?;
    fs::write(pets.join(".install-cat-Ab3dE5/pet.json"), "{")?;
    let mut gone = Command::new("true").spawn()?;
    gone.wait()?;
    let lock = folders.user_data().join(".install-pet.lock");
    fs::create_dir(&lock)?;
    let owner = json!({"pid": gone.id(), "createdAt": 0, "command": "install-pet"});
    fs::write(lock.join("owner.json"), owner.to_string())?;
    let app = App::start_in(folders, &AppOptions::default())?;
    assert_eq!(remains(app.folders())?, Vec::<String>::new());
    Ok(())
}

/// Runs npm's install-pet 4.0.0 with these arguments.
fn npm(folders: &Folders, arguments: &[&str]) -> Result<Command> {
    let folder = node_client()?;
    let mut command = Command::new("node");
    folders.apply(&mut command);
    command.arg(folder.join("install-pet.mjs")).args(arguments);
    Ok(command)
}

fn npm_result(output: &Output) -> Result<Value> {
    serde_json::from_slice(&output.stdout).with_context(|| err(output))
}

#[test]
fn openpets_installer_blocks_us() -> Result<()> {
    let packages = Packages::new(&["cat"])?;
    let folders = Folders::new()?;
    let mut command = npm(&folders, &["hold", "cat"])?;
    let mut holder = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()))?;
    let mut lines = BufReader::new(holder.0.stdout.take().context("stdout")?);
    let mut line = String::new();
    lines.read_line(&mut line)?;
    ensure!(line == "held\n", "{line}");

    let zip = packages.zip("cat")?;
    let install = |folders: &Folders| -> Result<Output> {
        let mut command = folders.openpets()?;
        Ok(command.args(["install", "--standalone", "--from-zip"]).arg(&zip).output()?)
    };
    let refused = install(&folders)?;
    assert_eq!(refused.status.code(), Some(1));
    assert!(err(&refused).contains("install-pet, process"), "{}", err(&refused));
    assert!(!is_whole(&folders, "cat"));
    // The app starts all the same, and leaves their lock alone.
    let app = App::start_in(folders, &AppOptions::default())?;
    assert!(app.folders().user_data().join(".install-pet.lock").exists());
    let folders = app.terminate()?;

    drop(holder.0.stdin.take());
    wait_until("their installer ends", || holder.0.try_wait().ok().flatten())?;
    assert!(install(&folders)?.status.success());
    assert!(is_whole(&folders, "cat"));
    Ok(())
}

#[test]
fn we_block_openpets_installer() -> Result<()> {
    let packages = Packages::new(&["cat", "dog"])?;
    let zip = packages.zip("cat")?;
    let zip = zip.to_str().context("text")?;
    let folders = Folders::new()?;
    // Our installer waits for a catalog that does not answer, and holds the lock meanwhile.
    let (listener, base) = stalling_gallery()?;
    let mut command = folders.openpets()?;
    command.env("OPENPETS_CATALOG_URL", &base).args(["install", "dog", "--standalone"]);
    let mut ours = Running::start(command.stderr(Stdio::null()))?;
    let (mut waiting, _) = listener.accept()?;

    let refused = npm(&folders, &["install", "cat", zip])?.output()?;
    let message = npm_result(&refused)?["error"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("already in progress"), "{message}");
    assert!(!is_whole(&folders, "cat"));

    interrupt(ours.pid())?;
    wait_until("our installer ends", || ours.0.try_wait().ok().flatten())?;
    let _ = waiting.write_all(b"too late");
    let installed = npm(&folders, &["install", "cat", zip])?.output()?;
    assert_eq!(npm_result(&installed)?, json!({"petId": "cat", "displayName": "From npm", "via": "direct"}));
    Ok(())
}

#[test]
fn a_killed_installer_of_ours_does_not_block_theirs() -> Result<()> {
    let packages = Packages::new(&["cat"])?;
    let zip = packages.zip("cat")?;
    let folders = Folders::new()?;
    let (listener, base) = stalling_gallery()?;
    let mut command = folders.openpets()?;
    command.env("OPENPETS_CATALOG_URL", &base).args(["install", "dog", "--standalone"]);
    let ours = Running::start(command.stderr(Stdio::null()))?;
    let _waiting = listener.accept()?;
    drop(ours);
    assert!(folders.user_data().join(".install-pet.lock").exists());
    let installed = npm(&folders, &["install", "cat", zip.to_str().context("text")?])?.output()?;
    assert_eq!(npm_result(&installed)?["via"], "direct");
    Ok(())
}

#[test]
fn each_finds_what_the_other_has_installed() -> Result<()> {
    let packages = Packages::new(&["ant", "bee"])?;
    let (ant, bee) = (packages.zip("ant")?, packages.zip("bee")?);
    let folders = Folders::new()?;
    fs::write(
        folders.user_data().join("openpets-state.json"),
        r#"{"version":1,"preferences":{"petScale":1.25}}"#,
    )?;

    // Theirs is there for us, also in a running app.
    let app = App::start_in(folders, &AppOptions::default())?;
    let installed = npm(app.folders(), &["install", "ant", path(&ant)?])?.output()?;
    assert_eq!(npm_result(&installed)?["petId"], "ant");
    wait_until("the app lists it", || {
        out(&app.openpets(&["pets"]).ok()?).lines().any(|line| line.starts_with("ant ")).then_some(())
    })?;

    // Ours is there for them.
    assert!(app.openpets(&["install", "--from-zip", path(&bee)?])?.status.success());
    let again = npm(app.folders(), &["install", "bee", path(&bee)?])?.output()?;
    assert_eq!(npm_result(&again)?["error"], "Pet is already installed: bee");
    let state = StateFile::peek(&app.folders().user_data())?;
    let mut recorded: Vec<_> = state.installed_pets().collect();
    recorded.sort_unstable();
    assert_eq!(recorded, ["ant", "bee", "builtin"]);
    assert_eq!(state.pet_scale(), 1.25);
    Ok(())
}

fn path(path: &Path) -> Result<&str> {
    path.to_str().context("a path that is text")
}
