//! Answers, and refusals.

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

/// An answer, or a refusal told like one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// 200, or why not, as HTTP numbers it.
    pub status: u16,
    /// What browsers call its kind.
    pub media_type: &'static str,
    /// What is answered.
    pub body: Cow<'static, [u8]>,
}

impl Answer {
    /// What was asked for.
    pub fn new(media_type: &'static str, body: impl Into<Cow<'static, [u8]>>) -> Self {
        Self {
            status: 200,
            media_type,
            body: body.into(),
        }
    }

    /// Plain data.
    pub fn json(data: &impl Serialize) -> Self {
        let body = serde_json::to_vec(data).expect("answers are plain data");
        Self::new("application/json", body)
    }
}

/// A request that is not granted: a status, and why in a sentence.
#[derive(Debug, Clone)]
pub struct Refusal {
    status: u16,
    sentence: String,
}

impl Refusal {
    /// The longest sentence: what was asked may be part of it, and of any length.
    const LONGEST: usize = 300;
    /// How long the work behind an answer may take.
    pub const PATIENCE: Duration = Duration::from_secs(10);

    /// A refusal with this status of HTTP.
    pub fn new(status: u16, sentence: impl Into<String>) -> Self {
        let mut sentence = sentence.into();
        if let Some((end, _)) = sentence.char_indices().nth(Self::LONGEST) {
            sentence.truncate(end);
            sentence.push('…');
        }
        Self { status, sentence }
    }

    /// The request is at fault.
    pub fn bad(sentence: impl ToString) -> Self {
        Self::new(400, sentence.to_string())
    }

    /// Whoever answers is at fault.
    pub fn broken() -> Self {
        Self::new(500, "something went wrong here; the lab goes on")
    }

    /// Work that is cut off after its time is refused with this.
    pub fn late() -> Self {
        let seconds = Self::PATIENCE.as_secs();
        Self::new(
            422,
            format!("this takes longer than {seconds} seconds; ask for less"),
        )
    }

    /// There is nothing at an address.
    pub fn nothing_at(path: &str) -> Self {
        let shown: String = path.chars().take(80).collect();
        Self::new(404, format!("there is nothing at {shown}"))
    }

    /// Why it is not granted.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self {
            status: refusal.status,
            ..Self::json(&json!({ "error": refusal.sentence }))
        }
    }
}

impl From<bezzel_recording::Error> for Refusal {
    fn from(error: bezzel_recording::Error) -> Self {
        Self::bad(error)
    }
}

impl From<bezzel::Error> for Refusal {
    fn from(error: bezzel::Error) -> Self {
        match error {
            // Whoever left does not hear it; one who waits has waited long enough.
            bezzel::Error::Cancelled => Self::late(),
            _ => Self::bad(error),
        }
    }
}
