//! What the log tells of requests: methods, codes and times, and nothing that a client sent.

use super::place::Place;
use super::{Limits, ask, world};
use serde_json::json;
use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Every event as text.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("openpets")
    }

    fn event(&self, event: &Event<'_>) {
        struct Text(String);
        impl Visit for Text {
            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                write!(self.0, "{field}={value:?} ").unwrap();
            }
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        self.0.lock().unwrap().push(text.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn one_line_for_each_request() {
    let lines = Lines::default();
    let place = Place::new();
    let running = place.run_logged(Limits::default(), lines.clone(), world::quick);
    let mut wrong = running.agent.clone();
    wrong.token = "wrong-wrong-wrong".to_owned();
    ask(&running.agent, "pet.say", &json!({"message": "private words", "leaseId": "private-lease"}));
    ask(&running.agent, "lease.heartbeat", &json!({"leaseId": 7}));
    ask(&running.agent, "private.method", &json!({}));
    ask(&wrong, "hello", &json!({}));
    let secrets = [running.agent.token.clone(), running.control.token.clone()];
    running.stop().join().unwrap();

    let lines = lines.0.lock().unwrap();
    let expected = [
        ("\"pet.say\"", "\"ok\""),
        ("\"lease.heartbeat\"", "\"invalid_params\""),
        ("\"-\"", "\"unknown_method\""),
        ("\"-\"", "\"invalid_token\""),
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, (method, code)) in lines.iter().zip(expected) {
        assert!(line.contains(&format!("method={method} code={code} micros=")), "{line}");
        for secret in ["private", "wrong", "r1", &secrets[0], &secrets[1]] {
            assert!(!line.contains(secret), "{line}");
        }
    }
}
