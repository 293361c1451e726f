//! The MCP server in an agent's configuration: what we write, and what we know again.

use openpets_ipc::RequestedPetId;
use std::path::{Path, PathBuf};

/// The name of the entry.
pub(super) const NAME: &str = "openpets";

/// The packages of OpenPets on npm that have the server.
const PACKAGES: [&str; 2] = ["@open-pets/mcp", "@open-pets/cli"];

/// How the MCP server is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The absolute path of `openpets`.
    pub program: PathBuf,
    /// The pet that the agent is to drive.
    pub pet: Option<RequestedPetId>,
}

/// Whose entry it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Owner {
    /// Written by this program.
    Us(Server),
    /// Written by OpenPets, or by hand as its documentation says.
    OpenPets {
        /// The pet of the entry, to be kept.
        pet: Option<RequestedPetId>,
    },
    /// Somebody else's.
    Other,
}

impl Server {
    pub(super) fn args(&self) -> Vec<String> {
        let mut args = vec!["mcp".to_owned()];
        if let Some(pet) = &self.pet {
            args.extend(["--pet".to_owned(), pet.to_string()]);
        }
        args
    }

    /// The path as text. Paths that are none are refused before anything is planned.
    pub(super) fn program(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }
}

/// Tells whose an entry with this command line is.
pub(super) fn owner(command: &str, args: &[String]) -> Owner {
    // Both separators: a configuration may be shared between systems.
    let file = command.rsplit(['/', '\\']).next().unwrap_or(command);
    let stem = file.strip_suffix(".exe").or_else(|| file.strip_suffix(".cmd")).unwrap_or(file);
    match (stem, args.first().map(String::as_str)) {
        ("openpets", Some("mcp")) if Path::new(command).is_absolute() => {
            Owner::Us(Server { program: command.into(), pet: pet(args) })
        }
        ("openpets", Some("mcp")) => Owner::OpenPets { pet: pet(args) },
        ("npx" | "bunx" | "pnpm" | "yarn" | "node" | "bun", _) if args.iter().any(|arg| is_package(arg)) => {
            Owner::OpenPets { pet: pet(args) }
        }
        _ => Owner::Other,
    }
}

/// `@open-pets/mcp`, with a version or as part of a path.
fn is_package(arg: &str) -> bool {
    let arg = arg.replace('\\', "/");
    PACKAGES.iter().any(|package| {
        arg.split_once(package).is_some_and(|(before, after)| {
            (before.is_empty() || before.ends_with('/'))
                && (after.is_empty() || after.starts_with('@') || after.starts_with('/'))
        })
    })
}

fn pet(args: &[String]) -> Option<RequestedPetId> {
    let at = args.iter().position(|arg| arg == "--pet")?;
    args.get(at + 1)?.clone().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whose(line: &[&str]) -> Owner {
        let args: Vec<String> = line[1..].iter().map(|arg| (*arg).to_owned()).collect();
        owner(line[0], &args)
    }

    #[test]
    fn entries_are_known_again() {
        let cat = || Some("cat".to_owned().try_into().unwrap());
        assert_eq!(
            whose(&["/usr/bin/openpets", "mcp", "--pet", "cat"]),
            Owner::Us(Server { program: "/usr/bin/openpets".into(), pet: cat() })
        );
        for (line, pet) in [
            (&["openpets", "mcp"][..], None),
            (&["npx", "-y", "@open-pets/mcp"], None),
            (&["npx", "-y", "@open-pets/mcp@latest", "--pet", "cat"], cat()),
            (&["npx", "-y", "@open-pets/cli@latest", "mcp"], None),
            (&["/opt/node/bin/node", "/Applications/OpenPets.app/x/@open-pets/mcp/dist/index.js"], None),
            (&["C:\\node\\npx.cmd", "-y", "@open-pets/mcp"], None),
        ] {
            assert_eq!(whose(line), Owner::OpenPets { pet }, "{line:?}");
        }
        for line in [
            &["/usr/bin/openpets"][..],
            &["/usr/bin/openpets", "serve"],
            &["/usr/bin/my-openpets", "mcp"],
            &["npx", "-y", "@other/open-pets-mcp"],
            &["npx", "-y", "x@open-pets/mcp"],
            &["npx", "-y", "@open-pets/mcpx"],
            &["docker", "run", "openpets", "mcp"],
        ] {
            assert_eq!(whose(line), Owner::Other, "{line:?}");
        }
    }
}
