//! `openpets hook --dry-run`: what would happen, and why.

use super::Hook;
use super::cooldown::Memory;
use super::decision::{Because, Decision};
use super::lines::Pool;
use super::payload::Event;
use super::places::Places;
use super::response::{Response, Speech};
use super::rules::Rules;
use openpets_ipc::{Client, Label};
use std::fmt::Write;
use std::time::SystemTime;

/// Explains what a hook would do with this payload. Sends nothing and remembers nothing.
#[must_use]
pub fn explain(bytes: &[u8], hook: &Hook, places: &Places) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_explanation(&mut text, bytes, hook, places);
    text
}

fn write_explanation(text: &mut String, bytes: &[u8], hook: &Hook, places: &Places) -> std::fmt::Result {
    let event = match Event::parse(bytes) {
        Ok(event) => event,
        Err(error) => return writeln!(text, "Nothing would happen: {error}."),
    };
    writeln!(text, "event      {}", described(&event))?;
    let rules = match Rules::read(places) {
        Ok(rules) => {
            writeln!(text, "rules      {}", found(&rules, places))?;
            rules
        }
        Err(error) => {
            writeln!(text, "rules      ignored, all of them: {}", error.to_string().trim_end())?;
            Rules::default()
        }
    };
    let decision = Decision::of(&event, hook, &rules, places);
    writeln!(text, "because    {}", reason(&decision.because))?;
    let Some(response) = decision.response() else {
        return writeln!(text, "result     nothing happens");
    };
    if response.ends_session {
        writeln!(text, "result     the session ends; what it kept busy is idle")?;
    } else {
        write_response(text, &event, &response, &rules, places)?;
    }
    let pet = hook.pet.as_ref().map_or_else(
        || "the pet that the agent's MCP server holds, else the default pet".to_owned(),
        |pet| format!("{pet}, by a lease of its own"),
    );
    writeln!(text, "pet        {pet}")?;
    let app = match Client::discover().and_then(|client| client.hello()) {
        Ok(hello) => format!("OpenPets {} is running", hello.app_version),
        Err(error) => format!("nothing would be sent: {error}"),
    };
    writeln!(text, "app        {app}")
}

fn write_response(
    text: &mut String,
    event: &Event,
    response: &Response,
    rules: &Rules,
    places: &Places,
) -> std::fmt::Result {
    let verdict = Memory::open(places).look(event, response, &rules.cool_downs, SystemTime::now());
    match response.reaction {
        None => writeln!(text, "reaction   none")?,
        Some(reaction) if verdict.reaction => writeln!(text, "reaction   {reaction}")?,
        Some(reaction) => writeln!(
            text,
            "reaction   {reaction}, but not now: it was sent less than {} s ago in this session",
            rules.cool_downs.reaction.as_secs()
        )?,
    }
    let Some(speech) = &response.speech else { return writeln!(text, "line       none") };
    let pool = match speech {
        Speech::Pool(pool) => {
            format!("of the pool `{}` ({})", Pool::name(*pool), rules.language(places).tag())
        }
        Speech::Own(_) => "of a pool of yours".to_owned(),
    };
    let example = rules.line(speech, places).map(|line| format!(", such as \"{line}\"")).unwrap_or_default();
    let pause = if response.asks() { rules.cool_downs.permission } else { rules.cool_downs.speech };
    let held = if verdict.speech {
        String::new()
    } else {
        format!(", but not now: less than {} s since the last one in this session", pause.as_secs())
    };
    writeln!(text, "line       {pool}{example}{held}")
}

/// Names of agents and tools are strangers' words.
fn described(event: &Event) -> String {
    let shown = |text: &str| Label::from_text(text).map(String::from).unwrap_or_default();
    let mut line = shown(&event.name);
    if let Some(tool) = &event.tool {
        line += &format!(", tool {}", shown(tool));
    }
    if super::event::is_test(event) {
        line += ", a run of tests";
    }
    if let Some(kind) = &event.kind {
        line += &format!(", of the kind {}", shown(kind));
    }
    if let Some(folder) = event.folder() {
        line += &format!(", in {}", shown(folder));
    }
    line
}

fn found(rules: &Rules, places: &Places) -> String {
    match (rules.rules.len(), Rules::path(places)) {
        (0, Some(path)) => format!("none in {}", path.display()),
        (count, Some(path)) => format!("{count} in {}", path.display()),
        (_, None) => "none: no home folder is known".to_owned(),
    }
}

fn reason(because: &Because) -> String {
    match because {
        Because::StandsDown(settings) => {
            format!("the project has a hook of its own, in {}; this one stands down", settings.display())
        }
        Because::OurTool => "it is one of OpenPets' own tools, which shows what it does by itself".to_owned(),
        Because::Rule(number) => format!("rule {number} of your file fits first"),
        Because::BuiltIn => "that is built in; none of your rules fits".to_owned(),
    }
}
