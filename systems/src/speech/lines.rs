//! The lines that pets say by themselves, a pool for each reaction and language.

use openpets_ipc::Reaction as Kind;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A language that pets speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// Chinese in simplified characters.
    SimplifiedChinese,
    /// Chinese in traditional characters.
    TraditionalChinese,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
    /// Spanish.
    Spanish,
    /// Portuguese as spoken in Brazil.
    Portuguese,
}

type Pools = HashMap<Kind, Vec<String>>;

impl Language {
    /// Every language.
    pub const ALL: [Self; 7] = [
        Self::English,
        Self::SimplifiedChinese,
        Self::TraditionalChinese,
        Self::Japanese,
        Self::Korean,
        Self::Spanish,
        Self::Portuguese,
    ];

    /// The language of a locale such as `zh-TW`, or of the system where the preference says nothing.
    #[must_use]
    pub fn of(locale: Option<&str>) -> Self {
        match locale {
            Some(locale) if locale != "system" => Self::from_tag(locale),
            _ => Self::from_tag(&system_locale()),
        }
    }

    /// Understands tags of BCP 47 and of POSIX. English where there is nothing better.
    fn from_tag(tag: &str) -> Self {
        let tag = tag.replace('_', "-").to_ascii_lowercase();
        let mut parts = tag.split(['-', '.', '@']);
        match parts.next().unwrap_or_default() {
            "zh" if parts.any(|part| matches!(part, "tw" | "hk" | "mo" | "hant")) => Self::TraditionalChinese,
            "zh" => Self::SimplifiedChinese,
            "ja" => Self::Japanese,
            "ko" => Self::Korean,
            "es" => Self::Spanish,
            "pt" => Self::Portuguese,
            _ => Self::English,
        }
    }

    const fn source(self) -> &'static str {
        match self {
            Self::English => include_str!("../../lines/en.json"),
            Self::SimplifiedChinese => include_str!("../../lines/zh-Hans.json"),
            Self::TraditionalChinese => include_str!("../../lines/zh-Hant.json"),
            Self::Japanese => include_str!("../../lines/ja.json"),
            Self::Korean => include_str!("../../lines/ko.json"),
            Self::Spanish => include_str!("../../lines/es.json"),
            Self::Portuguese => include_str!("../../lines/pt-BR.json"),
        }
    }

    /// Read when the language is first spoken.
    fn pools(self) -> &'static Pools {
        static POOLS: [OnceLock<Pools>; Language::ALL.len()] =
            [const { OnceLock::new() }; Language::ALL.len()];
        POOLS[self as usize].get_or_init(|| {
            #[expect(clippy::expect_used, reason = "part of the program; a test reads every file")]
            serde_json::from_str(self.source()).expect("the lines are well formed")
        })
    }
}

fn system_locale() -> String {
    // In the order in which POSIX looks at them.
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

/// A line for a reaction. Counting `turn` up walks through the pool.
pub(super) fn pick(language: Language, kind: Kind, turn: usize) -> Option<&'static str> {
    let pool = language.pools().get(&kind)?;
    pool.get(turn % pool.len().max(1)).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_lines_for_every_reaction_and_each_passes_our_own_rules() {
        for language in Language::ALL {
            for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Idle) {
                let pool = &language.pools()[&kind];
                assert!(pool.len() >= 3, "{language:?} {kind}: {} lines", pool.len());
                for line in pool {
                    assert_eq!(openpets_ipc::check_own_line(line).err(), None, "{language:?} {kind}: {line}");
                    assert!(line.chars().count() <= 40, "{language:?} {kind}: {line}");
                }
            }
        }
    }

    #[test]
    fn locales_are_understood() {
        for (tag, language) in [
            ("en_US.UTF-8", Language::English),
            ("zh_CN.UTF-8", Language::SimplifiedChinese),
            ("zh-TW", Language::TraditionalChinese),
            ("zh-Hant-HK", Language::TraditionalChinese),
            ("ja", Language::Japanese),
            ("pt-BR", Language::Portuguese),
            ("es_AR", Language::Spanish),
            ("ko_KR", Language::Korean),
            ("C", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::from_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn turns_walk_through_the_pool() {
        let first = pick(Language::English, Kind::Thinking, 0);
        assert_ne!(first, pick(Language::English, Kind::Thinking, 1));
        assert_eq!(
            first,
            pick(Language::English, Kind::Thinking, Language::English.pools()[&Kind::Thinking].len())
        );
    }
}
