//! `openpets run`: becomes the app.

use crate::args::Run;
use crate::error::CommandError;
use crate::exit::Exit;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn run(args: &Run) -> Result<Exit, CommandError> {
    let own = std::env::current_exe().unwrap_or_default();
    let own_folder = own.parent().unwrap_or(Path::new(""));
    let path = find(own_folder, std::env::var_os("PATH").as_deref())
        .ok_or_else(|| CommandError::NoDesktop(own.clone()))?;
    let mut command = Command::new(&path);
    command.args(args.headless.then_some("--headless")).args(&args.rest);
    start(command, path)
}

/// Beside this program first: a package or a build brings both.
fn find(own_folder: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    let name = format!("openpets-desktop{}", std::env::consts::EXE_SUFFIX);
    let in_path = path.into_iter().flat_map(std::env::split_paths);
    std::iter::once(own_folder.to_owned())
        .chain(in_path)
        // A relative folder would start whatever lies in the current one.
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Replaces this process, so that signals and the exit code are the app's own.
#[cfg(unix)]
fn start(mut command: Command, path: PathBuf) -> Result<Exit, CommandError> {
    let source = std::os::unix::process::CommandExt::exec(&mut command);
    Err(CommandError::Start { path, source })
}

#[cfg(not(unix))]
fn start(mut command: Command, path: PathBuf) -> Result<Exit, CommandError> {
    match command.status() {
        Ok(status) if status.success() => Ok(Exit::Done),
        Ok(_) => Ok(Exit::Failed),
        Err(source) => Err(CommandError::Start { path, source }),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn program(folder: &Path, mode: u32) -> PathBuf {
        std::fs::create_dir_all(folder).unwrap();
        let path = folder.join("openpets-desktop");
        std::fs::write(&path, "").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    #[test]
    fn beside_first_then_in_path() {
        let place = tempfile::tempdir().unwrap();
        let [own, first, second] = ["own", "first", "second"].map(|name| place.path().join(name));
        let path = std::env::join_paths([Path::new("."), &first, &second]).unwrap();
        assert_eq!(find(&own, Some(&path)), None);
        assert_eq!(find(&own, None), None);
        let in_second = program(&second, 0o755);
        program(&first, 0o644);
        assert_eq!(find(&own, Some(&path)), Some(in_second), "what cannot be run is passed over");
        let beside = program(&own, 0o755);
        assert_eq!(find(&own, Some(&path)), Some(beside));
    }
}
