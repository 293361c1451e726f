//! Child processes that do not outlive their test.

use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// A child process that is killed and collected when it is dropped.
pub struct Running(pub Child);

impl Running {
    /// Starts `command`.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(command: &mut Command) -> Result<Self> {
        let program = command.get_program().to_owned();
        Ok(Self(command.spawn().with_context(|| format!("cannot start {}", program.display()))?))
    }

    /// The process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One of the project's programs, built by the same cargo into the same folder as this test. `make test` builds
/// them first.
///
/// # Errors
/// When it has not been built.
pub fn binary(name: &str) -> Result<PathBuf> {
    let mut folder = std::env::current_exe()?;
    folder.pop();
    if folder.ends_with("deps") {
        folder.pop();
    }
    let path = folder.join(name);
    if !path.exists() {
        bail!(
            "{} has not been built: run `make test`, or build the packages of game/ and cli/ first",
            path.display()
        );
    }
    Ok(path)
}

/// Looks every few milliseconds until `condition` gives something. The limit only ends a test that hangs.
///
/// # Errors
/// When the condition is not met within 20 s; the error names `what`.
pub fn wait_until<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> Result<T> {
    const LIMIT: Duration = Duration::from_secs(20);
    let start = Instant::now();
    loop {
        if let Some(value) = condition() {
            return Ok(value);
        }
        if start.elapsed() > LIMIT {
            bail!("waited in vain until {what}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
