//! A virtual X server with a compositor and a known background.

use crate::process::{Running, wait_until};
use crate::screen::{Rgb, Screenshot};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt as _, CreateGCAux, ImageFormat, MapState, Rectangle,
};
use x11rb::rust_connection::RustConnection;

/// The size of the virtual screen.
const SCREEN: (u16, u16) = (1280, 800);

/// A virtual X server.
pub struct XServer {
    // In this order: the compositor must end before its server.
    compositor: Option<Running>,
    server: Running,
    display: String,
    x: RustConnection,
    root: u32,
}

/// The predefined atoms of the property that names a window's program, and of its type.
const WM_CLASS: u32 = 67;
const STRING: u32 = 31;

impl XServer {
    /// The windows of pets that are mapped; no bubbles.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn pet_windows(&self) -> Result<Vec<u32>> {
        let (x, root) = self.connection();
        let mut found = Vec::new();
        for window in x.query_tree(root)?.reply()?.children {
            let class = x.get_property(false, window, WM_CLASS, STRING, 0, 64)?.reply()?.value;
            let mapped =
                x.get_window_attributes(window)?.reply().is_ok_and(|a| a.map_state == MapState::VIEWABLE);
            // A pet's cell, not a bubble: 192 wide at scale 1.
            let size = x.get_geometry(window)?.reply()?;
            if class.starts_with(b"openpets\0") && mapped && (size.width, size.height) == (192, 208) {
                found.push(window);
            }
        }
        Ok(found)
    }

    /// The top left corner of a window on the screen.
    ///
    /// # Errors
    /// When the server does not answer, or the window is gone.
    pub fn place_of(&self, window: u32) -> Result<(i32, i32)> {
        let (x, root) = self.connection();
        let place = x.translate_coordinates(window, root, 0, 0)?.reply()?;
        Ok((place.dst_x.into(), place.dst_y.into()))
    }

    /// Starts a server, with a compositor, and paints its background.
    ///
    /// # Errors
    /// When Xvfb or picom is not installed or does not start.
    pub fn start(background: Rgb) -> Result<Self> {
        let mut server = Self::start_bare()?;
        server.paint_background(background)?;
        server.start_compositor()?;
        Ok(server)
    }

    /// Starts a server without a compositor.
    ///
    /// # Errors
    /// When Xvfb is not installed or does not start.
    pub fn start_bare() -> Result<Self> {
        let (width, height) = SCREEN;
        let mut command = Command::new("Xvfb");
        // The server picks a free number and tells it when it is ready.
        command
            .args(["-displayfd", "1", "-screen", "0", &format!("{width}x{height}x24"), "-nolisten", "tcp"])
            .args(["-dpi", "96", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut server = Running::start(&mut command).context("tests need the package xvfb")?;
        let stdout = server.0.stdout.take().context("no output of Xvfb")?;
        let mut number = String::new();
        BufReader::new(stdout).read_line(&mut number)?;
        if number.trim().is_empty() {
            bail!("Xvfb did not start");
        }
        let display = format!(":{}", number.trim());
        let (x, screen) = x11rb::connect(Some(&display))?;
        let root = x.setup().roots[screen].root;
        Ok(Self { compositor: None, server, display, x, root })
    }

    /// The value of `DISPLAY`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.display
    }

    /// Starts the compositor and waits until it has taken over.
    ///
    /// # Errors
    /// When picom is not installed or does not start.
    pub fn start_compositor(&mut self) -> Result<()> {
        let mut command = Command::new("picom");
        command
            .args(["--backend", "xrender", "--config", "/dev/null"])
            .args(["--no-fading-openclose", "--log-level", "error"])
            .env("DISPLAY", &self.display)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        self.compositor = Some(Running::start(&mut command).context("tests need the package picom")?);
        let atom = self.x.intern_atom(false, b"_NET_WM_CM_S0")?.reply()?.atom;
        wait_until("the compositor runs", || {
            let owner = self.x.get_selection_owner(atom).ok()?.reply().ok()?.owner;
            (owner != x11rb::NONE).then_some(())
        })
    }

    /// Takes the compositor away.
    pub fn stop_compositor(&mut self) {
        self.compositor = None;
    }

    /// Ends the server under the feet of its clients.
    pub fn kill(self) {
        drop(self);
    }

    /// Paints the background in the way that compositors look for: as a pixmap named by a property of the root.
    fn paint_background(&mut self, colour: Rgb) -> Result<()> {
        let pixel = u32::from(colour.0) << 16 | u32::from(colour.1) << 8 | u32::from(colour.2);
        let (pixmap, gc) = (self.x.generate_id()?, self.x.generate_id()?);
        let (width, height) = SCREEN;
        self.x.create_pixmap(24, pixmap, self.root, width, height)?;
        self.x.create_gc(gc, pixmap, &CreateGCAux::new().foreground(pixel))?;
        self.x.poly_fill_rectangle(pixmap, gc, &[Rectangle { x: 0, y: 0, width, height }])?;
        for name in [&b"_XROOTPMAP_ID"[..], b"ESETROOT_PMAP_ID"] {
            let atom = self.x.intern_atom(false, name)?.reply()?.atom;
            x11rb::wrapper::ConnectionExt::change_property32(
                &self.x,
                x11rb::protocol::xproto::PropMode::REPLACE,
                self.root,
                atom,
                x11rb::protocol::xproto::AtomEnum::PIXMAP,
                &[pixmap],
            )?;
        }
        let background = ChangeWindowAttributesAux::new().background_pixmap(pixmap);
        self.x.change_window_attributes(self.root, &background)?.check()?;
        self.x.clear_area(false, self.root, 0, 0, 0, 0)?.check()?;
        Ok(())
    }

    /// What is on the screen.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn screenshot(&self) -> Result<Screenshot> {
        let (width, height) = SCREEN;
        let image =
            self.x.get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, width, height, u32::MAX)?.reply()?;
        Ok(Screenshot::new(u32::from(width), u32::from(height), &image.data))
    }

    /// Moves the pointer and uses its buttons, by `xdotool`.
    ///
    /// # Errors
    /// When xdotool is not installed or fails.
    pub fn pointer(&self, arguments: &[&str]) -> Result<()> {
        let status = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .status()
            .context("tests need the package xdotool")?;
        if !status.success() {
            bail!("xdotool {arguments:?} ended with {status}");
        }
        Ok(())
    }

    /// The connection, for questions of a test's own.
    #[must_use]
    pub fn connection(&self) -> (&RustConnection, u32) {
        (&self.x, self.root)
    }

    /// The server's process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.server.pid()
    }
}
