//! The files of the page.

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bezzel_api::Refusal;
use bezzel_recording::File;

use crate::answer::Refused;

/// The file at an address of the page.
pub async fn file(request: Request) -> Result<Response, Refused> {
    let path = request.uri().path();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let nothing = || Refused(Refusal::nothing_at(path));
    let file = bezzel_recording::file(name).ok_or_else(nothing)?;
    Ok(answer(file, request.headers()))
}

fn answer(file: File, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", file.hash);
    let headers = [
        (header::CONTENT_TYPE, file.media_type.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag.clone()),
    ];
    let known = asked.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.data).into_response()
}
