use super::*;
use image::codecs::gif::GifEncoder;
use image::{Frame, Rgba, RgbaImage};

fn checker(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        if (x / 8 + y / 8) % 2 == 0 { Rgba([200, 40, 20, 255]) } else { Rgba([0, 255, 0, 0]) }
    })
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

fn saved(bytes: &[u8], name: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (dir, path)
}

const BOUNDS: (f32, f32) = (240.0, 180.0);

#[test]
fn every_format_is_told_by_its_contents() {
    let rgba = DynamicImage::from(checker(64, 32));
    let rgb = DynamicImage::from(rgba.to_rgb8());
    let mut gif = Vec::new();
    let frames = [checker(64, 32), RgbaImage::from_pixel(64, 32, Rgba([0, 0, 255, 255]))].map(Frame::new);
    GifEncoder::new(&mut gif).encode_frames(frames).unwrap();
    let files = [
        encoded(&rgba, ImageFormat::Png),
        encoded(&rgb, ImageFormat::Jpeg),
        encoded(&rgba, ImageFormat::WebP),
        gif,
    ];
    for bytes in files {
        // The name lies.
        let (_dir, path) = saved(&bytes, "picture.gif");
        let picture = Picture::open(&path, BOUNDS, 1.0).unwrap();
        assert_eq!((picture.canvas.width, picture.canvas.height), (64, 32));
        let [alpha, red, green, blue] = picture.canvas.pixels[4 * 64 + 4].to_be_bytes();
        assert!(alpha == 255 && red > 150 && green < 90 && blue < 90, "the first frame");
    }
}

#[test]
fn large_pictures_fit_and_small_ones_stay_small() {
    let sizes = [
        ((480, 360), 1.0, (240, 180)),
        ((960, 100), 1.0, (240, 25)),
        ((100, 720), 2.0, (50, 360)),
        ((60, 40), 1.0, (60, 40)),
        ((60, 40), 2.0, (120, 80)),
        ((4000, 1), 1.0, (240, 1)),
    ];
    for (size, scale, expected) in sizes {
        assert_eq!(fitting_size(size, BOUNDS, scale), expected, "{size:?} at {scale}");
    }
}

#[test]
fn hidden_colour_does_not_bleed_when_scaled_down() {
    let png = encoded(&DynamicImage::from(checker(600, 600)), ImageFormat::Png);
    let picture = Picture::decode(&png, BOUNDS, 1.0).unwrap();
    assert_eq!((picture.canvas.width, picture.canvas.height), (180, 180));
    for pixel in picture.canvas.pixels {
        let [alpha, _, green, _] = pixel.to_be_bytes();
        assert!(u32::from(green) <= u32::from(alpha) * 40 / 255 + 1, "{pixel:08x}");
    }
}

#[test]
fn other_files_are_refused() {
    let (_dir, text) = saved(b"not a picture", "a.png");
    assert!(matches!(Picture::open(&text, BOUNDS, 1.0), Err(PictureError::UnknownFormat)));
    let (_dir, svg) = saved(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.png");
    assert!(matches!(Picture::open(&svg, BOUNDS, 1.0), Err(PictureError::UnknownFormat)));
    let whole = encoded(&DynamicImage::from(checker(64, 64)), ImageFormat::Png);
    let (_dir, cut) = saved(&whole[..whole.len() / 2], "a.png");
    assert!(matches!(Picture::open(&cut, BOUNDS, 1.0), Err(PictureError::Damaged)));
    let dir = tempfile::tempdir().unwrap();
    assert!(matches!(
        Picture::open(&dir.path().join("a.png"), BOUNDS, 1.0),
        Err(PictureError::Unreadable(_))
    ));
    assert!(matches!(Picture::open(dir.path(), BOUNDS, 1.0), Err(PictureError::Unreadable(_))));
}

#[test]
fn large_files_are_refused_unread() {
    let (_dir, path) = saved(b"", "a.png");
    File::options().write(true).open(&path).unwrap().set_len(MAX_PICTURE_BYTES + 1).unwrap();
    assert!(matches!(Picture::open(&path, BOUNDS, 1.0), Err(PictureError::TooLarge)));
}

/// A PNG whose header claims a size, with a correct checksum, and no pixels.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0]);
    let crc = bytes[12..].iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    });
    bytes.extend((!crc).to_be_bytes());
    bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    bytes
}

#[test]
fn bombs_are_refused_by_their_header() {
    for (width, height) in [(16_384, 16_384), (60_000, 10), (1, 40_000), (u32::MAX / 2, 1), (6000, 4097)] {
        let decoded = Picture::decode(&png_header(width, height), BOUNDS, 1.0);
        assert!(matches!(decoded, Err(PictureError::TooManyPixels)), "{width} × {height}: {decoded:?}");
    }
    // A GIF of 65535 × 65535.
    let gif = b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;";
    let decoded = Picture::decode(gif, BOUNDS, 1.0);
    assert!(matches!(decoded, Err(PictureError::TooManyPixels)), "{decoded:?}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_instead_of_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.png");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: this system has no mkfifo");
        return;
    }
    assert!(matches!(Picture::open(&path, BOUNDS, 1.0), Err(PictureError::Unreadable(_))));
}

#[test]
fn pictures_go_between_threads() {
    fn is_shared<T: Send + Sync + std::fmt::Debug>() {}
    is_shared::<Picture>();
    fn is_sent<T: Send + std::fmt::Display>() {}
    is_sent::<PictureError>();
}
