//! One window.

use super::connection::{Connection, DEPTH};
use openpets_assets::compose::{Canvas, MaskRect};
use std::time::{Duration, Instant};
use x11rb::connection::Connection as _;
use x11rb::errors::{ReplyError, ReplyOrIdError};
use x11rb::properties::{WmHints, WmSizeHints, WmSizeHintsSpecification};
use x11rb::protocol::shape::{ConnectionExt as _, SK, SO};
use x11rb::protocol::xproto::{
    AtomEnum, ClipOrdering, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux, EventMask, Gravity,
    ImageFormat, PropMode, Rectangle, Window as WindowId, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// A window manager carries out a move of ours within this time.
const SETTLING: Duration = Duration::from_millis(300);

/// A window of ours on the server.
pub(super) struct Window {
    pub(super) id: WindowId,
    place: Place,
    /// When we moved it last. What the window manager reports just then is about us.
    moved: Instant,
}

/// Where a window is, in device pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Window {
    /// Makes a window and shows it. Everything a window manager looks at is set before it sees the window.
    pub(super) fn open(connection: &Connection, place: Place) -> Result<Self, ReplyOrIdError> {
        let Connection { x, root, visual, colormap, .. } = connection;
        let id = x.generate_id()?;
        let attributes =
            CreateWindowAux::new().background_pixel(0).border_pixel(0).colormap(*colormap).event_mask(
                EventMask::BUTTON_PRESS
                    | EventMask::BUTTON_RELEASE
                    | EventMask::BUTTON1_MOTION
                    | EventMask::EXPOSURE
                    | EventMask::STRUCTURE_NOTIFY,
            );
        let (width, height) = (clamp_size(place.width), clamp_size(place.height));
        x.create_window(
            DEPTH,
            id,
            *root,
            clamp_position(place.x),
            clamp_position(place.y),
            width,
            height,
            0,
            WindowClass::INPUT_OUTPUT,
            *visual,
            &attributes,
        )?;
        let window = Self { id, place, moved: Instant::now() };
        window.describe(connection)?;
        window.fix_size(connection)?;
        x.map_window(id)?;
        Ok(window)
    }

    /// Tells the window manager what kind of window this is: on top of everything, on every workspace, in no
    /// list, without a frame, and not one for the keyboard.
    fn describe(&self, connection: &Connection) -> Result<(), ReplyOrIdError> {
        let Connection { x, atoms, .. } = connection;
        let set = |property, kind, values: &[u32]| {
            x.change_property32(PropMode::REPLACE, self.id, property, kind, values)
        };
        // A notification is what desktops keep on top and never focus; a utility window is the nearest thing for
        // those that know no notifications.
        set(
            atoms._NET_WM_WINDOW_TYPE,
            AtomEnum::ATOM.into(),
            &[atoms._NET_WM_WINDOW_TYPE_NOTIFICATION, atoms._NET_WM_WINDOW_TYPE_UTILITY],
        )?;
        set(
            atoms._NET_WM_STATE,
            AtomEnum::ATOM.into(),
            &[
                atoms._NET_WM_STATE_ABOVE,
                atoms._NET_WM_STATE_SKIP_TASKBAR,
                atoms._NET_WM_STATE_SKIP_PAGER,
                atoms._NET_WM_STATE_STICKY,
            ],
        )?;
        set(atoms._NET_WM_DESKTOP, AtomEnum::CARDINAL.into(), &[u32::MAX])?;
        // A window that appeared at time 0 is not to be focused (EWMH).
        set(atoms._NET_WM_USER_TIME, AtomEnum::CARDINAL.into(), &[0])?;
        set(atoms._NET_WM_PID, AtomEnum::CARDINAL.into(), &[std::process::id()])?;
        // Flags: only the decorations count; and none of them.
        set(atoms._MOTIF_WM_HINTS, atoms._MOTIF_WM_HINTS, &[2, 0, 0, 0, 0])?;
        // Without this protocol a window manager ends the whole program to close a window.
        set(atoms.WM_PROTOCOLS, AtomEnum::ATOM.into(), &[atoms.WM_DELETE_WINDOW])?;
        let text = |property, kind, value: &[u8]| {
            x.change_property8(PropMode::REPLACE, self.id, property, kind, value)
        };
        text(AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into(), b"openpets\0OpenPets\0")?;
        text(AtomEnum::WM_NAME.into(), AtomEnum::STRING.into(), b"OpenPets")?;
        text(atoms._NET_WM_NAME, atoms.UTF8_STRING, b"OpenPets")?;
        WmHints { input: Some(false), ..WmHints::new() }.set(x, self.id)?;
        Ok(())
    }

    /// Windows that cannot change their size float even where others are tiled.
    fn fix_size(&self, connection: &Connection) -> Result<(), ReplyOrIdError> {
        let size = (i32::from(clamp_size(self.place.width)), i32::from(clamp_size(self.place.height)));
        let hints = WmSizeHints {
            position: Some((WmSizeHintsSpecification::UserSpecified, self.place.x, self.place.y)),
            size: Some((WmSizeHintsSpecification::UserSpecified, size.0, size.1)),
            min_size: Some(size),
            max_size: Some(size),
            win_gravity: Some(Gravity::STATIC),
            ..WmSizeHints::new()
        };
        hints.set_normal_hints(&connection.x, self.id)?;
        Ok(())
    }

    /// Moves and resizes the window; nothing happens where nothing changes.
    pub(super) fn put(&mut self, connection: &Connection, place: Place) -> Result<(), ReplyOrIdError> {
        if self.place == place {
            return Ok(());
        }
        self.moved = Instant::now();
        let resized = (self.place.width, self.place.height) != (place.width, place.height);
        self.place = place;
        if resized {
            self.fix_size(connection)?;
        }
        let configure = ConfigureWindowAux::new()
            .x(place.x)
            .y(place.y)
            .width(u32::from(clamp_size(place.width)))
            .height(u32::from(clamp_size(place.height)));
        connection.x.configure_window(self.id, &configure)?;
        Ok(())
    }

    /// Shows pixels, in as many strips as the server's largest request asks for.
    pub(super) fn draw(&self, connection: &Connection, canvas: &Canvas) -> Result<(), ReplyOrIdError> {
        let (width, height) = (canvas.width as usize, canvas.height as usize);
        if width == 0 || height == 0 {
            return Ok(());
        }
        let rows_per_strip = (connection.max_image_bytes() / (width * 4)).clamp(1, height);
        let mut scratch = Vec::new();
        for (strip, pixels) in canvas.pixels.chunks(rows_per_strip * width).enumerate() {
            connection.x.put_image(
                ImageFormat::Z_PIXMAP,
                self.id,
                connection.gc,
                clamp_size(canvas.width),
                clamp_size(u32::try_from(pixels.len() / width).unwrap_or(u32::MAX)),
                0,
                clamp_position(i32::try_from(strip * rows_per_strip).unwrap_or(i32::MAX)),
                0,
                DEPTH,
                connection.bytes_of(pixels, &mut scratch),
            )?;
        }
        Ok(())
    }

    /// Lets only `mask` take the mouse.
    pub(super) fn shape_input(
        &self,
        connection: &Connection,
        mask: &[MaskRect],
    ) -> Result<(), ReplyOrIdError> {
        let rectangles: Vec<Rectangle> = mask.iter().map(rectangle).collect();
        connection.x.shape_rectangles(
            SO::SET,
            SK::INPUT,
            ClipOrdering::UNSORTED,
            self.id,
            0,
            0,
            &rectangles,
        )?;
        Ok(())
    }

    /// Without a compositor only what is mostly opaque is part of the window: what should be transparent would be
    /// black. With one, all of it.
    pub(super) fn shape_bounds(
        &self,
        connection: &Connection,
        canvas: &Canvas,
        composited: bool,
    ) -> Result<(), ReplyOrIdError> {
        if composited {
            connection.x.shape_mask(SO::SET, SK::BOUNDING, self.id, 0, 0, x11rb::NONE)?;
        } else {
            let runs = opaque_runs(canvas);
            connection.x.shape_rectangles(
                SO::SET,
                SK::BOUNDING,
                ClipOrdering::YX_BANDED,
                self.id,
                0,
                0,
                &runs,
            )?;
        }
        Ok(())
    }

    /// For how long a move of ours may still be under way.
    pub(super) fn settles_in(&self) -> Duration {
        SETTLING.saturating_sub(self.moved.elapsed())
    }

    /// Where the window really is, if somebody else has moved it, in device pixels. To be asked when it has settled.
    pub(super) fn find_out_place(
        &mut self,
        connection: &Connection,
    ) -> Result<Option<(i32, i32)>, ReplyError> {
        let at = connection.x.translate_coordinates(self.id, connection.root, 0, 0)?.reply()?;
        let (x, y) = (i32::from(at.dst_x), i32::from(at.dst_y));
        if (x, y) == (self.place.x, self.place.y) {
            return Ok(None);
        }
        (self.place.x, self.place.y) = (x, y);
        Ok(Some((x, y)))
    }

    /// Takes the window away.
    pub(super) fn close(self, connection: &Connection) -> Result<(), ReplyOrIdError> {
        connection.x.destroy_window(self.id)?;
        Ok(())
    }
}

fn rectangle(rect: &MaskRect) -> Rectangle {
    Rectangle {
        x: clamp_position(i32::try_from(rect.x).unwrap_or(i32::MAX)),
        y: clamp_position(i32::try_from(rect.y).unwrap_or(i32::MAX)),
        width: clamp_size(rect.width),
        height: clamp_size(rect.height),
    }
}

/// The runs of pixels that are rather opaque than transparent, line by line.
fn opaque_runs(canvas: &Canvas) -> Vec<Rectangle> {
    let mut runs = Vec::new();
    for (y, line) in canvas.pixels.chunks_exact(canvas.width.max(1) as usize).enumerate() {
        let mut x = 0;
        for run in line.chunk_by(|a, b| (a >> 31) == (b >> 31)) {
            if run[0] >> 31 == 1 {
                let (x, y) = (i32::try_from(x).unwrap_or(i32::MAX), i32::try_from(y).unwrap_or(i32::MAX));
                let width = clamp_size(u32::try_from(run.len()).unwrap_or(u32::MAX));
                runs.push(Rectangle { x: clamp_position(x), y: clamp_position(y), width, height: 1 });
            }
            x += run.len();
        }
    }
    runs
}

/// The protocol has sizes of 16 bits, and none of 0.
fn clamp_size(size: u32) -> u16 {
    u16::try_from(size).unwrap_or(u16::MAX).max(1)
}

/// The protocol has positions of 16 bits with a sign.
fn clamp_position(position: i32) -> i16 {
    i16::try_from(position).unwrap_or(if position < 0 { i16::MIN } else { i16::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_hold_what_is_rather_opaque() {
        let mut canvas = Canvas::new(5, 2);
        canvas.pixels = vec![0, 0x8000_0000, 0xff00_0000, 0x7f00_0000, 0xff00_0000, 0, 0, 0, 0, 0];
        let runs: Vec<_> = opaque_runs(&canvas).iter().map(|run| (run.x, run.y, run.width)).collect();
        assert_eq!(runs, [(1, 0, 2), (4, 0, 1)]);
    }
}
