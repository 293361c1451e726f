//! What a command prints. Collected first and written at once: a result is whole or not there.

use serde_json::Value;
use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use unicode_width::UnicodeWidthStr;

/// Spaces between columns.
const GAP: usize = 2;

/// The text for stdout.
#[derive(Debug, Default)]
pub(crate) struct Output(String);

impl Output {
    /// A line for people.
    pub(crate) fn line(&mut self, text: &str) {
        self.0.push_str(&plain(text));
        self.0.push('\n');
    }

    /// Rows for people, in columns.
    pub(crate) fn table<const N: usize>(&mut self, rows: &[[String; N]]) {
        let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
        for row in rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let padding = width(column) + GAP - cell.width();
                line.extend([cell.as_str(), &" ".repeat(padding)]);
            }
            self.line(line.trim_end());
        }
    }

    /// A result for scripts, in one line.
    pub(crate) fn json(&mut self, value: &Value) {
        self.0.push_str(&value.to_string());
        self.0.push('\n');
    }

    /// Text of our own in several lines.
    pub(crate) fn block(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Text of files, in lines: as it is for programs, without control sequences for a terminal.
    pub(crate) fn verbatim(&mut self, text: &str) {
        if io::stdout().is_terminal() {
            for line in text.lines() {
                self.0.push_str(&line.split('\t').map(plain).collect::<Vec<_>>().join("\t"));
                self.0.push('\n');
            }
        } else {
            self.0.push_str(text);
        }
    }

    /// Writes what there is so far: a question comes after it.
    pub(crate) fn write_so_far(&mut self) -> io::Result<()> {
        self.write_out()?;
        self.0.clear();
        Ok(())
    }

    /// Writes everything. A reader that has seen enough (`openpets pets | head -1`) is no error.
    pub(crate) fn write_out(&self) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(self.0.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}

/// A sentence on stderr. When that is closed, nobody is left to tell.
pub(crate) fn complain(sentence: &str) {
    let _ = writeln!(io::stderr(), "openpets: {}", plain(sentence));
}

/// Names of pets come from packages of strangers, sentences from another process: neither may send control
/// sequences to the terminal.
fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().any(char::is_control) {
        text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_do_not_reach_the_terminal() {
        let mut output = Output::default();
        output.line("a \u{1b}[2Jcat\u{9b}");
        output.line("plain ü 日本");
        assert_eq!(output.0, "a \u{fffd}[2Jcat\u{fffd}\nplain ü 日本\n");
    }

    #[test]
    fn columns_line_up() {
        let mut output = Output::default();
        output
            .table(&[["a", "b", ""], ["äöü", "", "c"], ["米粉", "d", "e"]].map(|row| row.map(str::to_owned)));
        assert_eq!(output.0, "a     b\näöü      c\n米粉  d  e\n");
    }
}
