//! What is asked, and what it says.

use std::str::FromStr;

use bezzel::Named;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;

use super::query;
use super::routes::Verb;
use crate::Error;

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

/// A request whose address is known.
#[derive(Debug)]
pub struct RoutedRequest<'r> {
    pub request: Request<'r>,
    /// The parts of the address where its pattern has `{…}`.
    places: Vec<&'r str>,
}

impl<'r> RoutedRequest<'r> {
    /// A request for an address without open places.
    pub fn new(request: Request<'r>) -> Self {
        Self {
            request,
            places: Vec::new(),
        }
    }

    /// A request for an address of this pattern, which it [matches](matches).
    pub fn at(pattern: &str, request: Request<'r>) -> Self {
        let parts = pattern.split('/').zip(request.path.split('/'));
        let open = parts.filter(|(expected, _)| expected.starts_with('{'));
        Self {
            places: open.map(|(_, part)| part).collect(),
            request,
        }
    }

    /// The text in the open place.
    pub fn text(&self) -> Result<String, Error> {
        let decoded = percent_decode_str(self.places[0]).decode_utf8();
        let unreadable = |_| unreadable("the address is not UTF-8");
        Ok(decoded.map_err(unreadable)?.into_owned())
    }

    /// The number in the open place.
    pub fn number<T: FromStr>(&self) -> Result<T, Error> {
        let text = self.text()?;
        let number = text.parse();
        number.map_err(|_| Error::NoNumber { text })
    }

    /// What is behind the question mark.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Error> {
        query::read(self.request.query).map_err(unreadable)
    }

    /// What was sent along, in JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_slice(self.request.body).map_err(unreadable)
    }
}

fn unreadable(why: impl std::fmt::Display) -> Error {
    Error::Unreadable {
        reason: why.to_string(),
    }
}

/// The refusal of a name that is not in a table.
pub fn unknown(kind: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
    Error::Unknown {
        kind,
        name: name.into(),
        known: known.collect::<Vec<_>>().join(", "),
    }
}

/// The one of that name.
pub fn named<T: Named>(kind: &'static str, name: &str) -> Result<T, Error> {
    let known = || T::all().map(|one| one.name());
    T::named(name).ok_or_else(|| unknown(kind, name, known()))
}

/// Whether an address has the shape of a pattern like `/api/queens/{n}`.
pub fn matches(pattern: &str, path: &str) -> bool {
    let (mut expected, mut parts) = (pattern.split('/'), path.split('/'));
    loop {
        match (expected.next(), parts.next()) {
            (None, None) => return true,
            (Some(open), Some(part)) if open.starts_with('{') && !part.is_empty() => {}
            (Some(expected), Some(part)) if expected == part => {}
            _ => return false,
        }
    }
}
