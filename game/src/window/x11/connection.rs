//! The connection to the X server, and what windows on it have in common.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::net::sockopt::set_socket_send_buffer_size;
use x11rb::atom_manager;
use x11rb::connection::Connection as _;
use x11rb::connection::RequestConnection as _;
use x11rb::errors::{ConnectError, ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::Event;
use x11rb::protocol::randr::{self, ConnectionExt as _};
use x11rb::protocol::shape;
use x11rb::protocol::xfixes::{self, ConnectionExt as _, SelectionEventMask};
use x11rb::protocol::xproto::{
    Atom, ChangeWindowAttributesAux, Colormap, ColormapAlloc, ConnectionExt as _, EventMask, Gcontext,
    ImageOrder, Screen, VisualClass, Visualid, Window,
};
use x11rb::rust_connection::RustConnection;

atom_manager! {
    /// The names that we use of ICCCM, EWMH and Motif.
    pub(super) Atoms: AtomsCookie {
        UTF8_STRING,
        WM_DELETE_WINDOW,
        WM_PROTOCOLS,
        _MOTIF_WM_HINTS,
        _NET_WM_CM: b"_NET_WM_CM_S0",
        _NET_WM_DESKTOP,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_STATE,
        _NET_WM_STATE_ABOVE,
        _NET_WM_STATE_SKIP_PAGER,
        _NET_WM_STATE_SKIP_TASKBAR,
        _NET_WM_STATE_STICKY,
        _NET_WM_USER_TIME,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_NOTIFICATION,
        _NET_WM_WINDOW_TYPE_UTILITY,
        _NET_WORKAREA,
    }
}

/// Bytes on the way to the server. A frame at scale 1 has 160 kB.
const SEND_BUFFER: usize = 1 << 20;

/// How long the answer to a question may take that is not worth waiting for. Usual are some microseconds.
const MAX_ANSWER_NS: i64 = 20_000_000;

/// Why there is no display to show pets on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoDisplay {
    /// No server.
    #[error("cannot connect to the X display: {0}")]
    Connect(#[from] ConnectError),
    /// The server went away while we asked.
    #[error("the X display does not answer: {0}")]
    Lost(#[from] ConnectionError),
    /// The server refused something.
    #[error("the X display refused a request: {0}")]
    Refused(#[from] ReplyError),
    /// The server has run out of ids.
    #[error("the X display refused a request: {0}")]
    RefusedId(#[from] ReplyOrIdError),
    /// A server of another kind than any desktop has.
    #[error("the X display has no 32-bit TrueColor visual, which transparent windows need")]
    NoAlpha,
    /// An extension is missing.
    #[error("the X display lacks the extension {0}, which windows shaped like a pet need")]
    NoExtension(&'static str),
}

/// The connection, and what every window needs of it.
pub(crate) struct Connection {
    pub(super) x: RustConnection,
    pub(super) atoms: Atoms,
    pub(super) root: Window,
    pub(super) visual: Visualid,
    pub(super) colormap: Colormap,
    pub(super) gc: Gcontext,
    /// Device pixels for each logical pixel. X11 has one for all screens.
    pub(super) scale: f32,
    swap_bytes: bool,
}

impl Connection {
    /// Connects to the display that `DISPLAY` names.
    ///
    /// # Errors
    /// Without a display, or with one that cannot show transparent windows.
    pub(crate) fn open() -> Result<Self, NoDisplay> {
        let (x, screen_number) = x11rb::connect(None)?;
        // Room for a frame or two, so that writing one never waits for a server that is busy; the system may
        // grant less.
        let _ = set_socket_send_buffer_size(x.stream(), SEND_BUFFER);
        let atoms = Atoms::new(&x)?;
        for (name, extension) in [
            ("SHAPE", shape::X11_EXTENSION_NAME),
            ("RANDR", randr::X11_EXTENSION_NAME),
            ("XFIXES", xfixes::X11_EXTENSION_NAME),
        ] {
            x.extension_information(extension)?.ok_or(NoDisplay::NoExtension(name))?;
        }
        let screen = &x.setup().roots[screen_number];
        let (root, visual) = (screen.root, argb_visual(screen).ok_or(NoDisplay::NoAlpha)?);
        let swap_bytes = x.setup().image_byte_order != native_order();
        let colormap = x.generate_id()?;
        x.create_colormap(ColormapAlloc::NONE, colormap, root, visual)?;
        let gc = argb_gc(&x, root)?;
        watch_desktop(&x, root)?;
        let scale = scale_of(&x);
        let atoms = atoms.reply()?;
        xfixes_watch(&x, root, atoms._NET_WM_CM)?;
        x.flush()?;
        Ok(Self { x, atoms, root, visual, colormap, gc, scale, swap_bytes })
    }

    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.x.stream().as_fd()
    }

    pub(super) fn poll_for_event(&self) -> Result<Option<Event>, ConnectionError> {
        self.x.poll_for_event()
    }

    /// The server reads what we send: at least a frame has room on the way to it.
    pub(super) fn takes_more(&self) -> bool {
        let mut fds = [PollFd::new(self.x.stream(), PollFlags::OUT)];
        // Not waiting; a descriptor in trouble is writable, and writing then tells what is wrong.
        poll(&mut fds, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }

    /// Where the pointer is, in device pixels; nothing from a server that does not answer at once, since waiting for
    /// one that hangs would make us hang too.
    pub(super) fn find_pointer(&self) -> Result<Option<(i16, i16)>, ConnectionError> {
        if !self.takes_more() {
            return Ok(None);
        }
        let asked = self.x.query_pointer(self.root)?;
        self.x.flush()?;
        let mut fds = [PollFd::new(self.x.stream(), PollFlags::IN)];
        let limit = Timespec { tv_sec: 0, tv_nsec: MAX_ANSWER_NS };
        if !poll(&mut fds, Some(&limit)).is_ok_and(|ready| ready > 0) {
            // Dropped: the answer is thrown away should it still come.
            return Ok(None);
        }
        match asked.reply() {
            Ok(reply) => Ok(reply.same_screen.then_some((reply.root_x, reply.root_y))),
            Err(ReplyError::ConnectionError(error)) => Err(error),
            Err(ReplyError::X11Error(_)) => Ok(None),
        }
    }

    /// A compositing manager runs.
    pub(super) fn is_composited(&self) -> bool {
        let owner =
            self.x.get_selection_owner(self.atoms._NET_WM_CM).ok().and_then(|reply| reply.reply().ok());
        owner.is_some_and(|reply| reply.owner != x11rb::NONE)
    }

    /// Pixels in the byte order of the server.
    pub(super) fn bytes_of<'a>(&self, pixels: &'a [u32], scratch: &'a mut Vec<u32>) -> &'a [u8] {
        if self.swap_bytes {
            scratch.clear();
            scratch.extend(pixels.iter().map(|pixel| pixel.swap_bytes()));
            bytemuck::cast_slice(scratch)
        } else {
            bytemuck::cast_slice(pixels)
        }
    }

    /// Bytes of pixels that one request may carry.
    pub(super) fn max_image_bytes(&self) -> usize {
        /// The header of PutImage with a long length.
        const HEADER: usize = 28;
        self.x.maximum_request_bytes().saturating_sub(HEADER)
    }
}

const fn native_order() -> ImageOrder {
    if cfg!(target_endian = "big") { ImageOrder::MSB_FIRST } else { ImageOrder::LSB_FIRST }
}

/// The visual with eight bits each for alpha, red, green and blue.
fn argb_visual(screen: &Screen) -> Option<Visualid> {
    let depth = screen.allowed_depths.iter().find(|depth| depth.depth == DEPTH)?;
    depth
        .visuals
        .iter()
        .find(|visual| {
            visual.class == VisualClass::TRUE_COLOR
                && (visual.red_mask, visual.green_mask, visual.blue_mask) == (0xff_0000, 0xff00, 0xff)
        })
        .map(|visual| visual.visual_id)
}

/// A graphics context belongs to a depth, not to a window; a pixmap lends it ours.
fn argb_gc(x: &RustConnection, root: Window) -> Result<Gcontext, NoDisplay> {
    let (pixmap, gc) = (x.generate_id()?, x.generate_id()?);
    x.create_pixmap(DEPTH, pixmap, root, 1, 1)?;
    x.create_gc(gc, pixmap, &Default::default())?;
    x.free_pixmap(pixmap)?;
    Ok(gc)
}

/// Asks to be told of changes of the screens and of the work area.
fn watch_desktop(x: &RustConnection, root: Window) -> Result<(), NoDisplay> {
    x.change_window_attributes(
        root,
        &ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE),
    )?;
    // The protocol wants the versions negotiated before anything else is asked.
    x.randr_query_version(1, 5)?.reply()?;
    x.randr_select_input(root, randr::NotifyMask::SCREEN_CHANGE)?;
    x.xfixes_query_version(5, 0)?.reply()?;
    Ok(())
}

fn xfixes_watch(x: &RustConnection, root: Window, selection: Atom) -> Result<(), NoDisplay> {
    let events = SelectionEventMask::SET_SELECTION_OWNER
        | SelectionEventMask::SELECTION_WINDOW_DESTROY
        | SelectionEventMask::SELECTION_CLIENT_CLOSE;
    x.xfixes_select_selection_input(root, selection, events)?;
    Ok(())
}

/// From the resource `Xft.dpi`, which desktops set to 96 times their scale.
fn scale_of(x: &RustConnection) -> f32 {
    /// More is a mistake in somebody's settings.
    const LARGEST: f32 = 4.0;
    let resources = x11rb::resource_manager::new_from_default(x).ok();
    let dpi = resources.and_then(|db| db.get_value::<f32>("Xft.dpi", "").ok().flatten()).unwrap_or(96.0);
    if dpi.is_finite() { (dpi / 96.0).clamp(1.0, LARGEST) } else { 1.0 }
}

/// The depth of windows with alpha.
pub(super) const DEPTH: u8 = 32;
