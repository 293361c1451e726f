//! Patterns of names: `*` stands for any text, `?` for one character.

/// The whole of `text` is as `pattern` says. Takes at most the product of both lengths in steps.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut read) = (0, 0);
    // Where the last star stood, and up to where it reaches.
    let mut star = None;
    while read < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(c) if *c == '?' || *c == text[read] => {
                at += 1;
                read += 1;
            }
            _ => match star {
                Some((star_at, reach)) => {
                    star = Some((star_at, reach + 1));
                    at = star_at + 1;
                    read = reach + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("*", "", true),
            ("*", "anything", true),
            ("Bash", "Bash", true),
            ("Bash", "bash", false),
            ("mcp__*", "mcp__github__search", true),
            ("mcp__*__search", "mcp__github__search", true),
            ("mcp__*__search", "mcp__github__find", false),
            ("?dit", "Edit", true),
            ("?dit", "dit", false),
            ("*a*b*", "xxaxxbxx", true),
            ("*a*b", "xxaxxbxx", false),
            ("日*", "日本", true),
            ("a", "", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_take_no_longer() {
        assert!(!matches(&"*a".repeat(100), &"b".repeat(10_000)));
        assert!(!matches(&format!("{}c", "*a".repeat(50)), &"a".repeat(2_000)));
    }
}
