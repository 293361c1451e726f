//! The life of the app: starts, second starts, ends, crashes, damaged and hostile surroundings.

use anyhow::{Context, Result};
use openpets_ipc::{AcquireLease, Discovery, Reaction};
use openpets_tests::{App, AppOptions, Folders, Running, wait_until};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Output, Stdio};

/// Starts an app that is expected to end by itself.
fn run_to_end(folders: &Folders, options: &AppOptions) -> Result<Output> {
    let mut command = App::command(folders, options)?;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command.spawn()?.wait_with_output()?)
}

/// Ends an app politely and returns all that it wrote to standard error.
fn end_and_hear(mut app: Running) -> Result<String> {
    let pid = rustix::process::Pid::from_raw(i32::try_from(app.pid())?).context("pid")?;
    rustix::process::kill_process(pid, rustix::process::Signal::TERM)?;
    let mut said = String::new();
    std::io::Read::read_to_string(&mut app.0.stderr.take().context("stderr")?, &mut said)?;
    Ok(said)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_second_start_says_so_and_ends_well() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let token = Discovery::read(&app.folders().discovery())?.token;
    let second = run_to_end(app.folders(), &AppOptions::default())?;
    assert!(second.status.success(), "{}", stderr(&second));
    assert!(stderr(&second).contains("running already"), "{}", stderr(&second));
    assert_eq!(Discovery::read(&app.folders().discovery())?.token, token);
    app.client()?.hello()?;
    Ok(())
}

#[test]
fn a_polite_end_removes_the_discovery_file_and_the_socket() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let folders = app.terminate()?;
    let left: Vec<_> = fs::read_dir(folders.runtime().join("openpets"))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.ends_with(".lock"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    Ok(())
}

#[test]
fn quit_needs_the_control_token_and_works_with_it() -> Result<()> {
    let mut app = App::start(&AppOptions::default())?;
    let refused = app.client()?.quit().unwrap_err();
    assert_eq!(refused.code(), "forbidden");
    let output = app.openpets(&["quit"])?;
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(app.wait()?.success());
    assert_eq!(app.openpets(&["react", "waving"])?.status.code(), Some(3));
    Ok(())
}

#[test]
fn a_crash_leaves_what_the_next_start_needs() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    app.client()?.react(Reaction::Success, None)?;
    let folders = app.kill()?;
    assert!(folders.discovery().exists(), "a crash cleans nothing up");
    let app = App::start_in(folders, &AppOptions::default())?;
    app.client()?.react(Reaction::Success, None)?;
    let sockets = fs::read_dir(app.folders().runtime().join("openpets"))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".sock"))
        .count();
    assert_eq!(sockets, 1, "the socket of the crashed app was cleaned up");
    Ok(())
}

#[test]
fn a_killed_client_frees_its_lease() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let mut client = Running::start(Command::new("sleep").arg("600"))?;
    let wish = AcquireLease {
        client_pid: Some(client.pid()),
        session_nonce: Some("session".to_owned().try_into()?),
        ..AcquireLease::default()
    };
    app.client()?.acquire_lease(wish)?;
    let live = || -> Result<String> {
        let output = app.openpets(&["lease", "list", "--json"])?;
        Ok(String::from_utf8(output.stdout)?)
    };
    assert!(live()?.contains(&client.pid().to_string()));
    client.0.kill()?;
    client.0.wait()?;
    let killed = std::time::Instant::now();
    wait_until("the lease is freed", || (!live().ok()?.contains("\"leaseId\"")).then_some(()))?;
    // A rule of the protocol, not a measure of speed: the lease must not live until its TTL of 15 s.
    assert!(killed.elapsed().as_secs_f64() < 6.0, "{:?}", killed.elapsed());
    Ok(())
}

#[test]
fn a_damaged_state_file_is_set_aside_and_said() -> Result<()> {
    let folders = Folders::new()?;
    let state = folders.user_data().join("openpets-state.json");
    fs::write(&state, "{\"version\":1,\"preferences\":{\"petScale\":")?;
    let mut command = App::command(&folders, &AppOptions::default())?;
    command.stderr(Stdio::piped()).stdin(Stdio::null());
    let child = Running::start(&mut command)?;
    wait_until("the app listens", || Discovery::read(&folders.discovery()).ok())?;
    let aside: Vec<_> = fs::read_dir(folders.user_data())?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.contains("damaged"))
        .collect();
    assert_eq!(aside.len(), 1, "{aside:?}");
    let text = fs::read_to_string(folders.user_data().join(&aside[0]))?;
    assert!(text.ends_with("petScale\":"), "the damaged file is kept as it was");
    let said = end_and_hear(child)?;
    assert!(said.contains(&aside[0]), "{said}");
    Ok(())
}

#[test]
fn a_discovery_folder_that_others_may_enter_or_that_is_a_link_is_refused() -> Result<()> {
    let folders = Folders::new()?;
    let dir = folders.runtime().join("openpets");
    fs::create_dir(&dir)?;
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o755))?;
    let refused = run_to_end(&folders, &AppOptions::default())?;
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("openpets"), "{}", stderr(&refused));
    assert!(!dir.join("ipc.json").exists());

    fs::remove_dir_all(&dir)?;
    let elsewhere = folders.runtime().join("elsewhere");
    fs::create_dir(&elsewhere)?;
    fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o700))?;
    symlink(&elsewhere, &dir)?;
    let refused = run_to_end(&folders, &AppOptions::default())?;
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert_eq!(fs::read_dir(&elsewhere)?.count(), 0, "nothing was made behind the link");
    Ok(())
}

#[test]
fn a_lock_file_that_is_none_is_refused_and_holds_nothing_up() -> Result<()> {
    let folders = Folders::new()?;
    let dir = folders.runtime().join("openpets");
    fs::create_dir(&dir)?;
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o700))?;
    let lock = dir.join("ipc.lock");
    assert!(Command::new("mkfifo").arg(&lock).status()?.success());
    let refused = run_to_end(&folders, &AppOptions::default())?;
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("ipc.lock"), "{}", stderr(&refused));
    fs::remove_file(&lock)?;
    let target = folders.runtime().join("target");
    symlink(&target, &lock)?;
    let refused = run_to_end(&folders, &AppOptions::default())?;
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(!target.exists());
    Ok(())
}

#[test]
fn a_second_start_beside_a_hung_app_does_not_claim_success() -> Result<()> {
    let app = App::start(&AppOptions::default())?;
    let pid = rustix::process::Pid::from_raw(i32::try_from(app.pid())?).context("pid")?;
    rustix::process::kill_process(pid, rustix::process::Signal::STOP)?;
    let second = run_to_end(app.folders(), &AppOptions::default());
    rustix::process::kill_process(pid, rustix::process::Signal::CONT)?;
    let second = second?;
    assert_eq!(second.status.code(), Some(1), "{}", stderr(&second));
    assert!(stderr(&second).contains("cannot be reached"), "{}", stderr(&second));
    Ok(())
}

#[test]
fn wrong_addresses_name_their_variable() -> Result<()> {
    for (variable, value) in [
        ("OPENPETS_IPC_BIND", "tcp://8.8.8.8:3000"),
        ("OPENPETS_IPC_BIND", "tcp://localhost:3000"),
        ("OPENPETS_IPC_BIND", "tcp://0.0.0.0:0"),
        ("OPENPETS_IPC_ENDPOINT", "tcp://127.0.0.1:3000"),
    ] {
        let folders = Folders::new()?;
        let options = AppOptions { variables: vec![(variable, value.to_owned())], ..AppOptions::default() };
        let refused = run_to_end(&folders, &options)?;
        assert_eq!(refused.status.code(), Some(1), "{value}");
        assert!(stderr(&refused).contains("OPENPETS_IPC_"), "{value}: {}", stderr(&refused));
        assert!(!folders.discovery().exists());
    }
    Ok(())
}

#[test]
fn without_a_display_the_app_says_so_in_one_line_and_serves() -> Result<()> {
    let folders = Folders::new()?;
    // As started by hand, without --headless and without DISPLAY.
    let mut bare = Command::new(openpets_tests::binary("openpets-desktop")?);
    folders.apply(&mut bare);
    bare.stderr(Stdio::piped()).stdin(Stdio::null());
    let child = Running::start(&mut bare)?;
    wait_until("the app listens", || Discovery::read(&folders.discovery()).ok())?;
    let client = openpets_ipc::Client::with_discovery(folders.discovery())?;
    client.hello()?;
    let said = end_and_hear(child)?;
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("No display") && said.contains("make demo"), "{said}");
    Ok(())
}
