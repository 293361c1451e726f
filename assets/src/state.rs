//! The state file `openpets-state.json`, shared with OpenPets: a person can switch between the two and lose
//! nothing. Fields that we do not know stay as they are.

mod activity;
mod file;
mod preferences;

pub use file::{Recovery, StateError, StateFile};

use serde_json::{Map, Value, json};

/// Positions on this many screens are remembered.
const MAX_MONITORS: usize = 8;

/// What the state file says. Every getter falls back to the default where a field is missing or of another type.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    document: Map<String, Value>,
}

impl Default for State {
    fn default() -> Self {
        let document = json!({ "version": 1, "preferences": {}, "pets": { "installed": [] } });
        match document {
            Value::Object(document) => Self { document },
            _ => Self { document: Map::new() },
        }
    }
}

impl State {
    /// Reads a document. Nothing where it is not JSON or not an object.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok().map(|document| Self { document })
    }

    /// The document as it will be written.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // A map of JSON values has no way to fail.
        let mut bytes = serde_json::to_vec_pretty(&self.document).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    fn section(&self, name: &str) -> Option<&Map<String, Value>> {
        self.document.get(name)?.as_object()
    }

    /// A section to write to. One of another type is beyond use and replaced.
    fn section_mut(&mut self, name: &str) -> &mut Map<String, Value> {
        object_in(&mut self.document, name)
    }

    /// The default pet's last position, in logical desktop pixels.
    #[must_use]
    pub fn position(&self) -> Option<(f32, f32)> {
        point(self.section("defaultPet")?.get("position")?)
    }

    /// The default pet's position on the screen with this key (`"x,y,WxH"`), in logical desktop pixels.
    #[must_use]
    pub fn monitor_position(&self, monitor: &str) -> Option<(f32, f32)> {
        point(self.section("defaultPet")?.get("perMonitorPositions")?.get(monitor)?)
    }

    /// Remembers where the default pet was put on a screen, and forgets the screens used longest ago.
    pub fn set_position(&mut self, monitor: &str, x: f32, y: f32) {
        let place = json!({ "x": number(x), "y": number(y) });
        let default_pet = self.section_mut("defaultPet");
        default_pet.insert("position".to_owned(), place.clone());
        let monitors = object_in(default_pet, "perMonitorPositions");
        // The order in the file is the order of use.
        monitors.shift_remove(monitor);
        monitors.insert(monitor.to_owned(), place);
        while monitors.len() > MAX_MONITORS
            && let Some(oldest) = monitors.keys().next().cloned()
        {
            monitors.shift_remove(&oldest);
        }
    }
}

fn object_in<'a>(map: &'a mut Map<String, Value>, name: &str) -> &'a mut Map<String, Value> {
    let value = map.entry(name).or_insert_with(|| Value::Object(Map::new()));
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    match value {
        Value::Object(object) => object,
        _ => unreachable!("made an object above"),
    }
}

fn point(value: &Value) -> Option<(f32, f32)> {
    let coordinate = |name| value.get(name)?.as_f64().map(|number| number as f32).filter(|n: &f32| n.is_finite());
    Some((coordinate("x")?, coordinate("y")?))
}

/// Whole numbers are written as such: OpenPets works in whole pixels.
fn number(value: f32) -> Value {
    let rounded = value.round();
    json!(rounded as i64)
}

#[cfg(test)]
mod tests;
