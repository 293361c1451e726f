//! What agents are told about the pet, where they read such things.

use super::content::{Block, OwnFile};

/// For files of rules and instructions.
pub(super) const INSTRUCTIONS: &str = "\
OpenPets shows the user a small desktop pet that mirrors what you are doing, through the MCP server `openpets`.

- Call `openpets_react` when the kind of your work changes: thinking, editing, running, testing, waiting (for the user),
  success, error. Skip it where hooks or a plugin already do it.
- Call `openpets_say` at most once or twice in a task, with one short friendly sentence in the user's language. Never put
  code, addresses, file paths, secrets, or text of the user or of a tool into it.
- If a tool fails or the pet is not shown, go on with your work; do not retry and do not mention it.";

/// The block that has Claude Code read our own file beside it.
pub(super) fn import() -> Block {
    Block { text: "@openpets.md".to_owned() }
}

/// The block for agents without such imports.
pub(super) fn instructions_block() -> Block {
    Block { text: INSTRUCTIONS.to_owned() }
}

/// A file of our own for Claude Code.
pub(super) fn claude_file() -> OwnFile {
    OwnFile {
        text: format!(
            "<!-- Managed by OpenPets: `openpets configure --agent claude --global --remove` takes it out again. -->\n\n\
             # OpenPets\n\n{INSTRUCTIONS}\n"
        ),
    }
}

/// A rule of Cursor.
pub(super) fn cursor_rule() -> OwnFile {
    OwnFile {
        text: format!(
            "---\ndescription: How to use the OpenPets desktop pet\nalwaysApply: true\n---\n\n\
             <!-- Managed by OpenPets: `openpets configure --agent cursor --remove` takes it out again. -->\n\n\
             {INSTRUCTIONS}\n"
        ),
    }
}
