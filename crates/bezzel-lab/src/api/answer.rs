//! Answers, and refusals as answers.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::json;

use crate::Error;

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status of HTTP: 200, or why there is no other answer.
    pub status: u16,
    /// The media type of the body.
    pub media_type: &'static str,
    /// The body.
    pub body: Cow<'static, [u8]>,
}

impl Answer {
    /// An answer of this media type.
    pub fn new(media_type: &'static str, body: impl Into<Cow<'static, [u8]>>) -> Self {
        Self {
            status: 200,
            media_type,
            body: body.into(),
        }
    }

    /// Data as JSON.
    pub fn json(data: &impl Serialize) -> Self {
        let body = serde_json::to_vec(data).expect("answers are plain data");
        Self::new("application/json", body)
    }
}

/// The sentence of a refusal, cut where it repeats too much of the request.
pub(crate) fn sentence(error: &Error) -> String {
    const LONGEST: usize = 300;
    let mut sentence = error.to_string();
    if let Some((end, _)) = sentence.char_indices().nth(LONGEST) {
        sentence.truncate(end);
        sentence.push('…');
    }
    sentence
}

/// `{"error": "the sentence", "reason": {"code": …}}`.
impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        Self {
            status: error.status(),
            ..Self::json(&json!({ "error": sentence(&error), "reason": error }))
        }
    }
}
