use super::*;
use cosmic_text::fontdb::Database;

fn blank_system() -> TextRenderer {
    TextRenderer::with_fonts(FontSystem::new_with_locale_and_db("en-US".to_owned(), Database::new()))
}

/// A renderer, or nothing, said aloud, on a system without fonts.
fn system() -> Option<TextRenderer> {
    let renderer = TextRenderer::new();
    if !renderer.has_font {
        eprintln!("SKIPPED: this system has no font");
        return None;
    }
    Some(renderer)
}

#[test]
fn a_system_without_fonts_is_an_error_and_no_panic() {
    let error = blank_system().render("hello", BubbleStyle::Light, 1.0, 240.0).unwrap_err();
    assert!(matches!(error, TextError::NoFont));
    let mut damaged = Database::new();
    damaged.load_font_data(vec![0; 64]);
    let fonts = FontSystem::new_with_locale_and_db("en-US".to_owned(), damaged);
    assert!(TextRenderer::with_fonts(fonts).render("hello", BubbleStyle::Light, 1.0, 240.0).is_err());
}

#[test]
fn white_space_and_control_characters_are_single_spaces() {
    assert_eq!(one_line("  a \t\r\n b\u{0}\u{1b}c\u{2029}d  "), "a b c d");
    assert_eq!(one_line(" \n\t "), "");
    assert_eq!(one_line(&"é".repeat(5000)).chars().count(), MAX_CHARS);
}

#[test]
fn nothing_to_see_is_an_error() {
    let Some(mut renderer) = system() else { return };
    for text in ["", " \n ", "\u{200b}", "\u{1b}"] {
        let drawn = renderer.render(text, BubbleStyle::Light, 1.0, 240.0);
        assert!(matches!(drawn, Err(TextError::Empty)), "{text:?}");
    }
}

#[test]
fn texts_keep_to_their_width_and_six_lines() {
    let Some(mut renderer) = system() else { return };
    let texts = [
        "Done".to_owned(),
        "The tests pass again; I fixed the time zone in the parser.".to_owned(),
        "word ".repeat(300),
        "x".repeat(3000),
        "你好，世界。".repeat(60),
        "\u{202e}right to left \u{5e9}\u{5dc}\u{5d5}\u{5dd}".to_owned(),
        format!("o{}", "\u{301}".repeat(900)),
        "👩‍👩‍👧‍👦🎉".repeat(80),
        "a\u{ad}b\u{200d}\u{fe0f}\u{fffd}".to_owned(),
    ];
    for text in &texts {
        for scale in [0.5, 1.0, 1.25, 2.0] {
            let block = renderer.render(text, BubbleStyle::Dark, scale, 240.0).unwrap();
            let (width, height) = (block.canvas.width as f32 / scale, block.canvas.height as f32 / scale);
            assert!(width <= 240.0 + 10.0, "{width} wide at {scale}");
            assert!(height <= FONT_SIZE * LINE_HEIGHT * MAX_LINES as f32 + 6.0, "{height} high at {scale}");
        }
    }
}

#[test]
fn letters_have_the_colour_of_the_style_and_nothing_is_cut_off_at_the_sides() {
    let Some(mut renderer) = system() else { return };
    for (style, ink) in [(BubbleStyle::Light, 0xff22_202b), (BubbleStyle::Dark, 0xfff2_f0f7)] {
        let block = renderer.render("Will it fit? HHHH", style, 2.0, 240.0).unwrap();
        assert!(block.canvas.pixels.contains(&ink));
        let width = block.canvas.width as usize;
        for line in block.canvas.pixels.chunks_exact(width) {
            assert_eq!((line[0], line[width - 1]), (0, 0));
        }
    }
}

#[test]
fn emoji_have_colours_of_their_own() {
    let Some(mut renderer) = system() else { return };
    let names = ["Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", "Twemoji Mozilla"];
    let has_emoji = renderer.fonts.db().faces().any(|face| names.contains(&face.families[0].0.as_str()));
    if !has_emoji {
        eprintln!("SKIPPED: this system has no font with coloured emoji");
        return;
    }
    let block = renderer.render("🎉", BubbleStyle::Light, 2.0, 240.0).unwrap();
    let colourful = block.canvas.pixels.iter().filter(|pixel| {
        let [_, red, green, blue] = pixel.to_be_bytes();
        red.max(green).max(blue) - red.min(green).min(blue) > 60
    });
    assert!(colourful.count() > 50);
    for pixel in &block.canvas.pixels {
        let [alpha, red, green, blue] = pixel.to_be_bytes();
        assert!(red <= alpha && green <= alpha && blue <= alpha);
    }
}

#[test]
fn several_lines_are_balanced() {
    let Some(mut renderer) = system() else { return };
    let text = "I am reading the configuration files of the project now";
    let block = renderer.render(text, BubbleStyle::Light, 1.0, 240.0).unwrap();
    let longest = renderer.render(text, BubbleStyle::Light, 1.0, 1000.0).unwrap();
    let lines = (block.canvas.height as f32 / (FONT_SIZE * LINE_HEIGHT).round()).round() as u32;
    assert!(lines > 1);
    let even = longest.canvas.width / lines;
    assert!(block.canvas.width < even + even / 3, "{} for {lines} lines of {even}", block.canvas.width);
}

#[test]
fn every_line_begins_at_the_left() {
    let Some(mut renderer) = system() else { return };
    let block = renderer.render(&"HHH HHHH HH ".repeat(60), BubbleStyle::Light, 1.0, 240.0).unwrap();
    let width = block.canvas.width as usize;
    let height = (FONT_SIZE * LINE_HEIGHT).round() as usize;
    let starts: Vec<usize> = block
        .canvas
        .pixels
        .chunks_exact(width * height)
        .map(|line| {
            line.chunks_exact(width).filter_map(|row| row.iter().position(|&pixel| pixel != 0)).min().unwrap()
        })
        .collect();
    assert_eq!(starts.len(), MAX_LINES);
    assert!(starts.iter().all(|&start| start == starts[0]), "{starts:?}");
}
