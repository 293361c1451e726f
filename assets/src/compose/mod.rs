//! The composer: a frame, a badge, a line of text or a picture becomes premultiplied pixels and a mask of where
//! they take the mouse. No window: the app, contact sheets and tests see the same pixels.

mod badge;
mod bubble;
mod canvas;
mod contact_sheet;
mod frames;
mod mask;
mod packed;
mod pet;
mod picture;
mod pixel;
mod resample;
mod text;

pub use badge::{Badge, BadgeImage};
pub use bubble::{BubbleContent, BubbleImage, BubbleStyle, Tail, TailSide, bubble_size, compose_bubble};
pub use canvas::Canvas;
pub use contact_sheet::contact_sheet;
pub use frames::{FrameSet, SCALES};
pub use mask::{INPUT_ALPHA, MaskRect};
pub use pet::compose_pet;
pub use picture::{MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, Picture, PictureError};
pub use text::{TextBlock, TextError, TextRenderer};
