use super::*;
use serde_json::{Value, json};
use std::time::SystemTime;

#[test]
fn an_update_keeps_what_others_wrote_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    let (file, first, _) = StateFile::open(folder.path()).unwrap();
    assert_eq!(first, State::default());
    file.update(|state| state.record_message("builtin", SystemTime::now())).unwrap();
    let mut json: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    json["pets"]["installed"] = json!([{"id": "cat", "futureField": [1, 2]}]);
    fs::write(&path, json.to_string()).unwrap();
    file.update(|state| state.set_position("0,0,10x10", 1.0, 2.0)).unwrap();
    let after: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(after["pets"], json["pets"]);
    assert_eq!(after["activity"]["messagesSent"], 1);
    assert_eq!(after["defaultPet"]["position"], json!({"x": 1, "y": 2}));
}

#[test]
fn a_damaged_file_is_kept_and_the_last_good_one_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    let (file, ..) = StateFile::open(folder.path()).unwrap();
    for _ in 0..2 {
        file.update(|state| state.record_message("builtin", SystemTime::now())).unwrap();
    }
    fs::write(&path, "{\"version\":1,\"pref").unwrap();
    assert!(matches!(file.update(|_| ()), Err(StateError::Damaged { .. })));
    let (_, state, recovery) = StateFile::open(folder.path()).unwrap();
    let recovery = recovery.unwrap();
    assert_eq!(recovery.replacement, Replacement::Backup);
    assert_eq!(fs::read_to_string(&recovery.set_aside).unwrap(), "{\"version\":1,\"pref");
    assert_eq!(state.messages_sent(), 1);
    assert_eq!(StateFile::open(folder.path()).unwrap().2, None, "said once");
    // Without a backup too.
    fs::write(&path, "[]").unwrap();
    fs::remove_file(folder.path().join("openpets-state.json.bak")).unwrap();
    let (_, state, recovery) = StateFile::open(folder.path()).unwrap();
    assert_eq!(state, State::default());
    assert_eq!(recovery.unwrap().replacement, Replacement::Defaults);
}

#[cfg(unix)]
#[test]
fn the_file_is_private_and_leaves_nothing_beside_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (file, ..) = StateFile::open(folder.path()).unwrap();
    for scale in [0.5, 0.75] {
        file.update(|state| state.set_preference("petScale", scale)).unwrap();
    }
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["openpets-state.json", "openpets-state.json.bak"]);
    let mode = fs::metadata(folder.path().join(&names[0])).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn too_large_a_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    fs::write(&path, vec![b' '; 5 << 20]).unwrap();
    assert!(matches!(StateFile::open(folder.path()), Err(StateError::TooLarge { .. })));
    assert_eq!(fs::metadata(&path).unwrap().len(), 5 << 20);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be: works for root as well.
    let not_a_folder = folder.path().join("data");
    fs::write(&not_a_folder, "").unwrap();
    let file = StateFile::open(Path::new(&not_a_folder)).map(|(file, ..)| file);
    assert!(file.is_err() || file.unwrap().update(|_| ()).is_err());
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A folder whose state file says that the scale is 0.5.
fn folder_with_state() -> (tempfile::TempDir, StateFile) {
    let folder = tempfile::tempdir().unwrap();
    let (file, ..) = StateFile::open(folder.path()).unwrap();
    file.update(|state| state.set_preference("petScale", 0.5)).unwrap();
    (folder, file)
}

#[test]
fn nothing_is_made_before_the_first_save_and_a_save_of_nothing_new_writes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("a/b");
    let (file, ..) = StateFile::open(&folder).unwrap();
    assert!(!folder.exists());
    file.update(|_| ()).unwrap();
    let text = "{\"version\":1,    \"preferences\":{\"petScale\":0.5}}";
    fs::write(folder.join("openpets-state.json"), text).unwrap();
    file.update(|state| state.set_preference("petScale", 0.5)).unwrap();
    assert_eq!(fs::read_to_string(folder.join("openpets-state.json")).unwrap(), text);
    assert_eq!(names(&folder), ["openpets-state.json"]);
}

#[test]
fn only_so_many_damaged_files_are_kept_and_the_oldest_goes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    let mut places = Vec::new();
    for number in 0..5 {
        fs::write(&path, format!("damaged {number}")).unwrap();
        let place = StateFile::open(folder.path()).unwrap().2.unwrap().set_aside;
        // Distinct times, whatever the clock of the file system resolves.
        let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(100 - number % 3);
        fs::File::options().write(true).open(&place).unwrap().set_modified(time).unwrap();
        places.push(place);
    }
    fs::write(&path, "damaged again").unwrap();
    let place = StateFile::open(folder.path()).unwrap().2.unwrap().set_aside;
    assert_eq!(place, places[2]);
    assert_eq!(names(folder.path()).iter().filter(|name| name.contains("damaged")).count(), 5);
}

#[test]
fn a_recovery_that_was_cut_off_starts_again() {
    let (folder, file) = folder_with_state();
    file.update(|state| state.set_preference("petScale", 0.75)).unwrap();
    // Killed after the damaged file was copied and before the backup took its place.
    fs::write(folder.path().join("openpets-state.json"), "damaged").unwrap();
    fs::write(folder.path().join("openpets-state.damaged-1.json"), "damaged").unwrap();
    let (_, state, recovery) = StateFile::open(folder.path()).unwrap();
    assert_eq!(recovery.unwrap().replacement, Replacement::Backup);
    assert_eq!(state.pet_scale(), 0.5);
}

#[test]
fn what_killed_programs_left_is_removed() {
    let (folder, _) = folder_with_state();
    fs::write(folder.path().join(".openpets-state.4711-0.tmp"), "{\"version\":1,\"pref").unwrap();
    fs::write(folder.path().join("notes.tmp"), "someone else's").unwrap();
    let (_, state, recovery) = StateFile::open(folder.path()).unwrap();
    assert_eq!((state.pet_scale(), recovery), (0.5, None));
    assert_eq!(names(folder.path()), ["notes.tmp", "openpets-state.json"]);
}

#[test]
fn a_failed_write_loses_nothing() {
    let (folder, file) = folder_with_state();
    // Nothing can be renamed over a folder, not even by root.
    fs::create_dir(folder.path().join("openpets-state.json.bak")).unwrap();
    let error = file.update(|state| state.set_preference("petScale", 1.5)).unwrap_err();
    assert!(matches!(error, StateError::Io { action: "write", .. }), "{error}");
    assert_eq!(StateFile::peek(folder.path()).unwrap().pet_scale(), 0.5);
    assert_eq!(names(folder.path()), ["openpets-state.json", "openpets-state.json.bak"]);
}

#[test]
fn what_would_become_too_large_is_not_written() {
    let (folder, file) = folder_with_state();
    let error = file.update(|state| state.set_preference("x", "x".repeat(5 << 20))).unwrap_err();
    assert!(matches!(error, StateError::TooLarge { .. }), "{error}");
    assert_eq!(StateFile::peek(folder.path()).unwrap().preference("x"), None);
}

#[test]
fn the_file_of_a_later_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openpets-state.json"), "{\"version\":2}").unwrap();
    assert!(matches!(StateFile::open(folder.path()), Err(StateError::LaterVersion { version: 2, .. })));
    assert_eq!(names(folder.path()), ["openpets-state.json"]);
}

#[cfg(unix)]
#[test]
fn a_linked_file_is_replaced_where_it_leads() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let link = folder.path().join("openpets-state.json");
    fs::write(elsewhere.path().join("pets.json"), "{\"version\":1}").unwrap();
    symlink(elsewhere.path().join("pets.json"), &link).unwrap();
    let (file, ..) = StateFile::open(folder.path()).unwrap();
    file.update(|state| state.set_preference("petScale", 0.5)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(StateFile::peek(folder.path()).unwrap().pet_scale(), 0.5);
    assert_eq!(names(elsewhere.path()), ["openpets-state.json.bak", "pets.json"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_its_place_is_refused_at_once() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openpets-state.json");
    mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    assert!(matches!(StateFile::open(folder.path()), Err(StateError::NotRegular { .. })));
}

#[test]
fn writers_do_not_lose_each_others_changes() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let (file, ..) = StateFile::open(folder.path()).unwrap();
            scope.spawn(move || {
                for _ in 0..20 {
                    file.update(|state| state.record_message("cat", SystemTime::UNIX_EPOCH)).unwrap();
                }
            });
        }
    });
    assert_eq!(StateFile::peek(folder.path()).unwrap().messages_sent(), 40);
}

#[test]
fn a_damaged_backup_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(NAME), "damaged").unwrap();
    fs::write(folder.path().join(BACKUP_NAME), "damaged before").unwrap();
    let (file, state, recovery) = StateFile::open(folder.path()).unwrap();
    let recovery = recovery.unwrap();
    assert_eq!(state, State::default());
    file.update(|state| state.set_preference("petScale", 0.5)).unwrap();
    let Replacement::DefaultsForDamagedBackup(kept) = &recovery.replacement else {
        panic!("{recovery:?}");
    };
    assert_eq!(fs::read_to_string(kept).unwrap(), "damaged before");
    assert_eq!(fs::read_to_string(&recovery.set_aside).unwrap(), "damaged");
    assert!(recovery.to_string().contains(&kept.display().to_string()));
}

#[test]
fn nothing_is_recovered_past_a_backup_that_cannot_be_read() {
    for number in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let backup = folder.path().join(BACKUP_NAME);
        fs::write(folder.path().join(NAME), "damaged").unwrap();
        match number {
            0 => fs::create_dir(&backup).unwrap(),
            1 => fs::write(&backup, vec![b' '; 5 << 20]).unwrap(),
            _ => fs::write(&backup, "{\"version\":2}").unwrap(),
        }
        let error = StateFile::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains(BACKUP_NAME), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join(NAME)).unwrap(), "damaged");
        assert_eq!(names(folder.path()), [NAME, BACKUP_NAME]);
    }
}
