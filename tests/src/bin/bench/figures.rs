//! Numbers and the table of them.

use anyhow::Result;
use std::io::Write;
use std::time::Duration;

/// The table.
#[derive(Default)]
pub(crate) struct Report(Vec<[String; 4]>);

impl Report {
    pub(crate) fn row(&mut self, what: &str, measured: String, reference: String, goal: &str) {
        // Shown at once too: a bench takes minutes.
        let _ = writeln!(std::io::stderr(), "{what}: {measured}  ({reference})");
        self.0.push([what.to_owned(), measured, reference, goal.to_owned()]);
    }

    pub(crate) fn print(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
        writeln!(out, "\n{cores} cores, load {}", load.trim())?;
        writeln!(out, "\n| what | measured | reference in the same run | goal |\n|---|---|---|---|")?;
        for [what, measured, reference, goal] in &self.0 {
            writeln!(out, "| {what} | {measured} | {reference} | {goal} |")?;
        }
        Ok(())
    }
}

/// Times of the same thing, sorted.
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// The time that this part of a hundred stays within.
    pub(crate) fn percentile(&self, percent: f64) -> Duration {
        let last = self.0.len().saturating_sub(1);
        let index = (percent / 100.0 * last as f64).round() as usize;
        self.0.get(index).copied().unwrap_or_default()
    }

    pub(crate) fn median(&self) -> Duration {
        self.percentile(50.0)
    }
}

/// In milliseconds.
pub(crate) fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
