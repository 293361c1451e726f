//! The parameters of `pet.showMedia`.

use crate::ids::LeaseId;
use crate::message::SpeechText;
use crate::reaction::Reaction;
use std::path::PathBuf;
use std::time::Duration;

/// A local picture to show in a bubble. Its file was checked (absolute path, known extension, regular, at most
/// 10 MiB) when the request was validated; it is decoded, with a bound on pixels, later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaRequest {
    /// The picture.
    pub path: PathBuf,
    /// Said with it.
    pub message: Option<SpeechText>,
    /// Shown with it.
    pub reaction: Option<Reaction>,
    /// How long: 1 to 30 s.
    pub duration: Duration,
    /// Opened by a click on the bubble.
    pub click_url: Option<ClickUrl>,
    /// Through which lease; the default pet without one.
    pub lease: Option<LeaseId>,
}

/// An address that a click on a bubble may open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClickUrl(String);

impl ClickUrl {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
