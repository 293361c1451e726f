//! Other people's clients, installed from the npm registry as the lock file says.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The folder with the npm packages, installed if they are not.
///
/// # Errors
/// When Node.js or npm is missing, or the registry does not answer.
pub fn node_client() -> Result<PathBuf> {
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = INSTALLING.lock();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("npm");
    let is_there = |package: &str| folder.join("node_modules").join(package).join("package.json").exists();
    if !["@modelcontextprotocol/sdk", "@open-pets/client", "install-pet", "zod"].into_iter().all(is_there) {
        let status = Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
            .current_dir(&folder)
            .status()
            .context("tests need Node.js with npm")?;
        if !status.success() {
            bail!("npm ci ended with {status}");
        }
    }
    Ok(folder)
}
