//! Which frame shows at a moment, and when to look again. Pure: the caller brings the time.

use super::Timing;
use std::time::Duration;

/// Longest accepted stretch. The slowest preference needs about 2; beyond this a pet would seem frozen.
const MAX_STRETCH: f32 = 60.0;
/// Shortest accepted stretch: below it, frames would change faster than any screen shows them.
const MIN_STRETCH: f32 = 0.1;

/// What shows at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameAt {
    /// The frame's column.
    pub index: usize,
    /// The next moment, counted like `elapsed` from the start of the animation, at which another frame shows or
    /// the animation ends. Always later than `elapsed`; `None`: never.
    pub next_change: Option<Duration>,
    /// The animation has played as often as it should; its last frame stays until the caller shows another.
    pub finished: bool,
}

/// The frame that shows `elapsed` after the animation began.
///
/// `frame_count` is how many frames the row really draws. A shorter row than the table's keeps the first durations,
/// and its last frame gets the table's last; more frames than the table has are not played, and 0 counts as 1.
/// `stretch` scales every duration (1 plays at the table's speed); a value that is not a number counts as 1, others
/// are clamped to 0.1..=60.
#[must_use]
pub fn frame_at(timing: &Timing, frame_count: usize, elapsed: Duration, stretch: f32) -> FrameAt {
    let table = timing.frames_ms;
    let count = frame_count.clamp(1, table.len().max(1));
    let stretch = if stretch.is_nan() { 1.0 } else { f64::from(stretch.clamp(MIN_STRETCH, MAX_STRETCH)) };
    // The table's entry of the frame, scaled, in whole nanoseconds: at least 1, or the cycle could be empty.
    let nanos_of = |index: usize| {
        let entry = if index + 1 == count { table.last() } else { table.get(index) };
        ((f64::from(entry.copied().unwrap_or(1)) * 1e6 * stretch).round() as u128).max(1)
    };
    let cycle: u128 = (0..count).map(nanos_of).sum();
    let now = elapsed.as_nanos();

    let end = timing.repeats.map(|repeats| cycle * u128::from(repeats));
    if end.is_some_and(|end| now >= end) {
        return FrameAt { index: count - 1, next_change: None, finished: true };
    }

    let mut frame_end = now - now % cycle;
    let mut index = 0;
    for candidate in 0..count {
        index = candidate;
        frame_end += nanos_of(candidate);
        if now < frame_end {
            break;
        }
    }
    // A row of one frame never changes; it can only end.
    let next = if count == 1 { end } else { Some(frame_end) };
    FrameAt { index, next_change: next.and_then(duration), finished: false }
}

/// `None` past what a `Duration` holds: half a trillion years, so never.
fn duration(nanos: u128) -> Option<Duration> {
    let seconds = u64::try_from(nanos / 1_000_000_000).ok()?;
    Some(Duration::new(seconds, (nanos % 1_000_000_000) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PetState;
    use proptest::prelude::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn idle_plays_its_real_durations() {
        let at = |elapsed| frame_at(PetState::Idle.timing(), 6, ms(elapsed), 1.0);
        assert_eq!(at(0), FrameAt { index: 0, next_change: Some(ms(1400)), finished: false });
        assert_eq!(at(1399).index, 0);
        assert_eq!(at(1400), FrameAt { index: 1, next_change: Some(ms(1950)), finished: false });
        assert_eq!(at(5499), FrameAt { index: 5, next_change: Some(ms(5500)), finished: false });
        assert_eq!(at(5500), FrameAt { index: 0, next_change: Some(ms(6900)), finished: false });
    }

    #[test]
    fn one_shots_end_after_two_cycles_on_their_last_frame() {
        let at = |elapsed| frame_at(PetState::Waving.timing(), 4, ms(elapsed), 1.0);
        assert_eq!(at(1399), FrameAt { index: 3, next_change: Some(ms(1400)), finished: false });
        assert_eq!(at(1400), FrameAt { index: 3, next_change: None, finished: true });
    }

    #[test]
    fn a_shorter_row_keeps_the_last_duration() {
        // Two of idle's six frames: 1400, then the table's last, 1600.
        let at = |elapsed| frame_at(PetState::Idle.timing(), 2, ms(elapsed), 1.0);
        assert_eq!(at(1400), FrameAt { index: 1, next_change: Some(ms(3000)), finished: false });
        assert_eq!(at(3000).index, 0);
    }

    #[test]
    fn a_single_frame_sleeps_for_ever_or_until_the_end() {
        let idle = frame_at(PetState::Idle.timing(), 1, ms(99_999), 1.0);
        assert_eq!(idle, FrameAt { index: 0, next_change: None, finished: false });
        let failed = frame_at(PetState::Failed.timing(), 1, ms(300), 1.0);
        assert_eq!(failed, FrameAt { index: 0, next_change: Some(ms(480)), finished: false });
    }

    #[test]
    fn waiting_can_be_relaxed() {
        let timing = PetState::Waiting.timing();
        let stretch = timing.stretch_to(2200);
        assert_eq!(frame_at(timing, 6, ms(2199), stretch).index, 5);
        assert_eq!(frame_at(timing, 6, ms(2201), stretch).index, 0);
    }

    proptest! {
        #[test]
        fn the_next_change_is_later_and_really_a_change(
            state in 0usize..9, count in 0usize..12, nanos in any::<u64>(), stretch in any::<f32>(),
        ) {
            let timing = PetState::ALL[state].timing();
            let elapsed = Duration::from_nanos(nanos);
            let now = frame_at(timing, count, elapsed, stretch);
            prop_assert!(now.index < timing.frames_ms.len());
            prop_assert!(now.index < count.max(1));
            if let Some(next) = now.next_change {
                prop_assert!(next > elapsed);
                let then = frame_at(timing, count, next, stretch);
                prop_assert!(then.index != now.index || then.finished);
                let just_before = frame_at(timing, count, next - Duration::from_nanos(1), stretch);
                prop_assert_eq!(just_before, now);
            }
        }

        #[test]
        fn following_the_changes_walks_one_cycle_in_the_tables_time(state in 0usize..9) {
            let timing = PetState::ALL[state].timing();
            let mut elapsed = Duration::ZERO;
            for (index, duration) in timing.frames_ms.iter().enumerate() {
                let shown = frame_at(timing, timing.frames_ms.len(), elapsed, 1.0);
                prop_assert_eq!(shown.index, index);
                prop_assert_eq!(shown.next_change, Some(elapsed + ms(u64::from(*duration))));
                elapsed = shown.next_change.unwrap();
            }
            prop_assert_eq!(elapsed, ms(u64::from(timing.cycle_ms())));
        }

        #[test]
        fn extremes_do_not_panic(state in 0usize..9, count in any::<usize>(), stretch in any::<f32>()) {
            let shown = frame_at(PetState::ALL[state].timing(), count, Duration::MAX, stretch);
            prop_assert!(shown.index < 8);
        }
    }
}
