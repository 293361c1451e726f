use super::*;

fn put(user_data: &Path, owner: &str) {
    let lock = user_data.join(NAME);
    fs::create_dir(&lock).unwrap();
    fs::write(lock.join(OWNER), owner).unwrap();
}

fn owner(pid: u32, age: Duration) -> String {
    let created_at = now_ms() - age.as_millis() as f64;
    serde_json::json!({"pid": pid, "createdAt": created_at, "command": "install-pet"}).to_string()
}

/// A process id that was in use, and is not any more.
fn dead_pid() -> u32 {
    let mut child = std::process::Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

fn make_old(path: &Path) {
    let file = fs::File::open(path).unwrap();
    file.set_modified(SystemTime::now() - STALE - Duration::from_secs(1)).unwrap();
}

#[test]
fn there_is_one_and_it_is_given_back() {
    let dir = tempfile::tempdir().unwrap();
    let lock = Lock::take(dir.path(), "first").unwrap();
    let busy = Lock::take(dir.path(), "second").unwrap_err();
    assert!(matches!(&busy, InstallError::Busy { holder } if holder.starts_with("first, process")), "{busy}");
    let text = fs::read_to_string(dir.path().join(NAME).join(OWNER)).unwrap();
    let owner: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&owner["pid"], &owner["command"]), (&std::process::id().into(), &"first".into()));
    drop(lock);
    assert!(!dir.path().join(NAME).exists());
    drop(Lock::take(dir.path(), "third").unwrap());
}

#[test]
fn a_living_owner_is_respected() {
    let dir = tempfile::tempdir().unwrap();
    // Process 1 lives, and is not ours to signal unless we are root.
    put(dir.path(), &owner(1, Duration::ZERO));
    assert!(matches!(Lock::take(dir.path(), "us"), Err(InstallError::Busy { .. })));
    assert!(dir.path().join(NAME).join(OWNER).exists());
}

#[test]
fn what_is_stale_is_cleared_away() {
    for stale in [
        owner(dead_pid(), Duration::ZERO),
        owner(1, STALE + Duration::from_secs(1)),
        // No processes: what has no owner that could live is nobody's.
        serde_json::json!({"pid": 0.5, "createdAt": now_ms()}).to_string(),
        serde_json::json!({"pid": 4e9}).to_string(),
        // Old, whatever else it says.
        serde_json::json!({"pid": "?", "createdAt": 5}).to_string().replace("\"?\"", "-1"),
        // Of a process before us that had our id, as happens in containers.
        owner(std::process::id(), Duration::ZERO),
    ] {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), &stale);
        let lock = Lock::take(dir.path(), "us").unwrap();
        assert_eq!(read_owner(&lock.path).unwrap().command, "us");
        drop(lock);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

#[test]
fn a_lock_that_names_nobody_counts_until_it_is_old() {
    for content in [None, Some("{"), Some(r#"{"pid":"x"}"#)] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(NAME);
        fs::create_dir(&path).unwrap();
        if let Some(content) = content {
            fs::write(path.join(OWNER), content).unwrap();
        }
        assert!(matches!(Lock::take(dir.path(), "us"), Err(InstallError::Busy { .. })), "{content:?}");
        make_old(&path);
        drop(Lock::take(dir.path(), "us").unwrap());
    }
}

#[test]
fn a_folder_by_another_name_is_the_same_folder() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("real")).unwrap();
    std::os::unix::fs::symlink("real", dir.path().join("link")).unwrap();
    let _lock = Lock::take(&dir.path().join("real"), "first").unwrap();
    assert!(matches!(Lock::take(&dir.path().join("link"), "second"), Err(InstallError::Busy { .. })));
}

#[test]
fn a_lock_need_not_say_what_for() {
    let dir = tempfile::tempdir().unwrap();
    let created_at = now_ms();
    put(dir.path(), &serde_json::json!({"pid": 1, "createdAt": created_at}).to_string());
    let busy = Lock::take(dir.path(), "us").unwrap_err();
    assert!(busy.to_string().contains("process 1)"), "{busy}");
    fs::remove_dir_all(dir.path().join(NAME)).unwrap();
    put(dir.path(), &serde_json::json!({"pid": dead_pid(), "createdAt": created_at}).to_string());
    drop(Lock::take(dir.path(), "us").unwrap());
}

#[test]
fn only_our_own_is_given_back() {
    let dir = tempfile::tempdir().unwrap();
    let lock = Lock::take(dir.path(), "us").unwrap();
    fs::remove_dir_all(&lock.path).unwrap();
    put(dir.path(), &owner(1, Duration::ZERO));
    drop(lock);
    assert!(dir.path().join(NAME).join(OWNER).exists());
}

#[test]
fn a_lock_that_is_another_one_by_now_is_put_back() {
    let dir = tempfile::tempdir().unwrap();
    put(dir.path(), &owner(1, Duration::ZERO));
    let judged = Owner { pid: Some(7.0), created_at: Some(1.0), command: "gone".into() };
    clear_away(&dir.path().join(NAME), Some(&judged)).unwrap();
    assert_eq!(read_owner(&dir.path().join(NAME)).unwrap().pid, Some(1.0));
}

#[test]
fn many_at_once_and_never_two() {
    let dir = tempfile::tempdir().unwrap();
    put(dir.path(), &owner(dead_pid(), Duration::ZERO));
    let holding = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..20 {
                    if let Ok(lock) = Lock::take(dir.path(), "one of many") {
                        assert_eq!(holding.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        holding.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                        drop(lock);
                    }
                }
            });
        }
    });
    drop(Lock::take(dir.path(), "last").unwrap());
}
