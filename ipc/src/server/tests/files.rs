//! The files and folders of a server.

use super::place::Place;
use super::{Limits, world};
use crate::endpoint::Endpoint;
use crate::places::Platform;
use crate::server::{StartError, prepare_discovery_dir};
use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// A socket that nobody listens on.
fn abandon(path: &Path) {
    drop(UnixListener::bind(path).unwrap());
    assert!(path.exists());
}

#[test]
fn what_is_written() {
    let place = Place::new();
    let running = place.run(Limits::default(), None, world::quick);
    let (agent, control) = (&running.agent, &running.control);
    assert_eq!(agent.endpoint, Endpoint::Unix(place.socket()));
    assert_eq!((agent.pid, agent.platform), (std::process::id(), Platform::CURRENT));
    assert_eq!(agent.app_version, "1.2.3");
    assert_ne!(agent.token, control.token);
    assert_eq!((agent.token.len(), control.token.len()), (43, 43));
    assert_eq!(&crate::Discovery { token: agent.token.clone(), ..control.clone() }, agent);
    for file in [place.discovery(), place.control(), place.socket()] {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    for dir in [place.socket_dir(), place.discovery().parent().unwrap().to_owned()] {
        assert_eq!(mode(&dir), 0o700);
        // Nothing temporary is left.
        assert_eq!(dir.read_dir().unwrap().count(), if dir == place.socket_dir() { 1 } else { 2 });
    }
    let before = (agent.token.clone(), control.token.clone());
    running.stop().join().unwrap();
    assert!(!place.discovery().exists() && !place.control().exists() && !place.socket().exists());

    let again = place.run(Limits::default(), None, world::quick);
    assert_ne!((again.agent.token.clone(), again.control.token.clone()), before);
}

#[tokio::test]
async fn unsafe_folders() {
    for dir_of in
        [|place: &Place| place.socket_dir(), |place: &Place| place.discovery().parent().unwrap().to_owned()]
    {
        let place = Place::new();
        let dir = dir_of(&place);
        std::fs::create_dir(&dir).unwrap();
        set_mode(&dir, 0o750);
        let refused =
            |place: &Place| matches!(place.try_start(place.discovery()).err(), Some(StartError::Dir(_)));
        assert!(refused(&place));
        set_mode(&dir, 0o700);
        assert!(place.try_start(place.discovery()).is_ok());
        let real = dir.with_file_name("real");
        std::fs::rename(&dir, &real).unwrap();
        symlink(&real, &dir).unwrap();
        assert!(refused(&place));
        assert!(!place.discovery().exists());
    }
}

#[tokio::test]
async fn a_start_that_fails_leaves_nothing() {
    let place = Place::new();
    // A folder stands where the file should be.
    std::fs::create_dir_all(place.discovery()).unwrap();
    set_mode(place.discovery().parent().unwrap(), 0o700);
    let error = place.try_start(place.discovery()).err().unwrap();
    assert!(matches!(&error, StartError::Announce { path, .. } if *path == place.discovery()), "{error}");
    assert!(!place.control().exists() && !place.socket().exists());
    assert_eq!(place.discovery().parent().unwrap().read_dir().unwrap().count(), 1);

    let error = place.try_start(place.control()).err().unwrap();
    assert!(matches!(error, StartError::DiscoveryPath(_)), "{error}");
    assert!(!place.control().exists() && !place.socket().exists());
}

#[tokio::test]
async fn dropped_without_running() {
    let place = Place::new();
    let server = place.try_start(place.discovery()).unwrap();
    assert!(place.discovery().exists() && place.control().exists() && place.socket().exists());
    drop(server);
    assert!(!place.discovery().exists() && !place.control().exists() && !place.socket().exists());
}

#[tokio::test]
async fn sockets_of_dead_processes_are_removed() {
    let place = Place::new();
    crate::ensure_private_dir(&place.socket_dir()).unwrap();
    let at = |pid: u32| place.socket_dir().join(format!("openpets-{pid}.sock"));
    // No system gives ids this high.
    let (dead, dead_but_listening, alive) = (at(i32::MAX as u32), at(i32::MAX as u32 - 1), at(1));
    let other = place.socket_dir().join("openpets-x.sock");
    for path in [&dead, &alive, &place.socket(), &other] {
        abandon(path);
    }
    let _listener = UnixListener::bind(&dead_but_listening).unwrap();
    let _server = place.try_start(place.discovery()).unwrap();
    assert!(!dead.exists());
    assert!(dead_but_listening.exists() && alive.exists() && other.exists() && place.socket().exists());
}

#[tokio::test]
async fn a_second_server_does_not_harm_the_first() {
    let place = Place::new();
    let _first = place.try_start(place.discovery()).unwrap();
    let before = std::fs::read(place.discovery()).unwrap();
    let error = place.try_start(place.discovery()).err().unwrap();
    assert!(matches!(error, StartError::Listen { .. }), "{error}");
    assert_eq!(std::fs::read(place.discovery()).unwrap(), before);
    assert!(place.socket().exists());
}

#[test]
fn the_folder_of_the_discovery_file() {
    let place = Place::new();
    let dir = place.discovery().parent().unwrap().to_owned();
    prepare_discovery_dir(&place.discovery()).unwrap();
    assert_eq!(mode(&dir), 0o700);
    // Nobody has named this file in the environment, so its folder must be private.
    set_mode(&dir, 0o755);
    assert!(prepare_discovery_dir(&place.discovery()).is_err());
}
