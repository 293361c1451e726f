//! The discovery file: how a client finds the app, and the token that proves it may. The control file beside it
//! has the same shape with the second token.
//!
//! Reading is strict. Whoever can write this file can make a client hand over its messages, so a file that is
//! not plainly the user's own is refused, and told apart from one that is not there.

use crate::endpoint::{Endpoint, EndpointError};
use crate::places::{NoHome, Places, Platform};
use crate::{PROTOCOL, PROTOCOL_VERSION};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest discovery file: a path, a token and a few words fit many times over.
pub const MAX_DISCOVERY_BYTES: usize = 16 * 1024;

/// The lengths of a token that clients accept, in UTF-16 code units.
pub const TOKEN_LENGTH: std::ops::RangeInclusive<usize> = 16..=256;

/// A well-formed discovery file.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(into = "Wire")]
pub struct Discovery {
    /// Where the app listens.
    pub endpoint: Endpoint,
    /// To be sent with every request. Never to be logged or shown.
    pub token: String,
    /// The version of the app.
    pub app_version: String,
    /// The process of the app.
    pub pid: u32,
    /// The platform of the app.
    pub platform: Platform,
}

/// Leaves the token out.
impl fmt::Debug for Discovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Discovery")
            .field("endpoint", &self.endpoint)
            .field("app_version", &self.app_version)
            .field("pid", &self.pid)
            .field("platform", &self.platform)
            .finish_non_exhaustive()
    }
}

/// The file as it stands, before its rules are checked.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire {
    protocol: String,
    protocol_version: u32,
    endpoint: String,
    token: String,
    app_version: String,
    pid: u32,
    platform: Platform,
}

impl From<Discovery> for Wire {
    fn from(discovery: Discovery) -> Self {
        Self {
            protocol: PROTOCOL.to_owned(),
            protocol_version: PROTOCOL_VERSION,
            endpoint: discovery.endpoint.to_string(),
            token: discovery.token,
            app_version: discovery.app_version,
            pid: discovery.pid,
            platform: discovery.platform,
        }
    }
}

/// Why a file with the right rights is still no discovery file. Never repeats its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MalformedDiscovery {
    /// Over 16 KiB.
    #[error("it is larger than 16 KiB")]
    TooLarge,
    /// Not JSON, not an object, or a field is missing or of the wrong type.
    #[error("it is not a JSON object with all fields of a discovery file")]
    Shape,
    /// Another protocol.
    #[error("it is not for protocol openpets-ipc version 1")]
    Protocol,
    /// Where the app listens.
    #[error("{0}")]
    Endpoint(EndpointError),
    /// The token.
    #[error("its token must have 16 to 256 characters")]
    Token,
    /// The process.
    #[error("its pid must be positive")]
    Pid,
    /// The app runs on another platform, and not where this client can reach it.
    #[error("its app runs on another platform")]
    Platform,
}

/// Why a file is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnsafeFile {
    /// A symbolic link.
    #[error("it is a symbolic link")]
    Link,
    /// A folder, a pipe, a device.
    #[error("it is not a regular file")]
    NotAFile,
    /// Somebody else wrote it.
    #[error("it belongs to another user")]
    Owner,
    /// Others can read the token.
    #[error("other users can read or change it; it must have mode 600")]
    Mode,
}

/// Why a client cannot learn where the app is.
#[derive(Debug, thiserror::Error)]
pub enum DiscoveryError {
    /// There is no such file: the app does not run.
    #[error("OpenPets is not running (there is no {0}); start it first")]
    NotRunning(PathBuf),
    /// There is no place where the file could be.
    #[error(transparent)]
    NoHome(#[from] NoHome),
    /// The system refuses to read it.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It may have been planted, or its token may have leaked.
    #[error("{path} is not trusted: {rule}; remove it and restart OpenPets")]
    Unsafe {
        /// The file.
        path: PathBuf,
        /// The rule it breaks.
        rule: UnsafeFile,
    },
    /// It does not say what it must.
    #[error("{path} is not a valid discovery file: {rule}; remove it and restart OpenPets")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The rule it breaks.
        rule: MalformedDiscovery,
    },
}

impl DiscoveryError {
    /// The app simply does not run, as opposed to a file that is unsafe or damaged.
    #[must_use]
    pub const fn is_not_running(&self) -> bool {
        matches!(self, Self::NotRunning(_))
    }
}

impl Discovery {
    /// Where this user's discovery file is, which carries the agents' token.
    ///
    /// # Errors
    /// When no home folder is known and no override is set.
    pub fn path() -> Result<PathBuf, NoHome> {
        Places::from_env().discovery_file()
    }

    /// Where this user's control file is, which carries the second token.
    ///
    /// # Errors
    /// As for [`Discovery::path`].
    pub fn control_path() -> Result<PathBuf, NoHome> {
        Places::from_env().control_file()
    }

    /// Reads a discovery or control file as a client on this platform.
    ///
    /// # Errors
    /// When it is not there ([`DiscoveryError::is_not_running`]), cannot be trusted, or is malformed.
    pub fn read(path: &Path) -> Result<Self, DiscoveryError> {
        let file = open(path)?;
        let mut bytes = Vec::with_capacity(512);
        let limit = MAX_DISCOVERY_BYTES as u64 + 1;
        file.take(limit).read_to_end(&mut bytes).map_err(|source| io_error(path, source))?;
        Self::parse(&bytes, Platform::CURRENT)
            .map_err(|rule| DiscoveryError::Malformed { path: path.to_owned(), rule })
    }

    /// Checks the text of a discovery file for a client on `client`.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn parse(bytes: &[u8], client: Platform) -> Result<Self, MalformedDiscovery> {
        use MalformedDiscovery as E;
        if bytes.len() > MAX_DISCOVERY_BYTES {
            return Err(E::TooLarge);
        }
        let wire: Wire = serde_json::from_slice(bytes).map_err(|_| E::Shape)?;
        if wire.protocol != PROTOCOL || wire.protocol_version != PROTOCOL_VERSION {
            return Err(E::Protocol);
        }
        if !TOKEN_LENGTH.contains(&wire.token.encode_utf16().count()) {
            return Err(E::Token);
        }
        if wire.pid == 0 {
            return Err(E::Pid);
        }
        let endpoint = Endpoint::parse(&wire.endpoint).map_err(E::Endpoint)?;
        // A Linux client in WSL reaches a Windows app over TCP; nobody else has business elsewhere.
        let reachable = match (&endpoint, wire.platform) {
            (Endpoint::Tcp(_), app) => app == client || (app == Platform::Win32 && client == Platform::Linux),
            (Endpoint::Pipe(_), app) => app == client && app == Platform::Win32,
            (Endpoint::Unix(_), app) => app == client && app != Platform::Win32,
        };
        if !reachable {
            return Err(E::Platform);
        }
        Ok(Self {
            endpoint,
            token: wire.token,
            app_version: wire.app_version,
            pid: wire.pid,
            platform: wire.platform,
        })
    }
}

fn io_error(path: &Path, source: io::Error) -> DiscoveryError {
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => DiscoveryError::NotRunning(path.to_owned()),
        _ => DiscoveryError::Unreadable { path: path.to_owned(), source },
    }
}

/// Opens without following a link, and looks at what was opened, so that nothing can be swapped in between.
#[cfg(unix)]
fn open(path: &Path) -> Result<File, DiscoveryError> {
    use rustix::fs::{Mode, OFlags};
    use std::os::unix::fs::MetadataExt;
    let refuse = |rule| DiscoveryError::Unsafe { path: path.to_owned(), rule };
    // Without NONBLOCK, opening a named pipe would wait for its writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match rustix::fs::open(path, flags, Mode::empty()) {
        Ok(descriptor) => File::from(descriptor),
        // Also what a link in the last place answers.
        Err(rustix::io::Errno::LOOP) => return Err(refuse(UnsafeFile::Link)),
        Err(error) => return Err(io_error(path, error.into())),
    };
    let found = file.metadata().map_err(|source| io_error(path, source))?;
    if !found.is_file() {
        return Err(refuse(UnsafeFile::NotAFile));
    }
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Err(refuse(UnsafeFile::Owner));
    }
    if found.mode() & 0o077 != 0 {
        return Err(refuse(UnsafeFile::Mode));
    }
    Ok(file)
}

/// Windows keeps others out by the access list of the user's application data folder.
#[cfg(not(unix))]
fn open(path: &Path) -> Result<File, DiscoveryError> {
    let found = path.symlink_metadata().map_err(|source| io_error(path, source))?;
    let refuse = |rule| DiscoveryError::Unsafe { path: path.to_owned(), rule };
    if found.is_symlink() {
        return Err(refuse(UnsafeFile::Link));
    }
    if !found.is_file() {
        return Err(refuse(UnsafeFile::NotAFile));
    }
    File::open(path).map_err(|source| io_error(path, source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use MalformedDiscovery as E;
    use serde_json::{Value, json};

    fn example() -> Value {
        json!({
            "protocol": "openpets-ipc",
            "protocolVersion": 1,
            "endpoint": "/run/user/1000/openpets/openpets-4242.sock",
            "token": "0123456789abcdef",
            "appVersion": "1.2.3",
            "pid": 4242,
            "platform": "linux",
        })
    }

    fn parse(value: &Value, client: Platform) -> Result<Discovery, E> {
        Discovery::parse(value.to_string().as_bytes(), client)
    }

    #[test]
    fn writes_what_it_reads() {
        let discovery = parse(&example(), Platform::Linux).unwrap();
        assert_eq!(serde_json::to_value(&discovery).unwrap(), example());
        assert!(!format!("{discovery:?}").contains("0123456789abcdef"));
    }

    #[test]
    fn rules() {
        let changes = [
            ("protocol", json!("openpets-remote"), E::Protocol),
            ("protocolVersion", json!(2), E::Protocol),
            ("protocolVersion", json!("1"), E::Shape),
            ("endpoint", json!("tcp://8.8.8.8:1"), E::Endpoint(EndpointError::Range)),
            ("endpoint", json!(r"\\.\pipe\openpets-1-1"), E::Platform),
            ("endpoint", json!(null), E::Shape),
            ("token", json!("x".repeat(15)), E::Token),
            ("token", json!("x".repeat(257)), E::Token),
            ("token", json!(5), E::Shape),
            ("appVersion", json!(1), E::Shape),
            ("pid", json!(0), E::Pid),
            ("pid", json!(-1), E::Shape),
            ("pid", json!(1.5), E::Shape),
            ("platform", json!("darwin"), E::Platform),
            ("platform", json!("win32"), E::Platform),
            ("platform", json!("beos"), E::Shape),
        ];
        for (field, value, rule) in changes {
            let mut file = example();
            file[field] = value;
            assert_eq!(parse(&file, Platform::Linux), Err(rule), "{field}");
        }
        for field in ["protocol", "protocolVersion", "endpoint", "token", "appVersion", "pid", "platform"] {
            let mut file = example();
            file.as_object_mut().unwrap().remove(field);
            assert_eq!(parse(&file, Platform::Linux), Err(E::Shape), "{field}");
        }
        for text in ["", "[]", "{", "null"] {
            assert_eq!(Discovery::parse(text.as_bytes(), Platform::Linux), Err(E::Shape));
        }
        assert_eq!(Discovery::parse(&vec![b' '; MAX_DISCOVERY_BYTES + 1], Platform::Linux), Err(E::TooLarge));
    }

    #[test]
    fn platforms() {
        let mut file = example();
        file["platform"] = json!("win32");
        file["endpoint"] = json!("tcp://172.20.0.1:4242");
        assert!(parse(&file, Platform::Linux).is_ok());
        assert!(parse(&file, Platform::Win32).is_ok());
        assert_eq!(parse(&file, Platform::Darwin), Err(E::Platform));
        file["endpoint"] = json!(r"\\.\pipe\openpets-1-1");
        assert!(parse(&file, Platform::Win32).is_ok());
        assert_eq!(parse(&file, Platform::Linux), Err(E::Platform));
        assert_eq!(parse(&example(), Platform::Win32), Err(E::Platform));
    }

    #[cfg(unix)]
    mod files {
        use super::*;
        use std::os::unix::fs::{PermissionsExt, symlink};

        fn write(path: &Path, text: &str, mode: u32) {
            std::fs::write(path, text).unwrap();
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        }

        fn file() -> Value {
            let mut file = example();
            file["platform"] = serde_json::to_value(Platform::CURRENT).unwrap();
            file
        }

        #[test]
        fn reads_a_private_file_only() {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("ipc.json");
            write(&path, &file().to_string(), 0o600);
            assert_eq!(Discovery::read(&path).unwrap().pid, 4242);
            for mode in [0o640, 0o604, 0o610, 0o644] {
                write(&path, &file().to_string(), mode);
                let error = Discovery::read(&path).unwrap_err();
                assert!(matches!(error, DiscoveryError::Unsafe { rule: UnsafeFile::Mode, .. }), "{error}");
                assert!(!error.is_not_running());
            }
        }

        #[test]
        fn links_folders_and_pipes() {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("real");
            write(&path, &file().to_string(), 0o600);
            let link = place.path().join("ipc.json");
            symlink(&path, &link).unwrap();
            let error = Discovery::read(&link).unwrap_err();
            assert!(matches!(error, DiscoveryError::Unsafe { rule: UnsafeFile::Link, .. }), "{error}");
            let error = Discovery::read(place.path()).unwrap_err();
            assert!(matches!(error, DiscoveryError::Unsafe { rule: UnsafeFile::NotAFile, .. }), "{error}");
        }

        #[test]
        fn not_running_and_damaged_differ() {
            let place = tempfile::tempdir().unwrap();
            assert!(Discovery::read(&place.path().join("none")).unwrap_err().is_not_running());
            let path = place.path().join("ipc.json");
            write(&path, "{}", 0o600);
            assert!(Discovery::read(&path.join("below")).unwrap_err().is_not_running());
            let error = Discovery::read(&path).unwrap_err();
            assert!(matches!(error, DiscoveryError::Malformed { rule: E::Shape, .. }), "{error}");
            write(&path, &" ".repeat(MAX_DISCOVERY_BYTES + 1), 0o600);
            let error = Discovery::read(&path).unwrap_err();
            assert!(matches!(error, DiscoveryError::Malformed { rule: E::TooLarge, .. }), "{error}");
        }
    }
}
