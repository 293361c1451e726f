//! One pixel: alpha, red, green and blue in a word, with alpha multiplied into the colours.

/// A pixel of these channels, which must be premultiplied already.
pub(super) const fn pack(alpha: u8, red: u8, green: u8, blue: u8) -> u32 {
    (alpha as u32) << 24 | (red as u32) << 16 | (green as u32) << 8 | blue as u32
}

/// Alpha, red, green, blue.
pub(super) const fn unpack(pixel: u32) -> [u8; 4] {
    pixel.to_be_bytes()
}

/// A pixel of straight colour channels, rounded to the nearest.
pub(super) const fn premultiply([red, green, blue, alpha]: [u8; 4]) -> u32 {
    match alpha {
        0 => 0,
        255 => pack(255, red, green, blue),
        _ => {
            let colours = times(pack(0, red, green, blue), alpha);
            (alpha as u32) << 24 | colours
        }
    }
}

/// Every channel times `factor` / 255, rounded to the nearest.
pub(super) const fn times(pixel: u32, factor: u8) -> u32 {
    const EVEN: u32 = 0x00ff_00ff;
    const HALF: u32 = 0x0080_0080;
    let factor = factor as u32;
    // Two channels at a time. n / 255 is (n + 128 + (n + 128) / 256) / 256, exact for products of two bytes.
    let low = (pixel & EVEN) * factor + HALF;
    let high = ((pixel >> 8) & EVEN) * factor + HALF;
    let low = ((low + ((low >> 8) & EVEN)) >> 8) & EVEN;
    let high = (high + ((high >> 8) & EVEN)) & !EVEN;
    high | low
}

/// `source` painted over `target`.
pub(super) const fn over(source: u32, target: u32) -> u32 {
    match (source >> 24) as u8 {
        0 if source == 0 => target,
        255 => source,
        // No channel overflows while both are premultiplied; what is not only gets a wrong colour.
        alpha => source.wrapping_add(times(target, 255 - alpha)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn products_of_bytes_are_exact() {
        for channel in 0..=255u8 {
            for factor in 0..=255u8 {
                let exact = (f64::from(channel) * f64::from(factor) / 255.0).round() as u8;
                let all = pack(channel, channel, channel, channel);
                assert_eq!(times(all, factor), pack(exact, exact, exact, exact), "{channel} × {factor}");
            }
        }
    }

    #[test]
    fn transparent_pixels_have_no_colour() {
        assert_eq!(premultiply([255, 0, 255, 0]), 0);
        assert_eq!(premultiply([10, 20, 30, 255]), 0xff0a_141e);
    }

    fn exact_over(source: [u8; 4], target: u32) -> [f64; 4] {
        let alpha = f64::from(source[3]) / 255.0;
        let [red, green, blue, _] = source.map(|channel| f64::from(channel) * alpha);
        let target = unpack(target).map(f64::from);
        let source = [f64::from(source[3]), red, green, blue];
        std::array::from_fn(|channel| source[channel] + target[channel] * (1.0 - alpha))
    }

    proptest! {
        #[test]
        fn painting_over_is_within_one_of_exact(source: [u8; 4], target: [u8; 4]) {
            let target = premultiply(target);
            let result = unpack(over(premultiply(source), target));
            let exact = exact_over(source, target);
            for channel in 0..4 {
                prop_assert!((f64::from(result[channel]) - exact[channel]).abs() <= 1.0);
            }
        }

        #[test]
        fn results_stay_premultiplied(source: [u8; 4], target: [u8; 4]) {
            let [alpha, red, green, blue] = unpack(over(premultiply(source), premultiply(target)));
            prop_assert!(red <= alpha && green <= alpha && blue <= alpha);
        }

        #[test]
        fn nothing_changes_nothing_and_opaque_hides_all(source: [u8; 3], target: [u8; 4]) {
            let target = premultiply(target);
            let opaque = premultiply([source[0], source[1], source[2], 255]);
            prop_assert_eq!(over(0, target), target);
            prop_assert_eq!(over(opaque, target), opaque);
            prop_assert_eq!(over(target, 0), target);
        }
    }
}
