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
    /// The frame's place in the clip.
    pub index: usize,
    /// The next moment, counted like `elapsed` from the start of the animation, at which another frame shows or
    /// the animation ends. Always later than `elapsed`; `None`: never.
    pub next_change: Option<Duration>,
    /// When the animation had played as often as it should, if it has; its last frame stays until the caller shows
    /// another.
    pub ended: Option<Duration>,
}

/// The frame that shows `elapsed` after the animation began.
///
/// `stretch` scales every duration (1 plays at the timing's own speed); a value that is not a number counts as 1,
/// others are clamped to 0.1..=60.
#[must_use]
pub fn frame_at(timing: &Timing, elapsed: Duration, stretch: f32) -> FrameAt {
    let stretch = if stretch.is_nan() { 1.0 } else { f64::from(stretch.clamp(MIN_STRETCH, MAX_STRETCH)) };
    // Scaled, in whole nanoseconds: at least 1, or the cycle could be empty.
    let nanos_of = |ms: u16| ((f64::from(ms) * 1e6 * stretch).round() as u128).max(1);
    let frames = timing.frames_ms();
    let cycle: u128 = frames.iter().copied().map(nanos_of).sum();
    let now = elapsed.as_nanos();

    let end = timing.repeats().map(|repeats| cycle * u128::from(repeats));
    if let Some(end) = end.filter(|end| now >= *end) {
        return FrameAt { index: frames.len() - 1, next_change: None, ended: duration(end) };
    }

    let mut frame_end = now - now % cycle;
    let mut index = 0;
    for (candidate, &ms) in frames.iter().enumerate() {
        index = candidate;
        frame_end += nanos_of(ms);
        if now < frame_end {
            break;
        }
    }
    // An animation of one frame never changes; it can only end.
    let next = if frames.len() == 1 { end } else { Some(frame_end) };
    FrameAt { index, next_change: next.and_then(duration), ended: None }
}

/// `None` past what a `Duration` holds: half a trillion years, so never.
fn duration(nanos: u128) -> Option<Duration> {
    let seconds = u64::try_from(nanos / 1_000_000_000).ok()?;
    Some(Duration::new(seconds, (nanos % 1_000_000_000) as u32))
}

#[cfg(test)]
mod tests {
    use super::super::timing::row_ms;
    use super::*;
    use crate::PetState;
    use proptest::prelude::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// A row of the format of which `count` frames are drawn.
    fn row(state: PetState, count: usize) -> Timing {
        Timing::new((0..count).map(|index| row_ms(state, index, count)), state.format().repeats).unwrap()
    }

    #[test]
    fn idle_plays_its_real_durations() {
        let at = |elapsed| frame_at(&row(PetState::Idle, 6), ms(elapsed), 1.0);
        assert_eq!(at(0), FrameAt { index: 0, next_change: Some(ms(1400)), ended: None });
        assert_eq!(at(1399).index, 0);
        assert_eq!(at(1400), FrameAt { index: 1, next_change: Some(ms(1950)), ended: None });
        assert_eq!(at(5499), FrameAt { index: 5, next_change: Some(ms(5500)), ended: None });
        assert_eq!(at(5500), FrameAt { index: 0, next_change: Some(ms(6900)), ended: None });
    }

    #[test]
    fn one_shots_end_after_two_cycles_on_their_last_frame() {
        let at = |elapsed| frame_at(&row(PetState::Waving, 4), ms(elapsed), 1.0);
        assert_eq!(at(1399), FrameAt { index: 3, next_change: Some(ms(1400)), ended: None });
        assert_eq!(at(1400), FrameAt { index: 3, next_change: None, ended: Some(ms(1400)) });
        assert_eq!(at(9999).ended, Some(ms(1400)));
    }

    #[test]
    fn a_shorter_row_keeps_the_last_duration() {
        // Two of idle's six frames: 1400, then the table's last, 1600.
        let at = |elapsed| frame_at(&row(PetState::Idle, 2), ms(elapsed), 1.0);
        assert_eq!(at(1400), FrameAt { index: 1, next_change: Some(ms(3000)), ended: None });
        assert_eq!(at(3000).index, 0);
    }

    #[test]
    fn a_single_frame_sleeps_for_ever_or_until_the_end() {
        let idle = frame_at(&row(PetState::Idle, 1), ms(99_999), 1.0);
        assert_eq!(idle, FrameAt { index: 0, next_change: None, ended: None });
        let failed = frame_at(&row(PetState::Failed, 1), ms(300), 1.0);
        assert_eq!(failed, FrameAt { index: 0, next_change: Some(ms(480)), ended: None });
    }

    #[test]
    fn waiting_can_be_relaxed() {
        let timing = row(PetState::Waiting, 6);
        let stretch = timing.stretch_to(2200);
        assert_eq!(frame_at(&timing, ms(2199), stretch).index, 5);
        assert_eq!(frame_at(&timing, ms(2201), stretch).index, 0);
    }

    fn any_timing() -> impl Strategy<Value = Timing> {
        let frames = proptest::collection::vec(any::<u16>(), 1..12);
        (frames, any::<Option<u8>>()).prop_map(|(frames, repeats)| Timing::new(frames, repeats).unwrap())
    }

    proptest! {
        #[test]
        fn the_next_change_is_later_and_really_a_change(
            timing in any_timing(), nanos in any::<u64>(), stretch in any::<f32>(),
        ) {
            let elapsed = Duration::from_nanos(nanos);
            let now = frame_at(&timing, elapsed, stretch);
            prop_assert!(now.index < timing.frames_ms().len());
            prop_assert!(now.ended.is_none_or(|ended| ended <= elapsed));
            if let Some(next) = now.next_change {
                prop_assert!(next > elapsed);
                let then = frame_at(&timing, next, stretch);
                prop_assert!(then.index != now.index || then.ended == Some(next));
                let just_before = frame_at(&timing, next - Duration::from_nanos(1), stretch);
                prop_assert_eq!(just_before, now);
            }
        }

        #[test]
        fn following_the_changes_walks_one_cycle_in_the_timings_time(
            frames in proptest::collection::vec(1u16.., 2..12),
        ) {
            let timing = Timing::new(frames.iter().copied(), None).unwrap();
            let mut elapsed = Duration::ZERO;
            for (index, duration) in frames.iter().enumerate() {
                let shown = frame_at(&timing, elapsed, 1.0);
                prop_assert_eq!(shown.index, index);
                prop_assert_eq!(shown.next_change, Some(elapsed + ms(u64::from(*duration))));
                elapsed = shown.next_change.unwrap();
            }
            prop_assert_eq!(elapsed, ms(u64::from(timing.cycle_ms())));
        }

        #[test]
        fn extremes_do_not_panic(timing in any_timing(), stretch in any::<f32>()) {
            let shown = frame_at(&timing, Duration::MAX, stretch);
            prop_assert!(shown.index < timing.frames_ms().len());
        }
    }
}
