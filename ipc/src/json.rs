//! JSON as the protocol accepts it: like `serde_json`, but a key that stands twice in one object is an error.
//! Two readers that pick different ones of a pair would disagree about what was checked.
//!
//! `serde_json` itself refuses what else could surprise: nesting over 128 levels, numbers outside `f64`, lone
//! surrogates, invalid UTF-8, a byte order mark and anything behind the value.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// A value without repeated keys, at any depth.
pub(crate) struct Strict(pub(crate) Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without repeated keys")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("not a finite number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let Strict(value) = entries.next_value()?;
            if map.insert(key, value).is_some() {
                return Err(A::Error::custom("a key stands twice"));
            }
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &[u8]) -> Option<Value> {
        serde_json::from_slice::<Strict>(text).ok().map(|strict| strict.0)
    }

    #[test]
    fn surprises_are_refused() {
        let deep = [b"[".repeat(200), b"]".repeat(200)].concat();
        let cases: [&[u8]; 12] = [
            br#"{"a":1,"a":1}"#,
            br#"{"a":1,"\u0061":2}"#,
            br#"[{"x":{"a":1,"b":2,"a":3}}]"#,
            br#"{"a":1e999}"#,
            br#"{"a":"\ud800"}"#,
            b"{\"a\":\"\xff\"}",
            b"\xef\xbb\xbf{}",
            b"{} x",
            b"{'a':1}",
            b"{\"a\":NaN}",
            b"",
            &deep,
        ];
        for text in cases {
            assert_eq!(parse(text), None, "{}", String::from_utf8_lossy(text));
        }
    }

    proptest! {
        #[test]
        fn agrees_with_serde_json(text in r#"[\[\]{}:,"a-c0-9.e\\ntruefalse -]{0,40}"#) {
            if let Some(value) = parse(text.as_bytes()) {
                prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
            }
        }

        #[test]
        fn accepts_everything_without_repeated_keys(keys in proptest::collection::btree_set("[a-z\u{e9}\\\\\"]{0,4}", 0..8)) {
            let value: Value = keys.iter().map(|key| (key.clone(), serde_json::json!([1, -1, 1.5, null, true, key]))).collect();
            prop_assert_eq!(parse(value.to_string().as_bytes()), Some(value));
        }
    }
}
