//! `animations` in a manifest: lists of frames by the name of the state that they play for.

use crate::{Finding, PetState};
use serde_json::{Map, Value};

/// Frames a second where the manifest does not say it, and the most; both as in Codex.
const USUAL_FPS: f64 = 8.0;
const MAX_FPS: f64 = 60.0;
/// Most frames of one animation. A sheet has at most 256, but an animation may show some of them more than once.
const MAX_FRAMES: usize = 1_024;
/// Of names that nobody knows, this many are repeated, each with this many characters.
const MAX_NAMES: usize = 4;
const MAX_NAME_CHARS: usize = 32;

/// Other names of states, from the time when Codex had only them.
const ALIASES: [(&str, PetState); 5] = [
    ("move-right", PetState::RunningRight),
    ("move-left", PetState::RunningLeft),
    ("wave", PetState::Waving),
    ("bounce", PetState::Jumping),
    ("sad", PetState::Failed),
];

/// One animation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Animation {
    /// The state that it plays for.
    pub(crate) state: PetState,
    /// Cells of the sheet, counted row by row; not checked against the sheet yet. Never empty.
    pub(crate) frames: Vec<u64>,
    /// Milliseconds of each frame.
    pub(crate) frame_ms: u16,
    /// 1 for an animation that ends; `None` for one that plays on.
    pub(crate) repeats: Option<u8>,
    /// What follows an animation that ends.
    pub(crate) then: PetState,
}

/// The state of that name, and whether it is the state's own name.
fn state_of(name: &str) -> Option<(PetState, bool)> {
    let name = name.replace('_', "-");
    let alias = || ALIASES.into_iter().find(|(alias, _)| *alias == name).map(|(_, state)| (state, false));
    PetState::from_name(&name).map(|state| (state, true)).or_else(alias)
}

pub(super) fn read(value: &Value, notes: &mut Vec<Finding>) -> Result<Vec<Animation>, Finding> {
    let Value::Object(named) = value else {
        return Err(Finding::new(
            "animation-form",
            "\"animations\" in pet.json is not an object.",
            "Write {\"idle\": {\"frames\": [0, 1]}} there, or leave it out.",
        ));
    };
    let mut animations: Vec<(bool, Animation)> = Vec::new();
    let mut unknown = Vec::new();
    let mut doubled = None;
    for (name, value) in named {
        let Some((state, own)) = state_of(name) else {
            unknown.push(name.as_str());
            continue;
        };
        let animation = animation(state, value, notes)?;
        match animations.iter_mut().find(|(_, other)| other.state == state) {
            None => animations.push((own, animation)),
            Some(other) => {
                doubled = Some(state);
                // Of a state's own name and another one, its own counts; of two alike, the first.
                if own && !other.0 {
                    *other = (own, animation);
                }
            }
        }
    }
    if !unknown.is_empty() {
        notes.push(Finding::new(
            "animation-unknown",
            format!("\"animations\" in pet.json has some that no state plays: {}.", listed(&unknown)),
            "Name them after states, such as \"idle\" or \"running-left\".",
        ));
    }
    if let Some(state) = doubled {
        notes.push(Finding::new(
            "animation-doubled",
            format!("\"animations\" in pet.json has \"{state}\" under two names; only one of them plays."),
            "Leave one of them out.",
        ));
    }
    let animations: Vec<_> = animations.into_iter().map(|(_, animation)| animation).collect();
    refuse_circles(&animations)?;
    Ok(animations)
}

fn animation(state: PetState, value: &Value, notes: &mut Vec<Finding>) -> Result<Animation, Finding> {
    let wrong = |what: &str| {
        Finding::new(
            "animation-form",
            format!("The animation \"{state}\" in pet.json {what}."),
            "Write it like {\"frames\": [0, 1, 2], \"fps\": 8, \"loop\": true, \"fallback\": \"idle\"}.",
        )
    };
    let fields = value.as_object().ok_or_else(|| wrong("is not an object"))?;
    let repeats = match field(fields, "loop") {
        None | Some(Value::Bool(true)) => None,
        Some(Value::Bool(false)) => Some(1),
        Some(_) => return Err(wrong("has a \"loop\" that is neither true nor false")),
    };
    let then = match field(fields, "fallback") {
        None => PetState::Idle,
        Some(Value::String(name)) if name.is_empty() => PetState::Idle,
        Some(Value::String(name)) => state_of(name).map_or_else(
            || {
                notes.push(Finding::new(
                    "animation-fallback-unknown",
                    format!("The animation \"{state}\" in pet.json has a \"fallback\" that is no state; idle follows it."),
                    "Write the name of a state there, such as \"idle\".",
                ));
                PetState::Idle
            },
            |(state, _)| state,
        ),
        Some(_) => return Err(wrong("has a \"fallback\" that is not a text")),
    };
    let frames = frames(state, fields, wrong)?;
    Ok(Animation { state, frames, frame_ms: frame_ms(state, fields, wrong)?, repeats, then })
}

/// A field that says something.
fn field<'a>(fields: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    fields.get(key).filter(|value| !value.is_null())
}

fn frames(
    state: PetState,
    fields: &Map<String, Value>,
    wrong: impl Fn(&str) -> Finding,
) -> Result<Vec<u64>, Finding> {
    let list = match field(fields, "frames") {
        None => &[][..],
        Some(Value::Array(list)) => list,
        Some(_) => return Err(wrong("has \"frames\" that are not a list")),
    };
    if list.is_empty() {
        return Err(Finding::new(
            "animation-empty",
            format!("The animation \"{state}\" in pet.json has no frames."),
            "List the numbers of its frames, or leave the animation out.",
        ));
    }
    if list.len() > MAX_FRAMES {
        return Err(Finding::new(
            "animation-too-long",
            format!("The animation \"{state}\" in pet.json has more than {MAX_FRAMES} frames."),
            "Shorten it.",
        ));
    }
    let number =
        |value: &Value| value.as_u64().ok_or_else(|| wrong("has a frame that is not a number from 0 on"));
    list.iter().map(number).collect()
}

fn frame_ms(
    state: PetState,
    fields: &Map<String, Value>,
    wrong: impl Fn(&str) -> Finding,
) -> Result<u16, Finding> {
    let fps = match field(fields, "fps") {
        None => USUAL_FPS,
        Some(value) => value.as_f64().ok_or_else(|| wrong("has \"fps\" that are not a number"))?,
    };
    if !(fps > 0.0 && fps <= MAX_FPS) {
        return Err(Finding::new(
            "animation-fps",
            format!(
                "The animation \"{state}\" in pet.json has \"fps\" that are not above 0 and at most {MAX_FPS}."
            ),
            "Write how many frames show in a second, for example 8.",
        ));
    }
    // Slower than one a minute is as good as one a minute.
    Ok((1000.0 / fps).round().min(f64::from(u16::MAX)) as u16)
}

/// Animations that end must come to one that plays on. Idle may follow itself: it stays on its last frame.
fn refuse_circles(animations: &[Animation]) -> Result<(), Finding> {
    let next = |state: PetState| match animations.iter().find(|animation| animation.state == state) {
        Some(animation) => animation.repeats.map(|_| animation.then),
        None => state.format().repeats.map(|_| PetState::Idle),
    };
    let comes_to_rest = |mut state: PetState| {
        // Whoever goes on more often than there are states has been somewhere twice.
        for _ in PetState::ALL {
            match next(state) {
                None => return true,
                Some(PetState::Idle) if state == PetState::Idle => return true,
                Some(then) => state = then,
            }
        }
        false
    };
    match animations.iter().find(|animation| !comes_to_rest(animation.state)) {
        None => Ok(()),
        Some(animation) => Err(Finding::new(
            "animation-circle",
            format!(
                "The animation \"{}\" in pet.json is followed by others that lead back to it: none plays on.",
                animation.state
            ),
            "Give one of them \"loop\": true, or another \"fallback\".",
        )),
    }
}

/// Some of the names, fit for a sentence.
fn listed(names: &[&str]) -> String {
    let clean = |name: &&str| {
        let name: String = name.chars().take(MAX_NAME_CHARS).collect();
        format!("\"{}\"", name.replace(char::is_control, "\u{fffd}"))
    };
    let mut listed: Vec<String> = names.iter().take(MAX_NAMES).map(clean).collect();
    if names.len() > MAX_NAMES {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}
