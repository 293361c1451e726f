//! A person's folders, and what is in them.

use openpets_agents::configure::{Agent, ConfigureError, Plan, Request, Roots, Server};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A home, a project and a folder with programs.
pub(crate) struct World {
    folder: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        let world = Self { folder: tempfile::tempdir().unwrap() };
        for folder in ["home", "project", "bin"] {
            fs::create_dir(world.path().join(folder)).unwrap();
        }
        world.program("openpets", "#!/bin/sh\nexit 0\n");
        world
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.path().join("home")
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.path().join("project")
    }

    pub(crate) fn openpets(&self) -> PathBuf {
        self.path().join("bin/openpets")
    }

    /// Where everything is looked for.
    pub(crate) fn roots(&self) -> Roots {
        let home = self.home();
        Roots {
            config: home.join(".config"),
            app_data: home.join(".config"),
            home,
            claude: None,
            opencode: None,
            codex: None,
            path: self.path().join("bin").into_os_string(),
        }
    }

    /// Puts a program into `PATH`.
    pub(crate) fn program(&self, name: &str, script: &str) {
        let path = self.path().join("bin").join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap()
    }

    /// Every file and folder of home and project, with what is in it.
    pub(crate) fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        let mut left = vec![self.home(), self.project()];
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    left.push(path.clone());
                    found.insert(path, None);
                } else {
                    let bytes = fs::read(&path).unwrap_or_default();
                    found.insert(path, Some(bytes));
                }
            }
        }
        found
    }

    /// A wish for the person's configuration.
    pub(crate) fn user(&self, agent: Agent) -> Request {
        let server = Server { program: self.openpets(), pet: None };
        Request { agent, project: None, server, force: false }
    }

    /// A wish for the project's.
    pub(crate) fn in_project(&self, agent: Agent) -> Request {
        Request { project: Some(self.project()), ..self.user(agent) }
    }

    pub(crate) fn connect(&self, request: &Request) -> Result<usize, ConfigureError> {
        self.apply(&Plan::connect(request, &self.roots())?)
    }

    pub(crate) fn disconnect(&self, request: &Request) -> Result<usize, ConfigureError> {
        self.apply(&Plan::disconnect(request, &self.roots())?)
    }

    /// How many steps were done.
    fn apply(&self, plan: &Plan) -> Result<usize, ConfigureError> {
        plan.apply(&self.roots()).map_err(|error| *error.cause)?;
        Ok(plan.steps().len())
    }
}
