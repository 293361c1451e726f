//! From a received line to a result: the envelope here, the shape of the result where the caller knows it.

use super::error::{BadResponse, ClientError};
use crate::reply::Failure;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What the app answered: the result exactly as it came, with fields that this version does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer(Value);

impl Answer {
    /// The result as JSON.
    #[must_use]
    pub const fn json(&self) -> &Value {
        &self.0
    }

    /// The result as one of the shapes in [`crate::reply`].
    ///
    /// # Errors
    /// [`BadResponse::Result`] when it has another shape.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ClientError> {
        T::deserialize(&self.0).map_err(|_| ClientError::BadResponse(BadResponse::Result))
    }
}

/// For stand-ins of the app.
impl From<Value> for Answer {
    fn from(result: Value) -> Self {
        Self(result)
    }
}

#[derive(Deserialize)]
struct Envelope {
    id: Option<String>,
    ok: bool,
    result: Option<Value>,
    error: Option<Failure>,
}

/// Checks the envelope of a response to the request `id`.
pub(super) fn read(line: &[u8], id: &str) -> Result<Answer, ClientError> {
    let bad = |rule| Err(ClientError::BadResponse(rule));
    let Ok(envelope) = serde_json::from_slice::<Envelope>(line) else {
        return bad(BadResponse::Shape);
    };
    match &envelope.id {
        Some(answered) if answered == id => {}
        // The app could not even read the id.
        None if !envelope.ok => {}
        _ => return bad(BadResponse::OtherId),
    }
    match envelope {
        Envelope { ok: true, result: Some(result), .. } => Ok(Answer(result)),
        Envelope { ok: false, error: Some(failure), .. } => Err(ClientError::Refused(failure)),
        _ => bad(BadResponse::Shape),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::{HelloResult, ReleaseResult};
    use proptest::prelude::*;

    fn rule(line: &str) -> Option<BadResponse> {
        match read(line.as_bytes(), "a") {
            Err(ClientError::BadResponse(rule)) => Some(rule),
            _ => None,
        }
    }

    #[test]
    fn envelopes() {
        assert!(read(br#"{"id":"a","ok":true,"result":{}}"#, "a").is_ok());
        for line in [
            "",
            "null",
            "[]",
            "{}",
            r#"{"id":"a","ok":true}"#,
            r#"{"id":"a","ok":false}"#,
            r#"{"id":"a","ok":1,"result":{}}"#,
            r#"{"id":7,"ok":true,"result":{}}"#,
            r#"{"id":"a","ok":false,"error":"no"}"#,
            r#"{"id":"a","ok":false,"error":{"code":"x"}}"#,
            r#"{"id":"a","ok":true,"result":{}} {}"#,
        ] {
            assert_eq!(rule(line), Some(BadResponse::Shape), "{line}");
        }
        for line in [r#"{"id":"b","ok":true,"result":{}}"#, r#"{"id":null,"ok":true,"result":{}}"#] {
            assert_eq!(rule(line), Some(BadResponse::OtherId), "{line}");
        }
        let error = read(br#"{"id":null,"ok":false,"error":{"code":"x","message":"m"}}"#, "a").unwrap_err();
        assert!(matches!(&error, ClientError::Refused(failure) if failure.message == "m"), "{error}");
        assert_eq!(error.code(), "x");
    }

    #[test]
    fn results_keep_what_this_version_does_not_know() {
        let answer = read(br#"{"id":"a","ok":true,"result":{"released":true,"new":1}}"#, "a").unwrap();
        assert_eq!(answer.json().to_string(), r#"{"released":true,"new":1}"#);
        assert!(answer.read::<ReleaseResult>().unwrap().released);
        let error = answer.read::<HelloResult>().unwrap_err();
        assert!(matches!(error, ClientError::BadResponse(BadResponse::Result)), "{error}");
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(read(&bytes, "a").is_err());
        }
    }
}
