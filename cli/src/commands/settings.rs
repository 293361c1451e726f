//! `openpets settings`: lists them, or changes one. Through the running app; in the file when none runs.

use super::control;
use crate::args::{SettingName, Settings};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::Output;
use openpets_assets::{LibraryDirs, State, StateFile};
use openpets_ipc::{Command, Setting};
use serde_json::{Map, Value, json};

pub(super) fn run(args: &Settings, output: &mut Output) -> Result<Exit, CommandError> {
    let Some(name) = args.name else {
        list(args.json, output)?;
        return Ok(Exit::Done);
    };
    let Some(value) = &args.value else {
        let shown = shown(name, &state()?);
        if args.json {
            output.json(&json!({"ok": true, "name": name.to_string(), "value": shown}));
        } else {
            output.line(&text(&shown));
        }
        return Ok(Exit::Done);
    };
    change(name.with(value)?)?;
    if args.json {
        output.json(&json!({"ok": true, "name": name.to_string(), "value": value}));
    } else {
        output.line(&format!("{name} is {value} from now on."));
    }
    Ok(Exit::Done)
}

/// Through the running app, or in the settings when none runs.
pub(super) fn change(setting: Setting) -> Result<(), CommandError> {
    match control().and_then(|client| Ok(client.send(&Command::Set(setting))?)) {
        Ok(_) => Ok(()),
        Err(error) if error.exit() == Exit::NotRunning => {
            let (file, ..) = StateFile::open(&LibraryDirs::from_env()?.user_data)?;
            file.update(|state| state.change(setting.name(), setting.value()))?;
            Ok(())
        }
        Err(error) => Err(error),
    }
}

fn state() -> Result<State, CommandError> {
    Ok(StateFile::peek(&LibraryDirs::from_env()?.user_data)?)
}

fn list(as_json: bool, output: &mut Output) -> Result<(), CommandError> {
    let state = state()?;
    if as_json {
        let all: Map<String, Value> =
            SettingName::ALL.into_iter().map(|name| (name.to_string(), shown(name, &state))).collect();
        output.json(&json!({"ok": true, "settings": all}));
        return Ok(());
    }
    let rows: Vec<[String; 4]> = SettingName::ALL
        .into_iter()
        .map(|name| {
            let choices = format!("({})", name.choices());
            [name.to_string(), text(&shown(name, &state)), name.meaning().to_owned(), choices]
        })
        .collect();
    output.table(&rows);
    Ok(())
}

/// The value of a setting.
fn shown(name: SettingName, state: &State) -> Value {
    match name {
        SettingName::Size => state.pet_scale().into(),
        SettingName::Flip => state.pet_horizontal_flip().into(),
        SettingName::Bubbles => state.speech_bubbles_enabled().into(),
        SettingName::ShowAtStart => state.open_default_pet_on_launch().into(),
        SettingName::Gaze => state.pet_gaze_enabled().into(),
        SettingName::Theme => state.appearance_theme().unwrap_or("system").into(),
        SettingName::Folders => state.agent_folders_shown().into(),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
