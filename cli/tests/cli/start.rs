//! `openpets run`.

use crate::app::Place;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// A script that stands for the app: prints its name and arguments, and exits with 7.
fn install(place: &Place, folder: &str) {
    let folder = place.path().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("openpets-desktop");
    std::fs::write(&path, "#!/bin/sh\necho \"${0%/*}\" \"$$\" \"$@\"\nexit 7\n").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A copy of the program, so that nothing else lies beside it.
fn copied(place: &Place) -> Command {
    let copy = place.path().join("bin/openpets");
    std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
    if !copy.exists() {
        std::fs::hard_link(env!("CARGO_BIN_EXE_openpets"), &copy)
            .or_else(|_| std::fs::copy(env!("CARGO_BIN_EXE_openpets"), &copy).map(drop))
            .unwrap();
    }
    let mut command = Command::new(std::fs::canonicalize(copy).unwrap());
    command.env("PATH", format!("{}:/bin:/usr/bin", place.path().join("elsewhere").display()));
    command
}

#[test]
fn becomes_the_app() {
    let place = Place::empty();
    for folder in ["elsewhere", "bin"] {
        // The second one, beside the program, comes before the first one, in PATH.
        install(&place, folder);
        let mut child = copied(&place);
        child.args(["run", "--headless", "--size", "2"]).stdout(std::process::Stdio::piped());
        let child = child.spawn().unwrap();
        let pid = child.id();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.trim_end().ends_with(&format!("{folder} {pid} --headless --size 2")), "{text}");
        assert_eq!(output.status.code(), Some(7));
    }
}

#[test]
fn nothing_to_start() {
    let place = Place::empty();
    let output = copied(&place).arg("run").output().unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("neither beside") && text.contains("PATH"), "{text}");
}
