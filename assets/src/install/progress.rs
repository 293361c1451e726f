//! What an installation tells while it runs, and how it is called off.

/// How far an installation is. Steps come in this order; a local package is not downloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Looking for the pet in the catalog.
    LookingUp,
    /// Fetching the package.
    Downloading {
        /// Bytes that are here.
        received: u64,
        /// Bytes in all, where the server tells.
        total: Option<u64>,
    },
    /// Reading the package, and checking everything in it.
    Checking,
    /// Putting it into its place. From here on it cannot be called off.
    Placing,
}

/// Who watches an installation. Called from the thread that installs, at most some hundred times a second.
pub trait Observer {
    /// It is this far.
    fn progress(&self, progress: Progress);

    /// Whether to stop. Asked between all steps, and at least every 64 KiB of a download or package.
    fn is_cancelled(&self) -> bool;
}

/// Nobody watches, and nobody calls it off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unattended;

impl Observer for Unattended {
    fn progress(&self, _: Progress) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
