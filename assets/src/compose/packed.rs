//! A frame at rest: cut to its opaque box and compressed, a fraction of what its pixels need.

use super::canvas::Canvas;
use super::pixel::{pack, unpack};

/// A compressed picture and its place on the canvas that it was cut from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct PackedFrame {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    /// Bytes of `block` when it is unpacked.
    length: usize,
    /// An LZ4 block: the alpha of every pixel in the box, then red, green and blue of those that are not fully
    /// transparent. Alpha alone is mostly runs of one value, and painted textures hardly compress, so this takes a
    /// fifth less than whole pixels do.
    block: Box<[u8]>,
}

impl PackedFrame {
    /// Packs what is not fully transparent.
    pub(super) fn pack(canvas: &Canvas) -> Self {
        let Some((x, y, width, height)) = opaque_box(canvas) else {
            return Self { x: 0, y: 0, width: 0, height: 0, length: 0, block: Box::default() };
        };
        let lines = canvas.pixels.chunks_exact(canvas.width as usize).skip(y as usize).take(height as usize);
        let pixels =
            || lines.clone().flat_map(|line| &line[x as usize..(x + width) as usize]).map(|&p| unpack(p));
        let mut bytes: Vec<u8> = pixels().map(|[alpha, ..]| alpha).collect();
        bytes.extend(
            pixels().filter(|[alpha, ..]| *alpha > 0).flat_map(|[_, red, green, blue]| [red, green, blue]),
        );
        Self { x, y, width, height, length: bytes.len(), block: lz4_flex::block::compress(&bytes).into() }
    }

    /// Paints the picture over `canvas`, where it was cut from.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        let count = self.width as usize * self.height as usize;
        // We compressed it ourselves, so it decompresses; were it damaged, the frame would be blank.
        let bytes = lz4_flex::block::decompress(&self.block, self.length).unwrap_or_default();
        let Some((alphas, colours)) = bytes.split_at_checked(count) else { return };
        let mut colours = colours.chunks_exact(3);
        let pixels = alphas.iter().map(|&alpha| match alpha {
            0 => 0,
            _ => colours.next().map_or(0, |colour| pack(alpha, colour[0], colour[1], colour[2])),
        });
        let picture = Canvas { width: self.width, height: self.height, pixels: pixels.collect() };
        canvas.blit(&picture, self.x as i32, self.y as i32);
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.block.len()
    }
}

/// Left, top, width and height of the smallest box around everything that is not fully transparent.
fn opaque_box(canvas: &Canvas) -> Option<(u32, u32, u32, u32)> {
    let (mut left, mut right) = (usize::MAX, 0);
    let (mut top, mut bottom) = (None, 0);
    for (y, line) in canvas.pixels.chunks_exact(canvas.width.max(1) as usize).enumerate() {
        let Some(first) = line.iter().position(|&pixel| pixel != 0) else { continue };
        let last = line.iter().rposition(|&pixel| pixel != 0).unwrap_or(first);
        left = left.min(first);
        right = right.max(last);
        top.get_or_insert(y);
        bottom = y;
    }
    let top = top?;
    Some((left as u32, top as u32, (right - left + 1) as u32, (bottom - top + 1) as u32))
}

#[cfg(test)]
mod tests {
    use super::super::pixel::premultiply;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out_in_its_place(
            pixels in proptest::collection::vec(prop_oneof![2 => Just(0), 1 => any::<[u8; 4]>().prop_map(premultiply)], 8 * 6),
        ) {
            let canvas = Canvas { width: 8, height: 6, pixels };
            let mut drawn = Canvas::new(8, 6);
            PackedFrame::pack(&canvas).draw(&mut drawn);
            prop_assert_eq!(drawn, canvas);
        }
    }

    #[test]
    fn the_box_is_the_smallest_one() {
        let mut canvas = Canvas::new(8, 6);
        assert_eq!(opaque_box(&canvas), None);
        canvas.pixels[2 * 8 + 3] = 1;
        canvas.pixels[4 * 8 + 1] = 1;
        assert_eq!(opaque_box(&canvas), Some((1, 2, 3, 3)));
    }
}
