//! The app under test.

use crate::Rgb;
use crate::process::{Running, binary, wait_until};
use crate::xserver::XServer;
use anyhow::{Context, Result, bail};
use openpets_ipc::{Client, Discovery};
use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// How the app is started.
#[derive(Default)]
pub struct AppOptions<'a> {
    /// The display; headless without one.
    pub display: Option<&'a XServer>,
    /// Further environment variables.
    pub variables: Vec<(&'a str, String)>,
}

/// A running app with folders of its own.
pub struct App {
    process: Running,
    folders: Folders,
}

/// Where an app lives. Can be handed from one app to the next.
pub struct Folders(TempDir);

impl Folders {
    /// New, empty folders.
    ///
    /// # Errors
    /// When they cannot be made.
    pub fn new() -> Result<Self> {
        let folders = Self(tempfile::Builder::new().prefix("openpets-test-").tempdir()?);
        for name in ["runtime", "home", "config/OpenPets/pets", "home/.codex/pets"] {
            fs::create_dir_all(folders.0.path().join(name))?;
        }
        fs::set_permissions(folders.runtime(), fs::Permissions::from_mode(0o700))?;
        Ok(folders)
    }

    /// `$XDG_RUNTIME_DIR`.
    #[must_use]
    pub fn runtime(&self) -> PathBuf {
        self.0.path().join("runtime")
    }

    /// `<userData>`.
    #[must_use]
    pub fn user_data(&self) -> PathBuf {
        self.0.path().join("config/OpenPets")
    }

    /// `~/.codex/pets`.
    #[must_use]
    pub fn codex_pets(&self) -> PathBuf {
        self.0.path().join("home/.codex/pets")
    }

    /// The discovery file.
    #[must_use]
    pub fn discovery(&self) -> PathBuf {
        self.runtime().join("openpets/ipc.json")
    }

    /// Puts the variables into the environment of `command` that make every program look here.
    pub fn apply(&self, command: &mut Command) {
        for variable in [
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "WAYLAND_SOCKET",
            "OPENPETS_DISCOVERY_FILE",
            "OPENPETS_IPC_BIND",
            "OPENPETS_IPC_ENDPOINT",
            "OPENPETS_DEBUG",
            "OPENPETS_CATALOG_URL",
            "XAUTHORITY",
            "XDG_STATE_HOME",
            "CLAUDE_PROJECT_DIR",
            "CLAUDE_CONFIG_DIR",
            "OPENCODE_CONFIG_DIR",
            "CODEX_HOME",
            "LC_ALL",
            "LC_MESSAGES",
        ] {
            command.env_remove(variable);
        }
        command
            .env("HOME", self.0.path().join("home"))
            .env("XDG_CONFIG_HOME", self.0.path().join("config"))
            .env("XDG_RUNTIME_DIR", self.runtime())
            .env("OPENPETS_USER_DATA", self.user_data())
            .env("LANG", "C.UTF-8");
    }
}

impl Folders {
    /// The `openpets` command, looking here.
    ///
    /// # Errors
    /// When it has not been built.
    pub fn openpets(&self) -> Result<Command> {
        let mut command = Command::new(binary("openpets")?);
        self.apply(&mut command);
        Ok(command)
    }
}

impl App {
    /// Starts the app in new folders and waits until it listens.
    ///
    /// # Errors
    /// When it does not.
    pub fn start(options: &AppOptions) -> Result<Self> {
        Self::start_in(Folders::new()?, options)
    }

    /// Starts the app in these folders and waits until it listens.
    ///
    /// # Errors
    /// When it does not.
    pub fn start_in(folders: Folders, options: &AppOptions) -> Result<Self> {
        let mut command = Self::command(&folders, options)?;
        let process = Running::start(command.stdin(Stdio::null()))?;
        let pid = process.pid();
        let discovery = folders.discovery();
        wait_until("the app listens", || {
            let found = Discovery::read(&discovery).ok().filter(|found| found.pid == pid)?;
            Client::with_discovery(&discovery).ok()?.hello().ok()?;
            Some(found)
        })?;
        Ok(Self { process, folders })
    }

    /// The command that starts the app, to be run by the test itself.
    ///
    /// # Errors
    /// When the app has not been built.
    pub fn command(folders: &Folders, options: &AppOptions) -> Result<Command> {
        let mut command = Command::new(binary("openpets-desktop")?);
        folders.apply(&mut command);
        match options.display {
            Some(display) => command.env("DISPLAY", display.name()),
            None => command.arg("--headless"),
        };
        command.envs(options.variables.iter().map(|(name, value)| (*name, value.as_str())));
        Ok(command)
    }

    /// The process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Its folders.
    #[must_use]
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// A client with the agents' token.
    ///
    /// # Errors
    /// When the discovery file is not there any more.
    pub fn client(&self) -> Result<Client> {
        Ok(Client::with_discovery(self.folders.discovery())?)
    }

    /// Runs the `openpets` command against this app.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn openpets(&self, arguments: &[&str]) -> Result<Output> {
        self.folders.openpets()?.args(arguments).output().context("cannot run openpets")
    }

    /// Asks the app to end by a signal and waits for it.
    ///
    /// # Errors
    /// When it does not end well.
    pub fn terminate(mut self) -> Result<Folders> {
        self.signal(rustix::process::Signal::TERM)?;
        let status = self.process.0.wait()?;
        if !status.success() {
            bail!("the app ended with {status}");
        }
        Ok(self.folders)
    }

    /// Kills the app without warning.
    ///
    /// # Errors
    /// When it cannot be killed.
    pub fn kill(mut self) -> Result<Folders> {
        self.process.0.kill()?;
        self.process.0.wait()?;
        Ok(self.folders)
    }

    /// Waits for the app to end by itself.
    ///
    /// # Errors
    /// When it does not.
    pub fn wait(&mut self) -> Result<std::process::ExitStatus> {
        wait_until("the app has ended", || self.process.0.try_wait().ok().flatten())
    }

    /// Whether the app still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.process.0.try_wait(), Ok(None))
    }

    fn signal(&self, signal: rustix::process::Signal) -> Result<()> {
        let pid =
            i32::try_from(self.pid()).ok().and_then(rustix::process::Pid::from_raw).context("no pid")?;
        Ok(rustix::process::kill_process(pid, signal)?)
    }
}

/// A package of `../shared/pets`, or nothing, said loudly, where a clone has no such folder.
#[must_use]
#[expect(clippy::print_stderr, reason = "a skipped part must be seen in the test output")]
pub fn shared_pet(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/pets").join(name);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("SKIPPED a part of this test: {} is not there", path.display());
    None
}

/// Puts a second pet into a folder of pets: the built-in one under another id.
///
/// # Errors
/// When it cannot be written.
pub fn install_twin(pets: &Path, id: &str) -> Result<()> {
    let to = pets.join(id);
    fs::create_dir_all(&to)?;
    let sheet = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/builtin/spritesheet.webp");
    fs::copy(sheet, to.join("spritesheet.webp"))?;
    let manifest = serde_json::json!({
        "id": id, "displayName": "Twin", "description": "For tests.",
        "spritesheetPath": "spritesheet.webp", "spriteVersionNumber": 2,
    });
    Ok(fs::write(to.join("pet.json"), manifest.to_string())?)
}

/// A sheet of version 2 that has the same square, 100 pixels wide, in the middle of every cell.
///
/// # Errors
/// When it cannot be encoded.
pub fn plain_sheet(colour: Rgb) -> Result<Vec<u8>> {
    let sheet = image::RgbaImage::from_fn(8 * 192, 11 * 208, |x, y| {
        let inside = (46..146).contains(&(x % 192)) && (54..154).contains(&(y % 208));
        image::Rgba(if inside { [colour.0, colour.1, colour.2, 255] } else { [0; 4] })
    });
    let mut bytes = Vec::new();
    sheet.write_with_encoder(image::codecs::webp::WebPEncoder::new_lossless(&mut bytes))?;
    Ok(bytes)
}

/// A package as the gallery has them: the files of a pet's folder in a ZIP.
///
/// # Errors
/// When the folder cannot be read.
pub fn zip_of(folder: &Path) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        archive.start_file(entry.file_name().to_string_lossy(), SimpleFileOptions::default())?;
        archive.write_all(&fs::read(entry.path())?)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Copies a package into a folder of pets, under its own id.
///
/// # Errors
/// When it cannot be copied.
pub fn copy_pet(from: &Path, pets: &Path, id: &str) -> Result<()> {
    let to = pets.join(id);
    fs::create_dir_all(&to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::write(to.join(entry.file_name()), fs::read(entry.path())?)?;
    }
    Ok(())
}
