//! The addresses, and what holds for all of them.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use bezzel::maze::{ALGORITHMS, Runner};
use bezzel::queens::published::SOLUTIONS;
use bezzel::queens::{Board, Engine, Engines, slow_from};
use bezzel::{Cancel, Named};
use bezzel_ledger::Store;
use bezzel_recording::{
    COMPARED_LIMIT, CONTESTANTS, HAND_LIMIT, LIMIT, Language, StageTable, maze_listing, methods,
    stages,
};
use serde_json::{Value, json};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::answer::{Refusal, WorkPool, after_a_panic, in_time};
use crate::evolution::{Knob, Knobs};
use crate::{count, evolution, maze, page, problems, queens, runs};

/// The largest body of a request.
const BODY: usize = 1 << 20;
/// Nothing but the page's own files is ever loaded; nothing is asked of anyone else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";
/// A page that asks with this header is answered with a status of 200 in any case, so that the browser does not take
/// what a reader may well try for a fault of the page; the header's other half says what the status would be.
const INLINE: HeaderName = HeaderName::from_static("bezzel-refusals");
const REFUSED: HeaderName = HeaderName::from_static("bezzel-refused");

/// The description of the API, for programs and their authors.
const OPENAPI: &str = include_str!("openapi.json");

/// Every address of the API; the page's files are the rest.
fn routes() -> Vec<(&'static str, MethodRouter<WorkPool>)> {
    vec![
        ("/api", get(openapi)),
        ("/api/about", get(about)),
        ("/api/listings/{method}", get(queens::listings)),
        ("/api/queens/{n}", get(queens::overview)),
        ("/api/queens/{n}/page", get(queens::page)),
        ("/api/queens/{n}/solutions", get(queens::solutions)),
        ("/api/queens/{n}/gif", get(queens::gif)),
        ("/api/queens/{n}/html", get(queens::html)),
        ("/api/queens/{n}/hand", get(queens::hand)),
        ("/api/compare/{n}", get(queens::compare)),
        ("/api/problems/{name}", get(problems::record)),
        ("/api/maze/generate", get(maze::generate)),
        ("/api/maze/read", post(maze::read)),
        ("/api/maze/race", post(maze::race)),
        ("/api/maze/routes", post(maze::routes)),
        ("/api/maze/picture", post(maze::picture)),
        ("/api/evolution", get(evolution::generations)),
        ("/api/evolution/births", get(evolution::births)),
        ("/api/count", get(count::count)),
        ("/api/runs", get(runs::list)),
        ("/api/runs/{name}", get(runs::one)),
    ]
}

/// Everything the server answers; counts are made by these engines, and runs are looked up in this store. Pages of these
/// hosts may show the lab in a frame; without any, none may. Work under way ends when `stop` is thrown.
///
/// # Panics
/// If a host is none that [`Lab::embeddable_by`](crate::Lab::embeddable_by) takes.
pub fn router(
    stop: Cancel,
    engines: Engines,
    runs: Option<Arc<dyn Store>>,
    embedders: &[String],
) -> Router {
    let pool = WorkPool::new(stop, engines, runs);
    let mut router = Router::new();
    for (path, answer) in routes() {
        router = router.route(path, answer);
    }
    let page = get(page::file).fallback(wrong_method);
    let router = router.method_not_allowed_fallback(wrong_method);
    layered(router.fallback_service(page), pool, embedders)
}

/// Puts the bounds around the answers.
fn layered(router: Router<WorkPool>, pool: WorkPool, embedders: &[String]) -> Router {
    let ancestors = match embedders {
        [] => "'none'".to_owned(),
        hosts => hosts.join(" "),
    };
    let policy = HeaderValue::from_str(&format!("{POLICY} {ancestors}"));
    let policy = policy.expect("hosts are plain letters");
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    router
        .with_state(pool)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn(in_time))
        .layer(CatchPanicLayer::custom(after_a_panic))
        .layer(middleware::from_fn(same_origin_only))
        .layer(middleware::from_fn(refusals_inside))
        .layer(SetResponseHeaderLayer::overriding(
            header::CONTENT_SECURITY_POLICY,
            policy,
        ))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
}

/// Pages from elsewhere may link to this one, but not make its server work. Browsers say where a request comes
/// from; what says nothing is no browser.
async fn same_origin_only(request: Request, next: Next) -> Response {
    let site = request.headers().get("sec-fetch-site");
    let strange = site.is_some_and(|site| site != "same-origin" && site != "none");
    if strange && request.uri().path().starts_with("/api") {
        let sentence = "requests from other sites are not answered";
        return Refusal::new(StatusCode::FORBIDDEN, sentence).into_response();
    }
    next.run(request).await
}

/// Puts refusals into ordinary answers, for pages that ask so.
async fn refusals_inside(request: Request, next: Next) -> Response {
    let inline = request.headers().contains_key(INLINE);
    let mut response = next.run(request).await;
    let status = response.status();
    if inline && (status.is_client_error() || status.is_server_error()) {
        *response.status_mut() = StatusCode::OK;
        response
            .headers_mut()
            .insert(REFUSED, HeaderValue::from(status.as_u16()));
    }
    response
}

async fn wrong_method() -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address is asked in another way; /api tells how",
    )
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// A sentence in each of the page's languages.
fn in_both(sentences: [&str; 2]) -> Value {
    let named = Language::ALL.iter().zip(sentences);
    named
        .map(|(language, sentence)| (language.name(), sentence))
        .collect()
}

/// What there is to choose from: the library's tables.
async fn about(State(pool): State<WorkPool>) -> Result<Json<Value>, Refusal> {
    let named = |(name, about): (&str, &str)| json!({ "name": name, "about": about });
    let engine = |engine: &dyn Engine| {
        /// Seconds from which on one does not want to wait without a word.
        const SLOW: f64 = 60.0;
        json!({
            "name": engine.name(),
            "about": engine.about(),
            "limit": engine.limit().min(count::QUEENS),
            "slow_from": slow_from(engine, SLOW * count::threads() as f64),
        })
    };
    let methods = methods();
    let methods = methods.iter().map(|one| named((one.name, one.about)));
    let contestants = CONTESTANTS.iter().map(|one| named((one.name, one.about)));
    let problem = |stage: &StageTable| {
        json!({
            "name": stage.name,
            "title": in_both(stage.title),
            "about": in_both(stage.about),
            "syntax": in_both(stage.syntax),
            "examples": stage.examples,
        })
    };
    let algorithms = ALGORITHMS.iter().map(|one| named((one.name, one.about)));
    let runners: Vec<Knob> = Runner::ALL.iter().map(|&one| Knob::of(one)).collect();
    let usual = pool.engines.fastest(&Board::new(count::QUEENS))?;
    Ok(Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "queens": { "limit": LIMIT, "methods": methods.collect::<Value>() },
        "hand": { "limit": HAND_LIMIT },
        "compare": { "limit": COMPARED_LIMIT, "methods": contestants.collect::<Value>() },
        "problems": stages().iter().map(problem).collect::<Value>(),
        "maze": {
            "cells": maze::CELLS,
            "algorithms": algorithms.collect::<Value>(),
            "runners": runners,
            "listing": maze_listing(),
        },
        "evolution": Knobs::new(),
        "count": {
            "limit": count::QUEENS,
            "threads": count::threads(),
            "engines": pool.engines.all().map(engine).collect::<Value>(),
            "usual": usual.name(),
            "published": SOLUTIONS.iter().map(u64::to_string).collect::<Value>(),
        },
        "runs": pool.runs.is_some(),
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    #[test]
    fn every_address_is_described() {
        let description: Value = serde_json::from_str(OPENAPI).unwrap();
        let described = description["paths"].as_object().unwrap().keys();
        let mut described: Vec<_> = described.map(String::as_str).collect();
        let mut answered: Vec<_> = routes().into_iter().map(|(path, _)| path).collect();
        described.sort_unstable();
        answered.sort_unstable();
        assert_eq!(described, answered);
    }

    #[tokio::test]
    async fn a_panic_is_one_requests_own() {
        async fn panics() -> Response {
            panic!("on purpose")
        }
        async fn panics_at_work(
            axum::extract::State(pool): axum::extract::State<WorkPool>,
        ) -> Result<Response, Refusal> {
            pool.work(|_| panic!("on purpose")).await
        }
        let router = Router::new()
            .route("/api/panics", get(panics))
            .route("/api/works", get(panics_at_work))
            .route("/api/about", get(about));
        let app = layered(
            router,
            WorkPool::new(Cancel::new(), bezzel_count::engines(), None),
            &[],
        );
        for _ in 0..50 {
            for (path, status) in [
                ("/api/panics", StatusCode::INTERNAL_SERVER_ERROR),
                ("/api/works", StatusCode::INTERNAL_SERVER_ERROR),
                ("/api/about", StatusCode::OK),
            ] {
                let request = Request::get(path).body(Body::empty()).unwrap();
                let answer = app.clone().oneshot(request).await.unwrap();
                assert_eq!(answer.status(), status);
                let body = answer.into_body().collect().await.unwrap().to_bytes();
                let body: Value = serde_json::from_slice(&body).unwrap();
                assert_eq!(body.get("error").is_some(), status != StatusCode::OK);
            }
        }
    }
}
