//! Answers of the API, including errors.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::json;

use crate::Error;

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status: 200, or that of an error.
    pub status: u16,
    /// The media type of the body.
    pub media_type: &'static str,
    /// The body.
    pub body: Cow<'static, [u8]>,
}

impl Answer {
    /// Returns an answer of this media type.
    pub fn new(media_type: &'static str, body: impl Into<Cow<'static, [u8]>>) -> Self {
        Self {
            status: 200,
            media_type,
            body: body.into(),
        }
    }

    /// Returns data as JSON.
    pub fn json(data: &impl Serialize) -> Self {
        let body = serde_json::to_vec(data).expect("answers are plain data");
        Self::new("application/json", body)
    }
}

/// Returns the sentence of an error, truncated if it quotes a long part of the request.
pub(crate) fn sentence(error: &Error) -> String {
    const MAX_SENTENCE: usize = 300;
    let mut sentence = error.to_string();
    if let Some((end, _)) = sentence.char_indices().nth(MAX_SENTENCE) {
        sentence.truncate(end);
        sentence.push('…');
    }
    sentence
}

/// The JSON form is `{"error": "the sentence", "reason": {"code": …}}`.
impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        Self {
            status: error.status(),
            ..Self::json(&json!({ "error": sentence(&error), "reason": error }))
        }
    }
}
