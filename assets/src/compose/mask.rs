//! Where a picture takes the mouse: a few rectangles that cover what is to be seen of it.

use super::canvas::Canvas;

/// From this alpha on a pixel takes the mouse. Soft edges and shadows let it through.
pub const INPUT_ALPHA: u8 = 32;

/// Rectangles are made coarser until a mask has at most this many: the window system keeps and combines them for
/// every window.
const MAX_RECTS: usize = 128;

/// Masks are made of squares of this many pixels, of the unscaled picture where it was scaled up: nobody aims more
/// finely, and it takes half the rectangles that an exact mask does.
const BLOCK: u32 = 2;

/// A part of a mask, in device pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaskRect {
    /// From the left edge of the canvas.
    pub x: u32,
    /// From the upper edge of the canvas.
    pub y: u32,
    /// At least 1.
    pub width: u32,
    /// At least 1.
    pub height: u32,
}

/// The pixels that take the mouse in at least one of several pictures of the same size.
#[derive(Debug)]
pub(super) struct Coverage {
    width: u32,
    height: u32,
    covered: Vec<bool>,
}

impl Coverage {
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self { width, height, covered: vec![false; width as usize * height as usize] }
    }

    /// Adds what is to be seen of a picture of the same size.
    pub(super) fn add(&mut self, canvas: &Canvas) {
        for (covered, &pixel) in self.covered.iter_mut().zip(&canvas.pixels) {
            *covered |= (pixel >> 24) as u8 >= INPUT_ALPHA;
        }
    }

    /// Rectangles that cover every pixel added, for a picture drawn at `scale`. They reach at most 1 pixel further
    /// (less than 2 of the unscaled picture where it was scaled up), more only for pictures that would need too many.
    pub(super) fn rects(&self, scale: f32) -> Vec<MaskRect> {
        let unit = scale.max(1.0) as u32;
        let mut block = unit * BLOCK;
        loop {
            let rects = self.rects_of_blocks(block);
            // One block that covers everything is one rectangle, so this ends.
            if rects.len() <= MAX_RECTS || block >= self.width.max(self.height) {
                return rects;
            }
            block += unit;
        }
    }

    /// The runs of every line of blocks; equal runs on consecutive lines are one rectangle.
    fn rects_of_blocks(&self, block: u32) -> Vec<MaskRect> {
        let mut finished = Vec::new();
        let mut open: Vec<MaskRect> = Vec::new();
        for top in (0..self.height).step_by(block as usize) {
            let height = block.min(self.height - top);
            let mut line = self.runs(top, height, block);
            for rect in &mut line {
                let same = open.iter().position(|above| (above.x, above.width) == (rect.x, rect.width));
                if let Some(index) = same {
                    let above = open.swap_remove(index);
                    *rect = MaskRect { y: above.y, height: above.height + rect.height, ..*rect };
                }
            }
            finished.append(&mut open);
            open = line;
        }
        finished.append(&mut open);
        finished
    }

    /// The runs of covered blocks in one line of blocks.
    fn runs(&self, y: u32, height: u32, block: u32) -> Vec<MaskRect> {
        let mut runs: Vec<MaskRect> = Vec::new();
        for x in (0..self.width).step_by(block as usize) {
            let width = block.min(self.width - x);
            if !self.is_touched(x, y, width, height) {
                continue;
            }
            match runs.last_mut().filter(|run| run.x + run.width == x) {
                Some(run) => run.width += width,
                None => runs.push(MaskRect { x, y, width, height }),
            }
        }
        runs
    }

    fn is_touched(&self, x: u32, y: u32, width: u32, height: u32) -> bool {
        (y..y + height).any(|line| {
            let start = line as usize * self.width as usize + x as usize;
            self.covered[start..start + width as usize].contains(&true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coverage(width: u32, alphas: &[u8]) -> Coverage {
        let mut canvas = Canvas::new(width, alphas.len() as u32 / width);
        canvas.pixels = alphas.iter().map(|&alpha| u32::from(alpha) << 24).collect();
        let mut coverage = Coverage::new(canvas.width, canvas.height);
        coverage.add(&canvas);
        coverage
    }

    #[test]
    fn equal_runs_become_one_rectangle() {
        let rects = coverage(4, &[0, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0]).rects_of_blocks(1);
        assert_eq!(rects, [MaskRect { x: 1, y: 0, width: 2, height: 2 }]);
        assert_eq!(coverage(2, &[0; 8]).rects(1.0), []);
        assert_eq!(coverage(1, &[INPUT_ALPHA - 1]).rects(1.0), []);
    }

    #[test]
    fn a_checkerboard_stays_within_the_bound() {
        let alphas: Vec<u8> =
            (0..200 * 200).map(|index| if index / 200 % 2 == index % 2 { 255 } else { 0 }).collect();
        assert!(coverage(200, &alphas).rects(1.0).len() <= MAX_RECTS);
        let dots: Vec<u8> = (0..200 * 200)
            .map(|index| if index / 200 % 9 == 0 && index % 9 == 0 { 255 } else { 0 })
            .collect();
        assert!(coverage(200, &dots).rects(1.0).len() <= MAX_RECTS);
    }

    proptest! {
        #[test]
        fn every_visible_pixel_is_covered_and_none_far_from_one(
            alphas in proptest::collection::vec(prop_oneof![Just(0u8), any::<u8>()], 11 * 7),
        ) {
            let rects = coverage(11, &alphas).rects(1.0);
            let visible = |x: u32, y: u32| alphas.get((y * 11 + x) as usize).is_some_and(|&alpha| alpha >= INPUT_ALPHA);
            for y in 0..7u32 {
                for x in 0..11u32 {
                    let inside = rects.iter().filter(|rect| {
                        (rect.x..rect.x + rect.width).contains(&x) && (rect.y..rect.y + rect.height).contains(&y)
                    });
                    let inside = inside.count();
                    prop_assert!(inside <= 1);
                    prop_assert!(inside == 1 || !visible(x, y));
                    let near = (y.saturating_sub(1)..=(y + 1).min(6))
                        .any(|y| (x.saturating_sub(1)..=(x + 1).min(10)).any(|x| visible(x, y)));
                    prop_assert!(inside == 0 || near);
                }
            }
            for rect in rects {
                prop_assert!(rect.width > 0 && rect.height > 0);
                prop_assert!(rect.x + rect.width <= 11 && rect.y + rect.height <= 7);
            }
        }
    }
}
