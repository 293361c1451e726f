//! A file that is ours as a whole.

/// Stands near the top of every file of ours.
pub(in super::super) const MARK: &str = "Managed by OpenPets";

/// How a line begins that differs with the pet.
pub(crate) const PET_LINE: &str = "const PET = ";

/// That far it is looked for, in bytes.
const TOP: usize = 400;

/// The file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct OwnFile {
    /// Everything in it.
    pub(in super::super) text: String,
}

impl OwnFile {
    /// Whether a file of that name is ours.
    pub(super) fn is_ours(text: &str) -> bool {
        text.find(MARK).is_some_and(|at| at < TOP)
    }

    /// With the pet that `text` has.
    pub(super) fn as_in(&self, text: &str) -> Option<Self> {
        if !Self::is_ours(text) {
            return None;
        }
        let pet = text.lines().find(|line| line.starts_with(PET_LINE));
        let line = |ours| pet.filter(|_| str::starts_with(ours, PET_LINE)).unwrap_or(ours);
        let text = self.text.lines().map(|ours| format!("{}\n", line(ours))).collect();
        Some(Self { text })
    }
}
