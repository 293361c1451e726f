//! Where the default pet was put, in general and on each screen, in logical desktop pixels.

use super::{State, object_in};
use serde_json::{Map, Value, json};

/// Positions on this many screens are remembered, as many as OpenPets keeps.
const MAX_MONITORS: usize = 8;

impl State {
    /// The default pet's last position.
    #[must_use]
    pub fn position(&self) -> Option<(f32, f32)> {
        point(self.section("defaultPet")?.get("position")?)
    }

    /// The default pet's position on the screen with this key (`"x,y,WxH"`).
    #[must_use]
    pub fn monitor_position(&self, monitor: &str) -> Option<(f32, f32)> {
        point(self.section("defaultPet")?.get("perMonitorPositions")?.get(monitor)?)
    }

    /// Forgets where the default pet was put, on every screen.
    pub fn forget_positions(&mut self) {
        let default_pet = self.section_mut("defaultPet");
        default_pet.shift_remove("position");
        default_pet.shift_remove("perMonitorPositions");
    }

    /// Remembers where the default pet was put: as its last position, and on that screen.
    ///
    /// The order in the file is the order of use: the screen moves to the end, and of more than 8 the first are
    /// forgotten. A position that is not finite is ignored. Whole pixels are written: OpenPets works in them.
    pub fn set_position(&mut self, monitor: &str, x: f32, y: f32) {
        if !x.is_finite() || !y.is_finite() {
            return;
        }
        let place = json!({ "x": x.round() as i32, "y": y.round() as i32 });
        let default_pet = self.section_mut("defaultPet");
        default_pet.insert("position".to_owned(), place.clone());
        let monitors = object_in(default_pet, "perMonitorPositions");
        monitors.shift_remove(monitor);
        monitors.insert(monitor.to_owned(), place);
        forget_oldest(monitors);
    }
}

/// Forgets the screens used longest ago. What is not a position is not ours to remove.
fn forget_oldest(monitors: &mut Map<String, Value>) {
    let places = monitors.iter().filter(|(_, place)| point(place).is_some());
    let surplus = places.clone().count().saturating_sub(MAX_MONITORS);
    let oldest: Vec<String> = places.take(surplus).map(|(key, _)| key.clone()).collect();
    for key in oldest {
        monitors.shift_remove(&key);
    }
}

fn point(value: &Value) -> Option<(f32, f32)> {
    let coordinate =
        |name| value.get(name)?.as_f64().map(|number| number as f32).filter(|n: &f32| n.is_finite());
    Some((coordinate("x")?, coordinate("y")?))
}
