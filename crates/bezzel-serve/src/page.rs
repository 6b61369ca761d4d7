//! The files of the page.

use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bezzel_lab::{Error, File, Language};

use crate::answer::Refused;

/// Returns the file of the page at an address.
pub async fn file(request: Request) -> Result<Response, Refused> {
    let path = request.uri().path();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        // Browsers request it for documents without an icon, such as JSON.
        "favicon.ico" => "icon.svg",
        name => name,
    };
    let nothing = || Refused(Error::nothing_at(path));
    let file = bezzel_lab::file(name).ok_or_else(nothing)?;
    Ok(answer(name, file, request.headers()))
}

/// Returns the whole lab as one file, to be saved.
pub async fn one_file() -> Result<Response, Refused> {
    static PAGE: LazyLock<Option<String>> = LazyLock::new(|| {
        Some(bezzel_lab::one_file(
            bezzel_lab::module()?,
            "",
            Language::English,
        ))
    });
    let missing = || Refused(Error::NoModule);
    // Compressing it takes a moment at the first request.
    let made = tokio::task::spawn_blocking(|| PAGE.as_deref()).await;
    let page = made.ok().flatten().ok_or_else(missing)?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"bezzel-lab.html\"",
        ),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, page).into_response())
}

fn answer(name: &str, file: File, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", file.hash);
    let headers = [
        (header::CONTENT_TYPE, file.media_type.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag.clone()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    let known = asked.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let accepted = asked.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or("");
    // Several of them may be listed, with weights; a weight of zero refuses.
    let deflates = accepted.split(',').any(|one| one.trim() == "deflate");
    match bezzel_lab::deflated(name).filter(|_| deflates) {
        Some(packed) => ([(header::CONTENT_ENCODING, "deflate")], headers, packed).into_response(),
        None => (headers, file.data).into_response(),
    }
}
