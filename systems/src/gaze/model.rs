//! Where a pet looks: the rules, without the world. All times are since the start of the app.

use bevy_math::Vec2;
use openpets_assets::Frame;
use std::time::Duration;

/// A pet looks on for this long after the pointer has come to rest.
pub const HOLD: Duration = Duration::from_millis(1200);

/// So near to the pet's feet it cannot tell a direction, in logical pixels at scale 1.
pub const DEAD_ZONE: f32 = 32.0;

/// A pet that has nothing to look at stands like this long, then breathes once: a picture that never moves seems to
/// be stuck.
pub const STILL: Duration = Duration::from_secs(20);

/// Directions that the format has.
const DIRECTIONS: f32 = 16.0;

/// Looks from a pet's feet at the pointer: one of 16 directions, clockwise from up, or straight ahead at what is
/// within the dead zone.
#[must_use]
pub fn look(feet: Vec2, pointer: Vec2, scale: f32) -> Frame {
    let way = pointer - feet;
    if way.length() < DEAD_ZONE * scale {
        return Frame::Neutral;
    }
    // From up, clockwise, y downwards.
    let turn = way.x.atan2(-way.y) / std::f32::consts::TAU;
    Frame::Gaze((turn * DIRECTIONS).round().rem_euclid(DIRECTIONS) as u8)
}

/// What an idle pet does at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idling {
    /// It looks at the pointer, until this moment.
    Looking {
        /// When it stops, if the pointer does not move again.
        until: Duration,
    },
    /// It stands in its neutral pose, until this moment.
    Standing {
        /// When it breathes.
        until: Duration,
    },
    /// It plays its idle row once.
    Breathing {
        /// When it began.
        since: Duration,
        /// When it stands again.
        until: Duration,
    },
}

/// What a pet does that has been idle since `idle_since`, with a pointer that moved last at `moved_at`, if ever.
/// `breath` is how long its idle row takes.
#[must_use]
pub fn idling(idle_since: Duration, moved_at: Option<Duration>, breath: Duration, now: Duration) -> Idling {
    let looked_until = moved_at.map(|at| at + HOLD);
    if let Some(until) = looked_until.filter(|until| *until > now) {
        return Idling::Looking { until };
    }
    let rest_since = looked_until.map_or(idle_since, |until| until.max(idle_since));
    let cycle = (STILL + breath).as_nanos();
    let within = now.saturating_sub(rest_since).as_nanos() % cycle;
    // Below the cycle, so it fits.
    let start = now - Duration::from_nanos(u64::try_from(within).unwrap_or_default());
    if within < STILL.as_nanos() {
        Idling::Standing { until: start + STILL }
    } else {
        Idling::Breathing { since: start + STILL, until: start + STILL + breath }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FEET: Vec2 = Vec2::new(100.0, 200.0);
    const BREATH: Duration = Duration::from_millis(5500);

    fn secs(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn directions_go_clockwise_from_up() {
        for (way, direction) in [
            ((0.0, -99.0), 0),
            ((99.0, -99.0), 2),
            ((99.0, 0.0), 4),
            ((99.0, 99.0), 6),
            ((0.0, 99.0), 8),
            ((-99.0, 99.0), 10),
            ((-99.0, 0.0), 12),
            ((-99.0, -99.0), 14),
            // Just left of up is still up, not a seventeenth direction.
            ((-9.0, -99.0), 0),
            ((-40.0, -99.0), 15),
        ] {
            assert_eq!(look(FEET, FEET + Vec2::from(way), 1.0), Frame::Gaze(direction), "{way:?}");
        }
    }

    #[test]
    fn the_dead_zone_grows_with_the_pet() {
        let near = FEET + Vec2::new(0.0, -40.0);
        assert_eq!(look(FEET, near, 1.0), Frame::Gaze(0));
        assert_eq!(look(FEET, near, 1.5), Frame::Neutral);
        assert_eq!(look(FEET, FEET, 1.0), Frame::Neutral);
    }

    #[test]
    fn it_looks_then_stands_then_breathes_once() {
        let at = |now| idling(secs(1.0), Some(secs(5.0)), BREATH, secs(now));
        assert_eq!(at(5.0), Idling::Looking { until: secs(6.2) });
        assert_eq!(at(6.2), Idling::Standing { until: secs(26.2) });
        assert_eq!(at(26.2), Idling::Breathing { since: secs(26.2), until: secs(31.7) });
        assert_eq!(at(31.7), Idling::Standing { until: secs(51.7) });
    }

    #[test]
    fn a_reaction_that_ends_begins_with_standing() {
        assert_eq!(idling(secs(9.0), None, BREATH, secs(9.0)), Idling::Standing { until: secs(29.0) });
        assert_eq!(
            idling(secs(9.0), Some(secs(2.0)), BREATH, secs(9.5)),
            Idling::Standing { until: secs(29.0) }
        );
    }

    proptest! {
        #[test]
        fn every_moment_has_a_later_end(
            idle in 0u64..1_000_000, moved in proptest::option::of(0u64..1_000_000), now in 0u64..100_000_000,
        ) {
            let ms = Duration::from_millis;
            let until = match idling(ms(idle), moved.map(ms), BREATH, ms(now)) {
                Idling::Looking { until } | Idling::Standing { until } => until,
                Idling::Breathing { since, until } => {
                    prop_assert!(since <= ms(now));
                    until
                }
            };
            prop_assert!(until > ms(now));
        }

        #[test]
        fn there_are_sixteen_directions(x in -5000f32..5000.0, y in -5000f32..5000.0) {
            if let Frame::Gaze(direction) = look(FEET, Vec2::new(x, y), 1.0) {
                prop_assert!(direction < 16);
            }
        }
    }
}
