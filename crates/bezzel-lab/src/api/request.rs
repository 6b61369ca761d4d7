//! Requests of the API.

use std::str::FromStr;

use bezzel::Named;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;

use super::query;
use super::routes::Verb;
use crate::Error;

/// A request: method, path, query and body.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// The HTTP method.
    pub verb: Verb,
    /// The path, like `/api/queens/8`.
    pub path: &'r str,
    /// The query without its question mark; may be empty.
    pub query: &'r str,
    /// The body; may be empty.
    pub body: &'r [u8],
}

impl<'r> Request<'r> {
    /// Returns a `GET` request for an address.
    pub fn get(address: &'r str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        Self {
            verb: Verb::Get,
            path,
            query,
            body: &[],
        }
    }

    /// Returns a `POST` request to an address.
    pub fn post(address: &'r str, body: &'r [u8]) -> Self {
        Self {
            verb: Verb::Post,
            body,
            ..Self::get(address)
        }
    }
}

/// A request whose route is known.
#[derive(Debug)]
pub struct RoutedRequest<'r> {
    pub request: Request<'r>,
    /// The parts of the path at the placeholders `{…}` of its pattern.
    places: Vec<&'r str>,
}

impl<'r> RoutedRequest<'r> {
    /// Returns a request for a path without placeholders.
    pub fn new(request: Request<'r>) -> Self {
        Self {
            request,
            places: Vec::new(),
        }
    }

    /// Returns a request for a path that [matches](matches) a pattern.
    pub fn at(pattern: &str, request: Request<'r>) -> Self {
        let parts = pattern.split('/').zip(request.path.split('/'));
        let open = parts.filter(|(expected, _)| expected.starts_with('{'));
        Self {
            places: open.map(|(_, part)| part).collect(),
            request,
        }
    }

    /// Returns the text at the placeholder.
    pub fn text(&self) -> Result<String, Error> {
        let decoded = percent_decode_str(self.places[0]).decode_utf8();
        let unreadable = |_| unreadable("the address is not UTF-8");
        Ok(decoded.map_err(unreadable)?.into_owned())
    }

    /// Returns the number at the placeholder.
    pub fn number<T: FromStr>(&self) -> Result<T, Error> {
        let text = self.text()?;
        let number = text.parse();
        number.map_err(|_| Error::NoNumber { text })
    }

    /// Deserializes the query.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Error> {
        query::read(self.request.query).map_err(unreadable)
    }

    /// Deserializes the body from JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_slice(self.request.body).map_err(unreadable)
    }
}

fn unreadable(why: impl std::fmt::Display) -> Error {
    Error::Unreadable {
        reason: why.to_string(),
    }
}

/// Returns the error for a name that is not in a table.
pub fn unknown(kind: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
    Error::Unknown {
        kind,
        name: name.into(),
        known: known.collect::<Vec<_>>().join(", "),
    }
}

/// Returns the variant of that name.
pub fn named<T: Named>(kind: &'static str, name: &str) -> Result<T, Error> {
    let known = || T::all().map(|one| one.name());
    T::named(name).ok_or_else(|| unknown(kind, name, known()))
}

/// Returns true if a path matches a pattern like `/api/queens/{n}`.
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
