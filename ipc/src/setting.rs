//! Settings that the person changes while the app runs. Named and written as in the state file, which other programs of
//! theirs read too.

use serde_json::Value;
use std::fmt;

/// One setting with its new value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// `petScale`: the size of pets.
    Size(PetSize),
    /// `petHorizontalFlip`: the default pet is mirrored.
    Flip(bool),
    /// `speechBubblesEnabled`: pets say what they are asked to.
    Bubbles(bool),
    /// `openDefaultPetOnLaunch`: the default pet is on screen from the start.
    ShowAtStart(bool),
    /// `petGazeEnabled`: pets look at the pointer.
    Gaze(bool),
    /// `appearanceTheme`: how bubbles and menus look.
    Theme(Theme),
    /// `agentFoldersShown`: the names of agents' working folders are kept and told.
    AgentFolders(bool),
}

/// The sizes of pets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PetSize {
    /// 0.5
    Half,
    /// 0.75
    Small,
    /// 1
    Normal,
    /// 1.25
    Large,
    /// 1.5
    Huge,
}

/// How bubbles and menus look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
    /// As the desktop has it.
    System,
}

/// The rule that a setting breaks. Never repeats what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingRule {
    /// No setting has this name.
    #[error("there is no such setting; see `openpets settings`")]
    Name,
    /// It is on or off.
    #[error("this setting is true or false")]
    Flag,
    /// Not one of the sizes.
    #[error("a size is 0.5, 0.75, 1, 1.25 or 1.5")]
    Size,
    /// Not one of the looks.
    #[error("a theme is light, dark or system")]
    Theme,
}

impl PetSize {
    /// Every size, the smallest first.
    pub const ALL: [Self; 5] = [Self::Half, Self::Small, Self::Normal, Self::Large, Self::Huge];

    /// Times the size in which pets are drawn.
    #[must_use]
    pub const fn factor(self) -> f32 {
        match self {
            Self::Half => 0.5,
            Self::Small => 0.75,
            Self::Normal => 1.0,
            Self::Large => 1.25,
            Self::Huge => 1.5,
        }
    }

    /// The size of this factor.
    #[must_use]
    pub fn from_factor(factor: f64) -> Option<Self> {
        Self::ALL.into_iter().find(|size| f64::from(size.factor()) == factor)
    }
}

impl fmt::Display for PetSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.factor().fmt(f)
    }
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::System];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::System => "system",
        }
    }
}

impl Setting {
    /// Checks a name and a value, as they stand in the state file.
    ///
    /// # Errors
    /// The rule that they break.
    pub fn parse(name: &str, value: &Value) -> Result<Self, SettingRule> {
        let flag = || value.as_bool().ok_or(SettingRule::Flag);
        Ok(match name {
            "petScale" => Self::Size(value.as_f64().and_then(PetSize::from_factor).ok_or(SettingRule::Size)?),
            "petHorizontalFlip" => Self::Flip(flag()?),
            "speechBubblesEnabled" => Self::Bubbles(flag()?),
            "openDefaultPetOnLaunch" => Self::ShowAtStart(flag()?),
            "petGazeEnabled" => Self::Gaze(flag()?),
            "appearanceTheme" => {
                let theme = Theme::ALL.into_iter().find(|theme| value.as_str() == Some(theme.name()));
                Self::Theme(theme.ok_or(SettingRule::Theme)?)
            }
            "agentFoldersShown" => Self::AgentFolders(flag()?),
            _ => return Err(SettingRule::Name),
        })
    }

    /// Its name in the state file and on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Size(_) => "petScale",
            Self::Flip(_) => "petHorizontalFlip",
            Self::Bubbles(_) => "speechBubblesEnabled",
            Self::ShowAtStart(_) => "openDefaultPetOnLaunch",
            Self::Gaze(_) => "petGazeEnabled",
            Self::Theme(_) => "appearanceTheme",
            Self::AgentFolders(_) => "agentFoldersShown",
        }
    }

    /// Its value there.
    #[must_use]
    pub fn value(&self) -> Value {
        match *self {
            Self::Size(size) => f64::from(size.factor()).into(),
            Self::Theme(theme) => theme.name().into(),
            Self::Flip(flag)
            | Self::Bubbles(flag)
            | Self::ShowAtStart(flag)
            | Self::Gaze(flag)
            | Self::AgentFolders(flag) => flag.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_and_values_lead_back() {
        let sizes = PetSize::ALL.map(Setting::Size);
        let themes = Theme::ALL.map(Setting::Theme);
        let flags =
            [Setting::Flip, Setting::Bubbles, Setting::ShowAtStart, Setting::Gaze, Setting::AgentFolders];
        let flags = flags.into_iter().flat_map(|setting| [setting(true), setting(false)]);
        for setting in sizes.into_iter().chain(themes).chain(flags) {
            assert_eq!(Setting::parse(setting.name(), &setting.value()), Ok(setting));
        }
        assert_eq!(Setting::Size(PetSize::Large).value(), json!(1.25));
    }

    #[test]
    fn what_breaks_a_rule() {
        for (name, value, rule) in [
            ("petScale", json!(2), SettingRule::Size),
            ("petScale", json!("1"), SettingRule::Size),
            ("appearanceTheme", json!("pink"), SettingRule::Theme),
            ("petGazeEnabled", json!("true"), SettingRule::Flag),
            ("petHorizontalFlip", json!({"cat": true}), SettingRule::Flag),
            ("defaultPetId", json!("cat"), SettingRule::Name),
            ("", json!(null), SettingRule::Name),
        ] {
            assert_eq!(Setting::parse(name, &value), Err(rule), "{name} {value}");
        }
    }
}
