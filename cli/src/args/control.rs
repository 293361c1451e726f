//! The arguments of what a person does with pets as a whole.

use openpets_ipc::{PetSize, Setting, Theme};
use std::fmt;

/// `openpets pause`, `resume`, `hide`, `show` and `reset`
#[derive(Debug, clap::Args)]
pub struct Control {
    /// Print the app's result as JSON
    #[arg(long)]
    pub json: bool,
}

/// `openpets settings`
#[derive(Debug, clap::Args)]
pub struct Settings {
    /// The setting; without one, all are listed
    #[arg(value_name = "NAME")]
    pub name: Option<SettingName>,
    /// What it is to be from now on: on, off, a size or a theme
    #[arg(value_name = "VALUE", requires = "name")]
    pub value: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// What a setting is called here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum SettingName {
    /// The size of pets: 0.5, 0.75, 1, 1.25 or 1.5
    Size,
    /// The default pet is mirrored
    Flip,
    /// Pets say what they are asked to
    Bubbles,
    /// The default pet is on screen from the start
    ShowAtStart,
    /// Pets look at the pointer
    Gaze,
    /// How bubbles and menus look: light, dark or system
    Theme,
    /// The names of agents' working folders are kept and told
    Folders,
}

/// A text that is no value of its setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {choices}")]
pub struct InvalidValue {
    name: SettingName,
    choices: &'static str,
}

impl SettingName {
    /// Every setting, in the order in which they are listed.
    pub const ALL: [Self; 7] =
        [Self::Size, Self::Flip, Self::Bubbles, Self::ShowAtStart, Self::Gaze, Self::Theme, Self::Folders];

    /// Its values, for people.
    #[must_use]
    pub const fn choices(self) -> &'static str {
        match self {
            Self::Size => "0.5, 0.75, 1, 1.25 or 1.5",
            Self::Theme => "light, dark or system",
            _ => "on or off",
        }
    }

    /// What it does, for people.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Size => "the size of pets",
            Self::Flip => "the default pet is mirrored",
            Self::Bubbles => "pets say what they are asked to",
            Self::ShowAtStart => "the default pet is on screen from the start",
            Self::Gaze => "pets look at the pointer",
            Self::Theme => "how bubbles and menus look",
            Self::Folders => "names of agents' working folders are kept and told",
        }
    }

    /// The setting with this value.
    ///
    /// # Errors
    /// When it has no such value.
    pub fn with(self, value: &str) -> Result<Setting, InvalidValue> {
        let wrong = InvalidValue { name: self, choices: self.choices() };
        let flag = || match value {
            "on" | "true" => Ok(true),
            "off" | "false" => Ok(false),
            _ => Err(wrong),
        };
        Ok(match self {
            Self::Size => Setting::Size(value.parse().ok().and_then(PetSize::from_factor).ok_or(wrong)?),
            Self::Flip => Setting::Flip(flag()?),
            Self::Bubbles => Setting::Bubbles(flag()?),
            Self::ShowAtStart => Setting::ShowAtStart(flag()?),
            Self::Gaze => Setting::Gaze(flag()?),
            Self::Theme => {
                Setting::Theme(Theme::ALL.into_iter().find(|theme| theme.name() == value).ok_or(wrong)?)
            }
            Self::Folders => Setting::AgentFolders(flag()?),
        })
    }
}

impl fmt::Display for SettingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "size",
            Self::Flip => "flip",
            Self::Bubbles => "bubbles",
            Self::ShowAtStart => "show-at-start",
            Self::Gaze => "gaze",
            Self::Theme => "theme",
            Self::Folders => "folders",
        })
    }
}
