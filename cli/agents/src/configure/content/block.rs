//! A block in a text file that people write too, between two marks.

use super::Invalid;
use std::ops::Range;

const START: &str = "<!-- OPENPETS:START -->";
const END: &str = "<!-- OPENPETS:END -->";

/// The block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Block {
    /// What stands between the marks, without line breaks at its ends.
    pub(in super::super) text: String,
}

impl Block {
    /// Where the block is, with its marks.
    pub(super) fn find(text: &str) -> Result<Option<Range<usize>>, Invalid> {
        let only = |mark: &str| {
            let mut places = text.match_indices(mark).map(|(at, _)| at);
            (places.next(), places.next().is_some())
        };
        match (only(START), only(END)) {
            ((None, _), (None, _)) => Ok(None),
            ((Some(start), false), (Some(end), false)) if start < end => Ok(Some(start..end + END.len())),
            _ => Err(Invalid::Marks),
        }
    }

    /// In its place if it has one, else at the end, after an empty line.
    pub(super) fn put(&self, text: &str) -> Result<String, Invalid> {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let block = format!("{START}\n{}\n{END}", self.text).replace('\n', newline);
        if let Some(place) = Self::find(text)? {
            return Ok(format!("{}{block}{}", &text[..place.start], &text[place.end..]));
        }
        let gap = match text {
            "" => "",
            text if text.ends_with('\n') => newline,
            _ => &newline.repeat(2),
        };
        Ok(format!("{text}{gap}{block}{newline}"))
    }

    /// The rest, without the empty line before the block. Nothing if only white space is left.
    pub(super) fn take_out(text: &str) -> Result<Option<String>, Invalid> {
        let Some(place) = Self::find(text)? else { return Ok(Some(text.to_owned())) };
        let (before, after) = (&text[..place.start], &text[place.end..]);
        let after = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')).unwrap_or(after);
        let empty_line = before.strip_suffix("\r\n").or_else(|| before.strip_suffix('\n'));
        let before = empty_line.filter(|before| before.ends_with('\n')).unwrap_or(before);
        let rest = format!("{before}{after}");
        Ok((!rest.trim().is_empty()).then_some(rest))
    }

    /// The block that stands in `text`.
    pub(super) fn as_in(&self, text: &str) -> Option<Self> {
        let block = &text[Self::find(text).ok()??];
        let inner = block.strip_prefix(START)?.strip_suffix(END)?.replace("\r\n", "\n");
        Some(Self { text: inner.strip_prefix('\n')?.strip_suffix('\n')?.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block() -> Block {
        Block { text: "Hello\nthere".to_owned() }
    }

    #[test]
    fn it_is_put_at_the_end_and_replaced_in_place() {
        let put = |text: &str| block().put(text).unwrap();
        let ours = format!("{START}\nHello\nthere\n{END}\n");
        assert_eq!(put(""), ours);
        assert_eq!(put("# Notes\n"), format!("# Notes\n\n{ours}"));
        assert_eq!(put("# Notes"), format!("# Notes\n\n{ours}"));
        assert_eq!(put("a\r\nb\r\n"), format!("a\r\nb\r\n\r\n{}", ours.replace('\n', "\r\n")));
        let old = format!("a\n\n{START}\nold\n{END}\nb\n");
        assert_eq!(put(&old), format!("a\n\n{ours}b\n"));
        assert_eq!(put(&put("a\n")), put("a\n"));
    }

    #[test]
    fn what_is_left_is_as_before() {
        for text in ["# Notes\n", "a\r\nb\r\n", "a\n\n\n", " \u{e9}\n"] {
            let put = block().put(text).unwrap();
            assert_eq!(Block::take_out(&put).unwrap().as_deref(), Some(text), "{text:?}");
            assert_eq!(block().as_in(&put), Some(block()));
        }
        assert_eq!(Block::take_out(&block().put("").unwrap()).unwrap(), None);
        let between = format!("a\n\n{START}\nold\n{END}\nb\n");
        assert_eq!(Block::take_out(&between).unwrap().as_deref(), Some("a\nb\n"));
    }

    #[test]
    fn marks_that_do_not_match_are_refused() {
        for text in
            [START.to_owned(), END.to_owned(), format!("{END}{START}"), format!("{START}{START}{END}")]
        {
            assert_eq!(Block::find(&text), Err(Invalid::Marks), "{text}");
            assert_eq!(block().put(&text), Err(Invalid::Marks));
        }
    }
}
