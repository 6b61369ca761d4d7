//! What is asked, and what it says.

use std::str::FromStr;

use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;

use crate::lab::Verb;
use crate::{Refusal, query};

/// A question: an address, and what is sent along.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// Whether something is asked or sent.
    pub verb: Verb,
    /// The address, `/api/queens/8`.
    pub path: &'r str,
    /// What is behind its question mark, or nothing.
    pub query: &'r str,
    /// What is sent along.
    pub body: &'r [u8],
}

impl<'r> Request<'r> {
    /// Asks for an address.
    pub fn get(address: &'r str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        Self {
            verb: Verb::Get,
            path,
            query,
            body: &[],
        }
    }

    /// Sends something to an address.
    pub fn post(address: &'r str, body: &'r [u8]) -> Self {
        Self {
            verb: Verb::Post,
            body,
            ..Self::get(address)
        }
    }
}

/// A request whose address is known: what stands in the places that the address leaves open.
pub struct Asked<'r> {
    pub request: Request<'r>,
    pub places: Vec<&'r str>,
}

impl<'r> Asked<'r> {
    /// What stands in the places of a pattern, if the address has its shape.
    pub fn matching(pattern: &str, request: &Request<'r>) -> Option<Self> {
        let mut places = Vec::new();
        let mut parts = request.path.split('/');
        for expected in pattern.split('/') {
            let part = parts.next()?;
            if expected.starts_with('{') {
                places.push(part);
            } else if expected != part {
                return None;
            }
        }
        let matches = parts.next().is_none() && places.iter().all(|place| !place.is_empty());
        matches.then_some(Self {
            request: *request,
            places,
        })
    }

    /// The text in the open place.
    pub fn text(&self) -> Result<String, Refusal> {
        let decoded = percent_decode_str(self.places[0]).decode_utf8();
        let unreadable = |_| Refusal::bad("the address is not UTF-8");
        Ok(decoded.map_err(unreadable)?.into_owned())
    }

    /// The number in the open place.
    pub fn number<T: FromStr>(&self) -> Result<T, Refusal> {
        let text = self.text()?;
        let number = text.parse();
        number.map_err(|_| Refusal::bad(format!("{text:?} is no number that fits here")))
    }

    /// What is behind the question mark.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        query::read(self.request.query).map_err(unreadable)
    }

    /// What was sent along, in JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_slice(self.request.body).map_err(unreadable)
    }
}

fn unreadable(why: impl std::fmt::Display) -> Refusal {
    Refusal::bad(format!("the question cannot be read: {why}"))
}
