//! What a pet says for a hook: our own lines, in the person's language. Never anything of the agent's.

use serde::Deserialize;

/// What a line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pool {
    /// The agent wants a permission.
    Permission,
    /// The agent asks something.
    Question,
    /// A task is done.
    Success,
    /// A task has failed.
    Error,
}

impl Pool {
    /// Every pool.
    pub(super) const ALL: [Self; 4] = [Self::Permission, Self::Question, Self::Success, Self::Error];

    /// Its name in a file of rules.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Permission => "permission",
            Self::Question => "question",
            Self::Success => "success",
            Self::Error => "error",
        }
    }

    /// The pool of that name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pool| pool.name() == name)
    }
}

/// A language that hooks speak.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// `en`
    #[default]
    English,
    /// `de`
    German,
    /// `fr`
    French,
    /// `es`
    Spanish,
    /// `pt`, as in Brazil
    Portuguese,
    /// `ja`
    Japanese,
    /// `ko`
    Korean,
    /// `zh-Hans`
    SimplifiedChinese,
    /// `zh-Hant`
    TraditionalChinese,
}

impl Language {
    /// Every language.
    pub(crate) const ALL: [Self; 9] = [
        Self::English,
        Self::German,
        Self::French,
        Self::Spanish,
        Self::Portuguese,
        Self::Japanese,
        Self::Korean,
        Self::SimplifiedChinese,
        Self::TraditionalChinese,
    ];

    /// Its tag.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Portuguese => "pt",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::SimplifiedChinese => "zh-Hans",
            Self::TraditionalChinese => "zh-Hant",
        }
    }

    /// Understands tags of BCP 47 and of POSIX, such as `zh-TW` and `de_AT.UTF-8`.
    pub(super) fn from_tag(tag: &str) -> Option<Self> {
        let tag = tag.replace('_', "-").to_ascii_lowercase();
        let mut parts = tag.split(['-', '.', '@']);
        Some(match parts.next()? {
            "c" | "posix" | "en" => Self::English,
            "de" => Self::German,
            "fr" => Self::French,
            "es" => Self::Spanish,
            "pt" => Self::Portuguese,
            "ja" => Self::Japanese,
            "ko" => Self::Korean,
            "zh" if parts.any(|part| matches!(part, "tw" | "hk" | "mo" | "hant")) => Self::TraditionalChinese,
            "zh" => Self::SimplifiedChinese,
            _ => return None,
        })
    }

    const fn source(self) -> &'static str {
        match self {
            Self::English => include_str!("../../lines/en.json"),
            Self::German => include_str!("../../lines/de.json"),
            Self::French => include_str!("../../lines/fr.json"),
            Self::Spanish => include_str!("../../lines/es.json"),
            Self::Portuguese => include_str!("../../lines/pt.json"),
            Self::Japanese => include_str!("../../lines/ja.json"),
            Self::Korean => include_str!("../../lines/ko.json"),
            Self::SimplifiedChinese => include_str!("../../lines/zh-Hans.json"),
            Self::TraditionalChinese => include_str!("../../lines/zh-Hant.json"),
        }
    }

    /// Every pool of this language, as JSON on one line.
    pub(crate) fn compact_lines(self) -> String {
        let pools: serde_json::Value = serde_json::from_str(self.source()).unwrap_or_default();
        pools.to_string()
    }

    /// The lines of a pool in this language.
    pub(super) fn lines(self, pool: Pool) -> Vec<String> {
        // A test reads every language, so this falls back to silence in theory alone.
        let pools: Pools = serde_json::from_str(self.source()).unwrap_or_default();
        match pool {
            Pool::Permission => pools.permission,
            Pool::Question => pools.question,
            Pool::Success => pools.success,
            Pool::Error => pools.error,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pools {
    permission: Vec<String>,
    question: Vec<String>,
    success: Vec<String>,
    error: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use openpets_ipc::check_own_line;
    use std::collections::HashSet;

    #[test]
    fn every_line_may_be_said() {
        for language in Language::ALL {
            for pool in Pool::ALL {
                let lines = language.lines(pool);
                assert!(lines.len() >= 5, "{language:?} {pool:?}");
                for line in &lines {
                    let said =
                        check_own_line(line).unwrap_or_else(|rule| panic!("{language:?}: {line}: {rule}"));
                    assert_eq!(said.as_str(), line);
                    // A bubble is read in passing.
                    assert!(line.chars().count() <= 48, "{line}");
                }
                assert_eq!(lines.iter().collect::<HashSet<_>>().len(), lines.len(), "{language:?} {pool:?}");
            }
        }
    }

    #[test]
    fn languages_are_found_by_their_tags() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
        for (tag, expected) in [
            ("de_AT.UTF-8", Some(Language::German)),
            ("zh_TW", Some(Language::TraditionalChinese)),
            ("zh-CN", Some(Language::SimplifiedChinese)),
            ("pt-BR", Some(Language::Portuguese)),
            ("C.UTF-8", Some(Language::English)),
            ("tlh", None),
            ("", None),
        ] {
            assert_eq!(Language::from_tag(tag), expected, "{tag}");
        }
    }
}
