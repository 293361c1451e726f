use super::super::text::TextRenderer;
use super::*;

const BOTTOM: Tail = Tail { side: TailSide::Bottom, x: 60.0 };
const TOP: Tail = Tail { side: TailSide::Top, x: 60.0 };

fn text(width: u32, height: u32, scale: f32) -> TextBlock {
    let mut canvas = Canvas::new(width, height);
    canvas.fill(BubbleStyle::Light.ink());
    TextBlock { canvas, scale }
}

fn picture(width: u32, height: u32, scale: f32) -> Picture {
    let mut canvas = Canvas::new(width, height);
    canvas.fill(0xff00_80ff);
    Picture { canvas, scale }
}

#[test]
fn the_image_has_the_size_that_was_announced_on_both_sides() {
    let (text, picture) = (text(101, 38, 1.0), picture(160, 90, 1.0));
    for scale in [0.5, 1.0, 1.25, 1.5, 2.0, 3.0] {
        for (text, picture) in
            [(Some(&text), None), (None, Some(&picture)), (Some(&text), Some(&picture)), (None, None)]
        {
            let content = BubbleContent { text, picture };
            let (width, height) = bubble_size(&content, scale);
            for tail in [BOTTOM, TOP] {
                let image = compose_bubble(&content, BubbleStyle::Dark, scale, tail);
                let drawn = (image.canvas.width as f32 / scale, image.canvas.height as f32 / scale);
                assert_eq!(drawn, (width, height));
            }
        }
    }
}

#[test]
fn sizes_are_logical() {
    let (at_one, at_two) = (text(100, 38, 1.0), text(200, 76, 2.0));
    let size = |text, scale| bubble_size(&BubbleContent { text: Some(text), picture: None }, scale);
    assert_eq!(size(&at_one, 1.0), size(&at_two, 2.0));
    // Drawn for one screen and shown on another.
    assert_eq!(size(&at_two, 1.0), size(&at_one, 1.0));
}

/// Columns with something opaque in the line of the tail's tip.
fn tip(image: &BubbleImage, side: TailSide) -> Vec<usize> {
    let lines: Vec<&[u32]> = image.canvas.pixels.chunks_exact(image.canvas.width as usize).collect();
    let is_body = |line: &&&[u32]| line.iter().any(|&pixel| pixel >> 24 > 200);
    let line = match side {
        TailSide::Bottom => lines.iter().rfind(is_body),
        TailSide::Top => lines.iter().find(is_body),
    };
    let line = line.expect("a body");
    (0..line.len()).filter(|&x| line[x] >> 24 > 200).collect()
}

#[test]
fn the_tail_points_where_it_should_within_the_straight_edge() {
    let text = text(200, 38, 1.0);
    let content = BubbleContent { text: Some(&text), picture: None };
    let (width, _) = bubble_size(&content, 1.0);
    let end = layout::MARGIN + layout::CORNER + layout::TAIL_WIDTH / 2.0;
    let places = [(100.0, 100.0), (-50.0, end), (0.0, end), (1e9, width - end), (f32::NAN, width / 2.0)];
    for side in [TailSide::Bottom, TailSide::Top] {
        for (x, expected) in places {
            let image = compose_bubble(&content, BubbleStyle::Light, 1.0, Tail { side, x });
            let tip = tip(&image, side);
            let middle = (tip[0] + tip[tip.len() - 1] + 1) as f32 / 2.0;
            assert!(tip.len() <= 5 && (middle - expected).abs() <= 1.5, "{middle} instead of {expected}");
        }
    }
}

#[test]
fn both_sides_are_the_same_turned_over() {
    let content = BubbleContent::default();
    let lines = |tail| -> Vec<usize> {
        let image = compose_bubble(&content, BubbleStyle::Light, 1.0, tail);
        let width = image.canvas.width as usize;
        let opaque = |line: &[u32]| line.iter().filter(|&&pixel| pixel >> 24 == 255).count();
        image.canvas.pixels.chunks_exact(width).map(opaque).collect()
    };
    let (bottom, mut top) = (lines(BOTTOM), lines(TOP));
    top.reverse();
    for (line, (below, above)) in bottom.iter().zip(&top).enumerate() {
        assert!(below.abs_diff(*above) <= 2, "line {line}: {below} and {above}");
    }
}

#[test]
fn the_mask_is_body_and_tail_without_the_shadow() {
    let text = text(120, 38, 2.0);
    let content = BubbleContent { text: Some(&text), picture: None };
    let image = compose_bubble(&content, BubbleStyle::Light, 2.0, BOTTOM);
    let (width, height) = (image.canvas.width, image.canvas.height);
    let inside = |x: u32, y: u32| {
        image.mask.iter().any(|rect| {
            (rect.x..rect.x + rect.width).contains(&x) && (rect.y..rect.y + rect.height).contains(&y)
        })
    };
    for y in 0..height {
        for x in 0..width {
            // The shadow alone is never as opaque as this.
            let opaque = image.canvas.pixels[(y * width + x) as usize] >> 24 > 110;
            assert!(inside(x, y) || !opaque, "{x}, {y}");
        }
    }
    assert!(!inside(2, 2) && !inside(width - 3, height - 3));
    assert!(image.mask.len() <= 40, "{} rectangles", image.mask.len());
}

#[test]
fn the_border_stands_out_on_every_ground() {
    let text = text(120, 38, 1.0);
    let content = BubbleContent { text: Some(&text), picture: None };
    for style in [BubbleStyle::Light, BubbleStyle::Dark] {
        let image = compose_bubble(&content, style, 1.0, BOTTOM);
        for ground in [0xffff_ffff, 0xff00_0000] {
            let mut screen = Canvas::new(image.canvas.width, image.canvas.height);
            screen.fill(ground);
            screen.blit(&image.canvas, 0, 0);
            // A line through the middle, from the margin into the body: something on it differs from the ground, and
            // something from the body.
            let start = (screen.height / 2 * screen.width) as usize;
            let line = &screen.pixels[start..start + 12];
            let green = |pixel: u32| (pixel >> 8 & 0xff) as i32;
            let from_ground = line.iter().map(|&pixel| (green(pixel) - green(ground)).abs()).max().unwrap();
            assert!(from_ground > 80, "{style:?} on {ground:08x}: {from_ground}");
        }
    }
}

/// Whether what was drawn on a bubble stays within the straight inside of its body.
fn assert_inside(content: &BubbleContent, what: &str) {
    for (scale, tail) in [(1.0, BOTTOM), (1.5, TOP), (2.0, BOTTOM)] {
        let layout = Layout::new(content, scale);
        let image = compose_bubble(content, BubbleStyle::Light, scale, tail);
        let empty = BubbleContent { text: None, picture: None };
        assert!(bubble_size(&empty, scale) <= bubble_size(content, scale));
        let (left, top, right, bottom) = layout.body(tail.side);
        let white = 0xffff_ffff;
        let border = layout::border_width(scale) + 1.0;
        let width = image.canvas.width as usize;
        // A frame of clean body all around the content.
        let clean = |x: f32, y: f32| image.canvas.pixels[y as usize * width + x as usize] == white;
        let corner = layout::CORNER * scale;
        let across = (left + corner) as usize..(right - corner) as usize;
        let down = (top + corner) as usize..(bottom - corner) as usize;
        for x in across {
            assert!(
                clean(x as f32, top + border) && clean(x as f32, bottom - border - 2.0),
                "{what} at {scale}"
            );
        }
        for y in down {
            assert!(
                clean(left + border, y as f32) && clean(right - border - 1.0, y as f32),
                "{what} at {scale}"
            );
        }
    }
}

#[test]
fn texts_stay_inside_the_body() {
    let mut renderer = TextRenderer::new();
    let long_word = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(9);
    let texts = [
        ("Latin", "All 128 tests pass. Ready for review!"),
        ("letters that reach far", "ÅÇĘfjǰ Ṩ ŷ_|"),
        ("CJK", "正在讀取設定檔。テストを実行しています。테스트를 실행 중입니다."),
        ("emoji", "🎉🚀 done 👩‍💻✨"),
        ("long words", &long_word),
    ];
    for (what, line) in texts {
        match renderer.render(line, BubbleStyle::Light, 2.0, 240.0) {
            Ok(text) => assert_inside(&BubbleContent { text: Some(&text), picture: None }, what),
            Err(error) => eprintln!("SKIPPED {what}: {error}"),
        }
    }
}

#[test]
fn pictures_stay_inside_the_body() {
    let (picture, text) = (picture(240, 180, 1.0), text(150, 19, 1.0));
    assert_inside(&BubbleContent { text: None, picture: Some(&picture) }, "a picture");
    assert_inside(&BubbleContent { text: Some(&text), picture: Some(&picture) }, "a picture and a text");
}
